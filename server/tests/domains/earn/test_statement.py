"""What earn leaves in the assets, the value history and the list of transactions."""

import csv
import io
from typing import Any

import httpx

from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient
from tests.domains.earn.banking import begin, pass_time, redeem


async def transactions(
    http: httpx.AsyncClient, client: SignedInClient, query: str = ""
) -> list[dict[str, Any]]:
    answer = await http.get(f"/api/v1/transactions?{query}", headers=client.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def test_a_position_is_an_asset_and_its_movements_are_transactions(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    """LED-11: amounts are those of the spot wallet."""
    await begin(client, ann)
    await pass_time(services, clock, hours=12)
    await redeem(client, ann, amount="40")

    listed = await transactions(client, ann, "coin=USDT&limit=3")

    assert [(one["type"], one["amount"], one["reference"], one["status"]) for one in listed] == [
        ("earn_redeem", "40", "earn-1", "completed"),
        ("earn_interest", "0.12", "earn-1", "completed"),
        ("earn_subscribe", "-100", "earn-1", "completed"),
    ]
    for one in listed:
        assert await transactions(client, ann, f"type={one['type']}") == [one]
    assets = (await client.get("/api/v1/assets", headers=ann.headers)).json()
    usdt = next(item for item in assets["items"] if item["symbol"] == "USDT")
    assert (usdt["available"], usdt["in_earn"], usdt["total"]) == ("999940.12", "60", "1000000.12")
    # BTC was never traded, and does not count.
    assert assets["total_usdt"] == "1000000.12"
    exported = await client.get("/api/v1/transactions?format=csv&type=earn_subscribe", headers=ann.headers)
    assert [row["amount"] for row in csv.DictReader(io.StringIO(exported.text))] == ["-100"]


async def test_the_value_of_a_client_does_not_change_by_a_subscription(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    await pass_time(services, clock, hours=1)
    await begin(client, ann)
    await pass_time(services, clock, hours=1)
    await redeem(client, ann, amount="40")

    answer = await client.get("/api/v1/assets/history?period=1d", headers=ann.headers)

    # A step each quarter of an hour: before the subscription, after it, and after the redemption.
    values = [item["total_usdt"] for item in answer.json()["items"]]
    assert len(values) >= 8
    assert set(values) == {"1000000"}
