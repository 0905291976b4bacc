"""A chain in memory: blocks that can be mined and reorganised, for rules that need no node."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from clearwater.domains.wallets.ports import (
    Asset,
    BlockRef,
    BlockScan,
    ChainError,
    FeePolicy,
    Incoming,
    KeyPath,
    NetworkSpec,
    NodeHealth,
    SignedTransaction,
    TransactionStatus,
    WrongChain,
)

GENESIS = "genesis"
SPEC = NetworkSpec(
    key="btc",
    name="Bitcoin",
    kind="utxo",
    standard="Native SegWit",
    assets=(Asset("BTC", 10, None, Decimal("0.001"), Decimal("0.0001"), Decimal("0.002"), Decimal(10)),),
    confirmations=3,
    reorg_depth=6,
    block_seconds=600,
    fee=FeePolicy(1, 1, 100),
    is_development=False,
    rpc_url="http://node.invalid",
)


@dataclass
class MemoryChain:
    """Amounts have ten decimals, so that some digits are below the ledger's eight."""

    network: NetworkSpec = SPEC
    genesis: str = GENESIS
    blocks: list[tuple[BlockRef, tuple[Incoming, ...]]] = field(default_factory=list)
    mempool: tuple[Incoming, ...] = ()
    is_down: bool = False
    is_syncing: bool = False
    is_wrong: bool = False
    branch: int = 0

    def derive_address(self, key: KeyPath) -> str:
        return f"{key.wallet}-{key.index}"

    def parse_address(self, text: str) -> str:
        return text

    def payment_uri(self, address: str, asset: Asset) -> str:
        return f"bitcoin:{address}"

    def mine(self, *incoming: Incoming, blocks: int = 1) -> None:
        """Mine blocks; the first has what is given, and takes it out of the mempool."""
        for number in range(blocks):
            height = len(self.blocks) + 1
            parent = self.blocks[-1][0].hash if self.blocks else self.genesis
            digest = hashlib.sha256(f"{self.branch}:{height}:{parent}".encode()).hexdigest()
            self.blocks.append((BlockRef(height, digest, parent), incoming if number == 0 else ()))
        self.mempool = tuple(one for one in self.mempool if one not in incoming)

    def reorg(self, depth: int) -> None:
        """Replace the last blocks by as many and one more, without what was in them."""
        del self.blocks[len(self.blocks) - depth :]
        self.branch += 1
        self.mine(blocks=depth + 1)

    async def health(self) -> NodeHealth:
        if self.is_down:
            raise ChainError("no answer")
        if self.is_wrong:
            raise WrongChain("another chain")
        return NodeHealth(len(self.blocks), self.genesis, is_syncing=self.is_syncing)

    async def block(self, height: int) -> BlockRef | None:
        return self.blocks[height - 1][0] if 0 < height <= len(self.blocks) else None

    async def scan(self, block: BlockRef, watched: Mapping[str, object]) -> BlockScan:
        found = [incoming for ref, incoming in self.blocks if ref == block]
        if not found:
            raise ChainError("unknown block")
        return BlockScan(tuple(one for one in found[0] if one.address in watched))

    async def scan_mempool(self, watched: Mapping[str, object]) -> BlockScan:
        return BlockScan(tuple(one for one in self.mempool if one.address in watched))

    async def fee_rate(self) -> int:
        return 1

    async def broadcast(self, signed: SignedTransaction) -> None:
        raise ChainError("no node")

    async def status(self, tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        return TransactionStatus("unknown")

    async def balances(self, addresses: Sequence[str]) -> dict[str, int]:
        return {}
