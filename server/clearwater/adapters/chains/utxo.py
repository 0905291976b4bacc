"""Chains of Bitcoin's family through their nodes: one class, the network's parameters make the difference.

Needs a node that keeps all blocks. With `txindex=1` the state of a transaction is found without knowing its
block.
"""

from collections.abc import Iterable, Mapping, Sequence
from decimal import ROUND_CEILING, Decimal
from typing import Any

import msgspec

from clearwater.adapters.chains import addresses, psbt
from clearwater.adapters.chains.public_chains import require_development_chain
from clearwater.adapters.chains.read_ahead import ReadAhead, ReadBlock
from clearwater.adapters.chains.rpc import MAX_BATCH, JsonRpc, RpcError
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
    Output,
    Payment,
    SignedTransaction,
    Spent,
    TransactionStatus,
    UnsignedTransaction,
    WrongChain,
)

SATOSHI = Decimal(100_000_000)
FEE_TARGET_BLOCKS = 3
# A node is behind its peers for a moment whenever a block arrives.
MAX_HEADERS_AHEAD = 3
MAX_MEMPOOL = 50_000
# A scan of all unspent outputs reads the whole set.
BALANCES_SECONDS = 900.0
# Error codes of the node.
NOT_FOUND, OUT_OF_RANGE, ALREADY_MINED = -5, -8, -27
# Scripts that hold keys themselves; some nodes show an address for them that nobody was given.
BARE_SCRIPTS = ("pubkey", "multisig")


class _Script(msgspec.Struct):
    type: str = ""
    address: str | None = None
    addresses: list[str] = []


class _Output(msgspec.Struct, rename={"script": "scriptPubKey"}):
    n: int = -1
    value: Decimal = Decimal(0)
    script: _Script | None = None


class _Input(msgspec.Struct):
    txid: str | None = None
    vout: int = -1


class _Transaction(msgspec.Struct):
    txid: str
    vin: list[_Input]
    vout: list[_Output]
    blockhash: str | None = None
    confirmations: int = 0


class _Header(msgspec.Struct):
    hash: str
    height: int
    confirmations: int
    previousblockhash: str = ""


class _Block(_Header):
    tx: list[_Transaction] = []


class _ChainInfo(msgspec.Struct):
    chain: str
    blocks: int
    headers: int
    initialblockdownload: bool


class _Fee(msgspec.Struct):
    feerate: Decimal | None = None


class _MempoolInfo(msgspec.Struct):
    mempoolminfee: Decimal = Decimal(0)


class _Unspent(msgspec.Struct):
    success: bool
    total_amount: Decimal


