"""All SQL of coins, pairs and market data."""

from collections.abc import Iterable, Sequence
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Float,
    String,
    cast,
    column,
    delete,
    func,
    lateral,
    select,
    table,
    true,
    type_coerce,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.markets.candles import INTERVALS, Candle, Interval, Trade
from clearwater.domains.markets.models import (
    CandleRow,
    CoinDetails,
    CoinFunction,
    CoinRow,
    MarketCursor,
    MarketSample,
    PairDetails,
    PairRow,
)
from clearwater.kit.prepared_reads import PreparedReads

# A table of the engine whose model belongs to the orders, a domain above this one.
FILLS = table(
    "fills",
    column("id", BigInteger),
    column("pair", String),
    column("price", BigInteger),
    column("quantity", BigInteger),
    column("quote_quantity", BigInteger),
    column("taker_side", String),
    column("at_ms", BigInteger),
)
TRADE = (
    FILLS.c.id,
    FILLS.c.price,
    FILLS.c.quantity,
    FILLS.c.quote_quantity,
    FILLS.c.taker_side,
    FILLS.c.at_ms,
)
CANDLE_KEY = ("pair", "interval", "start_ms")
CANDLE_VALUES = (
    "open",
    "high",
    "low",
    "close",
    "volume",
    "quote_volume",
    "trades",
    "taker_buy_volume",
)
# Sums as text, which is parsed many times faster than a decimal; a chart has many rows.
CANDLE = (
    CandleRow.interval,
    CandleRow.start_ms,
    CandleRow.open,
    CandleRow.high,
    CandleRow.low,
    CandleRow.close,
    cast(CandleRow.volume, String).label("volume"),
    cast(CandleRow.quote_volume, String).label("quote_volume"),
    CandleRow.trades,
    cast(CandleRow.taker_buy_volume, String).label("taker_buy_volume"),
)
# Rows per statement, so that other work can run in between.
CHUNK_ROWS = 1_000


async def list_coin_details(session: AsyncSession) -> dict[str, CoinDetails]:
    details = await session.scalars(select(CoinDetails))
    return {one.symbol: one for one in details}


async def find_open_coins(session: AsyncSession, function: CoinFunction) -> set[str]:
    """The coins whose deposits or withdrawals staff have not switched off."""
    switch = {"deposit": CoinDetails.deposit, "withdraw": CoinDetails.withdraw}[function]
    return set(await session.scalars(select(CoinDetails.symbol).where(switch)))


async def list_pair_details(session: AsyncSession) -> dict[str, PairDetails]:
    details = await session.scalars(select(PairDetails))
    return {one.symbol: one for one in details}


async def find_coin_details(session: AsyncSession, symbol: str) -> CoinDetails | None:
    return await session.get(CoinDetails, symbol, with_for_update=True)


async def find_pair_details(session: AsyncSession, symbol: str) -> PairDetails | None:
    return await session.get(PairDetails, symbol, with_for_update=True)


async def list_pair_symbols(session: AsyncSession) -> set[str]:
    """Every pair of the exchange, for processes without the engine."""
    return set(await session.scalars(select(PairRow.symbol)))


async def list_last_prices(session: AsyncSession) -> list[tuple[str, int, int]]:
    """Pairs with their last price and its decimals."""
    rows = await session.execute(select(PairRow.symbol, PairRow.last_price, PairRow.price_decimals))
    return [(symbol, price, decimals) for symbol, price, decimals in rows]


async def list_coin_decimals(session: AsyncSession) -> dict[str, int]:
    return {row.symbol: row.decimals for row in await session.scalars(select(CoinRow))}


async def find_cursor(session: AsyncSession, pair: str) -> int:
    """The last fill included in a pair's stored candles; 0 if there are none."""
    found = await session.get(MarketCursor, pair)
    return found.fill_id if found is not None else 0


async def find_cursors(session: AsyncSession, pairs: Sequence[str]) -> dict[str, int]:
    """The last fills whose candles are stored."""
    rows = await session.scalars(select(MarketCursor).where(MarketCursor.pair.in_(pairs)))
    return {row.pair: row.fill_id for row in rows}


