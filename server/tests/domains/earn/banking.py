"""What tests of earn do all the time."""

from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.commands import Adjust, Tick
from clearwater.core.money import to_text
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from clearwater.kit.db import transaction
from tests.builders import SignedInClient, SignedInStaff
from tests.trading import DECIMALS, submit

POSITIONS = "/api/v1/earn/positions"
PRODUCTS = "/api/operator/earn/products"
PROPOSALS = "/api/operator/earn/proposals"
REASON = "For the new campaign."
FLEX: dict[str, Any] = {
    "id": "usdt",
    "coin": "USDT",
    "kind": "flexible",
    "apr": "0.876",
    "min": "10",
    "max": "10000",
    "quota": "15000",
    "source_of_yield": "Paid by the exchange from its own funds.",
}
FIX = FLEX | {"id": "usdt-10", "kind": "locked", "term_days": 10}
LONGER = "UPDATE {table} SET expires_at = expires_at + interval '1 year', last_seen_at = :now"
STEPPED_UP = "UPDATE staff_sessions SET stepped_up_until = cast(:now AS timestamptz) + interval '5 minutes'"


async def open_levels(services: ApiServices, *, rank: int = 4) -> None:
    """Everybody has the level of this rank, and none above it."""
    async with transaction(services.sessions) as session:
        await session.execute(
            text(
                "UPDATE levels SET requires_kyc = rank > :rank, requires_two_factor = false,"
                " volume_30d = 0, balance = 0"
            ),
            {"rank": rank},
        )


async def create(http: httpx.AsyncClient, staff: SignedInStaff, **product: Any) -> httpx.Response:
    """Propose a product."""
    return await http.post(PRODUCTS, json={"reason": REASON} | product, headers=staff.headers)


async def change(
    http: httpx.AsyncClient, staff: SignedInStaff, product: str, **values: Any
) -> httpx.Response:
    return await http.patch(f"{PRODUCTS}/{product}", json=values, headers=staff.headers)


async def propose_change(
    http: httpx.AsyncClient, staff: SignedInStaff, product: str, **values: Any
) -> httpx.Response:
    url = f"{PRODUCTS}/{product}/proposals"
    return await http.post(url, json={"reason": REASON} | values, headers=staff.headers)


async def approve(http: httpx.AsyncClient, staff: SignedInStaff, proposed: httpx.Response) -> httpx.Response:
    assert proposed.status_code == 202, proposed.text
    url = f"{PROPOSALS}/{proposed.json()['id']}/approve"
    return await http.post(url, headers=staff.headers)


async def subscribe(
    http: httpx.AsyncClient, client: SignedInClient, key: str | None = None, **draft: Any
) -> httpx.Response:
    body = {"product_id": "usdt", "amount": "100"} | draft
    headers = client.headers | ({"Idempotency-Key": key} if key is not None else {})
    return await http.post(POSITIONS, json=body, headers=headers)


async def begin(http: httpx.AsyncClient, client: SignedInClient, **draft: Any) -> dict[str, Any]:
    """A subscription that is taken."""
    answer = await subscribe(http, client, **draft)
    assert answer.status_code == 201, answer.text
    position: dict[str, Any] = answer.json()
    return position


async def redeem(
    http: httpx.AsyncClient,
    client: SignedInClient,
    position_id: int | str = 1,
    key: str | None = None,
    **wanted: Any,
) -> httpx.Response:
    body = wanted or {"all": True}
    headers = client.headers | ({"Idempotency-Key": key} if key is not None else {})
    return await http.post(f"{POSITIONS}/{position_id}/redeem", json=body, headers=headers)


async def positions(http: httpx.AsyncClient, client: SignedInClient, query: str = "") -> list[dict[str, Any]]:
    answer = await http.get(f"{POSITIONS}?{query}", headers=client.headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def pass_time(services: ApiServices, clock: FixedClock, **by: float) -> None:
    """Let time pass, and do what is due; everybody stays signed in."""
    clock.at += timedelta(**by)
    async with transaction(services.sessions) as session:
        for table in ("sessions", "staff_sessions"):
            await session.execute(text(LONGER.format(table=table)), {"now": clock.at})
        await session.execute(text(STEPPED_UP), {"now": clock.at})
    await submit(services.engine, Tick(milliseconds(clock.at)))


async def empty_treasury(market: Follower, clock: FixedClock) -> None:
    amount = market.view.balance("house", "USDT", "treasury")
    await submit(market, Adjust(milliseconds(clock.at), f"taken-{clock.at}", "cy", "USDT", amount))


def has(market: Follower, client: SignedInClient, purpose: str = "available") -> str:
    """What a client has in USDT."""
    return to_text(market.view.balance(str(client.id), "USDT", purpose), DECIMALS["USDT"])
