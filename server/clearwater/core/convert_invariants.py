"""What must be true of conversions, known from their events alone."""

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction

from clearwater.core.convert import PURPOSE
from clearwater.core.events import AccountKey, Converted, Event, Filled, Posting
from clearwater.core.ledger import HOUSE
from clearwater.core.state import State


class ConversionChecker:
    """Remembers the conversions that there were."""

    def __init__(self) -> None:
        self.references: list[str] = []

    def check(self, events: list[Event]) -> Iterator[str]:
        """Of one command; yields what cannot be."""
        for event in events:
            if isinstance(event, Converted):
                yield from self._check_conversion(event, events)

    def _check_conversion(self, conversion: Converted, events: list[Event]) -> Iterator[str]:
        """CNV-1, CNV-2, CNV-6, CNV-7: once, at what was promised, at no cost to the house."""
        reference = conversion.reference
        if reference in self.references:
            yield f"conversion {reference} was carried out twice"
        self.references.append(reference)
        postings = [event for event in events if isinstance(event, Posting)]
        own = [
            (posting.kind, posting.source, posting.target, posting.amount)
            for posting in postings
            if posting.kind in {"convert", "convert_fee"} and posting.reference == reference
        ]
        if own != _expected_postings(conversion):
            yield f"conversion {reference} was settled as {own}"
        orders = range(conversion.first_order_id, conversion.last_order_id + 1)
        fills = [fill for fill in events if isinstance(fill, Filled) and fill.taker_order_id in orders]
        if {fill.taker_order_id for fill in fills} != set(orders):
            yield f"conversion {reference} has an order that did not trade"
        if any(fill.taker_client != HOUSE or fill.maker_client == conversion.client for fill in fills):
            yield f"conversion {reference} was carried out by others than the house, or with its own client"
        kept = kept_for_conversions(postings)
        if _worth_of(kept, conversion.from_coin, fills) < 0:
            yield f"conversion {reference} was paid by the house: {kept}"

    def compare(self, state: State) -> Iterator[str]:
        """Where the state is not what the events lead to."""
        if self.references != list(state.recent_conversions) or state.conversions != set(self.references):
            yield "conversions differ from their events"


def _expected_postings(conversion: Converted) -> list[tuple[str, AccountKey, AccountKey, int]]:
    """What a client pays and gets, and the fee of it."""
    client, source, target = conversion.client, conversion.from_coin, conversion.to_coin
    received_in = AccountKey(client, target, "available")
    gross = conversion.received + conversion.fee
    expected = [
        (
            "convert",
            AccountKey(client, source, "available"),
            AccountKey(HOUSE, source, PURPOSE),
            conversion.paid,
        ),
        ("convert", AccountKey(HOUSE, target, PURPOSE), received_in, gross),
    ]
    if conversion.fee:
        expected.append(("convert_fee", received_in, AccountKey(HOUSE, target, "fees"), conversion.fee))
    return expected


def kept_for_conversions(postings: Iterable[Posting]) -> Counter[str]:
    """By coin, what the house has more for conversions than before; below zero where it gave of its stock."""
    kept: Counter[str] = Counter()
    for posting in postings:
        for account, amount in ((posting.source, -posting.amount), (posting.target, posting.amount)):
            if (account.owner, account.purpose) == (HOUSE, PURPOSE):
                kept[account.asset] += amount
    return kept


def _worth_of(kept: Counter[str], coin: str, fills: Iterable[Filled]) -> Fraction:
    """All that was kept, in the last coin, at the prices at which the legs have traded."""
    worth = Fraction(kept[coin])
    for base, quote, quantity, quote_quantity in _trades_of(fills):
        if coin == base:
            coin, rate = quote, Fraction(quote_quantity, quantity)
        else:
            coin, rate = base, Fraction(quantity, quote_quantity)
        worth = worth * rate + kept[coin]
    return worth


def _trades_of(fills: Iterable[Filled]) -> Iterator[tuple[str, str, int, int]]:
    """By leg: its coins, and how much of each was traded."""
    bases, quotes = Counter[str](), Counter[str]()
    for fill in fills:
        bases[fill.pair] += fill.quantity
        quotes[fill.pair] += fill.quote_quantity
    for pair, quantity in bases.items():
        base, _, quote = pair.partition("-")
        yield base, quote, quantity, quotes[pair]