async def lock_cursors(session: AsyncSession, pairs: Sequence[str]) -> dict[str, int]:
    """Lock the cursors of these pairs until commit, creating missing ones. Always in the same order."""
    names = sorted(pairs)
    missing = [{"pair": pair, "fill_id": 0} for pair in names]
    await session.execute(insert(MarketCursor).on_conflict_do_nothing(), missing)
    rows = await session.execute(
        select(MarketCursor.pair, MarketCursor.fill_id)
        .where(MarketCursor.pair.in_(names))
        .order_by(MarketCursor.pair)
        .with_for_update()
    )
    return {row.pair: row.fill_id for row in rows}


async def save_cursors(session: AsyncSession, cursors: dict[str, int]) -> None:
    rows = [{"pair": pair, "fill_id": fill_id} for pair, fill_id in sorted(cursors.items())]
    statement = insert(MarketCursor)
    moved = statement.on_conflict_do_update(
        index_elements=[MarketCursor.pair], set_={"fill_id": statement.excluded.fill_id}
    )
    await session.execute(moved, rows)


async def save_candles(session: AsyncSession, candles: Iterable[tuple[str, Candle]]) -> None:
    """Upsert the candles of pairs."""
    rows = [_candle_row(pair, candle) for pair, candle in candles]
    statement = insert(CandleRow)
    statement = statement.on_conflict_do_update(
        index_elements=CANDLE_KEY, set_={name: statement.excluded[name] for name in CANDLE_VALUES}
    )
    for begin in range(0, len(rows), CHUNK_ROWS):
        await session.execute(statement, rows[begin : begin + CHUNK_ROWS])


async def list_newest_candles(session: AsyncSession, pair: str) -> list[Candle]:
    """The newest candle of each interval."""
    names = func.unnest(type_coerce(list(INTERVALS), ARRAY(String)))
    wanted = names.table_valued("name", name="wanted").render_derived()
    newest = lateral(
        select(*CANDLE)
        .where(CandleRow.pair == pair, CandleRow.interval == wanted.c.name)
        .order_by(CandleRow.start_ms.desc())
        .limit(1)
    )
    rows = await session.execute(select(newest).select_from(wanted).join(newest, true()))
    return [_candle(row) for row in rows]


async def list_candles(
    session: AsyncSession, pair: str, interval: Interval, *, first_ms: int, last_ms: int
) -> list[Candle]:
    """The stored candles that start in this range, both ends included, oldest first."""
    rows = await session.execute(
        _candles_of(pair, interval)
        .where(CandleRow.start_ms.between(first_ms, last_ms))
        .order_by(CandleRow.start_ms)
    )
    return [_candle(row) for row in rows]


READ_CLOSES = """
    SELECT asked.pair, found.start_ms, found.close
    FROM unnest($1::text[]) AS asked (pair), LATERAL (
        SELECT start_ms, close FROM candles
        WHERE pair = asked.pair AND interval = $2 AND start_ms BETWEEN $3 AND $4
        UNION ALL
        (SELECT start_ms, close FROM candles
         WHERE pair = asked.pair AND interval = $2 AND start_ms < $3 ORDER BY start_ms DESC LIMIT 1)
    ) AS found
    ORDER BY found.start_ms
"""


async def read_closes(
    reads: PreparedReads, pairs: Sequence[str], interval: Interval, *, first_ms: int, last_ms: int
) -> dict[str, list[tuple[int, int]]]:
    """By pair the start and last price of its candles in a range and of the last one before, oldest first."""
    found: dict[str, list[tuple[int, int]]] = {}
    for pair, start_ms, close in await reads.fetch(READ_CLOSES, pairs, interval, first_ms, last_ms):
        found.setdefault(pair, []).append((start_ms, close))
    return found


async def sum_volumes(
    session: AsyncSession, pairs: Iterable[str], *, since_ms: int
) -> dict[str, tuple[int, int]]:
    """By pair: what was traded in the hours since then, in units of its base and of its quote coin."""
    rows = await session.execute(
        select(CandleRow.pair, func.sum(CandleRow.volume), func.sum(CandleRow.quote_volume))
        .where(CandleRow.pair.in_(pairs), CandleRow.interval == "1h", CandleRow.start_ms >= since_ms)
        .group_by(CandleRow.pair)
    )
    return {pair: (int(volume), int(quote_volume)) for pair, volume, quote_volume in rows}


