"""GET /v1/assets: what a client has, from what is durable."""

from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.commands import HoldWithdrawal
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, a_client
from tests.trading import AT, give, place, submit, units

ASSETS = "/api/v1/assets"
EMPTY = {"in_orders": "0", "in_withdrawals": "0", "in_earn": "0", "in_premarket": "0"}


async def assets_of(client: httpx.AsyncClient, caller: SignedInClient, query: str = "") -> dict[str, Any]:
    answer = await client.get(ASSETS + query, headers=caller.headers)
    assert answer.status_code == 200
    shown: dict[str, Any] = answer.json()
    return shown


async def test_assets_are_shown_to_their_owner(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    stranger = await a_client(services, email="eve@example.org")

    anonymous = await client.get(ASSETS)

    assert (anonymous.status_code, anonymous.json()["code"]) == (401, "TOKEN_INVALID")
    assert (await assets_of(client, stranger)) == {"items": [], "total_usdt": "0", "total_btc": None}
    # Nobody has traded yet: what a coin is worth is not known, and not made up.
    assert await assets_of(client, ann) == {
        "items": [
            {"symbol": "USDT", "available": "1000000", **EMPTY, "total": "1000000", "value": "1000000"},
            {"symbol": "BTC", "available": "10", **EMPTY, "total": "10", "value": None},
        ],
        "total_usdt": "1000000",
        "total_btc": None,
    }


async def test_held_amounts_count_towards_the_total(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, bob: SignedInClient
) -> None:
    await place(client, bob, side="sell", quantity="0.1", price="50000")
    await place(client, ann, quantity="0.1", price="50000")
    await place(client, ann, quantity="0.2", price="45000")
    await submit(
        market,
        HoldWithdrawal(AT, "w", str(ann.id), "BTC", "bitcoin", units("BTC", "2"), units("BTC", "0.0005")),
    )

    shown = await assets_of(client, ann)

    # 0.1 BTC were bought for 5,000 USDT, less a taker's fee of 0.25 %.
    assert shown == {
        "items": [
            {"symbol": "USDT", "available": "986000", **EMPTY, "in_orders": "9000", "total": "995000"}
            | {"value": "995000"},
            {
                "symbol": "BTC",
                "available": "8.09925",
                **EMPTY,
                "in_withdrawals": "2.0005",
                "total": "10.09975",
            }
            | {"value": "504987.5"},
        ],
        "total_usdt": "1499987.5",
        "total_btc": "29.99975",
    }


async def test_all_coins_are_listed_when_asked_for(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient
) -> None:
    shown = (await assets_of(client, ann, "?all=true"))["items"]

    assert [item["symbol"] for item in shown] == ["USDT", "BTC", "ETH"]
    assert shown[2] == {"symbol": "ETH", "available": "0", **EMPTY, "total": "0", "value": None}


async def test_a_key_needs_the_scope_to_read(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    draft = {"name": "Bot", "scopes": ["read"], "ip_allow_list": []}
    made = await client.post("/api/v1/client/api-keys", json=draft, headers=ann.headers)
    key = {"X-Api-Key": made.json()["key"]}

    with_scope = [
        (await client.get(path, headers=key)).status_code for path in (ASSETS, "/api/v1/transactions")
    ]
    async with services.sessions() as session:
        await session.execute(text("UPDATE api_keys SET scopes = '{trade}'"))
        await session.commit()
    without = [await client.get(path, headers=key) for path in (ASSETS, "/api/v1/transactions")]

    assert with_scope == [200, 200]
    assert [(answer.status_code, answer.json()["code"]) for answer in without] == [(403, "SCOPE_MISSING")] * 2


async def test_assets_are_unavailable_without_the_engine(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    ann = await a_client(services)

    answer = await client.get(ASSETS, headers=ann.headers)

    assert (answer.status_code, answer.json()["code"]) == (503, "ENGINE_UNAVAILABLE")


async def test_tiny_amounts_are_written_plainly(
    client: httpx.AsyncClient, services: ApiServices, market: Follower
) -> None:
    ann = await a_client(services)
    await give(market, ann, USDT="0.0000001", ETH="0.00000001")

    assert [
        (item["symbol"], item["total"], item["value"]) for item in (await assets_of(client, ann))["items"]
    ] == [
        ("USDT", "0.0000001", "0.0000001"),
        ("ETH", "0.00000001", None),
    ]
