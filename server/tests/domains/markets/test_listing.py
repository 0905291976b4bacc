"""Coins and pairs in the console: every act is the engine's to allow, and leaves a line."""

from typing import Any

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from clearwater.core.commands import Command, ListCoin, ListPair, PlaceOrder, Side
from clearwater.core.desk import Outcome
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from tests.builders import SignedInStaff, a_staff
from tests.conftest import NOON
from tests.domains.markets.conftest import MakeTrade
from tests.trading import AT, PRICE_DECIMALS, RULES, a_trader, place, submit, units

COIN = {
    "symbol": "SOL",
    "name": "Solana",
    "decimals": 8,
    "supply": "1000000000",
    "icon": "/icons/sol.svg",
    "deposit": True,
    "withdraw": False,
    "trading": True,
    "position": 3,
}
RULES_SENT = {
    "tick_size": "0.01",
    "step_size": "0.001",
    "min_quantity": "0.01",
    "max_quantity": "100000",
    "min_notional": "5",
    "price_band": "0.1",
    "market_guard": "0.03",
    "max_open_orders": 100,
}
PAIR = {"base": "ETH", "quote": "USDT", "reference_price": "3000.5", "status": "cancel_only", "position": 2}
# Beside these: JSON that is no text at all.
WRONG_AMOUNTS: list[Any] = [
    "-1",
    "1e400",
    "NaN",
    "Infinity",
    "0x10",
    "1_000",
    "0." + "1" * 40,
    "",
    "\uff11",
    1,
    1.5,
    True,
    None,
    [],
    {},
]


@pytest_asyncio.fixture
async def keeper(services: ApiServices, market: Follower) -> SignedInStaff:
    return await a_staff(services, "treasury")


async def call(
    client: httpx.AsyncClient, staff: SignedInStaff, method: str, path: str, body: Any = None
) -> httpx.Response:
    return await client.request(method, f"/api/operator{path}", json=body, headers=staff.headers)


async def lines(services: ApiServices) -> list[tuple[str, str, dict[str, Any]]]:
    async with services.sessions() as session:
        found = await session.execute(text("SELECT act, subject, detail FROM audit_log ORDER BY seq"))
        return [(act, subject, detail) for act, subject, detail in found]


async def test_the_console_of_markets_is_for_admin_and_treasury(
    services: ApiServices, client: httpx.AsyncClient, market: Follower
) -> None:
    calls = [
        ("GET", "/coins"),
        ("POST", "/coins"),
        ("PUT", "/coins/BTC"),
        ("GET", "/pairs"),
        ("POST", "/pairs"),
        ("PATCH", "/pairs/BTC-USDT"),
        ("PUT", "/pairs/BTC-USDT/rules"),
        ("PUT", "/pairs/BTC-USDT/status"),
        ("PUT", "/pairs/BTC-USDT/reference-price"),
        ("POST", "/pairs/BTC-USDT/cancel-orders"),
    ]
    staff = {
        role: await a_staff(services, role)
        for role in ("admin", "compliance", "treasury", "support", "editor")
    }
    for method, path in calls:
        anonymous = await client.request(method, f"/api/operator{path}")
        assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
        let_in = {
            role for role, one in staff.items() if (await call(client, one, method, path)).status_code != 403
        }
        assert (path, let_in) == (path, {"admin", "treasury"})


async def test_a_coin_is_listed_and_shown(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff
) -> None:
    added = await call(client, keeper, "POST", "/coins", COIN)

    listed_at = int(NOON.timestamp())
    assert (added.status_code, added.json()) == (201, {**COIN, "listed_at": listed_at})
    assert market.view.coins["SOL"] == ("SOL", 8, 10**17)
    assert await lines(services) == [("coin.listed", "coin:SOL", COIN)]
    shown = [coin for coin in (await client.get("/api/v1/coins")).json()["items"] if coin["symbol"] == "SOL"]
    assert shown == [
        {
            "symbol": "SOL",
            "name": "Solana",
            "icon": "/icons/sol.svg",
            "decimals": 8,
            "price": None,
            "change_24h": None,
            "volume_24h": "0",
            "networks": [],
            "deposit": True,
            "withdraw": False,
            "trading": True,
        }
    ]
    again = await call(client, keeper, "POST", "/coins", COIN)
    assert (again.status_code, again.json()["code"]) == (409, "STATE_CONFLICT")
    assert again.json()["errors"][0]["field"] == "symbol"
    assert len(await lines(services)) == 1


