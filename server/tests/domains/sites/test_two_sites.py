"""Two sites of one installation, side by side: names, pairs, features and clients of their own."""

from typing import Any

import httpx
import pytest
import pytest_asyncio

from clearwater.core.commands import ListPair
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, SignedInStaff, a_client, a_site, a_staff
from tests.databases import Preparation
from tests.domains.content.writing import publish, site_id_of
from tests.domains.realtime.conftest import served
from tests.domains.realtime.listening import Listening
from tests.preparations import prepared_ledger
from tests.trading import (
    AT,
    PRICE_DECIMALS,
    RULES,
    a_trader,
    give,
    open_market,
    place,
    submit,
)

LAGOON = "lagoon.example.org"
ON_LAGOON = {"Host": LAGOON}
ETH_USDT = "ETH-USDT"


async def open_two_pairs(services: ApiServices) -> None:
    await open_market(services.engine)
    await submit(services.engine, ListPair(AT, ETH_USDT, "ETH", "USDT", PRICE_DECIMALS, RULES, 250_000))


@pytest.fixture
def preparation() -> Preparation:
    return prepared_ledger("two-pairs", open_two_pairs)


class Lagoon:
    """The second site, which lists ETH-USDT alone."""

    def __init__(self, client: httpx.AsyncClient, admin: SignedInStaff, clock: FixedClock, site: str) -> None:
        self._client, self._admin, self._clock, self._site = client, admin, clock, site

    async def change(self, **settings: Any) -> None:
        address = f"/api/operator/sites/{self._site}"
        answer = await self._client.patch(address, json=settings, headers=self._admin.headers)
        assert answer.status_code == 200, answer.text
        self._clock.at += REFRESH_INTERVAL


@pytest_asyncio.fixture
async def lagoon(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock, market: Follower
) -> Lagoon:
    admin = await a_staff(services)
    site = Lagoon(client, admin, clock, await a_site(services, LAGOON, "Lagoon"))
    await site.change(accent="#ffb454", listed_pairs=[ETH_USDT])
    return site


async def test_each_site_answers_with_its_own_name_and_pairs(
    client: httpx.AsyncClient, lagoon: Lagoon
) -> None:
    async def seen(headers: dict[str, str]) -> dict[str, Any]:
        config = (await client.get("/api/bff/config", headers=headers)).json()
        pairs = (await client.get("/api/v1/pairs", headers=headers)).json()["items"]
        coins = (await client.get("/api/v1/coins", headers=headers)).json()["items"]
        overview = (await client.get("/api/v1/markets/overview", headers=headers)).json()
        return {
            "name": config["sitename"],
            "accent": config["accent"],
            "pairs": {pair["symbol"] for pair in pairs},
            "coins": {coin["symbol"] for coin in coins},
            "overview": {row["symbol"] for row in overview["heat_map"]},
            "total": overview["totals"]["pairs"],
        }

    first, second = await seen({}), await seen(ON_LAGOON)

    assert first == {
        "name": "Clearwater",
        "accent": "#35d0ba",
        "pairs": {"BTC-USDT", ETH_USDT},
        "coins": {"BTC", "ETH", "USDT"},
        "overview": {"BTC-USDT", ETH_USDT},
        "total": 2,
    }
    assert second == {
        "name": "Lagoon",
        "accent": "#ffb454",
        "pairs": {ETH_USDT},
        "coins": {"ETH", "USDT"},
        "overview": {ETH_USDT},
        "total": 1,
    }


@pytest.mark.parametrize(
    "path",
    [
        "/api/v1/pairs/BTC-USDT",
        "/api/v1/pairs/BTC-USDT/depth",
        "/api/v1/pairs/BTC-USDT/trades",
        "/api/v1/pairs/BTC-USDT/ticker",
        "/api/v1/pairs/BTC-USDT/candles?interval=1m",
        "/api/v1/markets/trading-data?symbol=BTC-USDT",
    ],
)
async def test_market_data_of_an_unlisted_pair_is_unknown_on_that_site_alone(
    client: httpx.AsyncClient, lagoon: Lagoon, path: str
) -> None:
    there = await client.get(path, headers=ON_LAGOON)
    here = await client.get(path)

    assert (there.status_code, there.json()["code"]) == (404, "PAIR_UNKNOWN")
    assert here.status_code == 200


async def test_a_client_of_one_site_is_none_of_the_other(
    services: ApiServices, client: httpx.AsyncClient, lagoon: Lagoon
) -> None:
    ann = await a_client(services, email="ann@example.org")
    same_address = await a_client(services, email="ann@example.org", site_host=LAGOON)

    async def status(who: SignedInClient, headers: dict[str, str]) -> int:
        return (await client.get("/api/v1/assets", headers=who.headers | headers)).status_code

    assert [await status(ann, {}), await status(ann, ON_LAGOON)] == [200, 401]
    assert [await status(same_address, {}), await status(same_address, ON_LAGOON)] == [401, 200]


