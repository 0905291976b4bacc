"""EVM chains through their nodes: the chain's own coin, and tokens by their Transfer logs.

The place of an amount inside a transaction: 0 is the chain's own coin, and the Transfer logs of a transaction
count from 1 in their order, those of all contracts. Coins that a contract sends (internal transactions) leave
no log and are not seen; comparing balances finds them.
"""

from collections.abc import Mapping, Sequence

import msgspec

from clearwater.adapters.chains import addresses
from clearwater.adapters.chains.evm_encoding import (
    TRANSFER_TOPIC,
    address_of_topic,
    encode_balance_of,
    encode_transaction,
    encode_transfer,
    parse_transfer,
)
from clearwater.adapters.chains.public_chains import DEVELOPMENT_CHAIN_IDS, require_development_chain
from clearwater.adapters.chains.read_ahead import ReadAhead, ReadBlock
from clearwater.adapters.chains.rpc import Call, JsonRpc, RpcError, from_hex
from clearwater.domains.wallets.ports import (
    Asset,
    BlockRef,
    BlockScan,
    ChainError,
    FeeAboveCap,
    Incoming,
    KeyPath,
    NetworkSpec,
    NodeHealth,
    Payment,
    SignedTransaction,
    TransactionStatus,
    UnsignedTransaction,
    WrongChain,
)

OWN_COIN_PLACE = 0
PLAIN_TRANSFER_GAS = 21_000
# A token may need more gas when the transaction is mined than when it was estimated.
GAS_MARGIN_PERCENT = 25
# Blocks of which the base fee and tips are taken, and which of their tips.
FEE_BLOCKS, TIP_PERCENTILE = 5, 50
# Full nodes have the state of at least so many blocks.
STATE_BLOCKS = 120
# The share of the highest fee that is the miner's; a replacement that raises one thus raises the other.
TIP_DIVISOR = 10


class _Transaction(msgspec.Struct, rename={"sender": "from"}):
    hash: str
    sender: str = ""
    nonce: str = "0x0"
    to: str | None = None
    value: str = "0x0"
    input: str = "0x"


class _Header(msgspec.Struct, rename={"parent": "parentHash"}):
    hash: str | None
    number: str | None
    parent: str


class _Block(_Header):
    transactions: list[_Transaction] = []


class _Log(msgspec.Struct, rename={"tx_id": "transactionHash", "index": "logIndex"}):
    address: str
    topics: list[str]
    data: str
    tx_id: str
    index: str


class _Receipt(msgspec.Struct, rename="camel"):
    transaction_hash: str
    block_hash: str
    block_number: str
    status: str = "0x0"
    gas_used: str = "0x0"
    effective_gas_price: str = "0x0"


class _FeeHistory(msgspec.Struct, rename="camel"):
    base_fee_per_gas: list[str] = []
    reward: list[list[str]] | None = None


class _Found(msgspec.Struct):
    hash: str


Content = tuple[list[_Transaction], list[_Log]]


