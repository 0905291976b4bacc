"""What was asked for stays with an order: in answers, lists and events, after its end and after a restart."""

from typing import Any

import asyncpg
import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from clearwater.core.coding import LEFT_OUT
from clearwater.core.views import View
from clearwater.engine.follower import Follower
from clearwater.engine.recovery import load_exchange
from clearwater.kit.db import SessionFactory
from tests.builders import SignedInClient
from tests.conftest import NOON
from tests.trading import place

TOMORROW = int(NOON.timestamp()) + 86_400
TERMS = ("expire_at", "trailing_delta_bps", "display_quantity", "quote_quantity")
NOTHING = dict.fromkeys(TERMS)
Terms = dict[str, Any]

# The request, and the order in the response.
PLACED: list[tuple[Terms, Terms]] = [
    ({}, {}),
    ({"price": "49000", "display_quantity": "0.02"}, {"display_quantity": "0.02"}),
    ({"price": "48000", "time_in_force": "gtd", "expire_at": TOMORROW}, {"expire_at": TOMORROW}),
    ({"type": "trailing_stop", "price": None, "trailing_delta_bps": 150}, {"trailing_delta_bps": 150}),
    (
        {"type": "stop_market", "stop_price": "55000", "quantity": None, "price": None}
        | {"quote_quantity": "100.5"},
        {"quote_quantity": "100.5"},
    ),
]


def terms_of(order: Terms) -> Terms:
    return {name: order[name] for name in TERMS}


@pytest_asyncio.fixture
async def placed(client: httpx.AsyncClient, ann: SignedInClient) -> list[Terms]:
    answers = [await place(client, ann, **sent) for sent, _ in PLACED]
    assert [answer.status_code for answer in answers] == [201] * len(PLACED), answers
    return [answer.json()["order"] for answer in answers]


async def listed(client: httpx.AsyncClient, ann: SignedInClient, status: str) -> list[Terms]:
    answer = await client.get(f"/api/v1/order?status={status}", headers=ann.headers)
    items: list[Terms] = answer.json()["items"]
    return items[::-1]


async def test_an_order_shows_its_terms(
    client: httpx.AsyncClient, ann: SignedInClient, placed: list[Terms]
) -> None:
    assert [terms_of(order) for order in placed] == [NOTHING | shown for _, shown in PLACED]
    assert await listed(client, ann, "open") == placed
    for order in placed:
        shown = await client.get(f"/api/v1/order/{order['id']}", headers=ann.headers)
        assert shown.json()["order"] == order


async def test_an_ended_order_still_shows_its_terms(
    client: httpx.AsyncClient, ann: SignedInClient, placed: list[Terms]
) -> None:
    await client.post("/api/v1/order/cancel-all", headers=ann.headers)

    ended = await listed(client, ann, "history")
    assert [terms_of(order) for order in ended] == [terms_of(order) for order in placed]
    file = await client.get("/api/v1/order?format=csv", headers=ann.headers)
    head, *lines = (line.split(",") for line in file.text.splitlines())
    assert [line[head.index("trailing_delta_bps")] for line in lines] == ["", "150", "", "", ""]
    assert [line[head.index("quote_quantity")] for line in lines] == ["100.5", "", "", "", ""]


async def test_a_market_order_by_quote_amount_shows_that_amount(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    await place(client, bob, side="sell")
    answer = await place(client, ann, type="market", quantity=None, price=None, quote_quantity="1000")

    [order] = await listed(client, ann, "filled")
    assert order == answer.json()["order"]
    assert terms_of(order) == NOTHING | {"quote_quantity": "1000"}


async def test_both_legs_of_an_oco_show_their_expiry(client: httpx.AsyncClient, ann: SignedInClient) -> None:
    oco = {"side": "sell", "type": "oco", "price": "55000", "stop_price": "46000"}
    answer = await place(client, ann, **oco, time_in_force="gtd", expire_at=TOMORROW, client_order_id="both")

    legs = answer.json()["orders"]
    assert [leg["expire_at"] for leg in legs] == [TOMORROW, TOMORROW]
    assert [leg["client_order_id"] for leg in legs] == ["both", None]
    assert await listed(client, ann, "open") == legs


async def test_the_terms_of_an_order_survive_a_restart(
    client: httpx.AsyncClient, ann: SignedInClient, market: Follower, placed: list[Terms], database_url: str
) -> None:
    connection = await asyncpg.connect(database_url)
    loaded = await load_exchange(connection)
    await connection.close()

    kept = [order.terms for order in View.of(loaded.exchange).open_orders(str(ann.id))]
    assert kept == [order.terms for order in market.view.open_orders(str(ann.id))]
    assert len(kept) == len(placed)


async def test_an_order_is_decoded_by_the_rules_version_of_its_entry(
    client: httpx.AsyncClient,
    owner_sessions: SessionFactory,
    ann: SignedInClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What an entry leaves out stands for the defaults of its own version; open orders are in memory."""
    placed = await place(client, ann)
    await client.post("/api/v1/order/cancel-all", headers=ann.headers)
    async with owner_sessions() as session:
        await session.execute(text("UPDATE journal SET rules_version = 1 WHERE kind = 'PlaceOrder'"))
        await session.commit()
    monkeypatch.setitem(LEFT_OUT, 1, {"PlaceOrder": {"post_only": True}})

    shown = await client.get(f"/api/v1/order/{placed.json()['order']['id']}", headers=ann.headers)

    assert (placed.json()["order"]["post_only"], shown.json()["order"]["post_only"]) == (False, True)