async def test_each_site_has_its_own_news_and_documents(
    services: ApiServices, client: httpx.AsyncClient, lagoon: Lagoon
) -> None:
    editor = await a_staff(services, "editor")
    await publish(client, editor, await site_id_of(services), title="Harbour news")
    await publish(client, editor, await site_id_of(services, LAGOON), title="Lagoon news")

    async def seen(headers: dict[str, str]) -> tuple[list[str], list[int], bool]:
        news = (await client.get("/api/v1/news", headers=headers)).json()["items"]
        statuses = [
            (await client.get(path, headers=headers)).status_code
            for path in ("/news/harbour-news", "/news/lagoon-news", "/trading/BTC-USDT")
        ]
        home = (await client.get("/", headers=headers)).text
        return [one["title"] for one in news], statuses, "<title>Lagoon</title>" in home

    assert await seen({}) == (["Harbour news"], [200, 404, 200], False)
    assert await seen(ON_LAGOON) == (["Lagoon news"], [404, 200, 404], True)
    sitemap = (await client.get("/sitemap.xml", headers=ON_LAGOON)).text
    assert f"<loc>http://{LAGOON}:8000/news/lagoon-news</loc>" in sitemap


async def a_lagoon_trader(services: ApiServices, market: Follower) -> SignedInClient:
    trader = await a_client(services, email="lea@example.org", site_host=LAGOON)
    await give(market, trader, BTC="1", USDT="100000", ETH="10")
    return trader


async def test_orders_of_an_unlisted_pair_are_refused_and_nothing_moves(
    services: ApiServices, client: httpx.AsyncClient, lagoon: Lagoon, market: Follower
) -> None:
    lea = await a_lagoon_trader(services, market)
    order = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "0.1", "price": "50000"}

    for path in ("order", "order/preview"):
        answer = await client.post(f"/api/v1/{path}", json=order, headers=lea.headers | ON_LAGOON)
        assert (answer.status_code, answer.json()["code"]) == (404, "PAIR_UNKNOWN")

    assert market.view.orders == {}
    assets = (await client.get("/api/v1/assets", headers=lea.headers | ON_LAGOON)).json()["items"]
    assert {asset["symbol"]: asset["available"] for asset in assets}["BTC"] == "1"


async def test_an_order_of_a_pair_that_was_unlisted_can_still_be_canceled(
    services: ApiServices, client: httpx.AsyncClient, lagoon: Lagoon, market: Follower
) -> None:
    lea = await a_lagoon_trader(services, market)
    headers = lea.headers | ON_LAGOON
    order = {"symbol": ETH_USDT, "side": "buy", "type": "limit", "quantity": "1", "price": "2400"}
    placed = (await client.post("/api/v1/order", json=order, headers=headers)).json()["order"]
    await lagoon.change(listed_pairs=["BTC-USDT"])

    amended = await client.patch(f"/api/v1/order/{placed['id']}", json={"price": "2300"}, headers=headers)
    listed = (await client.get("/api/v1/order?status=open", headers=headers)).json()["items"]
    canceled = await client.post(f"/api/v1/order/{placed['id']}/cancel", headers=headers)

    assert (amended.status_code, amended.json()["code"]) == (404, "PAIR_UNKNOWN")
    assert [one["id"] for one in listed] == [placed["id"]]
    assert (canceled.status_code, canceled.json()["order"]["status"]) == (200, "canceled")
    coins = await client.get("/api/v1/coins?unlisted=true", headers=ON_LAGOON)
    assert {coin["symbol"] for coin in coins.json()["items"]} == {"BTC", "ETH", "USDT"}


async def test_coins_convert_only_by_listed_pairs(
    services: ApiServices, client: httpx.AsyncClient, lagoon: Lagoon, market: Follower
) -> None:
    bob = await a_trader(services, market, "bob")
    await give(market, bob, ETH="100")
    lea = await a_lagoon_trader(services, market)
    for symbol, price, quantity in (("BTC-USDT", "50000", "1"), (ETH_USDT, "2500", "10")):
        for side, shift in (("buy", -10), ("sell", 10)):
            order = {"symbol": symbol, "side": side, "quantity": quantity}
            answer = await place(client, bob, price=str(int(price) + shift), **order)
            assert answer.status_code == 201, answer.text

    async def targets(headers: dict[str, str]) -> set[str]:
        answer = await client.get("/api/v1/coins/exchange/USDT", headers=headers)
        return {target["symbol"] for target in answer.json()["targets"]}

    quote = await client.post(
        "/api/v1/exchange/quote",
        json={"from": "USDT", "to": "BTC", "from_amount": "100"},
        headers=lea.headers | ON_LAGOON,
    )

    assert (await targets({}), await targets(ON_LAGOON)) == ({"BTC", "ETH"}, {"ETH"})
    assert (quote.status_code, quote.json()["errors"][0]["field"]) == (422, "to")


