"""Public market data."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from starlette.responses import Response

from clearwater.domains.markets import service
from clearwater.domains.markets.candles import Interval
from clearwater.domains.markets.errors import PairUnknown
from clearwater.domains.markets.ports import AppNetworkDirectory
from clearwater.domains.markets.schemas import (
    Candles,
    Coins,
    Depth,
    Overview,
    Pair,
    Pairs,
    Period,
    PublicTrades,
    Ticker,
    TradingData,
)
from clearwater.domains.markets.service import AppBoard
from clearwater.domains.markets.site_board import SiteBoard
from clearwater.domains.markets.tape import KEPT_TRADES
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.errors import problems
from clearwater.kit.plain_route import json_answer
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/v1", tags=["markets"])

MAX_LEVELS = 500
# The latest time accepted; values before 1973 in milliseconds are read as seconds.
LAST_MOMENT = 10**14
FIRST_MILLISECONDS = 10**11
TIME = "Unix time in seconds, or in milliseconds (100000000000 and more)."


async def _site_board(board: AppBoard, site: CurrentSite) -> SiteBoard:
    return SiteBoard(board, site)


async def _loaded_board(board: AppBoard, site: CurrentSite) -> SiteBoard:
    await board.wait_until_loaded()
    return SiteBoard(board, site)


# Without its tapes, which are still being loaded after a start.
BookBoard = Annotated[SiteBoard, Depends(_site_board)]
MarketBoard = Annotated[SiteBoard, Depends(_loaded_board)]
Symbol = Annotated[str, Path(max_length=41, examples=["BTC-USDT"])]
Moment = Annotated[int | None, Query(ge=0, le=LAST_MOMENT, description=TIME)]


@router.get("/pairs", response_model=Pairs)
@shared_response(version=service.market_version)
async def list_pairs(board: MarketBoard, session: ReadSession) -> Response:
    """All pairs with their rules and tickers."""
    return _public({"items": await service.list_pairs(board, session), "next_cursor": None})


@router.get("/pairs/{symbol}", response_model=Pair, responses=problems(PairUnknown))
@shared_response(version=service.pair_version)
async def show_pair(symbol: Symbol, board: MarketBoard, session: ReadSession) -> Response:
    """One pair with its rules and ticker."""
    return _public(await service.show_pair(board, session, symbol))


@router.get("/pairs/{symbol}/depth", response_model=Depth, responses=problems(PairUnknown))
@shared_response(version=service.pair_version, is_compressed=False)
async def show_depth(
    symbol: Symbol,
    board: BookBoard,
    limit: Annotated[int, Query(ge=1, le=MAX_LEVELS, description="How many levels of each side.")] = 50,
) -> Response:
    """The best levels of the book."""
    # Not cacheable: a depth that is a second old is useless.
    return Response(
        board.depth(symbol, limit), media_type="application/json", headers={"Cache-Control": "no-store"}
    )


@router.get("/pairs/{symbol}/trades", response_model=PublicTrades, responses=problems(PairUnknown))
@shared_response(version=service.pair_version)
async def list_public_trades(
    symbol: Symbol,
    board: MarketBoard,
    limit: Annotated[int, Query(ge=1, le=KEPT_TRADES)] = 50,
) -> Response:
    """The newest trades of a pair, newest first."""
    return _public({"items": service.list_trades(board, symbol, limit), "next_cursor": None})


@router.get("/pairs/{symbol}/candles", response_model=Candles, responses=problems(PairUnknown))
@shared_response(version=service.pair_version)
async def list_candles(
    symbol: Symbol,
    interval: Interval,
    board: MarketBoard,
    session: ReadSession,
    *,
    begin: Annotated[Moment, Query(alias="from")] = None,
    end: Annotated[Moment, Query(alias="to")] = None,
    limit: Annotated[int, Query(ge=1, le=service.MAX_CANDLES)] = 500,
) -> Response:
    """Candles that start at or after `from` and before `to`; if there are more than `limit`, the newest.

    There are no gaps: an interval without a trade is flat at the previous close, without volume. Without `to`
    the current candle is the last one. Candles of one second are kept for six hours, others forever.
    """
    items = await service.list_candles(
        board, session, symbol, interval, from_ms=_ms(begin), to_ms=_ms(end), limit=limit
    )
    return _public({"items": items, "next_cursor": None})


@router.get("/pairs/{symbol}/ticker", response_model=Ticker, responses=problems(PairUnknown))
@shared_response(version=service.pair_version)
async def show_ticker(symbol: Symbol, board: MarketBoard) -> Response:
    """The last 24 hours of a pair, and its best bid and ask."""
    return _public(board.ticker(symbol))


@router.get("/markets/overview", response_model=Overview)
@shared_response(version=service.market_version)
async def show_overview(board: MarketBoard, session: ReadSession) -> Response:
    """Overview of all markets: movers, volume, new pairs, heat map, totals."""
    return _public(await service.overview(board, session))


@router.get("/markets/trading-data", response_model=TradingData, responses=problems(PairUnknown))
@shared_response()
async def show_trading_data(
    symbol: Annotated[str, Query(max_length=41, examples=["BTC-USDT"])],
    board: MarketBoard,
    session: ReadSession,
    period: Annotated[Period, Query(description="How long each item is; there are 30.")] = "1h",
) -> Response:
    """Taker volume, spread, depth and volatility, from this exchange's own trades and book."""
    return _public(await service.trading_data(board, session, symbol, period), seconds=30)


@router.get("/coins", response_model=Coins)
@shared_response(version=service.trades_version)
async def list_coins(
    board: MarketBoard,
    session: ReadSession,
    networks: AppNetworkDirectory,
    *,
    unlisted: Annotated[
        bool, Query(description="Also coins that the site does not list, which clients may still have.")
    ] = False,
) -> Response:
    """The coins of the site's pairs with their prices, networks and open functions."""
    items = await service.list_coins(board, session, networks, with_unlisted=unlisted)
    return _public({"items": items, "next_cursor": None})


def _public(value: object, *, seconds: int = 1) -> Response:
    """A public response that may be cached briefly."""
    answer = json_answer(value)
    answer.headers["Cache-Control"] = f"public, max-age={seconds}"
    return answer


def _ms(moment: int | None) -> int | None:
    """Accept seconds or milliseconds, which differ by their magnitude."""
    if moment is None or moment >= FIRST_MILLISECONDS:
        return moment
    return moment * 1000