class UtxoNode:
    """Implements UtxoChain."""

    def __init__(self, network: NetworkSpec, rpc: JsonRpc) -> None:
        self.network = network
        self._rpc = rpc
        self._read_ahead = ReadAhead(self._load)
        self._mempool: dict[str, _Transaction] = {}

    def derive_address(self, key: KeyPath) -> str:
        return addresses.derive_address(self.network, key)

    def parse_address(self, text: str) -> str:
        return addresses.parse_address(self.network, text)

    def payment_uri(self, address: str, asset: Asset) -> str:
        return f"{self.network.uri_scheme}:{address}"

    def build(
        self, outputs: Sequence[Output], payments: Sequence[Payment], change: KeyPath, fee_rate: int
    ) -> UnsignedTransaction:
        return psbt.build(self.network, outputs, payments, change, fee_rate=fee_rate)

    def size_of(self, inputs: int, payments: Sequence[Payment]) -> int:
        scripts = [addresses.script_of(self.network, payment.address) for payment in payments]
        return psbt.size_of(inputs, [*map(len, scripts), psbt.CHANGE_SCRIPT_BYTES])

    async def health(self) -> NodeHealth:
        state, genesis = await self._rpc.read(
            [("getblockchaininfo", ()), ("getblockhash", (0,))], _ChainInfo, str
        )
        if self.network.is_development:
            require_development_chain(self.network.key, genesis)
            if state.chain != "regtest":
                raise WrongChain(f"The node of {self.network.key} is not on a development chain.")
        if self.network.genesis_hash not in (None, genesis):
            raise WrongChain(f"The node of {self.network.key} follows another chain: its genesis differs.")
        # A development chain that rested for a day counts as downloading until its next block.
        is_downloading = state.initialblockdownload and not self.network.is_development
        is_behind = state.headers - state.blocks > MAX_HEADERS_AHEAD
        return NodeHealth(state.blocks, genesis, is_downloading or is_behind)

    async def block(self, height: int) -> BlockRef | None:
        if self._read_ahead.is_sequential(height):
            return await self._read_ahead.find(height)
        try:
            block_hash = await self._rpc.call("getblockhash", height, kind=str)
        except RpcError as error:
            if error.code == OUT_OF_RANGE:
                return None
            raise
        header = await self._rpc.call("getblockheader", block_hash, kind=_Header)
        self._read_ahead.skip_to(height)
        return _ref_of(header)

    async def scan(self, block: BlockRef, watched: Mapping[str, object]) -> BlockScan:
        transactions = self._read_ahead.take(block.hash)
        if transactions is None:
            found = await self._rpc.call("getblock", block.hash, 2, kind=_Block)
            if found.confirmations < 0 or _ref_of(found) != block:
                raise ChainError(f"Block {block.hash} is not in the chain of {self.network.key} any more.")
            transactions = found.tx
        return _scan(transactions, watched)

    async def scan_mempool(self, watched: Mapping[str, object]) -> BlockScan:
        ids = await self._rpc.call("getrawmempool", kind=list[str])
        current = {tx_id: self._mempool[tx_id] for tx_id in ids if tx_id in self._mempool}
        unread = [tx_id for tx_id in ids if tx_id not in current][: MAX_MEMPOOL - len(current)]
        self._mempool = current
        for start in range(0, len(unread), MAX_BATCH):
            chunk = unread[start : start + MAX_BATCH]
            results = await self._rpc.batch([("getrawtransaction", (tx_id, True)) for tx_id in chunk])
            for result in results:
                # One that has left the mempool meanwhile is in a block, or replaced.
                if not isinstance(result, RpcError):
                    transaction = self._rpc.decode(result, _Transaction)
                    current[transaction.txid] = transaction
        return _scan(current.values(), watched)

    async def fee_rate(self) -> int:
        estimate, mempool = await self._rpc.batch(
            [("estimatesmartfee", (FEE_TARGET_BLOCKS,)), ("getmempoolinfo", ())]
        )
        policy = self.network.fee
        # A node that has seen few transactions has no estimate.
        wanted = None if isinstance(estimate, RpcError) else self._rpc.decode(estimate, _Fee).feerate
        rate = policy.fallback if wanted is None else _per_byte(wanted)
        if not isinstance(mempool, RpcError):
            rate = max(rate, _per_byte(self._rpc.decode(mempool, _MempoolInfo).mempoolminfee))
        if rate > policy.cap:
            raise FeeAboveCap(f"{self.network.key} wants {rate} a byte; the limit is {policy.cap}.")
        return max(rate, policy.floor)

    async def broadcast(self, signed: SignedTransaction) -> None:
        try:
            tx_id = await self._rpc.call("sendrawtransaction", signed.raw, kind=str)
        except RpcError as error:
            # The texts of nodes differ; what counts is whether it has the transaction.
            if error.code == ALREADY_MINED or (await self.status(signed.tx_id)).state != "unknown":
                return
            raise
        if tx_id != signed.tx_id:
            raise ChainError(f"The node of {self.network.key} knows {signed.tx_id} by another id.")

    async def status(self, tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        """`block_hash` is where it was seen last: a node without an index of transactions looks there."""
        transaction = await self._find_transaction(tx_id)
        if transaction is None and block_hash is not None:
            transaction = await self._find_transaction(tx_id, block_hash)
        if transaction is None:
            return TransactionStatus("unknown")
        if transaction.blockhash is None:
            return TransactionStatus("mempool")
        header = await self._rpc.call("getblockheader", transaction.blockhash, kind=_Header)
        if header.confirmations < 0:
            return TransactionStatus("unknown")
        fee = await self._find_fee(transaction)
        return TransactionStatus("mined", header.height, header.hash, fee)

    async def balances(self, addresses: Sequence[str]) -> dict[str, int]:
        """Reads the node's whole set of unspent outputs, which takes minutes on a public chain."""
        scanned: list[Any] = [f"addr({address})" for address in addresses]
        found = await self._rpc.call(
            "scantxoutset", "start", scanned, kind=_Unspent, timeout_seconds=BALANCES_SECONDS
        )
        if not found.success:
            raise ChainError(f"The node of {self.network.key} did not finish counting balances.")
        return {self.network.own.coin: _satoshi(found.total_amount)}

    async def close(self) -> None:
        await self._rpc.close()

    async def _load(self, height: int, count: int) -> Sequence[ReadBlock[list[_Transaction]]]:
        hashes = await self._rpc.batch([("getblockhash", (height + place,)) for place in range(count)])
        known = [self._rpc.decode(found, str) for found in hashes if not isinstance(found, RpcError)]
        if not known and isinstance(hashes[0], RpcError) and hashes[0].code != OUT_OF_RANGE:
            raise hashes[0]
        blocks: list[ReadBlock[list[_Transaction]]] = []
        for result in await self._rpc.batch([("getblock", (block_hash, 2)) for block_hash in known]):
            content = self._rpc.require(result)
            block = self._rpc.decode(content, _Block)
            follows = not blocks or block.previousblockhash == blocks[-1].ref.hash
            if block.confirmations < 0 or not follows:
                # The chain was reorganised between the two batches.
                break
            blocks.append(ReadBlock(_ref_of(block), block.tx, len(memoryview(content))))
        if known and not blocks:
            raise ChainError(f"The chain of {self.network.key} changes.")
        return blocks

    async def _find_transaction(self, tx_id: str, *where: str) -> _Transaction | None:
        try:
            found: _Transaction = await self._rpc.call(
                "getrawtransaction", tx_id, True, *where, kind=_Transaction
            )
        except RpcError as error:
            if error.code == NOT_FOUND:
                return None
            raise
        return found

    async def _find_fee(self, transaction: _Transaction) -> int | None:
        """What the inputs have more than the outputs; None where the node has no index of transactions."""
        sources = await self._rpc.batch(
            [("getrawtransaction", (source.txid, True)) for source in transaction.vin]
        )
        total = Decimal(0)
        for source, result in zip(transaction.vin, sources, strict=True):
            if isinstance(result, RpcError):
                return None
            total += self._rpc.decode(result, _Transaction).vout[source.vout].value
        return _satoshi(total - sum((output.value for output in transaction.vout), Decimal(0)))


def _ref_of(header: _Header) -> BlockRef:
    return BlockRef(header.height, header.hash, header.previousblockhash)


def _scan(transactions: Iterable[_Transaction], watched: Mapping[str, object]) -> BlockScan:
    incoming: list[Incoming] = []
    spent: list[Spent] = []
    for transaction in transactions:
        spent += [
            Spent(source.txid, source.vout, transaction.txid)
            for source in transaction.vin
            if source.txid is not None
        ]
        for output in transaction.vout:
            address = _address_of(output)
            if address in watched:
                assert address is not None
                incoming.append(Incoming(transaction.txid, output.n, address, None, _satoshi(output.value)))
    return BlockScan(tuple(incoming), tuple(spent))


def _address_of(output: _Output) -> str | None:
    script = output.script
    if script is None or script.type in BARE_SCRIPTS:
        return None
    # Nodes before 22 show a list.
    return script.address or (script.addresses[0] if len(script.addresses) == 1 else None)


def _satoshi(amount: Decimal) -> int:
    return int(amount * SATOSHI)


def _per_byte(rate: Decimal) -> int:
    """From coins per 1000 virtual bytes."""
    return int((rate * SATOSHI / 1000).to_integral_value(ROUND_CEILING))