OFF = {"convert": False, "premarket": False, "earn": False, "register": False}


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("GET", "/api/v1/coins/exchange/USDT", None),
        ("POST", "/api/v1/exchange/quote", {"from": "USDT", "to": "ETH", "from_amount": "100"}),
        ("GET", "/api/v1/exchange", None),
        ("GET", "/api/v1/premarkets", None),
        ("GET", "/api/v1/premarkets/NOVA", None),
        ("GET", "/api/v1/premarkets/NOVA/candles?interval=1h", None),
        ("POST", "/api/v1/premarkets/NOVA/orders", {"side": "buy", "price": "1", "quantity": "1"}),
        ("GET", "/api/v1/earn/products", None),
        ("POST", "/api/v1/earn/positions", {"product_id": "usdt", "amount": "10", "auto_renew": False}),
        ("POST", "/api/v1/client", {"email": "new@example.org", "password": "correct horse battery"}),
    ],
)
async def test_calls_of_a_feature_that_is_off_do_not_exist_on_that_site(
    *,
    services: ApiServices,
    client: httpx.AsyncClient,
    lagoon: Lagoon,
    market: Follower,
    method: str,
    path: str,
    body: dict[str, Any] | None,
) -> None:
    lea = await a_lagoon_trader(services, market)
    await lagoon.change(features=OFF)
    tokens = lea.headers if path != "/api/v1/client" else {}

    answer = await client.request(method, path, json=body, headers=ON_LAGOON | tokens)

    assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")


async def test_what_a_client_already_has_in_a_feature_stays_within_reach(
    services: ApiServices, client: httpx.AsyncClient, lagoon: Lagoon, market: Follower
) -> None:
    lea = await a_lagoon_trader(services, market)
    await lagoon.change(features=OFF)

    for path in ("earn/positions", "premarkets/orders", "premarkets/contracts"):
        answer = await client.get(f"/api/v1/{path}", headers=lea.headers | ON_LAGOON)
        assert (answer.status_code, answer.json()["items"]) == (200, [])
    assert (await client.get("/api/v1/earn/products")).status_code == 200


@pytest.mark.usefixtures("lagoon")
async def test_sockets_hear_of_the_news_of_their_own_site(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    async with served(services) as address:
        here, there = Listening(), Listening()
        await here.connect(address)
        await there.connect(address, site=LAGOON)
        for listener in (here, there):
            await listener.follow("site")

        await publish(client, editor, await site_id_of(services, LAGOON), title="Lagoon news")
        await publish(client, editor, await site_id_of(services), title="Harbour news")

        for listener in (here, there):
            assert await listener.wait_for("site", 1) == [{"channel": "site", "type": "news"}]
            await listener.close()


async def test_sockets_hear_of_the_pairs_of_their_own_site(
    services: ApiServices, client: httpx.AsyncClient, lagoon: Lagoon, market: Follower
) -> None:
    bob = await a_trader(services, market, "bob")
    await give(market, bob, ETH="100")
    async with served(services) as address:
        here, there = Listening(), Listening()
        await here.connect(address)
        await there.connect(address, site=LAGOON)
        for listener in (here, there):
            await listener.follow("ticker:all", "site")

        refused = await there.ask("subscribe", {"channels": ["ticker:BTC-USDT", "depth:BTC-USDT"]})
        for symbol, price in (("BTC-USDT", "49000"), (ETH_USDT, "2400")):
            assert (await place(client, bob, symbol=symbol, price=price)).status_code == 201
        await here.until(
            lambda: {m["symbol"] for m in here.of("ticker:all") if m["bid"]} == {"BTC-USDT", ETH_USDT}
        )
        await there.until(lambda: any(m["bid"] for m in there.of("ticker:all")))

        assert {error["code"] for error in refused["errors"]} == {"PAIR_UNKNOWN"}
        assert {message["symbol"] for message in there.of("ticker:all")} == {ETH_USDT}

        await lagoon.change(listed_pairs=["BTC-USDT"], features={"premarket": False})
        await there.follow("depth:ETH-USDT")
        await services.realtime.refresh_sites()

        (member,) = (one for one in services.realtime.hub.members if one.site.sitename == "Lagoon")
        assert member.channels == {"ticker:all", "site"}
        late = await there.ask("subscribe", {"channels": ["premarkets", "ticker:ETH-USDT"]})
        assert {error["channel"]: error["code"] for error in late["errors"]} == {
            "premarkets": "NOT_FOUND",
            "ticker:ETH-USDT": "PAIR_UNKNOWN",
        }
        for listener in (here, there):
            await listener.close()
