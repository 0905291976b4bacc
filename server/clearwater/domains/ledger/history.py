"""A client's portfolio value over time: past balances at past prices."""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from clearwater.core.views import View
from clearwater.domains.ledger import movements, past_balances
from clearwater.domains.ledger.schemas import AssetHistory, HistoryPeriod, PastValue
from clearwater.domains.ledger.service import sum_units, value_text
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import Interval, Prices
from clearwater.kit.prepared_reads import PreparedReads

MINUTE_MS = 60_000
HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


class Steps(NamedTuple):
    """The steps of a period, and the candle interval that gives the price of each."""

    length_ms: int
    number: int
    interval: Interval


STEPS: dict[HistoryPeriod, Steps] = {
    "1d": Steps(15 * MINUTE_MS, 96, "15m"),
    "7d": Steps(2 * HOUR_MS, 84, "1h"),
    "30d": Steps(8 * HOUR_MS, 90, "4h"),
    "90d": Steps(DAY_MS, 90, "1d"),
    "1y": Steps(4 * DAY_MS, 91, "1d"),
}


async def value_history(
    view: View, reads: PreparedReads, owner: str, period: HistoryPeriod, *, now_ms: int
) -> AssetHistory:
    """One value per step since the first posting, oldest first; the last one is now."""
    steps = STEPS[period]
    last_ms = now_ms - now_ms % steps.length_ms
    moments = [last_ms - back * steps.length_ms for back in range(steps.number - 1, -1, -1)]
    began_ms = await movements.find_first_movement(reads, owner)
    moments = [moment for moment in moments if began_ms is not None and began_ms < moment < now_ms]
    units = sum_units(view, owner)
    holdings = await _holdings(reads, owner, units, moments, steps)
    coins = {coin for held in holdings for coin, amount in held.items() if amount}
    pairs = [name for coin in sorted(coins) for name in Prices.path_of(coin) if name in view.pairs]
    closes = await markets.past_closes(reads, [*dict.fromkeys(pairs)], steps.interval, moments)
    items = [
        _value(moment, held, prices)
        for moment, held, prices in zip(moments, holdings, Prices.at_each(view, closes), strict=True)
    ]
    return AssetHistory(
        period=period,
        step_seconds=steps.length_ms // 1000,
        items=[*items, _value(now_ms, units, Prices.of(view))],
    )


async def _holdings(
    reads: PreparedReads, owner: str, now: Mapping[str, int], moments: Sequence[int], steps: Steps
) -> list[dict[str, int]]:
    """The balance of each coin at each step: as stored, or the current one minus later postings."""
    stored_until = await past_balances.find_last(reads) if moments else 0
    past = [moment for moment in moments if moment <= stored_until]
    stored = await past_balances.list_balances(reads, owner, past) if past else []
    recent = moments[len(past) :]
    if not recent:
        return stored
    moved = await movements.sum_movements(
        reads, owner, since_ms=recent[0], length_ms=steps.length_ms, last=len(recent) - 1
    )
    held, holdings = dict(now), []
    for place in range(len(recent) - 1, -1, -1):
        for coin, amount in moved.get(place, {}).items():
            held[coin] = held.get(coin, 0) - amount
        holdings.append(dict(held))
    return stored + holdings[::-1]


def _value(at_ms: int, held: Mapping[str, int], prices: Prices) -> PastValue:
    values = (prices.value_in_usdt(coin, amount) for coin, amount in held.items() if amount)
    worth = sum((value for value in values if value is not None), Decimal(0))
    bitcoin = prices.price_of("BTC")
    return PastValue(
        at=at_ms // 1000,
        total_usdt=value_text(worth),
        total_btc=None if bitcoin is None else value_text(worth / bitcoin),
    )
