"""Candles as they are defined: slow and obviously right."""

from collections.abc import Iterable

from clearwater.domains.markets.candles import LENGTH_MS, Candle, Interval, Trade, start_of

VALUES = ("start_ms", "open", "high", "low", "close", "volume", "quote_volume", "trades", "taker_buy_volume")


def values(candle: Candle) -> tuple[int, ...]:
    return tuple(getattr(candle, name) for name in VALUES)


def naive(history: list[Trade], interval: Interval) -> list[tuple[int, ...]]:
    """What candles are: for each interval with trades, their first, highest, lowest and last price."""
    starts = sorted({start_of(interval, trade.at) for trade in history})
    candles: list[tuple[int, ...]] = []
    for start in starts:
        inside = [trade for trade in history if start <= trade.at < start + LENGTH_MS[interval]]
        prices = [trade.price for trade in inside]
        candles.append(
            (
                start,
                prices[0],
                max(prices),
                min(prices),
                prices[-1],
                sum(trade.quantity for trade in inside),
                sum(trade.quote_quantity for trade in inside),
                len(inside),
                sum(trade.quantity for trade in inside if trade.side == "buy"),
            )
        )
    return candles


def roll_up(candles: Iterable[Candle], interval: Interval) -> list[Candle]:
    """Shorter candles, in the order of time, put together to longer ones."""
    longer: list[Candle] = []
    for candle in candles:
        if not longer or candle.start_ms >= longer[-1].end_ms:
            longer.append(Candle(interval, start_of(interval, candle.start_ms), candle.open))
        last = longer[-1]
        last.high, last.low = max(last.high, candle.high), min(last.low, candle.low)
        last.close = candle.close
        last.volume += candle.volume
        last.quote_volume += candle.quote_volume
        last.trades += candle.trades
        last.taker_buy_volume += candle.taker_buy_volume
    return longer
