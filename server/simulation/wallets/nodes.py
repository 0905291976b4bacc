"""The ports of a chain, answered by the nodes of a simulated one: late, twice, wrongly, or not at all."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from clearwater.adapters.chains.evm import EvmNode
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.chains.utxo import UtxoNode
from clearwater.domains.wallets.ports import (
    BlockRef,
    BlockScan,
    ChainError,
    FeeAboveCap,
    Incoming,
    NodeHealth,
    NodeRefused,
    Payment,
    SignedTransaction,
    Spent,
    TransactionStatus,
)
from simulation.wallets.blocks import Mempool
from simulation.wallets.chain import CONGESTION, SimulatedChain
from simulation.wallets.host import Chance, travel
from simulation.wallets.transactions import NATIVE_GAS, TOKEN_GAS, Transaction, read_evm, read_utxo

Answer = TypeVar("Answer")
GAS_MARGIN_PERCENT = 25
LATE_SECONDS = (1.0, 9.0)


class Connection:
    """The way from a process to the nodes of a chain."""

    def __init__(self, chain: SimulatedChain, chance: Chance, on_lost: Callable[[], None]) -> None:
        self._chain = chain
        self._chance = chance
        self._on_lost = on_lost
        self.is_down: bool = False
        self.is_syncing: bool = False
        # How many of its answers are lost, and how many are late.
        self.loss = self.lateness = 0.0

    async def ask(self, question: Callable[[Mempool], Answer]) -> Answer:
        """Put a question to a node. That the answer is lost does not mean that nothing was done."""
        await travel(self._chance)
        if self.is_down:
            raise ChainError("no connection")
        node = self._node()
        try:
            answer: Answer | NodeRefused = question(node)
        except NodeRefused as refusal:
            answer = refusal
        await travel(self._chance)
        if self._chance.random() < self.lateness:
            await asyncio.sleep(self._chance.uniform(*LATE_SECONDS))
        if self._is_lost():
            self._on_lost()
            raise ChainError("the answer was lost")
        if isinstance(answer, NodeRefused):
            raise answer
        return answer

    def _is_lost(self) -> bool:
        return self.is_down or self._chance.random() < self.loss

    def _node(self) -> Mempool:
        if self._chance.random() < self._chain.disagreement:
            return self._chance.choice(self._chain.nodes)
        return self._chain.nodes[0]

    def heal(self) -> None:
        self.is_down = self.is_syncing = False
        self.loss = self.lateness = 0.0


class Questions:
    """What both kinds of chains are asked."""

    def __init__(self, chain: SimulatedChain, connection: Connection) -> None:
        self.network = chain.network
        self._chain = chain
        self._connection = connection
        self._ask = connection.ask

    async def health(self) -> NodeHealth:
        genesis = self._chain.genesis_hash
        return await self._ask(lambda node: NodeHealth(node.tip.height, genesis, self._connection.is_syncing))

    async def block(self, height: int) -> BlockRef | None:
        found = await self._ask(lambda node: node.tip.at(height))
        return None if found is None else found.ref

    async def scan(self, block: BlockRef, watched: Mapping[str, object]) -> BlockScan:
        found = await self._ask(lambda node: node.tip.at(block.height))
        if found is None or found.ref != block:
            raise ChainError("the block is not in the chain any more")
        good = [one for one in found.transactions if found.state.receipts[one.id].is_good]
        return self._scan(good, watched)

    async def scan_mempool(self, watched: Mapping[str, object]) -> BlockScan:
        waiting = await self._ask(lambda node: list(node.waiting.values()))
        return self._scan(waiting, watched)

    def _scan(self, found: Sequence[Transaction], watched: Mapping[str, object]) -> BlockScan:
        incoming: list[Incoming] = [
            paid for one in found for paid in one.paid if paid.address in watched and paid.amount
        ]
        spent = [Spent(*claim, one.id) for one in found for claim in one.claims]
        return BlockScan(tuple(incoming), tuple(spent) if self.network.kind == "utxo" else ())

    async def fee_rate(self) -> int:
        rate = await self._ask(
            lambda _: self._chain.usual_rate * (CONGESTION if self._chain.is_congested else 1)
        )
        if rate > self.network.fee.cap:
            raise FeeAboveCap
        return max(rate, self.network.fee.floor)

    async def broadcast(self, signed: SignedTransaction) -> None:
        def take(node: Mempool) -> None:
            while self._chain.on_broadcast:
                self._chain.on_broadcast.pop()()
            if signed.tx_id in node.waiting or signed.tx_id in node.tip.state.receipts:
                return
            made = self._read_raw(signed.raw, node)
            if made.id != signed.tx_id:
                raise NodeRefused("another transaction than its id says")
            node.accept(made)
            self._chain.relay(made)

        await self._ask(take)

    def _read_raw(self, raw: str, node: Mempool) -> Transaction:
        if self.network.kind == "evm":
            return read_evm(self.network, raw)
        return read_utxo(self.network, raw, node.find_output)

    async def status(self, tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        def look(node: Mempool) -> TransactionStatus:
            receipt = node.tip.state.receipts.get(tx_id)
            if receipt is None:
                return TransactionStatus("mempool" if tx_id in node.waiting else "unknown")
            block = node.tip.at(receipt.height)
            assert block is not None
            state = "mined" if receipt.is_good else "reverted"
            return TransactionStatus(state, receipt.height, block.ref.hash, receipt.fee)  # type: ignore[arg-type]

        return await self._ask(look)

    async def balances(self, addresses: Sequence[str]) -> dict[str, int]:
        return await self._ask(
            lambda node: {
                asset.coin: sum(node.tip.state.balance(address, asset.contract) for address in addresses)
                for asset in self.network.assets
            }
        )


class SimulatedUtxoNode(Questions, UtxoNode):
    """Implements UtxoChain: what needs no node is the adapter's own."""

    def __init__(self, chain: SimulatedChain, connection: Connection) -> None:
        UtxoNode.__init__(self, chain.network, JsonRpc(chain.network.key, None))
        Questions.__init__(self, chain, connection)


class SimulatedEvmNode(Questions, EvmNode):
    """Implements EvmChain."""

    def __init__(self, chain: SimulatedChain, connection: Connection) -> None:
        EvmNode.__init__(self, chain.network, JsonRpc(chain.network.key, None))
        Questions.__init__(self, chain, connection)

    async def next_nonce(self, address: str) -> int:
        return await self._ask(lambda node: node.next_nonce(address))

    async def mined_nonce(self, address: str) -> int:
        return await self._ask(lambda node: node.tip.state.nonces.get(address, 0))

    async def find_by_nonce(self, address: str, nonce: int) -> str | None:
        return await self._ask(lambda node: node.tip.state.used.get((address, nonce)))

    async def estimate_gas(self, sender: str, payment: Payment) -> int:
        def estimate(node: Mempool) -> int:
            if node.tip.state.balance(sender, payment.contract) < payment.amount:
                raise NodeRefused("insufficient balance for transfer")
            if payment.contract is None:
                return NATIVE_GAS
            if self._chain.is_token_paused:
                raise NodeRefused("execution reverted: paused")
            return TOKEN_GAS + TOKEN_GAS * GAS_MARGIN_PERCENT // 100

        return await self._ask(estimate)


def connect_node(chain: SimulatedChain, connection: Connection) -> SimulatedUtxoNode | SimulatedEvmNode:
    kind = SimulatedEvmNode if chain.network.kind == "evm" else SimulatedUtxoNode
    return kind(chain, connection)
