"""Blocks of a simulated chain. Each has the state after it, so another branch simply begins elsewhere."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from clearwater.domains.wallets.ports import BlockRef, ChainKind, NodeRefused
from simulation.wallets.transactions import NATIVE_GAS, OUTSIDE, TOKEN_GAS, Claim, Transaction

# An address and a token's contract; None is the chain's own coin.
Holding = tuple[str, str | None]


@dataclass
class State:
    """What all blocks up to one have done."""

    kind: ChainKind
    used: dict[Claim, str] = field(default_factory=dict)
    # UTXO: address and amount of each output.
    outputs: dict[Claim, tuple[str, int]] = field(default_factory=dict)
    # EVM.
    nonces: dict[str, int] = field(default_factory=dict)
    holdings: dict[Holding, int] = field(default_factory=dict)
    # How each transaction ended, with what it has cost.
    receipts: dict[str, "Receipt"] = field(default_factory=dict)

    def copy(self) -> "State":
        return State(
            self.kind,
            used=dict(self.used),
            outputs=dict(self.outputs),
            nonces=dict(self.nonces),
            holdings=dict(self.holdings),
            receipts=dict(self.receipts),
        )

    def find_output(self, claim: Claim) -> tuple[str, int] | None:
        """An output that is not spent; whoever pays from outside has any."""
        if claim[0].startswith(OUTSIDE):
            return claim[0], 0
        return None if claim in self.used else self.outputs.get(claim)

    def balance(self, address: str, contract: str | None) -> int:
        if self.kind == "evm":
            return self.holdings.get((address, contract), 0)
        return sum(
            amount
            for claim, (owner, amount) in self.outputs.items()
            if owner == address and claim not in self.used
        )

    def obstacle(self, transaction: Transaction) -> str | None:
        """Why a block cannot have it next; None when it can."""
        if any(claim in self.used for claim in transaction.claims):
            return "an input or a nonce was used"
        if transaction.is_outside:
            return None
        if self.kind == "utxo":
            missing = any(self.find_output(claim) is None for claim in transaction.claims)
            return "an input is missing" if missing else None
        if transaction.nonce != self.nonces.get(transaction.sender, 0):
            return "a nonce before it is missing"
        (paid,) = transaction.paid
        needed = transaction.max_fee + (paid.amount if paid.contract is None else 0)
        return "insufficient funds" if self.balance(transaction.sender, None) < needed else None

    def apply(self, transaction: Transaction, height: int, base_fee: int, *, is_paused: bool) -> None:
        for claim in transaction.claims:
            self.used[claim] = transaction.id
        is_good, fee = True, transaction.fee
        if self.kind == "evm":
            is_good, fee = self._execute(transaction, base_fee, is_paused=is_paused)
        else:
            for one in transaction.paid:
                self.outputs[one.tx_id, one.place] = (one.address, one.amount)
        self.receipts[transaction.id] = Receipt(height, fee, is_good, transaction)

    def _execute(self, transaction: Transaction, base_fee: int, *, is_paused: bool) -> tuple[bool, int]:
        (paid,) = transaction.paid
        sender = transaction.sender
        gas = NATIVE_GAS if paid.contract is None else TOKEN_GAS
        price = min(transaction.rate, base_fee + transaction.tip)
        fee = 0 if transaction.is_outside else gas * price
        is_good = transaction.is_outside or not (
            paid.contract is not None and (is_paused or self.balance(sender, paid.contract) < paid.amount)
        )
        if not transaction.is_outside:
            self.nonces[sender] = transaction.nonce + 1
            self._add((sender, None), -fee)
            if is_good:
                self._add((sender, paid.contract), -paid.amount)
        if is_good:
            self._add((paid.address, paid.contract), paid.amount)
        return is_good, fee

    def _add(self, holding: Holding, amount: int) -> None:
        self.holdings[holding] = self.holdings.get(holding, 0) + amount
        assert self.holdings[holding] >= 0, "a block spends what is not there"


@dataclass(frozen=True)
class Receipt:
    height: int
    fee: int
    is_good: bool
    transaction: Transaction


@dataclass(frozen=True, eq=False)
class Block:
    ref: BlockRef
    parent: "Block | None"
    transactions: tuple[Transaction, ...]
    state: State

    @property
    def height(self) -> int:
        return self.ref.height

    def ancestors(self) -> Iterator["Block"]:
        """The block and all before it, the newest first."""
        block: Block | None = self
        while block is not None:
            yield block
            block = block.parent

    def at(self, height: int) -> "Block | None":
        return next((block for block in self.ancestors() if block.height == height), None)

    def beyond(self, other: "Block") -> list[Transaction]:
        """Transactions of this branch in blocks that another branch does not have."""
        known = {block.ref.hash for block in other.ancestors()}
        return [
            transaction
            for block in self.ancestors()
            if block.ref.hash not in known
            for transaction in block.transactions
        ]


class Mempool:
    """The transactions that one node knows and no block has."""

    def __init__(self, tip: Block) -> None:
        self.tip = tip
        self.waiting: dict[str, Transaction] = {}
        # What the node relays at least, for a byte or a unit of gas.
        self.min_rate = 0

    def find_output(self, claim: Claim) -> tuple[str, int] | None:
        found = self.tip.state.find_output(claim)
        if found is not None or claim in self.tip.state.used:
            return found
        parent = self.waiting.get(claim[0])
        if parent is None or claim[1] >= len(parent.paid):
            return None
        output = parent.paid[claim[1]]
        return output.address, output.amount

    def accept(self, transaction: Transaction) -> None:
        """Take it over; again is harmless. Raises NodeRefused."""
        state = self.tip.state
        if transaction.id in self.waiting or transaction.id in state.receipts:
            return
        if any(claim in state.used for claim in transaction.claims):
            raise NodeRefused("an input or a nonce was used")
        obstacle = state.obstacle(transaction)
        if state.kind == "evm" and obstacle == "insufficient funds":
            raise NodeRefused(obstacle)
        if state.kind == "utxo" and any(self.find_output(one) is None for one in transaction.claims):
            raise NodeRefused("an input is missing")
        if transaction.rate < self.min_rate:
            raise NodeRefused("min relay fee not met")
        for other in self.rivals(transaction):
            self._require_replaceable(other, transaction)
        for other in self.rivals(transaction):
            self.drop(other)
        self.waiting[transaction.id] = transaction

    def rivals(self, transaction: Transaction) -> list[Transaction]:
        claims = set(transaction.claims)
        return [other for other in self.waiting.values() if not claims.isdisjoint(other.claims)]

    def _require_replaceable(self, before: Transaction, after: Transaction) -> None:
        if self.tip.state.kind == "evm":
            is_higher = after.rate * 10 >= before.rate * 11 and after.tip * 10 >= before.tip * 11
        else:
            is_higher = after.rate > before.rate and after.fee >= before.fee + after.size
        if not before.is_replaceable or not is_higher:
            raise NodeRefused("another transaction has its place")

    def drop(self, transaction: Transaction) -> None:
        """With what spends its outputs."""
        self.waiting.pop(transaction.id, None)
        for other in list(self.waiting.values()):
            if any(claim[0] == transaction.id for claim in other.claims):
                self.drop(other)

    def adopt(self, tip: Block) -> None:
        """Follow another tip: what its blocks have is no longer waited for, what they lack again."""
        returned = self.tip.beyond(tip)
        self.tip = tip
        for transaction in list(self.waiting.values()):
            if self._is_stale(transaction):
                self.drop(transaction)
        self.offer(reversed(returned))

    def offer(self, transactions: Iterable[Transaction]) -> None:
        """Take over what can be; the rest is gone."""
        for transaction in transactions:
            try:
                self.accept(transaction)
            except NodeRefused:
                continue

    def _is_stale(self, transaction: Transaction) -> bool:
        state = self.tip.state
        if any(claim in state.used for claim in transaction.claims):
            return True
        return state.kind == "utxo" and any(self.find_output(one) is None for one in transaction.claims)

    def next_nonce(self, address: str) -> int:
        """After all that can be mined in a row."""
        nonce = self.tip.state.nonces.get(address, 0)
        waiting = {one.nonce for one in self.waiting.values() if one.sender == address}
        while nonce in waiting:
            nonce += 1
        return nonce

    def best_rates(self) -> Mapping[str, int]:
        """What each offers; on a UTXO chain a child may pay for its parent."""
        rates = {one.id: one.rate for one in self.waiting.values()}
        for child in self.waiting.values():
            for tx_id, _ in child.claims:
                parent = self.waiting.get(tx_id)
                if parent is not None:
                    together = (parent.fee + child.fee) // (parent.size + child.size)
                    rates[parent.id] = max(rates[parent.id], together)
        return rates