class EvmNode:
    """Implements EvmChain."""

    def __init__(self, network: NetworkSpec, rpc: JsonRpc) -> None:
        self.network = network
        self._rpc = rpc
        self._read_ahead = ReadAhead(self._load)
        # By block and transaction; of blocks that were read ahead.
        self._receipts: dict[tuple[str, str], _Receipt | None] = {}

    def derive_address(self, key: KeyPath) -> str:
        return addresses.derive_address(self.network, key)

    def parse_address(self, text: str) -> str:
        return addresses.parse_address(self.network, text)

    def payment_uri(self, address: str, asset: Asset) -> str:
        """As of EIP-681."""
        if asset.contract is None:
            return f"ethereum:{address}@{self.network.chain_id}"
        return f"ethereum:{asset.contract}@{self.network.chain_id}/transfer?address={address}"

    def build(
        self, sender: KeyPath, payment: Payment, *, nonce: int, gas: int, fee_rate: int
    ) -> UnsignedTransaction:
        address = self.parse_address(payment.address)
        payload = encode_transaction(
            chain_id=self.network.chain_id,
            nonce=nonce,
            max_tip=max(1, fee_rate // TIP_DIVISOR),
            max_fee=fee_rate,
            gas=gas,
            to=payment.contract or address,
            value=0 if payment.contract else payment.amount,
            data=encode_transfer(address, payment.amount) if payment.contract else b"",
        )
        return UnsignedTransaction(payload, (sender,), gas * fee_rate, fee_rate, nonce=nonce)

    async def health(self) -> NodeHealth:
        height, genesis, chain_id, syncing = await self._rpc.read(
            [
                ("eth_blockNumber", ()),
                ("eth_getBlockByNumber", ("0x0", False)),
                ("eth_chainId", ()),
                ("eth_syncing", ()),
            ],
            *(str, _Found, str, object),
        )
        if from_hex(chain_id) != self.network.chain_id:
            raise WrongChain(f"The node of {self.network.key} has the chain id {from_hex(chain_id)}.")
        if self.network.is_development:
            require_development_chain(self.network.key, genesis.hash)
            if self.network.chain_id not in DEVELOPMENT_CHAIN_IDS:
                raise WrongChain(f"{self.network.chain_id} is no chain id for development.")
        if self.network.genesis_hash not in (None, genesis.hash):
            raise WrongChain(f"The node of {self.network.key} follows another chain: its genesis differs.")
        return NodeHealth(from_hex(height), genesis.hash, syncing is not False)

    async def block(self, height: int) -> BlockRef | None:
        if self._read_ahead.is_sequential(height):
            return await self._read_ahead.find(height)
        found = await self._rpc.call("eth_getBlockByNumber", hex(height), False, kind=_Header | None)
        if found is None:
            return None
        self._read_ahead.skip_to(height)
        return _ref_of(found)

    async def scan(self, block: BlockRef, watched: Mapping[str, object]) -> BlockScan:
        content = self._read_ahead.take(block.hash)
        if content is None:
            content = await self._read(block)
        transactions, logs = content
        coins = await self._leave_out_reverted(block, _own_coins(transactions, watched), watched)
        return BlockScan((*coins, *_tokens(logs, watched)))

    async def scan_mempool(self, watched: Mapping[str, object]) -> BlockScan:
        """What the node would put into its next block; of tokens, direct transfers of those configured."""
        pending = await self._rpc.call("eth_getBlockByNumber", "pending", True, kind=_Block | None)
        # Some nodes answer with their newest block, which has both.
        if pending is None or (pending.hash is not None and pending.number is not None):
            return BlockScan(())
        coins = _own_coins(pending.transactions, watched)
        return BlockScan((*coins, *self._pending_tokens(pending.transactions, watched)))

    async def fee_rate(self) -> int:
        """Twice the base fee, so that it holds for several full blocks, and a tip."""
        policy = self.network.fee
        try:
            history = await self._rpc.call(
                "eth_feeHistory", hex(FEE_BLOCKS), "latest", [TIP_PERCENTILE], kind=_FeeHistory
            )
        except RpcError:
            history = _FeeHistory()
        rate = policy.fallback
        if history.base_fee_per_gas:
            tips = sorted(from_hex(tip[0]) for tip in history.reward or [] if tip)
            rate = 2 * from_hex(history.base_fee_per_gas[-1]) + (tips[len(tips) // 2] if tips else 0)
        if rate > policy.cap:
            raise FeeAboveCap(f"{self.network.key} wants {rate} wei for gas; the limit is {policy.cap}.")
        return max(rate, policy.floor)

    async def broadcast(self, signed: SignedTransaction) -> None:
        try:
            tx_id = await self._rpc.call("eth_sendRawTransaction", signed.raw, kind=str)
        except RpcError:
            # The texts of nodes differ; what counts is whether it has the transaction.
            if (await self.status(signed.tx_id)).state != "unknown":
                return
            raise
        if tx_id != signed.tx_id:
            raise ChainError(f"The node of {self.network.key} knows {signed.tx_id} by another id.")

    async def status(self, tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        """`block_hash` is not needed here: these nodes find transactions by their id."""
        receipt, transaction = await self._rpc.read(
            [("eth_getTransactionReceipt", (tx_id,)), ("eth_getTransactionByHash", (tx_id,))],
            *(_Receipt | None, _Found | None),
        )
        if receipt is None:
            return TransactionStatus("unknown" if transaction is None else "mempool")
        return TransactionStatus(
            "mined" if from_hex(receipt.status) == 1 else "reverted",
            from_hex(receipt.block_number),
            receipt.block_hash,
            from_hex(receipt.gas_used) * from_hex(receipt.effective_gas_price),
        )

    async def balances(self, addresses: Sequence[str]) -> dict[str, int]:
        totals: dict[str, int] = {}
        for asset in self.network.assets:
            calls: list[Call] = [
                ("eth_getBalance", (address, "latest"))
                if asset.contract is None
                else ("eth_call", ({"to": asset.contract, "data": encode_balance_of(address)}, "latest"))
                for address in addresses
            ]
            found = await self._rpc.read(calls, str) if calls else []
            totals[asset.coin] = sum(map(from_hex, found))
        return totals

    async def next_nonce(self, address: str) -> int:
        return from_hex(await self._rpc.call("eth_getTransactionCount", address, "pending", kind=str))

    async def mined_nonce(self, address: str) -> int:
        return from_hex(await self._rpc.call("eth_getTransactionCount", address, "latest", kind=str))

    async def find_by_nonce(self, address: str, nonce: int) -> str | None:
        """Search the block in which the number of the address's transactions passes the nonce."""
        above = from_hex(await self._rpc.call("eth_blockNumber", kind=str))
        below = max(above - STATE_BLOCKS, 0)
        try:
            if (
                await self._count_sent(address, above) <= nonce
                or await self._count_sent(address, below) > nonce
            ):
                return None
            while above - below > 1:
                middle = (above + below) // 2
                if await self._count_sent(address, middle) > nonce:
                    above = middle
                else:
                    below = middle
        except RpcError:
            # It has thrown the state of this block away.
            return None
        method, parameters = _block_call(above)
        block = await self._rpc.call(method, *parameters, kind=_Block | None)
        for one in block.transactions if block is not None else ():
            if one.sender.lower() == address.lower() and from_hex(one.nonce) == nonce:
                return str(one.hash)
        return None

    async def _count_sent(self, address: str, height: int) -> int:
        return from_hex(await self._rpc.call("eth_getTransactionCount", address, hex(height), kind=str))

    async def estimate_gas(self, sender: str, payment: Payment) -> int:
        call: dict[str, str] = {"from": sender, "to": payment.address, "value": hex(payment.amount)}
        if payment.contract is not None:
            data = encode_transfer(payment.address, payment.amount)
            call = {"from": sender, "to": payment.contract, "data": f"0x{data.hex()}"}
        gas = from_hex(await self._rpc.call("eth_estimateGas", call, kind=str))
        return gas if gas == PLAIN_TRANSFER_GAS else gas + gas * GAS_MARGIN_PERCENT // 100

    async def close(self) -> None:
        await self._rpc.close()

    async def _read(self, block: BlockRef) -> Content:
        """Read by height, because nodes may keep blocks that have left the chain."""
        found, logs = await self._rpc.batch([_block_call(block.height), _logs_call(block.hash)])
        if isinstance(found, RpcError):
            raise found
        current = self._rpc.decode(found, _Block | None)
        if current is None or _ref_of(current) != block:
            raise ChainError(f"Block {block.hash} is not in the chain of {self.network.key} any more.")
        return current.transactions, self._rpc.decode(self._rpc.require(logs), list[_Log])

    async def _load(self, height: int, count: int) -> Sequence[ReadBlock[Content]]:
        found = await self._rpc.batch([_block_call(height + place) for place in range(count)])
        blocks: list[tuple[_Block, int]] = []
        for result in found:
            content = self._rpc.require(result)
            block = self._rpc.decode(content, _Block | None)
            if block is None or (blocks and block.parent != blocks[-1][0].hash):
                break
            blocks.append((block, len(memoryview(content))))
        logs = await self._rpc.batch([_logs_call(str(block.hash)) for block, _ in blocks])
        return [
            ReadBlock(
                _ref_of(block),
                (block.transactions, self._rpc.decode(self._rpc.require(raw), list[_Log])),
                size + len(memoryview(self._rpc.require(raw))),
            )
            for (block, size), raw in zip(blocks, logs, strict=True)
        ]

    async def _leave_out_reverted(
        self, block: BlockRef, coins: list[Incoming], watched: Mapping[str, object]
    ) -> list[Incoming]:
        """Such a transaction is in the block, and paid nothing."""
        if any((block.hash, coin.tx_id) not in self._receipts for coin in coins):
            await self._load_receipts(block, coins, watched)
        succeeded: list[Incoming] = []
        for coin in coins:
            receipt = self._receipts.pop((block.hash, coin.tx_id))
            if receipt is None or receipt.block_hash != block.hash:
                raise ChainError(f"Block {block.hash} is not in the chain of {self.network.key} any more.")
            if from_hex(receipt.status) == 1:
                succeeded.append(coin)
        return succeeded

    async def _load_receipts(
        self, block: BlockRef, coins: list[Incoming], watched: Mapping[str, object]
    ) -> None:
        """Also those of blocks that were read ahead: a call for each block would take most of the time."""
        places = [(block.hash, coin.tx_id) for coin in coins]
        for block_hash, (transactions, _) in self._read_ahead.waiting().items():
            places += [(block_hash, coin.tx_id) for coin in _own_coins(transactions, watched)]
        receipts = await self._rpc.read(
            [("eth_getTransactionReceipt", (tx_id,)) for _, tx_id in places], _Receipt | None
        )
        self._receipts = dict(zip(places, receipts, strict=True))

    def _pending_tokens(
        self, transactions: list[_Transaction], watched: Mapping[str, object]
    ) -> list[Incoming]:
        contracts = {
            asset.contract.lower(): asset.contract for asset in self.network.assets if asset.contract
        }
        incoming: list[Incoming] = []
        for transaction in transactions:
            contract = contracts.get((transaction.to or "").lower())
            transfer = parse_transfer(transaction.input)
            if contract is not None and transfer is not None and transfer[0] in watched:
                address, amount = transfer
                incoming.append(Incoming(transaction.hash, OWN_COIN_PLACE + 1, address, contract, amount))
        return incoming


def _block_call(height: int) -> Call:
    return "eth_getBlockByNumber", (hex(height), True)


def _logs_call(block_hash: str) -> Call:
    return "eth_getLogs", ({"blockHash": block_hash, "topics": [TRANSFER_TOPIC]},)


def _ref_of(header: _Header) -> BlockRef:
    if header.number is None or header.hash is None:
        raise ChainError("The node answered with a block that is not in the chain.")
    return BlockRef(from_hex(header.number), header.hash, header.parent)


def _own_coins(transactions: list[_Transaction], watched: Mapping[str, object]) -> list[Incoming]:
    return [
        Incoming(transaction.hash, OWN_COIN_PLACE, address, None, amount)
        for transaction in transactions
        if transaction.to is not None
        and (amount := from_hex(transaction.value)) > 0
        and (address := addresses.to_checksum(transaction.to)) in watched
    ]


def _tokens(logs: list[_Log], watched: Mapping[str, object]) -> list[Incoming]:
    """What Transfer logs pay to watched addresses. Those of ERC-721, with a fourth topic, have no amount."""
    counts: dict[str, int] = {}
    incoming: list[Incoming] = []
    for log in sorted(logs, key=lambda log: from_hex(log.index)):
        place = counts[log.tx_id] = counts.get(log.tx_id, OWN_COIN_PLACE) + 1
        if len(log.topics) != 3 or len(log.data) != 2 + 64:
            continue
        address = address_of_topic(log.topics[2])
        if address in watched and (amount := from_hex(log.data)) > 0:
            contract = addresses.to_checksum(log.address)
            incoming.append(Incoming(log.tx_id, place, address, contract, amount))
    return incoming
