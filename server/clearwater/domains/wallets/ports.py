"""What wallets need of the outside: a chain through its node, and a signer that holds the keys.

Amounts here are native: integers of the chain's smallest unit (satoshi, wei, a token's own unit). An
`Asset` says how they become units of the ledger.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Literal, Protocol

ChainKind = Literal["utxo", "evm"]
# A branch of the seed: addresses of clients, the hot wallet, and the wallet that pays for sweeps of tokens.
Wallet = Literal["deposit", "hot", "gas"]
TransactionState = Literal["unknown", "mempool", "mined", "reverted", "replaced"]
Purpose = Literal["withdrawal", "sweep", "gas", "bump"]


class ChainError(Exception):
    """The node did not answer, or its answer makes no sense; try again later."""


class NodeRefused(ChainError):
    """The node answers, and cannot or will not do this; it may still do other things."""


class WrongChain(ChainError):
    """The node follows another chain than the configured one."""


class AddressInvalid(ValueError):
    """The text is no address that a payment on this network may go to."""


class FeeAboveCap(Exception):
    """The network wants more for a transaction than the operator allows."""


class SignerUnavailable(Exception):
    """The signer cannot be reached, or has no room to note what it would sign."""


# The signer refuses so only after it has found nothing in its journal that was signed as this payload.
NOTHING_SIGNED = frozenset(
    {
        "CAP_EXCEEDED",
        "CAP_MISSING",
        "CONTRACT_UNKNOWN",
        "DESTINATION_NOT_ALLOWED",
        "FEE_TOO_HIGH",
        "PAYMENT_MISMATCH",
        "SOURCE_NOT_ALLOWED",
    }
)


class SigningRefused(Exception):
    """The signer will not sign this; asking again does not help. `code` says why.

    `until` is set when a cap is used up: from then on there is room.
    """

    def __init__(self, code: str, detail: str, *, until: datetime | None = None) -> None:
        super().__init__(detail)
        self.code = code
        self.until = until

    @property
    def is_unsigned(self) -> bool:
        """Whether it proves that the transaction was never signed."""
        return self.code in NOTHING_SIGNED


@dataclass(frozen=True)
class Asset:
    """A coin on a network; without a contract it is the chain's own."""

    coin: str
    # Of the chain's amounts; the ledger has its own number.
    decimals: int
    contract: str | None
    min_deposit: Decimal
    withdrawal_fee: Decimal
    min_withdrawal: Decimal
    max_withdrawal: Decimal


@dataclass(frozen=True)
class FeePolicy:
    """What a transaction may cost: satoshi per virtual byte, or wei per unit of gas."""

    floor: int
    fallback: int
    cap: int


@dataclass(frozen=True)
class NetworkSpec:
    """A network as configured; `key` is its name in every path, row and command."""

    key: str
    name: str
    kind: ChainKind
    standard: str
    assets: tuple[Asset, ...]
    confirmations: int
    # A reorganisation deeper than this halts the network.
    reorg_depth: int
    block_seconds: float
    fee: FeePolicy
    is_development: bool
    # None where no node is configured: addresses are checked, nothing else works.
    rpc_url: str | None = None
    # None on a development chain that begins again at each start.
    genesis_hash: str | None = None
    start_height: int = 0
    # Extended public keys of the three wallets.
    xpubs: Mapping[Wallet, str] = field(default_factory=dict)
    # Where more than the hot wallet should hold is kept; only seen here, never signed for.
    cold_addresses: tuple[str, ...] = ()
    explorer_tx: str | None = None
    explorer_address: str | None = None
    # UTXO chains: prefix of segwit addresses, versions of older ones. EVM chains: the chain id.
    hrp: str = ""
    p2pkh_version: int = 0
    p2sh_versions: tuple[int, ...] = ()
    uri_scheme: str = ""
    can_replace_by_fee: bool = False
    chain_id: int = 0

    @property
    def own(self) -> Asset:
        """The chain's own coin, in which its fees are paid."""
        return next(asset for asset in self.assets if asset.contract is None)

    def standard_of(self, asset: Asset) -> str:
        """The standard of a token; the own coin of a chain with tokens has none."""
        return "Native" if self.kind == "evm" and asset.contract is None else self.standard


@dataclass(frozen=True)
class BlockRef:
    height: int
    hash: str
    parent: str


@dataclass(frozen=True)
class Incoming:
    """An amount that a transaction pays to one of the watched addresses.

    `place` is the number of the output, or of the transfer inside the transaction. It and the transaction's
    id stay the same in a reorganisation. `contract` is set for tokens, also unknown ones.
    """

    tx_id: str
    place: int
    address: str
    contract: str | None
    amount: int


@dataclass(frozen=True)
class Spent:
    """An output that a transaction, `by`, uses up."""

    tx_id: str
    place: int
    by: str


@dataclass(frozen=True)
class BlockScan:
    """What a block, or the mempool, has for us, and all outputs that its transactions use up."""

    incoming: tuple[Incoming, ...]
    spent: tuple[Spent, ...] = ()