async def list_last_candles(
    session: AsyncSession, pair: str, interval: Interval, *, before_ms: int, limit: int
) -> list[Candle]:
    """The newest stored candles that start before a time, oldest first."""
    rows = await session.execute(
        _candles_of(pair, interval)
        .where(CandleRow.start_ms < before_ms)
        .order_by(CandleRow.start_ms.desc())
        .limit(limit)
    )
    return [_candle(row) for row in rows][::-1]


def _candles_of(pair: str, interval: Interval) -> Any:
    return select(*CANDLE).where(CandleRow.pair == pair, CandleRow.interval == interval)


async def list_fills_after(session: AsyncSession, pair: str, fill_id: int, *, limit: int) -> list[Trade]:
    """The fills after an id, oldest first."""
    rows = await session.execute(
        select(*TRADE).where(FILLS.c.pair == pair, FILLS.c.id > fill_id).order_by(FILLS.c.id).limit(limit)
    )
    return [Trade(*row) for row in rows]


async def list_fills_until(session: AsyncSession, pair: str, fill_id: int, *, limit: int) -> list[Trade]:
    """The newest fills up to an id, oldest first."""
    rows = await session.execute(
        select(*TRADE)
        .where(FILLS.c.pair == pair, FILLS.c.id <= fill_id)
        .order_by(FILLS.c.id.desc())
        .limit(limit)
    )
    return [Trade(*row) for row in rows][::-1]


async def add_samples(session: AsyncSession, samples: Sequence[dict[str, Any]]) -> None:
    """Insert samples of books; the first one of a minute is kept."""
    await session.execute(insert(MarketSample).on_conflict_do_nothing(), samples)


async def list_sample_means(
    session: AsyncSession, pair: str, *, first_ms: int, end_ms: int, length_ms: int
) -> dict[int, tuple[float | None, float | None]]:
    """By period: the mean spread in basis points, and the mean imbalance of the depth."""
    period = (MarketSample.start_ms - MarketSample.start_ms % length_ms).label("period")
    both = MarketSample.bid_depth + MarketSample.ask_depth
    imbalance = (MarketSample.bid_depth - MarketSample.ask_depth) / func.nullif(both, 0)
    rows: Iterable[Any] = await session.execute(
        select(period, func.avg(MarketSample.spread).cast(Float), func.avg(imbalance).cast(Float))
        .where(MarketSample.pair == pair, MarketSample.start_ms >= first_ms, MarketSample.start_ms < end_ms)
        .group_by(period)
    )
    return {start: (None if spread is None else spread / 100, mean) for start, spread, mean in rows}


async def delete_candles_before(session: AsyncSession, interval: Interval, before_ms: int) -> None:
    """Delete old candles of an interval, pair by pair, so that the primary key is used."""
    for pair in (await session.scalars(select(PairRow.symbol).order_by(PairRow.symbol))).all():
        await session.execute(
            delete(CandleRow).where(
                CandleRow.pair == pair, CandleRow.interval == interval, CandleRow.start_ms < before_ms
            )
        )


async def delete_samples_before(session: AsyncSession, before_ms: int) -> None:
    for pair in (await session.scalars(select(PairRow.symbol).order_by(PairRow.symbol))).all():
        await session.execute(
            delete(MarketSample).where(MarketSample.pair == pair, MarketSample.start_ms < before_ms)
        )


def _candle_row(pair: str, candle: Candle) -> dict[str, Any]:
    values = {name: getattr(candle, name) for name in CANDLE_VALUES}
    return {"pair": pair, "interval": candle.interval, "start_ms": candle.start_ms, **values}


def _candle(row: Iterable[Any]) -> Candle:
    interval, start_ms, *prices, volume, quote_volume, trades, taker_buy_volume = row
    candle = Candle(interval, start_ms, prices[0])
    _, candle.high, candle.low, candle.close = prices
    candle.volume, candle.quote_volume = int(volume), int(quote_volume)
    candle.trades, candle.taker_buy_volume = trades, int(taker_buy_volume)
    return candle
