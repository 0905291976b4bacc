"""How one coin becomes another: by their own pair, or by two pairs with USDT between."""

from collections.abc import Callable, Iterator

from clearwater.core.commands import ConvertLeg
from clearwater.core.views import PairView, View
from clearwater.domains.markets.errors import MarketHalted
from clearwater.domains.markets.service import pair_status
from clearwater.kit.errors import FieldError, ValidationFailed

# Between coins without a pair of their own.
BRIDGE = "USDT"
Legs = tuple[ConvertLeg, ...]
# Whether a pair can be traded at the site.
Lists = Callable[[str], bool]


def get_legs(view: View, source: str, target: str, lists: Lists) -> Legs:
    """The way that is open now: the coins' own pair if it trades."""
    ways = list(find_ways(view, source, target, lists))
    if not ways:
        message = "These coins cannot be converted into each other."
        raise ValidationFailed(message, errors=[FieldError(field="to", code="value", message=message)])
    for legs in ways:
        if is_open(view, legs):
            return legs
    raise MarketHalted


def find_ways(view: View, source: str, target: str, lists: Lists) -> Iterator[Legs]:
    """All ways from one coin to another by listed pairs, open or not; the shortest first."""
    for leg in _find_legs(view, source, target, lists):
        yield (leg,)
    if source == target or BRIDGE in {source, target}:
        return
    for first in _find_legs(view, source, BRIDGE, lists):
        for second in _find_legs(view, BRIDGE, target, lists):
            yield (first, second)


def is_open(view: View, legs: Legs) -> bool:
    return all(pair_status(view, view.pairs[leg.pair]) == "trading" for leg in legs)


def _find_legs(view: View, source: str, target: str, lists: Lists) -> Iterator[ConvertLeg]:
    pair = view.pairs.get(f"{source}-{target}")
    if pair is not None and lists(pair.pair):
        yield ConvertLeg(pair.pair, "sell")
    pair = view.pairs.get(f"{target}-{source}")
    if pair is not None and lists(pair.pair):
        yield ConvertLeg(pair.pair, "buy")


def coins_of(pair: PairView, leg: ConvertLeg) -> tuple[str, str]:
    """What goes into a leg, and what comes out of it."""
    return (pair.quote, pair.base) if leg.side == "buy" else (pair.base, pair.quote)
