"""Market data and prices, for routers and other domains."""

import asyncio
from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from decimal import Decimal
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from clearwater.core.desk import Desk
from clearwater.core.views import View
from clearwater.domains.markets import queries, statistics, wire
from clearwater.domains.markets.board import Board
from clearwater.domains.markets.candles import (
    DAY_MS,
    INTERVALS,
    LENGTH_MS,
    Candle,
    Interval,
    Trade,
    start_of,
    without_gaps,
)
from clearwater.domains.markets.errors import decimals_of, problem_of
from clearwater.domains.markets.listing import add_coin, add_pair, cancel_all
from clearwater.domains.markets.models import CoinDetails, CoinFunction, PairDetails
from clearwater.domains.markets.ports import NetworkDirectory
from clearwater.domains.markets.prices import DOLLAR, LastPrice, Prices
from clearwater.domains.markets.queries import find_open_coins, list_coin_details, list_pair_symbols
from clearwater.domains.markets.schemas import CoinDraft, PairDraft
from clearwater.domains.markets.site_board import SiteBoard, require_listed
from clearwater.domains.markets.wire import Json, candle_json, pair_status, ratio, scale_of, trade_json
from clearwater.kit.app_services import AppService
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.fields import format_decimal
from clearwater.kit.prepared_reads import PreparedReads

__all__ = [
    "INTERVALS",
    "LENGTH_MS",
    "AppBoard",
    "AppDesk",
    "Board",
    "Candle",
    "CoinDetails",
    "CoinDraft",
    "CoinFunction",
    "Interval",
    "PairDraft",
    "Prices",
    "Trade",
    "add_coin",
    "add_pair",
    "cancel_all",
    "candle_json",
    "current_desk",
    "decimals_of",
    "find_open_coins",
    "list_coin_details",
    "list_pair_symbols",
    "listing_version",
    "load_cautious_prices",
    "load_prices",
    "pair_status",
    "past_closes",
    "problem_of",
    "ratio",
    "require_listed",
    "scale_of",
    "start_of",
    "trade_json",
]

AnyBoard = Board | SiteBoard

app_board = AppService[Board]("board")
app_desk = AppService[Desk]("desk")

AppBoard = Annotated[Board, Depends(app_board)]


async def current_desk(connection: HTTPConnection) -> Desk:
    """The engine, once this process has seen all that was acknowledged before, by whichever process."""
    desk = app_desk.of(connection.app)
    await desk.catch_up()
    return desk


# Defined here because markets is the lowest domain that submits commands.
AppDesk = Annotated[Desk, Depends(current_desk)]


async def listing_version(request: Request) -> Hashable:
    """The version of responses that show which coins and pairs there are; none without the engine."""
    _ = (await current_desk(request)).view
    return app_board.of(request.app).listing_version()


async def trades_version(request: Request) -> Hashable:
    """The version of responses that show what was traded, in all markets."""
    return app_board.of(request.app).trades_version()


async def market_version(request: Request) -> Hashable:
    """The version of responses that show all books."""
    return app_board.of(request.app).market_version()


async def pair_version(request: Request) -> Hashable:
    """The version of responses about the pair in the path."""
    return app_board.of(request.app).pair_version(request.path_params["symbol"])


LISTED = 10
MAX_CANDLES = 1_500
WRITTEN_AT_ONCE = 100
NEVER = 0


async def load_cautious_prices(session: AsyncSession, view: View, coin: str, *, at_ms: int) -> Prices:
    """What a coin's price is derived from, each the higher of the last trade and the average of 24 hours.

    For limits and reviews: one small trade in a thin book must not make a large amount look small.
    """
    path = Prices.path_of(coin)
    volumes = await queries.sum_volumes(session, path, since_ms=at_ms - DAY_MS)
    last = {}
    for pair in filter(None, map(view.pairs.get, path)):
        volume, quote_volume = volumes.get(pair.pair, (0, 0))
        divisor = 10 ** (pair.price_decimals + pair.base_decimals - pair.quote_decimals)
        average = quote_volume * divisor // volume if volume else 0
        last[pair.pair] = LastPrice(max(pair.last_price, average), pair.price_decimals)
    return Prices(last, {symbol: known.decimals for symbol, known in view.coins.items()})


async def load_prices(session: AsyncSession) -> Prices:
    """The stored last prices, for processes without the engine."""
    last = {
        symbol: LastPrice(price, decimals)
        for symbol, price, decimals in await queries.list_last_prices(session)
    }
    return Prices(last, await queries.list_coin_decimals(session))


