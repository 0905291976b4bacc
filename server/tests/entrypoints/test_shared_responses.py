"""Responses that are the same for everybody, as the app serves them from memory."""

from collections.abc import AsyncIterator, Iterator
from datetime import timedelta
from typing import Any, get_args

import httpx
import pytest
import pytest_asyncio
from fastapi._compat import ModelField, field_annotation_is_sequence
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from sqlalchemy import text

from clearwater.adapters.postgres_server import as_application
from clearwater.core.commands import ListCoin, ListPair
from clearwater.core.earn_commands import CreateEarnProduct, Subscribe
from clearwater.core.premarket_commands import PlacePreMarketOrder
from clearwater.domains.markets.service import current_desk
from clearwater.domains.sessions.callers import AnyCaller
from clearwater.domains.sessions.service import is_visitor
from clearwater.domains.sites.service import find_language, find_site
from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import ROUTERS, following
from clearwater.entrypoints.engine import leading
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.app_services import AppService
from clearwater.kit.clock import FixedClock, milliseconds
from clearwater.kit.response_cache import MAX_AGE, MAX_ENTRIES, find_mark, walk
from tests.builders import a_site, a_staff
from tests.conftest import NOON
from tests.databases import Preparation
from tests.domains.content.writing import act, publish, site_id_of
from tests.premarket import COIN, NOVA, a_premarket
from tests.preparations import prepared_ledger
from tests.trading import AT, PRICE_DECIMALS, RULES, a_trader, open_market, place, submit, units

LAGOON = "lagoon.example.org"
ON_LAGOON = {"Host": LAGOON}
(FIND_ANY,) = get_args(AnyCaller)[1:]
# What may look at a request: for its site, its language and the app's services alone.
LOOKING = {find_site, find_language, current_desk}
SITENAME = text("UPDATE sites SET sitename = :name")


def shared_routes() -> Iterator[Any]:
    for router in ROUTERS:
        for route in router.routes:
            if isinstance(route, APIRoute) and find_mark(route) is not None:
                yield pytest.param(route, id=route.path)


@pytest.mark.parametrize("route", list(shared_routes()))
def test_a_shared_response_cannot_depend_on_its_caller(route: APIRoute) -> None:
    tree = list(walk(route.dependant))

    assert route.methods == {"GET"}
    mark = find_mark(route)
    assert mark is not None
    # These find nobody in what a visitor sends.
    looking = LOOKING | {FIND_ANY.dependency} if mark.is_shared is is_visitor else LOOKING
    assert [one.call for one in tree if looks_at_request(one) and one.call not in looking] == []
    # Of several values by one name only the last is part of the key.
    assert [field.alias for one in tree for field in one.query_params if is_sequence(field)] == []


def is_sequence(field: ModelField) -> bool:
    return field_annotation_is_sequence(field.field_info.annotation)


def looks_at_request(one: Dependant) -> bool:
    takes_request = one.request_param_name or one.http_connection_param_name
    is_service = isinstance(one.call, AppService)
    return bool(one.header_params or one.cookie_params or (takes_request and not is_service))


@pytest.fixture
def preparation() -> Preparation:
    async def open_it(services: ApiServices) -> None:
        await open_market(services.engine)

    return prepared_ledger("shared", open_it)


@pytest_asyncio.fixture
async def cached(services: ApiServices, client: httpx.AsyncClient) -> AsyncIterator[httpx.AsyncClient]:
    """Asks an app that keeps responses as the product does."""
    services.response_cache.max_age = MAX_AGE
    yield client


async def rename(services: ApiServices, name: str) -> None:
    async with services.sessions() as session:
        await session.execute(SITENAME, {"name": name})
        await session.commit()


async def name_of(client: httpx.AsyncClient, **headers: str) -> str:
    answer = await client.get("/api/bff/config", headers=headers)
    assert answer.status_code == 200, answer.text
    name: str = answer.json()["sitename"]
    return name