async def test_a_coin_that_only_the_engine_knows_is_completed(
    client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff
) -> None:
    """As after a stop between the command and the details."""
    await submit(market, ListCoin(AT, "SOL", 8, 10**17))
    half = next(
        coin
        for coin in (await call(client, keeper, "GET", "/coins")).json()["items"]
        if coin["symbol"] == "SOL"
    )
    assert (half["name"], half["deposit"], half["listed_at"]) == ("SOL", False, None)

    other = await call(client, keeper, "POST", "/coins", {**COIN, "decimals": 6})
    assert other.status_code == 409
    assert (await call(client, keeper, "POST", "/coins", COIN)).status_code == 201


async def test_the_display_settings_of_a_coin_are_changed(
    services: ApiServices, client: httpx.AsyncClient, keeper: SignedInStaff
) -> None:
    face = {
        "name": "Bitcoin",
        "icon": None,
        "deposit": False,
        "withdraw": True,
        "trading": True,
        "position": 1,
    }
    changed = await call(client, keeper, "PUT", "/coins/BTC", face)

    assert changed.status_code == 200
    assert {name: changed.json()[name] for name in face} == face
    assert await lines(services) == [("coin.changed", "coin:BTC", face)]
    assert (await call(client, keeper, "PUT", "/coins/GONE", face)).json()["code"] == "NOT_FOUND"
    elsewhere = {**face, "icon": "https://elsewhere.example/x.png"}
    assert (await call(client, keeper, "PUT", "/coins/BTC", elsewhere)).status_code == 422


async def statuses(
    client: httpx.AsyncClient, keeper: SignedInStaff
) -> tuple[str, str, tuple[str, list[str]]]:
    """The state of BTC-USDT as clients see it in the list and on its own, and as staff do."""
    (listed,) = (await client.get("/api/v1/pairs")).json()["items"]
    alone = (await client.get("/api/v1/pairs/BTC-USDT")).json()
    (for_staff,) = (await call(client, keeper, "GET", "/pairs")).json()["items"]
    return listed["status"], alone["status"], (for_staff["status"], for_staff["untraded_coins"])


async def test_a_coin_that_is_not_traded_takes_no_orders(
    services: ApiServices,
    client: httpx.AsyncClient,
    market: Follower,
    keeper: SignedInStaff,
    database_url: str,
) -> None:
    """ORD-2: in the engine, so nothing slips through while the switch is turned."""
    ann = await a_trader(services, market, "ann")
    assert (await place(client, ann, price="45000")).status_code == 201
    face = {"name": "Bitcoin", "deposit": True, "withdraw": True, "position": 1}
    before = dict(market.view.balances)

    off = await call(client, keeper, "PUT", "/coins/BTC", {**face, "trading": False})

    assert (off.status_code, off.json()["trading"], market.view.untraded) == (200, False, {"BTC"})
    shown = (await client.get("/api/v1/coins")).json()["items"]
    assert {coin["symbol"]: coin["trading"] for coin in shown}["BTC"] is False
    assert await statuses(client, keeper) == ("cancel_only", "cancel_only", ("trading", ["BTC"]))
    amended = await client.patch("/api/v1/order/1", json={"quantity": "0.05"}, headers=ann.headers)
    for refused in (await place(client, ann, price="45000"), amended):
        assert (refused.status_code, refused.json()["code"]) == (423, "MARKET_HALTED")
        assert refused.json()["detail"] == ("Cancel-only: one of the two coins is not traded right now.")
    assert market.view.balances == before
    canceled = await client.post("/api/v1/order/1/cancel", headers=ann.headers)
    assert canceled.json()["order"]["status"] == "canceled"

    await call(client, keeper, "PUT", "/pairs/BTC-USDT/status", {"status": "halted"})
    assert await statuses(client, keeper) == ("halted", "halted", ("halted", ["BTC"]))
    await call(client, keeper, "PUT", "/pairs/BTC-USDT/status", {"status": "trading"})

    on = await call(client, keeper, "PUT", "/coins/BTC", {**face, "trading": True})

    assert (on.json()["trading"], market.view.untraded) == (True, set())
    assert await statuses(client, keeper) == ("trading", "trading", ("trading", []))
    assert (await place(client, ann, price="45000")).status_code == 201
    assert (await audit_ledger(database_url)).differences == []


