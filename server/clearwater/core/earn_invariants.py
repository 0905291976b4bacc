"""What must be true of earn after every command (ERN-3 to ERN-9)."""

from collections import Counter
from collections.abc import Iterable, Iterator

from clearwater.core.earn import YEAR_PARTS, Product
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.events import Event
from clearwater.core.state import State


def find_faults(state: State) -> Iterator[str]:
    """Everything that is wrong with products and positions."""
    expected: Counter[tuple[str, str]] = Counter()
    for product in state.earn.products.values():
        yield from _product_faults(product)
        for position in product.positions.values():
            expected[position.row.client, product.row.coin] += position.row.amount
    for account in state.ledger.accounts.values():
        owner, coin, purpose = account.key
        if purpose == "earn" and account.balance != expected[owner, coin]:
            yield f"{account.key} holds {account.balance}, positions say {expected[owner, coin]}"
    for position in state.earn.positions.values():
        yield from _position_faults(position.row)
        if position.row.due_at <= state.now < state.earn.next_at:
            yield f"earn position {position.row.position_id} has something due, and nobody knows"


def _product_faults(product: Product) -> Iterator[str]:
    row = product.row
    held: Counter[str] = Counter()
    for position in product.positions.values():
        held[position.row.client] += position.row.amount
    if product.held != dict(+held) or row.subscribed != held.total():
        yield f"earn product {row.product} counts other amounts than its positions have"
    if [hour for hour, _ in row.rates] != sorted({hour for hour, _ in row.rates}):
        yield f"earn product {row.product} has rates out of order"


def _position_faults(row: EarnPositionChanged) -> Iterator[str]:
    name = f"earn position {row.position_id}"
    if not 0 <= row.carried < YEAR_PARTS or row.owed < 0:
        yield f"{name} owes {row.owed} and carries {row.carried}"
    if (row.status == "active") != (row.amount > 0):
        yield f"{name} is {row.status} with {row.amount}"
    if row.status == "redeemed" and not row.owed:
        yield f"{name} has ended and nobody removed it"


class EarnChecker:
    """Knows products and positions from their events alone, and compares."""

    def __init__(self) -> None:
        self.products: dict[str, EarnProductChanged] = {}
        self.positions: dict[int, EarnPositionChanged] = {}

    def check(self, events: Iterable[Event]) -> Iterator[str]:
        """Apply the events of one command; yields what cannot be."""
        for event in events:
            if isinstance(event, EarnProductChanged):
                self.products[event.product] = event
            elif isinstance(event, EarnPositionChanged):
                before = self.positions.get(event.position_id)
                if before is not None and event.paid < before.paid:
                    yield f"earn position {event.position_id} has less paid than before"
                self.positions[event.position_id] = event

    def compare(self, state: State) -> Iterator[str]:
        """Where the state is not what the events lead to."""
        if {key: product.row for key, product in state.earn.products.items()} != self.products:
            yield "earn products differ from their events"
        kept = {key: row for key, row in self.positions.items() if row.status == "active" or row.owed}
        if {key: position.row for key, position in state.earn.positions.items()} != kept:
            yield "earn positions differ from their events"
