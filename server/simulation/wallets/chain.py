"""A simulated chain: blocks in virtual time, forks, and nodes that know more or less of it.

It knows the truth: whatever the exchange was told by a node, here is what was paid, and by which transaction.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from clearwater.domains.wallets.ports import BlockRef, Incoming, NetworkSpec
from simulation.wallets.blocks import Block, Mempool, State
from simulation.wallets.host import Host
from simulation.wallets.transactions import Claim, Transaction

NODES = 2
# More than a fork replaces: were the first block that was read gone, staff had to say how far to go back.
FIRST_BLOCKS = 12
# Faster than the network says, so that fewer rounds of the worker go into one.
BLOCK_SECONDS = (0.5, 3.5)
BROADCAST_SECONDS = (0.05, 1.5)
# How much more is asked for while blocks are full.
CONGESTION = 4


class SimulatedChain:
    """One network as it really is, with its nodes."""

    def __init__(self, network: NetworkSpec, host: Host) -> None:
        self.network = network
        self._host = host
        self._chance = host.chance(f"chain {network.key}")
        self._seed = self._chance.getrandbits(64)
        self._numbers = iter(range(1, 1 << 31))
        self.genesis_hash = network.genesis_hash or self.new_hash("genesis")
        genesis = BlockRef(0, self.genesis_hash, "")
        self.tip = Block(genesis, None, (), State(network.kind))
        self.is_congested = False
        self.is_token_paused = False
        # What others do with the house's own keys.
        self.thefts: list[Transaction] = []
        for _ in range(FIRST_BLOCKS):
            self.tip = self._extend(self.tip, ())
        self.nodes = [Mempool(self.tip) for _ in range(NODES)]
        # Without new blocks, whoever compares needs not be quick.
        self.is_resting = False
        # Whether the load of the exchange is spread over nodes that may disagree.
        self.disagreement = self._chance.choice((0.0, 0.0, 0.2))
        # The node that learns nothing new.
        self.behind: Mempool | None = None
        # What strangers pay; they send it again until it is in a block.
        self.outside: dict[str, Transaction] = {}
        # What is to happen when the exchange sends its next transaction.
        self.on_broadcast: list[Callable[[], None]] = []
        self.forks = self.deepest_fork = 0

    # Time.

    async def run(self) -> None:
        """Mine for ever."""
        while True:
            await asyncio.sleep(self._chance.uniform(*BLOCK_SECONDS))
            if not self.is_resting:
                self.mine()

    def mine(self) -> Block:
        """A block on the tip, of what one of the nodes has waiting."""
        source = self._chance.choice([node for node in self.nodes if node is not self.behind])
        self.tip = self._extend(self.tip, self._choose(source))
        self._publish()
        for transaction in self.outside.values():
            is_waiting = not any(claim in self.tip.state.used for claim in transaction.claims)
            if is_waiting and self._chance.random() < 0.3:
                self.relay(transaction)
        return self.tip

    def _choose(self, source: Mempool) -> list[Transaction]:
        rates = source.best_rates()
        return [
            one
            for one in source.waiting.values()
            if rates[one.id] >= self.needed_rate and self._chance.random() < 0.9
        ]

    def _extend(self, parent: Block, wanted: Iterable[Transaction]) -> Block:
        """As many of the wanted ones as can be mined, in an order in which they can."""
        state, height = parent.state.copy(), parent.height + 1
        left = [*(one for one in self.thefts if one.id not in state.receipts), *wanted]
        taken: list[Transaction] = []
        while ready := [one for one in left if state.obstacle(one) is None]:
            state.apply(ready[0], height, self.base_fee, is_paused=self.is_token_paused)
            taken.append(ready[0])
            left.remove(ready[0])
        ref = BlockRef(height, self.new_hash(parent.ref.hash), parent.ref.hash)
        return Block(ref, parent, tuple(taken), state)

    def _publish(self) -> None:
        """Every node learns of the tip, some later than others."""
        for node in self.nodes:
            self._host.later(self._chance.uniform(*BROADCAST_SECONDS), partial(self._adopt, node))

    def _adopt(self, node: Mempool) -> None:
        if node is not self.behind and node.tip is not self.tip:
            node.adopt(self.tip)

    def fork(self, depth: int) -> None:
        """Replace the newest blocks by as many and one more; not all that they had is in the new ones."""
        depth = min(depth, self.tip.height)
        parent = self.tip.at(self.tip.height - depth)
        assert parent is not None
        returned = [one for one in reversed(self.tip.beyond(parent)) if self._chance.random() < 0.9]
        returned = [one for one in returned if one not in self.thefts]
        for _ in range(depth + 1):
            now = [one for one in returned if self._chance.random() < 0.5]
            parent = self._extend(parent, now)
            returned = [one for one in returned if one.id not in parent.state.receipts]
        self.tip = parent
        self.forks += 1
        self.deepest_fork = max(self.deepest_fork, depth)
        self._publish()

    def heal(self) -> None:
        """End whatever is out of order."""
        self.is_congested = self.is_token_paused = False
        self.behind, self.disagreement = None, 0.0
        for node in self.nodes:
            node.min_rate = 0
        self._publish()

    # Fees.

    @property
    def usual_rate(self) -> int:
        return self.network.fee.fallback

    @property
    def needed_rate(self) -> int:
        """What the next block takes at least."""
        return self.usual_rate * (CONGESTION if self.is_congested else 1) // 2

    @property
    def base_fee(self) -> int:
        return self.needed_rate if self.network.kind == "evm" else 0

    # Transactions of others.

    def new_hash(self, *what: str) -> str:
        digest = hashlib.sha256(f"{self._seed} {next(self._numbers)} {what}".encode()).hexdigest()
        return f"0x{digest}" if self.network.kind == "evm" else digest

    def pay_from_outside(
        self, address: str, amount: int, contract: str | None = None, *, instead_of: Transaction | None = None
    ) -> Transaction:
        """A transaction of a stranger; `instead_of` is an earlier one, whose place it takes."""
        tx_id = self.new_hash("outside")
        claims = instead_of.claims if instead_of is not None else ((f"outside {tx_id}", 0),)
        rate = instead_of.rate * 2 if instead_of is not None else self.usual_rate * CONGESTION
        paid = Incoming(tx_id, 0 if contract is None else 1, address, contract, amount)
        made = Transaction(tx_id, claims, (paid,), 150, rate, tip=rate, fee=150 * rate)
        if instead_of is not None:
            self.outside.pop(instead_of.id, None)
        self.outside[tx_id] = made
        self.relay(made)
        return made

    def relay(self, transaction: Transaction) -> None:
        """Every node gets it, sooner or later, and may refuse it."""
        for node in self.nodes:
            delay = self._chance.uniform(*BROADCAST_SECONDS)
            self._host.later(delay, partial(node.offer, [transaction]))

    def forget(self) -> None:
        """A node loses what it has waiting."""
        node = self._chance.choice(self.nodes)
        for transaction in list(node.waiting.values()):
            if self._chance.random() < 0.7:
                node.drop(transaction)

    def steal(self, claim: Claim) -> bool:
        """Somebody with the house's keys uses an output or a nonce, in a block; whether it worked.

        No fork brings the house's own transaction back: what was refunded because of it stays so.
        """
        output = self.tip.state.find_output(claim) if self.network.kind == "utxo" else ("", 0)
        if output is None or claim in self.tip.state.used:
            return False
        tx_id = self.new_hash("theft")
        taken = Incoming(tx_id, 0, "a thief", None, output[1])
        theft = Transaction(tx_id, (claim,), (taken,), 1, 0)
        if self.tip.state.obstacle(theft) is not None:
            return False
        self.thefts.append(theft)
        self.mine()
        return True

    # The truth.

    def payments_to(self, address: str) -> list[tuple[str, Incoming]]:
        """Every payment in the chain to an address, with its transaction."""
        return [(tx_id, one) for tx_id, one in self.payments() if one.address == address]

    def payments(self) -> Iterator[tuple[str, Incoming]]:
        for receipt in self.tip.state.receipts.values():
            if receipt.is_good:
                yield from ((receipt.transaction.id, one) for one in receipt.transaction.paid)

    def stolen(self) -> int:
        """What thieves have, of the chain's own coin."""
        return sum(one.amount for _, one in self.payments_to("a thief"))

    def is_final(self, tx_id: str) -> bool:
        receipt = self.tip.state.receipts.get(tx_id)
        return receipt is not None and self.tip.height - receipt.height + 1 >= self.network.confirmations
