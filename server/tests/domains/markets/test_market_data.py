"""Public market data through the API."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx

from clearwater.core.commands import ListPair, PlaceOrder
from clearwater.domains.markets import schemas
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.domains.markets.conftest import MakeTrade
from tests.trading import AT, RULES, submit, units

NOON_MS = int(datetime(2026, 11, 15, 12, tzinfo=UTC).timestamp() * 1000)
MINUTE_MS = 60_000
DAY_MS = 24 * 60 * MINUTE_MS
PAIR = "/api/v1/pairs/BTC-USDT"


async def get(client: httpx.AsyncClient, path: str, **params: Any) -> Any:
    answer = await client.get(path, params=params)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def rest(market: Follower, side: Any, price: int, quantity: str) -> None:
    order = PlaceOrder(AT, "maker", "BTC-USDT", side, "limit", quantity=units("BTC", quantity), price=price)
    await submit(market, order)


async def test_a_pair_before_any_trade(client: httpx.AsyncClient, market: Follower) -> None:
    ticker = {
        "symbol": "BTC-USDT",
        "last": None,
        "open": None,
        "high": None,
        "low": None,
        "volume": "0",
        "quote_volume": "0",
        "change": "0",
        "bid": None,
        "ask": None,
        "ts_ms": NOON_MS,
    }
    pair = {
        "symbol": "BTC-USDT",
        "base": "BTC",
        "quote": "USDT",
        "status": "trading",
        "tick_size": "0.01",
        "step_size": "0.00001",
        "min_quantity": "0.00001",
        "max_quantity": "100",
        "min_notional": "5",
        "price_band": "0.2",
        "market_guard": "0.05",
        "max_open_orders": 200,
        "price_decimals": 2,
        "listed_at": None,
        "ticker": ticker,
    }
    assert await get(client, "/api/v1/pairs") == {"items": [pair], "next_cursor": None}
    assert await get(client, PAIR) == pair
    assert await get(client, f"{PAIR}/ticker") == ticker
    assert await get(client, f"{PAIR}/trades") == {"items": [], "next_cursor": None}
    assert await get(client, f"{PAIR}/candles", interval="1m") == {"items": [], "next_cursor": None}
    assert await get(client, f"{PAIR}/depth") == {"symbol": "BTC-USDT", "seq": 0, "bids": [], "asks": []}


async def test_long_lists_are_compressed_for_clients_that_accept_gzip(
    client: httpx.AsyncClient, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    await trade("50000", "0.1")
    clock.at += timedelta(hours=3)
    await trade("51000", "0.1")
    candles = f"{PAIR}/candles?interval=1m"

    packed = await client.get(candles, headers={"Accept-Encoding": "gzip"})
    plain = await client.get(candles, headers={"Accept-Encoding": "identity"})
    depth = await client.get(f"{PAIR}/depth", headers={"Accept-Encoding": "gzip"})

    assert (packed.headers["content-encoding"], packed.headers["vary"]) == ("gzip", "Accept-Encoding, X-Site")
    assert packed.headers["x-content-type-options"] == "nosniff"
    assert len(packed.json()["items"]) > 180
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) * 4 < int(plain.headers["content-length"])
    assert "content-encoding" not in plain.headers
    assert "content-encoding" not in depth.headers


async def test_the_ticker_is_that_of_the_last_day(
    client: httpx.AsyncClient, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    """MKD-4: what was traded more than 24 hours ago counts no longer; its price is still the last one."""
    await trade("50000", "0.1")
    clock.at += timedelta(hours=1)
    await trade("51000", "0.2")
    await trade("49000", "0.3")
    clock.at += timedelta(hours=22)
    await rest(market, "buy", 4_890_000, "1")
    await rest(market, "sell", 4_910_000, "1")

    ticker = await get(client, f"{PAIR}/ticker")
    assert {name: ticker[name] for name in ("last", "open", "high", "low", "bid", "ask")} == {
        "last": "49000",
        "open": "50000",
        "high": "51000",
        "low": "49000",
        "bid": "48900",
        "ask": "49100",
    }
    assert (ticker["volume"], ticker["quote_volume"], ticker["change"]) == ("0.6", "29900", "-0.02")

    clock.at += timedelta(hours=1, minutes=1)
    ticker = await get(client, f"{PAIR}/ticker")
    assert (ticker["open"], ticker["volume"], ticker["change"]) == ("51000", "0.5", "-0.039216")
    clock.at += timedelta(hours=1)
    ticker = await get(client, f"{PAIR}/ticker")
    assert (ticker["last"], ticker["open"], ticker["high"], ticker["volume"]) == (
        "49000",
        "49000",
        "49000",
        "0",
    )


async def test_depth_is_best_first(client: httpx.AsyncClient, market: Follower) -> None:
    for price, quantity in ((4_990_000, "1"), (4_980_000, "2"), (4_995_050, "0.5")):
        await rest(market, "buy", price, quantity)
    for price in (5_010_000, 5_000_000):
        await rest(market, "sell", price, "3")

    depth = await get(client, f"{PAIR}/depth", limit=2)
    assert depth == {
        "symbol": "BTC-USDT",
        "seq": 5,
        "bids": [["49950.5", "0.5"], ["49900", "1"]],
        "asks": [["50000", "3"], ["50100", "3"]],
    }
    await rest(market, "sell", 5_000_000, "1")
    changed = await get(client, f"{PAIR}/depth", limit=2)
    assert (changed["seq"], changed["asks"][0]) == (6, ["50000", "4"])
    assert len((await get(client, f"{PAIR}/depth", limit=500))["bids"]) == 3


async def test_trades_are_newest_first_with_the_taker_s_side(
    client: httpx.AsyncClient, trade: MakeTrade, clock: FixedClock
) -> None:
    await trade("50000", "0.1", "buy")
    clock.at += timedelta(seconds=2)
    await trade("50010", "0.2", "sell")

    both = (await get(client, f"{PAIR}/trades"))["items"]
    assert both == [
        {"id": 2, "price": "50010", "quantity": "0.2", "side": "sell", "ts_ms": NOON_MS + 2_000},
        {"id": 1, "price": "50000", "quantity": "0.1", "side": "buy", "ts_ms": NOON_MS},
    ]
    assert (await get(client, f"{PAIR}/trades", limit=1))["items"] == both[:1]


async def test_candles_come_from_the_table_and_from_memory(
    services: ApiServices, client: httpx.AsyncClient, trade: MakeTrade, clock: FixedClock
) -> None:
    """MKD-7: stored, not yet stored, running, and flat where nothing was traded."""
    await trade("50000", "0.1")
    await services.board.store()
    clock.at += timedelta(minutes=1)
    await trade("50100", "0.1")
    await trade("50050", "0.1")
    clock.at += timedelta(minutes=2, seconds=30)

    candles = (await get(client, f"{PAIR}/candles", interval="1m"))["items"]
    flat = {
        "open": "50050",
        "high": "50050",
        "low": "50050",
        "close": "50050",
        "volume": "0",
        "quote_volume": "0",
    }
    assert candles == [
        {
            "start_ms": NOON_MS,
            "open": "50000",
            "high": "50000",
            "low": "50000",
            "close": "50000",
            "volume": "0.1",
            "quote_volume": "5000",
            "closed": True,
        },
        {
            "start_ms": NOON_MS + MINUTE_MS,
            "open": "50100",
            "high": "50100",
            "low": "50050",
            "close": "50050",
            "volume": "0.2",
            "quote_volume": "10015",
            "closed": True,
        },
        {"start_ms": NOON_MS + 2 * MINUTE_MS, **flat, "closed": True},
        {"start_ms": NOON_MS + 3 * MINUTE_MS, **flat, "closed": False},
    ]
    hour = (await get(client, f"{PAIR}/candles", interval="1h"))["items"]
    assert [(one["start_ms"], one["open"], one["close"], one["volume"]) for one in hour] == [
        (NOON_MS, "50000", "50050", "0.3")
    ]
    week = (await get(client, f"{PAIR}/candles", interval="1w"))["items"]
    assert [one["start_ms"] for one in week] == [int(datetime(2026, 11, 9, tzinfo=UTC).timestamp() * 1000)]


async def test_a_range_of_candles(client: httpx.AsyncClient, trade: MakeTrade, clock: FixedClock) -> None:
    """MKD-7: from the first moment, up to and without the second, in seconds or milliseconds."""
    await trade("50000")
    clock.at += timedelta(minutes=9)

    async def starts(**params: Any) -> list[int]:
        found = await get(client, f"{PAIR}/candles", interval="1m", **params)
        return [(candle["start_ms"] - NOON_MS) // MINUTE_MS for candle in found["items"]]

    assert await starts() == list(range(10))
    assert await starts(limit=3) == [7, 8, 9]
    assert await starts(**{"from": NOON_MS + 1, "to": NOON_MS + 4 * MINUTE_MS}) == [1, 2, 3]
    assert await starts(**{"from": NOON_MS // 1000, "to": NOON_MS // 1000 + 1}) == [0]
    assert await starts(to=NOON_MS + 5 * MINUTE_MS, limit=2) == [3, 4]
    assert await starts(**{"from": NOON_MS + 8 * MINUTE_MS}) == [8, 9]
    assert await starts(**{"from": NOON_MS + DAY_MS}) == []
    assert await starts(to=NOON_MS) == []


WRONG = (
    "-1",
    "1e400",
    "NaN",
    "Infinity",
    "0x10",
    "1_0_0_0_0_0_0_0_0_0_0_0_0_0_0_0",
    "1.5",
    "",
    "true",
    "\uff19",
)


NUMBERS = (
    ("/depth?limit=", "limit"),
    ("/trades?limit=", "limit"),
    ("/candles?interval=1m&from=", "from"),
    ("/candles?interval=1m&to=", "to"),
    ("/candles?interval=1m&limit=", "limit"),
)


async def test_invalid_numbers_are_refused(client: httpx.AsyncClient, market: Follower) -> None:
    for path, field in NUMBERS:
        for wrong in (*WRONG, "9" * 400, "1501" if field == "limit" else "9" * 15):
            answer = await client.get(f"{PAIR}{path}{wrong}")
            assert (path, wrong, answer.status_code) == (path, wrong, 422)
            assert [error["field"] for error in answer.json()["errors"]] == [field]


async def test_invalid_parameters_are_refused(client: httpx.AsyncClient, market: Follower) -> None:
    for path in (
        "/pairs/BTC-USDT/depth?limit=0",
        "/pairs/BTC-USDT/depth?limit=501",
        "/pairs/BTC-USDT/trades?limit=201",
        "/pairs/BTC-USDT/candles",
        "/pairs/BTC-USDT/candles?interval=2m",
        "/pairs/BTC-USDT/candles?interval=1m&from=1000&to=1000",
        "/markets/trading-data",
        "/markets/trading-data?symbol=BTC-USDT&period=1w",
    ):
        answer = await client.get(f"/api/v1{path}")
        assert (path, answer.status_code, answer.json()["code"]) == (path, 422, "VALIDATION_FAILED")


async def test_an_unknown_pair_is_not_found(client: httpx.AsyncClient, market: Follower) -> None:
    for symbol in ("ETH-USDT", "btc-usdt", "BTCUSDT", "BTC-USDT ", "%00", "x" * 41):
        for path in ("", "/depth", "/trades", "/candles?interval=1m", "/ticker"):
            answer = await client.get(f"/api/v1/pairs/{symbol}{path}")
            assert (path, answer.status_code, answer.json()["code"]) == (path, 404, "PAIR_UNKNOWN")
        answer = await client.get(f"/api/v1/markets/trading-data?symbol={symbol}")
        assert (answer.status_code, answer.json()["code"]) == (404, "PAIR_UNKNOWN")


async def test_market_data_is_unavailable_without_the_engine(client: httpx.AsyncClient) -> None:
    answer = await client.get(f"{PAIR}/depth")
    assert (answer.status_code, answer.json()["code"]) == (503, "ENGINE_UNAVAILABLE")
    assert answer.headers["retry-after"] == "1"


async def test_the_overview_ranks_the_pairs(
    client: httpx.AsyncClient, market: Follower, trade: MakeTrade, clock: FixedClock
) -> None:
    for pair, price in (("ETH-USDT", 5_000_000), ("ETH-BTC", 5_000_000)):
        base, quote = pair.split("-")
        await submit(market, ListPair(AT, pair, base, quote, 2, RULES_FOR[quote], price))
    await trade("50000", "0.1")
    clock.at += timedelta(hours=2)
    await trade("55000", "0.1")

    overview = await get(client, "/api/v1/markets/overview")

    assert [row["symbol"] for row in overview["gainers"]] == ["BTC-USDT"]
    assert overview["losers"] == []
    assert overview["gainers"][0]["sparkline"] == ["50000", "50000", "55000"]
    assert overview["gainers"][0]["change"] == "0.1"
    assert overview["volume"][0]["symbol"] == "BTC-USDT"
    assert len(overview["volume"]) == len(overview["new"]) == 3
    assert {"symbol": "BTC-USDT", "change": "0.1", "quote_volume": "10500"} in overview["heat_map"]
    assert {"symbol": "ETH-USDT", "change": "0", "quote_volume": "0"} in overview["heat_map"]
    assert overview["totals"] == {"pairs": 3, "quote_volume_24h": "10500", "trades_24h": 2}
    schemas.Overview.model_validate(overview, strict=True)


RULES_FOR = {"USDT": RULES, "BTC": RULES.__class__(10**2, 10**3, 10**3, 10**10, 1)}


async def test_coins_have_prices_and_volumes(
    client: httpx.AsyncClient, trade: MakeTrade, clock: FixedClock
) -> None:
    await trade("50000", "0.1")
    await trade("49000", "0.1")

    coins = await get(client, "/api/v1/coins")

    schemas.Coins.model_validate(coins, strict=True)
    shown = {
        coin["symbol"]: (coin["price"], coin["change_24h"], coin["volume_24h"], coin["decimals"])
        for coin in coins["items"]
    }
    assert shown == {
        "BTC": ("49000", "-0.02", "9900", 8),
        "ETH": (None, None, "0", 8),
        "USDT": ("1", "0", "9900", 7),
    }


async def test_public_answers_are_cacheable_for_a_second(client: httpx.AsyncClient, market: Follower) -> None:
    for path in ("/pairs", "/pairs/BTC-USDT", "/pairs/BTC-USDT/ticker", "/markets/overview", "/coins"):
        assert (await client.get(f"/api/v1{path}")).headers["cache-control"] == "public, max-age=1"
    assert (await client.get(f"{PAIR}/depth")).headers["cache-control"] == "no-store"


async def test_responses_match_the_openapi_schemas(
    client: httpx.AsyncClient, market: Follower, trade: MakeTrade
) -> None:
    await trade("50000")
    await rest(market, "buy", 4_990_000, "1")
    for path, model in (
        ("/pairs", schemas.Pairs),
        ("/pairs/BTC-USDT", schemas.Pair),
        ("/pairs/BTC-USDT/ticker", schemas.Ticker),
        ("/pairs/BTC-USDT/trades", schemas.PublicTrades),
        ("/pairs/BTC-USDT/candles?interval=1s", schemas.Candles),
    ):
        answer = (await client.get(f"/api/v1{path}")).json()
        assert model.model_validate(answer, strict=True).model_dump() == answer
    depth = await client.get(f"{PAIR}/depth")
    assert schemas.Depth.model_validate_json(depth.content, strict=True).bids == [("49900", "1")]
