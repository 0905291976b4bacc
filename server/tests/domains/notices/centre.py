"""The notification centre as a client uses it."""

from typing import Any

import httpx

from tests.builders import SignedInClient
from tests.trading import place

ALERTS = "/api/v1/price-alerts"
NOTICES = "/api/v1/notices"
SETTINGS = "/api/v1/client/notice-settings"


async def notices(http: httpx.AsyncClient, client: SignedInClient, **wanted: Any) -> list[dict[str, Any]]:
    answer = await http.get(NOTICES, params=wanted, headers=client.headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def list_notices_of(http: httpx.AsyncClient, client: SignedInClient, kind: str) -> list[dict[str, Any]]:
    """The contents of a client's notices of a kind, the newest first."""
    return [notice["data"] for notice in await notices(http, client, kind=kind)]


async def unread(http: httpx.AsyncClient, client: SignedInClient) -> int:
    answer = await http.get(NOTICES, headers=client.headers)
    return int(answer.json()["unread"])


async def switch(http: httpx.AsyncClient, client: SignedInClient, **change: Any) -> httpx.Response:
    return await http.patch(SETTINGS, json=change, headers=client.headers)


async def alert(http: httpx.AsyncClient, client: SignedInClient, price: str, **more: Any) -> httpx.Response:
    body = {"symbol": "BTC-USDT", "price": price} | more
    return await http.post(ALERTS, json=body, headers=client.headers)


async def alerts_of(http: httpx.AsyncClient, client: SignedInClient) -> list[dict[str, Any]]:
    answer = await http.get(ALERTS, headers=client.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def trade(
    http: httpx.AsyncClient, seller: SignedInClient, buyer: SignedInClient, price: str, quantity: str = "0.01"
) -> None:
    """A trade at a price."""
    for client, side in ((seller, "sell"), (buyer, "buy")):
        answer = await place(http, client, side=side, price=price, quantity=quantity)
        assert answer.status_code == 201, answer.text
