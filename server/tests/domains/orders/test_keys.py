"""Keys that trade."""

from datetime import timedelta

import httpx
from sqlalchemy import text

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient

ORDER = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "price": "50000", "quantity": "0.01"}


async def set_levels(services: ApiServices, *, requires_kyc: bool) -> None:
    async with services.sessions() as session:
        await session.execute(
            text(
                "UPDATE levels SET requires_kyc = :kyc AND rank > 0, requires_two_factor = false,"
                " volume_30d = 0, balance = 0"
            ),
            {"kyc": requires_kyc},
        )
        await session.commit()


async def test_a_key_trades_while_its_owners_level_allows_it(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    clock: FixedClock,
) -> None:
    await set_levels(services, requires_kyc=False)
    draft = {"name": "Bot", "scopes": ["read", "trade"], "ip_allow_list": []}
    made = await client.post("/api/v1/client/api-keys", json=draft, headers=ann.headers)
    key = {"X-Api-Key": made.json()["key"]}
    assert (await client.post("/api/v1/order", json=ORDER, headers=key)).status_code == 201

    await set_levels(services, requires_kyc=True)
    # A lost level is noticed within five minutes, however it was lost.
    clock.at += timedelta(minutes=5)
    refused = await client.post("/api/v1/order", json=ORDER, headers=key)

    assert (refused.status_code, refused.json()["code"]) == (403, "LEVEL_REQUIRED")
    assert refused.json()["required"] == "starter"
    listed = await client.get("/api/v1/order", params={"status": "open"}, headers=key)
    assert len(listed.json()["items"]) == 1
    assert (await client.post("/api/v1/order", json=ORDER, headers=ann.headers)).status_code == 201
