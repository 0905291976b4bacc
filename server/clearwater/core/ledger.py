"""Double entry: an amount only ever moves from one account to another (LED-1)."""

from collections.abc import Iterable

from clearwater.core.commands import LedgerKind
from clearwater.core.events import AccountKey, Event, Posting, PostingKind
from clearwater.core.money import MAX_UNITS

HOUSE = "house"
EXTERNAL = "external:"
# The house's own accounts: earned, reserved for a purpose, and free (LED-20).
HOUSE_PURPOSES = ("fees", "convert", "protection", "treasury")
# From where play money comes, and nothing else.
DEMO_NETWORK = "demo"
# Networks whose names end so are development chains, where coins are worth nothing, either.
DEVELOPMENT_SUFFIXES = ("-dev", "-regtest")


def has_play_money(network: str) -> bool:
    """Whether what comes from a network is play money (LED-16)."""
    return network == DEMO_NETWORK or network.endswith(DEVELOPMENT_SUFFIXES)


class Overdrawn(Exception):
    """An account would fall below zero. The rules ask before they move, so this is a fault of theirs."""


class Account:
    """What one owner has of one coin for one purpose.

    Only the house's external accounts go below zero: they say what the world outside has brought in.
    """

    __slots__ = ("balance", "is_external", "key")

    def __init__(self, key: AccountKey, balance: int = 0) -> None:
        self.key = key
        self.balance = balance
        self.is_external = key.owner == HOUSE and key.purpose.startswith(EXTERNAL)


class Ledger:
    """All accounts, and the one way in which they change."""

    __slots__ = ("accounts", "brought_in", "events", "last_posting_id")

    def __init__(self) -> None:
        self.accounts: dict[tuple[str, str, str], Account] = {}
        # Per coin, all that has come in and not left: what the supply bounds (LED-5).
        self.brought_in: dict[str, int] = {}
        self.last_posting_id = 0
        # Where postings are emitted; the list of the command that is being applied.
        self.events: list[Event] = []

    def get(self, owner: str, asset: str, purpose: str) -> Account:
        """The account, made when it is needed for the first time."""
        account = self.accounts.get((owner, asset, purpose))
        if account is None:
            key = AccountKey(owner, asset, purpose)
            account = self.accounts[key] = Account(key)
        return account

    def balance(self, owner: str, asset: str, purpose: str) -> int:
        """What the account holds; 0 where there is none."""
        account = self.accounts.get((owner, asset, purpose))
        return account.balance if account is not None else 0

    def move(
        self, kind: PostingKind, source: Account, target: Account, amount: int, reference: int | str
    ) -> None:
        """Move an amount; raises before anything has changed when it is not there."""
        left = source.balance - amount
        if (left < 0 and not source.is_external) or amount <= 0:
            raise Overdrawn(source.key, source.balance, amount)
        source.balance = left
        target.balance = after = target.balance + amount
        self.last_posting_id = posting_id = self.last_posting_id + 1
        self.events.append(Posting(posting_id, kind, source.key, target.key, amount, left, after, reference))

    def can_bring_in(self, asset: str, network: str, amount: int, supply_units: int) -> bool:
        """Whether so much more fits the coin's supply and the counter of its network (LED-5)."""
        outside = self.balance(HOUSE, asset, EXTERNAL + network)
        return amount <= supply_units - self.brought_in.get(asset, 0) and outside - amount >= -MAX_UNITS

    def can_take_out(self, asset: str, network: str, amount: int) -> bool:
        """Whether the counter of the network has room for so much more."""
        return self.balance(HOUSE, asset, EXTERNAL + network) + amount <= MAX_UNITS

    def bring_in(self, kind: PostingKind, target: Account, network: str, amount: int, reference: str) -> None:
        """Move an amount here from outside."""
        asset = target.key.asset
        self.move(kind, self.get(HOUSE, asset, EXTERNAL + network), target, amount, reference)
        self.brought_in[asset] = self.brought_in.get(asset, 0) + amount

    def take_out(self, kind: PostingKind, source: Account, network: str, amount: int, reference: str) -> None:
        """Move an amount out of here."""
        asset = source.key.asset
        self.move(kind, source, self.get(HOUSE, asset, EXTERNAL + network), amount, reference)
        self.brought_in[asset] -= amount

    def find_kind(self) -> LedgerKind | None:
        """What the money that is here says of the ledger; None when nothing has come in (LED-16)."""
        networks = {
            account.key.purpose.removeprefix(EXTERNAL)
            for account in self.accounts.values()
            if account.is_external and account.balance
        }
        if any(map(has_play_money, networks)):
            return "demo"
        return "real" if networks else None

    def load(self, balances: Iterable[tuple[AccountKey, int]], last_posting_id: int) -> None:
        """Take over stored balances."""
        for key, balance in balances:
            account = self.accounts[key] = Account(AccountKey(*key), balance)
            if account.is_external:
                self.brought_in[key[1]] = self.brought_in.get(key[1], 0) - balance
        self.last_posting_id = last_posting_id