async def test_an_invalid_coin_is_refused(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff
) -> None:
    wrong: list[tuple[str, Any]] = [
        *(("supply", value) for value in [*WRONG_AMOUNTS, "0", "0.000000001", "92233720368.54775808"]),
        *(("decimals", value) for value in (-1, 9, "8", 1.5, True, None)),
        *(("symbol", value) for value in ("", "sol", "SO L", "S" * 21, "SOL-X", 1, None)),
        *(("position", value) for value in (-1, 10**7, "1", True)),
        ("name", ""),
        *(("icon", value) for value in ("//elsewhere.example/x.png", "/" + "x" * 200, "x.png", "/a b", "")),
        ("unknown", 1),
    ]
    for field, value in wrong:
        answer = await call(client, keeper, "POST", "/coins", {**COIN, field: value})
        assert (field, value, answer.status_code) == (field, value, 422)
        assert answer.json()["errors"][0]["field"] == field
    assert "SOL" not in market.view.coins
    assert await lines(services) == []


async def test_a_pair_is_listed_and_shown(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff
) -> None:
    added = await call(client, keeper, "POST", "/pairs", {**PAIR, **RULES_SENT})

    assert added.status_code == 201
    shown = added.json()
    assert {name: shown[name] for name in RULES_SENT} == RULES_SENT
    for name, value in (
        ("symbol", "ETH-USDT"),
        ("status", "cancel_only"),
        ("reference_price", "3000.5"),
        ("price_decimals", 8),
        ("position", 2),
        ("open_orders", 0),
        ("listed_at", int(NOON.timestamp())),
    ):
        assert (name, shown[name]) == (name, value)
    assert market.view.pairs["ETH-USDT"].rules.tick == 10**6
    assert [(act, subject) for act, subject, _ in await lines(services)] == [("pair.listed", "pair:ETH-USDT")]
    public = (await client.get("/api/v1/pairs")).json()["items"]
    assert [pair["symbol"] for pair in public] == ["ETH-USDT", "BTC-USDT"]
    again = await call(client, keeper, "POST", "/pairs", {**PAIR, **RULES_SENT})
    assert (again.status_code, again.json()["code"]) == (409, "STATE_CONFLICT")
    moved = await call(client, keeper, "PATCH", "/pairs/ETH-USDT", {"position": 9})
    assert (moved.status_code, moved.json()["position"]) == (200, 9)