async def past_closes(
    reads: PreparedReads, pairs: Sequence[str], interval: Interval, moments: Sequence[int]
) -> list[dict[str, int]]:
    """For each time, oldest first, the last price of each pair before it; 0 before any trade.

    The times must be ends of candles of the interval.
    """
    if not moments:
        return []
    length = LENGTH_MS[interval]
    found: list[dict[str, int]] = [{} for _ in moments]
    candles = await queries.read_closes(
        reads, pairs, interval, first_ms=moments[0] - length, last_ms=moments[-1] - length
    )
    for pair in pairs:
        waiting = deque(candles.get(pair, ()))
        close = 0
        for moment, closes in zip(moments, found, strict=True):
            while waiting and waiting[0][0] < moment:
                _, close = waiting.popleft()
            closes[pair] = close
    return found


async def list_pairs(board: AnyBoard, session: AsyncSession) -> list[Json]:
    """All pairs in display order, with rules and tickers."""
    details = await queries.list_pair_details(session)
    names = sorted(board.pairs, key=lambda name: _place(details.get(name), name))
    return [_pair_json(board, name, details.get(name)) for name in names]


async def show_pair(board: AnyBoard, session: AsyncSession, symbol: str) -> Json:
    board.get_pair(symbol)
    details = await queries.list_pair_details(session)
    return _pair_json(board, symbol, details.get(symbol))


def _pair_json(board: AnyBoard, symbol: str, details: PairDetails | None) -> Json:
    pair = board.get_pair(symbol)
    return {
        **wire.rules_json(pair),
        "status": pair_status(board.view, pair),
        "listed_at": int(details.listed_at.timestamp()) if details is not None else None,
        "ticker": board.ticker(symbol),
    }


def _place(details: PairDetails | CoinDetails | None, symbol: str) -> tuple[bool, int, str]:
    """The sort key in lists; without a position it comes last."""
    return (details is None, details.position if details is not None else 0, symbol)


def list_trades(board: AnyBoard, symbol: str, limit: int) -> list[Json]:
    """The newest trades, newest first."""
    scale = scale_of(board.get_pair(symbol))
    newest = list(board.tape(symbol).trades)[: -limit - 1 : -1]
    return [trade_json(trade, scale) for trade in newest]


async def list_candles(
    board: AnyBoard,
    session: AsyncSession,
    symbol: str,
    interval: Interval,
    *,
    from_ms: int | None,
    to_ms: int | None,
    limit: int,
) -> list[Json]:
    """The newest candles that start at or after `from_ms` and before `to_ms`, without gaps, oldest first."""
    pair, now_ms, length = board.get_pair(symbol), board.now_ms(), LENGTH_MS[interval]
    if from_ms is not None and to_ms is not None and from_ms >= to_ms:
        message = "The range ends before it begins."
        raise ValidationFailed(message, errors=[FieldError(field="to", code="range", message=message)])
    newest = board.tape(symbol).running.get(interval)
    # The clock of the exchange is monotonic; this one may have been set back.
    until = max(now_ms, newest.start_ms if newest is not None else 0)
    last_ms = start_of(interval, until if to_ms is None else min(until, to_ms - 1))
    first_ms = last_ms - (limit - 1) * length
    if from_ms is not None:
        first_ms = max(first_ms, start_of(interval, from_ms + length - 1))
    known, before = await _read_candles(board, session, symbol, interval, first_ms=first_ms, last_ms=last_ms)
    scale = scale_of(pair)

    def write() -> list[Json]:
        filled = without_gaps(known, before, interval, first_ms, last_ms)
        return [candle_json(candle, scale, now_ms) for candle in filled]

    # In a thread: encoding many candles would block the event loop, and orders with it.
    return write() if limit <= WRITTEN_AT_ONCE else await asyncio.to_thread(write)


async def _read_candles(
    board: AnyBoard, session: AsyncSession, symbol: str, interval: Interval, *, first_ms: int, last_ms: int
) -> tuple[dict[int, Candle], Candle | None]:
    """The candles of a range, and the last one before it."""
    # Read before the table: a candle that is stored meanwhile is then found in one of the two.
    unsaved = board.unsaved(symbol, interval)
    known = {
        candle.start_ms: candle
        for candle in await queries.list_candles(
            session, symbol, interval, first_ms=first_ms, last_ms=last_ms
        )
    }
    earlier = await queries.list_last_candles(session, symbol, interval, before_ms=first_ms, limit=1)
    before = earlier[0] if earlier else None
    for start_ms, candle in unsaved.items():
        if start_ms < first_ms:
            if before is None or start_ms >= before.start_ms:
                before = candle
        elif start_ms <= last_ms and (start_ms not in known or candle.trades > known[start_ms].trades):
            known[start_ms] = candle
    return known, before


