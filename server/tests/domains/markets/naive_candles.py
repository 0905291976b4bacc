"""Candles as they are defined: slow and obviously right."""

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