async def test_a_change_elsewhere_is_seen_within_a_second(
    cached: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    before = await name_of(cached)
    await rename(services, "Renamed")

    clock.at += timedelta(milliseconds=999)
    assert await name_of(cached) == before
    clock.at += timedelta(milliseconds=1)
    assert await name_of(cached) == "Renamed"


async def test_a_list_for_another_site_or_language_is_never_served(
    cached: httpx.AsyncClient, services: ApiServices
) -> None:
    await a_site(services, LAGOON, "Lagoon")
    paths = ["/api/bff/config", "/api/v1/levels", "/api/v1/faq", "/api/v1/news"]
    wanted: list[dict[str, str]] = [
        {},
        ON_LAGOON,
        {"X-Site": LAGOON},
        {"Accept-Language": "es"},
        ON_LAGOON | {"Accept-Language": "es"},
        {"Cookie": "language=es"},
    ]

    services.response_cache.max_age = timedelta(0)
    built = [(await cached.get(path, headers=headers)).json() for path in paths for headers in wanted]
    services.response_cache.max_age = MAX_AGE
    for _ in range(2):
        served = [(await cached.get(path, headers=headers)).json() for path in paths for headers in wanted]
        assert served == built
    assert [config["sitename"] for config in built[:6]] == [
        *("Clearwater", "Lagoon", "Lagoon"),
        *("Clearwater", "Lagoon", "Clearwater"),
    ]
    assert built[0] != built[3] == built[5]


async def test_a_site_named_from_another_sites_host_is_refused_also_where_its_list_is_kept(
    cached: httpx.AsyncClient, services: ApiServices
) -> None:
    await a_site(services, LAGOON, "Lagoon")
    await a_site(services, "blue.example", "Blue")
    assert await name_of(cached, **ON_LAGOON) == "Lagoon"

    refused = await cached.get("/api/bff/config", headers={"Host": "blue.example", "X-Site": LAGOON})

    assert (refused.status_code, refused.json()["code"]) == (421, "SITE_UNKNOWN")


async def test_an_operator_sees_a_change_at_once(cached: httpx.AsyncClient, services: ApiServices) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)

    async def titles() -> list[str]:
        return [entry["title"] for entry in (await cached.get("/api/v1/news")).json()["items"]]

    async def find_unchanged() -> int:
        answer = await cached.get("/api/v1/news", headers={"If-None-Match": etag})
        return answer.status_code

    etag = (await cached.get("/api/v1/news")).headers["etag"]
    assert (await titles(), await find_unchanged()) == ([], 304)

    entry = await publish(cached, editor, site_id)
    assert (await titles(), await find_unchanged()) == (["Bitcoin is listed"], 200)

    await act(cached, editor, entry["id"], "unpublish")
    assert (await titles(), await find_unchanged()) == ([], 304)


@pytest.fixture
def market(engine: Follower) -> Follower:
    """Opened by the preparation."""
    return engine