async def test_an_invalid_pair_is_refused(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff
) -> None:
    wrong: list[tuple[str, Any]] = [
        *(
            (field, value)
            for field in ("tick_size", "max_quantity", "min_notional")
            for value in WRONG_AMOUNTS
        ),
        *((field, "0") for field in ("tick_size", "step_size", "min_quantity", "max_quantity", "price_band")),
        *(("reference_price", value) for value in ("0", "3000.001", "-1", 3000)),
        *(("base", value) for value in ("GONE", "USDT", "", None)),
        ("price_band", "1"),
        ("max_open_orders", 0),
        ("price_decimals", 19),
        ("status", "open"),
        ("step_size", "0.000000001"),
        ("max_quantity", "0.001"),
        ("unknown", "1"),
    ]
    for field, value in wrong:
        answer = await call(client, keeper, "POST", "/pairs", {**PAIR, **RULES_SENT, field: value})
        named = "quote" if value == "USDT" else field
        assert (field, value, answer.status_code) == (field, value, 422)
        assert named in [error["field"] for error in answer.json()["errors"]]
    fine = {**PAIR, **RULES_SENT, "tick_size": "0.0001", "step_size": "0.00001"}
    answer = await call(client, keeper, "POST", "/pairs", fine)
    assert (answer.status_code, answer.json()["code"]) == (422, "BAD_PRECISION")
    assert answer.json()["errors"][0]["field"] == "tick_size"
    assert list(market.view.pairs) == ["BTC-USDT"]
    # What came as far as the engine is recorded, and that it was refused.
    acts = [act for act, _, _ in await lines(services)]
    assert acts == ["pair.listed", "pair.listed.refused"] * (len(acts) // 2)


async def test_the_rules_of_a_pair_are_changed_and_audited(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff
) -> None:
    changed = await call(client, keeper, "PUT", "/pairs/BTC-USDT/rules", {**RULES_SENT, "tick_size": "0.1"})

    assert changed.status_code == 200
    assert (changed.json()["tick_size"], market.view.pairs["BTC-USDT"].rules.tick) == ("0.1", 10)
    [(act, subject, detail)] = await lines(services)
    assert (act, subject) == ("pair.rules_changed", "pair:BTC-USDT")
    assert (detail["before"]["tick_size"], detail["after"]["tick_size"]) == ("0.01", "0.1")
    answer = await call(client, keeper, "PUT", "/pairs/BTC-USDT/rules", {**RULES_SENT, "tick_size": "0.001"})
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "tick_size")
    assert market.view.pairs["BTC-USDT"].rules.tick == 10


TRADED_BTC = {"name": "Bitcoin", "icon": None, "deposit": True, "withdraw": True, "position": 1}
# Each act that asks the engine for something, and what stands in the audit log then.
ACTS: list[tuple[str, str, Any, tuple[str, str]]] = [
    ("POST", "/coins", COIN, ("coin.listed", "coin:SOL")),
    ("PUT", "/coins/BTC", {**TRADED_BTC, "trading": False}, ("coin.changed", "coin:BTC")),
    ("POST", "/pairs", {**PAIR, **RULES_SENT}, ("pair.listed", "pair:ETH-USDT")),
    ("PUT", "/pairs/BTC-USDT/rules", RULES_SENT, ("pair.rules_changed", "pair:BTC-USDT")),
    ("PUT", "/pairs/BTC-USDT/status", {"status": "halted"}, ("pair.status_changed", "pair:BTC-USDT")),
    (
        "PUT",
        "/pairs/BTC-USDT/reference-price",
        {"reference_price": "60000"},
        ("pair.reference_price_set", "pair:BTC-USDT"),
    ),
    ("POST", "/pairs/BTC-USDT/cancel-orders", None, ("pair.orders_canceled", "pair:BTC-USDT")),
]


