"""When an alert fires (NTC-1 to NTC-3). Pure, so that a restart and the running exchange agree."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

# A price that goes to and fro around that of an alert which repeats fires it once in this time.
COOLDOWN_MS = 60_000


class Trade(NamedTuple):
    """A fill, as far as alerts are concerned. Ids increase with time."""

    id: int
    price: int
    at_ms: int


class Span(NamedTuple):
    """The lowest and the highest price of some trades."""

    low: int
    high: int


def span_of(trades: Iterable[Trade]) -> Span:
    prices = [trade.price for trade in trades]
    return Span(min(prices), max(prices))


@dataclass
class AlertState:
    """What an alert waits for, and how far it is."""

    direction: str
    price: int
    repeats: bool
    after_fill_id: int
    is_armed: bool = True
    fired_ms: int | None = None

    def take(self, trades: Sequence[Trade]) -> list[Trade]:
        """The trades that fire the alert, in order; at most one unless it repeats."""
        fired: list[Trade] = []
        for trade in trades:
            if trade.id <= self.after_fill_id:
                continue
            if not self._is_reached(trade.price):
                self.is_armed = True
            elif self.is_armed:
                self.is_armed = False
                if self.fired_ms is None or trade.at_ms >= self.fired_ms + COOLDOWN_MS:
                    self.fired_ms = trade.at_ms
                    fired.append(trade)
                    if not self.repeats:
                        break
        return fired

    def _is_reached(self, price: int) -> bool:
        return price >= self.price if self.direction == "above" else price <= self.price