async def test_who_trades_sees_the_trade_in_every_list(
    cached: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    pair = "/api/v1/pairs/BTC-USDT"

    async def seen() -> tuple[Any, ...]:
        ticker = (await cached.get(f"{pair}/ticker")).json()
        trades = (await cached.get(f"{pair}/trades")).json()["items"]
        depth = (await cached.get(f"{pair}/depth")).json()
        listed = (await cached.get("/api/v1/pairs")).json()["items"][0]["ticker"]
        coins = (await cached.get("/api/v1/coins")).json()["items"]
        total = (await cached.get("/api/v1/markets/overview")).json()["totals"]["trades_24h"]
        price = next(coin["price"] for coin in coins if coin["symbol"] == "BTC")
        return ticker["last"], len(trades), depth["bids"], listed["last"], price, total

    assert await seen() == (None, 0, [], None, None, 0)
    trader = await a_trader(services, market, "tom")
    await place(cached, trader, side="buy", price="50000", quantity="1")
    assert (await seen())[2] == [["50000", "1"]]
    await place(cached, trader, side="sell", price="50000", quantity="0.4", self_trade_prevention="none")

    assert await seen() == ("50000", 1, [["50000", "0.6"]], "50000", "50000", 1)


async def test_lists_show_a_book_as_soon_as_it_is_published(
    cached: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    trader = await a_trader(services, market, "tom")

    async def best_bid() -> Any:
        return (await cached.get("/api/v1/pairs")).json()["items"][0]["ticker"]["bid"]

    assert await best_bid() is None
    await place(cached, trader, side="buy", price="50000", quantity="1")
    services.board.note_published()

    assert await best_bid() == "50000"


async def test_what_is_kept_for_visitors_is_not_served_to_clients(
    cached: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    trader = await a_trader(services, market, "tom")
    path = "/api/v1/earn/products"
    visitors = [await cached.get(path) for _ in range(2)]

    own = await cached.get(path, headers=trader.headers)
    by_bearer = await cached.get(path, headers={"Authorization": f"Bearer {trader.token}"})
    strangers = [
        await cached.get(path, headers={"X-Token": "nobody's"}),
        await cached.get(path, headers={"X-Api-Key": "nobody's"}),
        await cached.get(f"{path}?api_key=nobody's"),
    ]

    assert [answer.status_code for answer in visitors] == [200, 200]
    assert "etag" in visitors[1].headers
    assert [(own.status_code, by_bearer.status_code), *(answer.status_code for answer in strangers)] == [
        (200, 200),
        *(401, 401, 401),
    ]
    assert "etag" not in own.headers
    assert len(services.response_cache.entries("/v1/earn/products")) == 1


async def test_visitors_see_at_once_what_is_left_of_a_quota(
    cached: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    at, owner = milliseconds(NOON), str((await a_trader(services, market, "tom")).id)

    async def quota_left() -> list[str]:
        items = (await cached.get("/api/v1/earn/products")).json()["items"]
        return [item["quota_left"] for item in items]

    assert await quota_left() == []
    await submit(
        market,
        CreateEarnProduct(at, "btc", "BTC", "flexible", 10_000, 1, units("BTC", "5"), units("BTC", "5")),
    )
    assert await quota_left() == ["5"]
    await submit(market, Subscribe(at, owner, "btc", units("BTC", "2")))

    assert await quota_left() == ["3"]


async def test_visitors_see_at_once_what_happens_in_a_pre_market(
    cached: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    seller, buyer = [str((await a_trader(services, market, name)).id) for name in ("ann", "bob")]
    at = milliseconds(NOON)
    await submit(market, ListCoin(at, NOVA, 8, 10**17))
    await submit(market, a_premarket(at))

    async def seen() -> tuple[Any, ...]:
        (listed,) = (await cached.get("/api/v1/premarkets")).json()["items"]
        shown = (await cached.get(f"/api/v1/premarkets/{NOVA}")).json()
        return listed["best_ask"], len(shown["book"]["asks"]), len(shown["trades"])

    assert await seen() == (None, 0, 0)
    await submit(market, PlacePreMarketOrder(at, seller, NOVA, "sell", price=200, quantity=COIN))
    assert await seen() == ("2", 1, 0)
    await submit(market, PlacePreMarketOrder(at, buyer, NOVA, "buy", price=200, quantity=COIN))

    assert await seen() == (None, 0, 1)


async def test_a_new_pair_is_listed_at_once(cached: httpx.AsyncClient, market: Follower) -> None:
    assert len((await cached.get("/api/v1/pairs")).json()["items"]) == 1

    await submit(market, ListPair(AT, "ETH-USDT", "ETH", "USDT", PRICE_DECIMALS, RULES, 250_000))

    assert len((await cached.get("/api/v1/pairs")).json()["items"]) == 2


async def test_without_the_engine_all_is_as_if_nothing_were_kept(
    cached: httpx.AsyncClient, services: ApiServices, database_url: str
) -> None:
    paths = ["/api/v1/pairs", "/api/v1/coins/exchange/BTC", "/api/v1/premarkets", "/api/v1/deposit/networks"]

    async def ask() -> list[int]:
        return [(await cached.get(path)).status_code for path in paths]

    url = as_application(database_url)
    async with leading(services.settings, url, services.clock, opens_as="real"), following(services):
        await services.engine.wait_until_serving()
        await services.board.wait_until_loaded()
        assert await ask() == await ask() == [200, 200, 200, 200]

    # The books as they were last seen are shown until it is back.
    assert await ask() == [200, 503, 503, 503]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/v1/pairs/NO-PAIR", 404),
        ("/api/v1/pairs/BTC-USDT/depth?limit=0", 422),
        ("/api/v1/news/nothing", 404),
        ("/api/bff/rules", 422),
        ("/api/v1/coins/exchange/NONE", 404),
    ],
)
async def test_errors_are_not_kept(
    cached: httpx.AsyncClient, services: ApiServices, market: Follower, path: str, status: int
) -> None:
    answers = [await cached.get(path) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [status, status]
    assert answers[0].json()["request_id"] != answers[1].json()["request_id"]
    assert "etag" not in answers[1].headers


async def test_a_query_that_a_route_does_not_know_takes_no_room(
    cached: httpx.AsyncClient, services: ApiServices
) -> None:
    for number in range(20):
        assert (await cached.get(f"/api/v1/levels?strange={number}&limit={number}")).status_code == 200
    for number in range(MAX_ENTRIES + 20):
        assert (await cached.get(f"/api/bff/rules?path=/{number}")).json()["path"] == f"/{number}"

    assert len(services.response_cache.entries("/v1/levels")) == 1
    assert len(services.response_cache.entries("/bff/rules")) == MAX_ENTRIES


async def test_of_two_values_the_last_counts(cached: httpx.AsyncClient) -> None:
    for _ in range(2):
        for paths in (("/one", "/two"), ("/two", "/one")):
            query = "&".join(f"path={path}" for path in paths)
            assert (await cached.get(f"/api/bff/rules?{query}")).json()["path"] == paths[-1]


async def test_what_is_served_from_memory_has_the_same_head(
    cached: httpx.AsyncClient, market: Follower
) -> None:
    own = ("x-request-id",)
    for path in ("/api/bff/config", "/api/v1/pairs", "/api/v1/pairs/BTC-USDT/depth", "/api/v1/ledger-status"):
        built, served, head = await cached.get(path), await cached.get(path), await cached.head(path)
        unchanged = await cached.get(path, headers={"If-None-Match": built.headers["etag"]})

        heads = [
            {name: value for name, value in answer.headers.items() if name not in own}
            for answer in (built, served, head)
        ]
        assert heads[0] == heads[1] == heads[2]
        assert (built.content, head.content) == (served.content, b"")
        assert len({answer.headers["x-request-id"] for answer in (built, served, head, unchanged)}) == 4
        assert (unchanged.status_code, unchanged.content) == (304, b"")
        assert unchanged.headers["etag"] == built.headers["etag"]
        assert unchanged.headers["cache-control"] == built.headers["cache-control"]


async def test_reads_from_memory_are_counted_by_address(
    cached: httpx.AsyncClient, services: ApiServices
) -> None:
    answers = [await cached.get("/api/v1/levels") for _ in range(1201)]

    assert [answer.status_code for answer in answers] == [200] * 1200 + [429]