@pytest.mark.parametrize("is_done", [False, True], ids=["before the engine", "after the engine"])
@pytest.mark.parametrize(("method", "path", "body", "line"), ACTS, ids=[one[1] for one in ACTS])
async def test_an_act_is_in_the_audit_log_before_the_engine_does_it(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    keeper: SignedInStaff,
    method: str,
    path: str,
    body: Any,
    line: tuple[str, str],
    is_done: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A kill of the process on either side: nothing is done without a line that says who asked for it."""
    recorded, submit_to_engine = [], services.engine.submit

    async def submit_and_die(command: Command) -> Outcome:
        if is_done:
            await submit_to_engine(command)
        # By another connection, so only what is durable.
        recorded.append([(act, subject) for act, subject, _ in await lines(services)])
        raise EngineUnavailable

    monkeypatch.setattr(services.engine, "submit", submit_and_die)

    answer = await call(client, keeper, method, path, body)

    assert (answer.status_code, recorded) == (503, [[line]])
    assert [(act, subject) for act, subject, _ in await lines(services)] == [line]


async def test_a_market_is_halted_and_its_orders_canceled(
    services: ApiServices,
    client: httpx.AsyncClient,
    market: Follower,
    keeper: SignedInStaff,
    trade: MakeTrade,
) -> None:
    resting: list[tuple[Side, int]] = [("buy", 4_900_000), ("buy", 4_800_000), ("sell", 5_100_000)]
    for side, price in resting:
        await submit(
            market,
            PlaceOrder(AT, "maker", "BTC-USDT", side, "limit", quantity=units("BTC", "1"), price=price),
        )
    halted = await call(client, keeper, "PUT", "/pairs/BTC-USDT/status", {"status": "halted"})
    assert (halted.json()["status"], halted.json()["open_orders"]) == ("halted", 3)
    assert (halted.json()["bids"], halted.json()["asks"], halted.json()["depth_seq"]) == (2, 1, 3)
    assert (await client.get("/api/v1/pairs/BTC-USDT")).json()["status"] == "halted"

    canceled = await call(client, keeper, "POST", "/pairs/BTC-USDT/cancel-orders")

    assert (canceled.status_code, canceled.json()) == (200, {"canceled": 3})
    assert market.view.orders == {}
    assert market.view.balance("maker", "BTC", "orders") == 0
    assert (await call(client, keeper, "POST", "/pairs/BTC-USDT/cancel-orders")).json() == {"canceled": 0}
    assert await lines(services) == [
        ("pair.status_changed", "pair:BTC-USDT", {"before": "trading", "after": "halted"}),
        ("pair.orders_canceled", "pair:BTC-USDT", {"open_orders": 3}),
        ("pair.orders_canceled", "pair:BTC-USDT", {"open_orders": 0}),
    ]
    wrong = await call(client, keeper, "PUT", "/pairs/BTC-USDT/status", {"status": "closed"})
    assert wrong.status_code == 422


async def test_the_reference_price_of_a_pair_is_changed(
    services: ApiServices, client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff
) -> None:
    path = "/pairs/BTC-USDT/reference-price"
    for wrong in [*WRONG_AMOUNTS, "0", "50000.001"]:
        answer = await call(client, keeper, "PUT", path, {"reference_price": wrong})
        assert (wrong, answer.status_code) == (wrong, 422)
    refused = await call(client, keeper, "PUT", path, {"reference_price": "NaN"})
    assert refused.json()["errors"][0]["message"].startswith("Write a plain number, such as 12.5")
    assert market.view.pairs["BTC-USDT"].reference_price == 5_000_000

    changed = await call(client, keeper, "PUT", path, {"reference_price": "60000"})

    assert changed.json()["reference_price"] == "60000"
    assert market.view.pairs["BTC-USDT"].reference_price == 6_000_000
    assert await lines(services) == [
        ("pair.reference_price_set", "pair:BTC-USDT", {"before": "50000", "after": "60000"})
    ]


@pytest.mark.parametrize("symbol", ["GONE-USDT", "btc-usdt"])
async def test_an_unknown_pair_cannot_be_changed(
    services: ApiServices, client: httpx.AsyncClient, keeper: SignedInStaff, symbol: str
) -> None:
    for method, part, body in (
        ("PATCH", "", {"position": 1}),
        ("PUT", "/rules", RULES_SENT),
        ("PUT", "/status", {"status": "halted"}),
        ("PUT", "/reference-price", {"reference_price": "1"}),
        ("POST", "/cancel-orders", None),
    ):
        answer = await call(client, keeper, method, f"/pairs/{symbol}{part}", body)
        assert (part, answer.status_code, answer.json()["code"]) == (part, 404, "PAIR_UNKNOWN")
    assert await lines(services) == []


async def test_a_pair_that_only_the_engine_knows_is_completed(
    client: httpx.AsyncClient, market: Follower, keeper: SignedInStaff, clock: FixedClock
) -> None:
    await submit(market, ListPair(AT, "ETH-USDT", "ETH", "USDT", PRICE_DECIMALS, RULES, 300_000))
    sent = {
        **PAIR,
        "price_decimals": PRICE_DECIMALS,
        "tick_size": "0.01",
        "step_size": "0.00001",
        "min_quantity": "0.00001",
        "max_quantity": "100",
        "min_notional": "5",
    }
    assert (await call(client, keeper, "POST", "/pairs", {**sent, "tick_size": "0.1"})).status_code == 409
    added = await call(client, keeper, "POST", "/pairs", sent)
    assert (added.status_code, added.json()["position"]) == (201, 2)
    assert (await call(client, keeper, "POST", "/pairs", sent)).status_code == 409