async def overview(board: AnyBoard, session: AsyncSession) -> Json:
    """Movers, volume, new pairs, the heat map and totals."""
    view, now_ms = board.view, board.now_ms()
    details, prices = await queries.list_pair_details(session), Prices.of(view)
    rows, worth, trades = [], {}, 0
    for name, pair in board.pairs.items():
        tape = board.tape(name)
        rows.append(wire.row_json(pair, tape, now_ms))
        worth[name] = prices.value_in_usdt(pair.quote, tape.day.quote_volume) or Decimal(0)
        trades += tape.day.trades
    rows.sort(key=lambda row: _place(details.get(row["symbol"]), row["symbol"]))
    by_change = sorted(rows, key=lambda row: Decimal(row["change"]))

    def listed_at(row: Json) -> float:
        known = details.get(row["symbol"])
        return known.listed_at.timestamp() if known is not None else NEVER

    return {
        "gainers": [row for row in reversed(by_change) if Decimal(row["change"]) > 0][:LISTED],
        "losers": [row for row in by_change if Decimal(row["change"]) < 0][:LISTED],
        "volume": sorted(rows, key=lambda row: worth[row["symbol"]], reverse=True)[:LISTED],
        "new": sorted(rows, key=listed_at, reverse=True)[:LISTED],
        "heat_map": [
            {
                "symbol": row["symbol"],
                "change": row["change"],
                "quote_volume": format_decimal(worth[row["symbol"]]),
            }
            for row in rows
        ],
        "sparklines": [{"symbol": row["symbol"], "sparkline": row["sparkline"]} for row in rows],
        "totals": {
            "pairs": len(rows),
            "quote_volume_24h": format_decimal(sum(worth.values(), Decimal(0))),
            "trades_24h": trades,
        },
    }


async def trading_data(board: AnyBoard, session: AsyncSession, symbol: str, period: Interval) -> Json:
    """Taker volume, spread, depth and volatility of the newest periods."""
    pair, now_ms = board.get_pair(symbol), board.now_ms()
    starts = statistics.period_starts(period, now_ms)
    finer, length = statistics.FINER[period], LENGTH_MS[period]
    end_ms = starts[-1] + length
    known, before = await _read_candles(
        board, session, symbol, finer, first_ms=starts[0], last_ms=end_ms - LENGTH_MS[finer]
    )
    means = await queries.list_sample_means(
        session, symbol, first_ms=starts[0], end_ms=end_ms, length_ms=length
    )
    candles = [known[start_ms] for start_ms in sorted(known)]
    scale = scale_of(pair)
    items = statistics.trading_items(period, starts, candles, before=before, means=means, scale=scale)
    return {"symbol": symbol, "period": period, "items": items}


async def list_coins(
    board: AnyBoard, session: AsyncSession, directory: NetworkDirectory, *, with_unlisted: bool
) -> list[Json]:
    """The coins of the listed pairs in display order, with their prices and networks; or all there are."""
    view, prices = board.view, Prices.of(board.view)
    networks = directory.keys_by_coin(is_demo=view.kind == "demo")
    details = await queries.list_coin_details(session)
    volumes: defaultdict[str, Decimal] = defaultdict(Decimal)
    changes: dict[str, str] = {DOLLAR: "0"}
    pairs = board.pairs
    for name, pair in pairs.items():
        ticker, day = board.ticker(name), board.tape(name).day
        worth = prices.value_in_usdt(pair.quote, day.quote_volume) or Decimal(0)
        volumes[pair.base] += worth
        volumes[pair.quote] += worth
        if pair.quote == DOLLAR and ticker["last"] is not None:
            changes[pair.base] = ticker["change"]
    items: list[Json] = []
    # A site that lists every pair has the coins without a pair, too.
    is_all = with_unlisted or len(pairs) == len(view.pairs)
    shown = view.coins if is_all else {coin for pair in pairs.values() for coin in (pair.base, pair.quote)}
    for symbol in sorted(shown, key=lambda symbol: _place(details.get(symbol), symbol)):
        known, price = details.get(symbol), prices.price_of(symbol)
        items.append(
            {
                "symbol": symbol,
                "name": known.name if known is not None else symbol,
                "icon": known.icon if known is not None else None,
                "decimals": view.coins[symbol].decimals,
                "price": None if price is None else format_decimal(price),
                "change_24h": changes.get(symbol),
                "volume_24h": format_decimal(volumes[symbol]),
                "networks": list(networks.get(symbol, ())),
                "deposit": known is not None and known.deposit,
                "withdraw": known is not None and known.withdraw,
                "trading": symbol not in view.untraded,
            }
        )
    return items