@dataclass(frozen=True)
class NodeHealth:
    height: int
    genesis_hash: str
    is_syncing: bool


@dataclass(frozen=True)
class TransactionStatus:
    """Where a transaction is. `fee` is what it has cost, known once it is mined."""

    state: TransactionState
    height: int | None = None
    block_hash: str | None = None
    fee: int | None = None


@dataclass(frozen=True)
class KeyPath:
    """A key below an account: which wallet, and its number there."""

    wallet: Wallet
    index: int


@dataclass(frozen=True)
class Output:
    """An unspent output of ours."""

    tx_id: str
    place: int
    amount: int
    key: KeyPath


@dataclass(frozen=True)
class Payment:
    """What a transaction has to pay."""

    address: str
    amount: int
    contract: str | None = None


@dataclass(frozen=True)
class UnsignedTransaction:
    """A transaction as the signer gets it: a PSBT in base64, or an EIP-1559 payload in hexadecimal.

    `keys` are those that sign, one for each input, or the one sender; a second key there names the deposit
    address that a top-up goes to. `nonce` is set on EVM chains, `inputs` on UTXO chains. `fee` is the most
    that it can cost, `change` what comes back to the hot wallet.
    """

    payload: str
    keys: tuple[KeyPath, ...]
    fee: int
    fee_rate: int
    inputs: tuple[tuple[str, int], ...] = ()
    nonce: int | None = None
    change: int = 0


@dataclass(frozen=True)
class SignedTransaction:
    tx_id: str
    raw: str


class Chain(Protocol):
    """One network through its node. Holds extended public keys, never private ones."""

    network: NetworkSpec

    def derive_address(self, key: KeyPath) -> str:
        """The address of a key; offline."""
        ...

    def parse_address(self, text: str) -> str:
        """The address in its usual form; raises AddressInvalid. Offline; refuses what it does not know."""
        ...

    def payment_uri(self, address: str, asset: Asset) -> str:
        """The address as wallets read it from a QR code."""
        ...

    async def health(self) -> NodeHealth: ...

    async def block(self, height: int) -> BlockRef | None:
        """The block at a height; None above the tip."""
        ...

    async def scan(self, block: BlockRef, watched: Mapping[str, object]) -> BlockScan:
        """What exactly this block pays to watched addresses; raises ChainError when the node lacks it."""
        ...

    async def scan_mempool(self, watched: Mapping[str, object]) -> BlockScan: ...

    async def fee_rate(self) -> int:
        """What is asked for now, never below the floor; raises FeeAboveCap."""
        ...

    async def broadcast(self, signed: SignedTransaction) -> None:
        """Send a transaction; again is harmless. Raises NodeRefused when the node does not take it."""
        ...

    async def status(self, tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        """Where a transaction is; the block in which it was last seen helps a node without an index."""
        ...

    async def balances(self, addresses: Sequence[str]) -> dict[str, int]:
        """Confirmed amounts by coin, over all these addresses and every configured asset."""
        ...


class UtxoChain(Chain, Protocol):
    def build(
        self, outputs: Sequence[Output], payments: Sequence[Payment], change: KeyPath, fee_rate: int
    ) -> UnsignedTransaction:
        """A transaction of exactly these inputs; what is left goes to the change address.

        Raises ValueError when they do not cover payments and fee. Without payments everything goes to
        `change`.
        """
        ...

    def size_of(self, inputs: int, payments: Sequence[Payment]) -> int:
        """Virtual bytes of such a transaction with one change output, never too few."""
        ...


class EvmChain(Chain, Protocol):
    async def next_nonce(self, address: str) -> int:
        """The number of the next transaction of an address, those in the mempool counted."""
        ...

    async def mined_nonce(self, address: str) -> int:
        """How many transactions of an address are in blocks."""
        ...

    async def find_by_nonce(self, address: str, nonce: int) -> str | None:
        """The transaction of an address in a block that has this nonce; None where it cannot be shown."""
        ...

    async def estimate_gas(self, sender: str, payment: Payment) -> int: ...

    def build(
        self, sender: KeyPath, payment: Payment, *, nonce: int, gas: int, fee_rate: int
    ) -> UnsignedTransaction: ...


@dataclass(frozen=True)
class SigningRequest:
    """What is to be signed, and what for; the signer compares both.

    `reference` names the withdrawal, sweep or top-up for ever: under it the signer signs for one destination
    and amount only, and another transaction only in place of the first, with the same inputs or nonce.
    """

    reference: str
    purpose: Purpose
    network: str
    unsigned: UnsignedTransaction
    payments: tuple[Payment, ...]


class Signer(Protocol):
    async def sign(self, request: SigningRequest) -> SignedTransaction:
        """Raises SigningRefused or SignerUnavailable."""
        ...

    async def xpubs(self, network: str) -> Mapping[Wallet, str]: ...


class Faucet(Protocol):
    """Pays coins of development chains, which are worth nothing."""

    async def pay(self, network: str, address: str, amount: Decimal, coin: str) -> str:
        """Pay an amount; returns the transaction's id."""
        ...
