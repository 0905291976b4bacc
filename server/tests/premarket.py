"""A pre-market of NOVA, paid in USDT, and what clients do there. Prices have 2 decimals, NOVA 8, USDT 7."""

from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.commands import Deposit, Tick
from clearwater.core.premarket_commands import HOUR_MS, CreatePreMarket
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient
from tests.trading import AT, submit

NOVA = "NOVA"
PATH = "/api/v1/premarkets"
ORDERS = f"{PATH}/{NOVA}/orders"
DAY_MS = 24 * HOUR_MS
COIN, DOLLAR = 10**8, 10**7


async def open_levels(services: ApiServices) -> None:
    """Levels without requirements: everybody has the highest one."""
    async with services.sessions() as session:
        await session.execute(
            text(
                "UPDATE levels SET requires_kyc = false, requires_two_factor = false,"
                " volume_30d = 0, balance = 0"
            )
        )
        await session.commit()


def a_premarket(now_ms: int, **terms: Any) -> CreatePreMarket:
    usual: dict[str, Any] = {
        "at": now_ms,
        "symbol": NOVA,
        "quote": "USDT",
        "price_decimals": 2,
        "tick": 1,
        "step": COIN // 100,
        "min_quantity": COIN // 10,
        "max_quantity": 1_000 * COIN,
        "max_exposure": 10_000 * DOLLAR,
        "opens_at": now_ms,
        "closes_at": now_ms + HOUR_MS,
    }
    return CreatePreMarket(**usual | terms)


async def give_nova(engine: Follower, client: SignedInClient, quantity: int) -> None:
    command = Deposit(AT, f"nova-{client.id}-{quantity}", str(client.id), NOVA, "test", quantity)
    await submit(engine, command)


async def order(http: httpx.AsyncClient, client: SignedInClient, side: str, **draft: Any) -> httpx.Response:
    """An order for 10 NOVA at 2 USDT, unless something else is wanted."""
    key = draft.pop("key", None)
    headers = client.headers | ({"Idempotency-Key": key} if key else {})
    body = {"side": side, "price": "2", "quantity": "10"} | draft
    return await http.post(ORDERS, json=body, headers=headers)


async def placed(http: httpx.AsyncClient, client: SignedInClient, side: str, **draft: Any) -> dict[str, Any]:
    answer = await order(http, client, side, **draft)
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def contracts_of(http: httpx.AsyncClient, client: SignedInClient) -> list[dict[str, Any]]:
    answer = await http.get(f"{PATH}/contracts", headers=client.headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def pass_time(engine: Follower, clock: FixedClock, **span: float) -> None:
    """Let time go by, and let the engine notice."""
    clock.at += timedelta(**span)
    await submit(engine, Tick(milliseconds(clock.now())))


def balances(engine: Follower, client: SignedInClient) -> dict[str, int]:
    """What a client has free and set aside, without zeros."""
    view, owner = engine.view, str(client.id)
    found = {
        "USDT": view.balance(owner, "USDT", "available"),
        "reserved": view.balance(owner, "USDT", "premarket"),
        NOVA: view.balance(owner, NOVA, "available"),
    }
    return {name: amount for name, amount in found.items() if amount}


async def require_sound(database_url: str) -> None:
    """Replayed from the journal, every balance, order and contract is what the tables have."""
    assert (await audit_ledger(database_url)).differences == []
