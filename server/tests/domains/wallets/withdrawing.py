"""Withdrawals as a client makes them."""

from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.views import View
from clearwater.domains.wallets import withdrawal_tasks
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient
from tests.mailbox import mailed_code
from tests.trading import units

WITHDRAWALS = "/api/v1/withdrawal"
ADDRESS = "0x" + "ab" * 20


async def request(
    http: httpx.AsyncClient, client: SignedInClient, *, key: str | None = None, **changes: Any
) -> httpx.Response:
    usual = {"coin": "USDT", "network": "eth", "address": ADDRESS, "amount": "100"}
    body = {name: value for name, value in (usual | changes).items() if value is not None}
    headers = client.headers | ({"Idempotency-Key": key} if key is not None else {})
    return await http.post(WITHDRAWALS, json=body, headers=headers)


async def confirm(
    http: httpx.AsyncClient,
    services: ApiServices,
    client: SignedInClient,
    withdrawal_id: str,
    *,
    key: str | None = None,
    **changes: Any,
) -> httpx.Response:
    body = {"email_code": changes.pop("email_code", None) or await mailed_code(services, client.email)}
    headers = client.headers | ({"Idempotency-Key": key} if key is not None else {})
    return await http.post(f"{WITHDRAWALS}/{withdrawal_id}/confirm", json=body | changes, headers=headers)


async def cancel(
    http: httpx.AsyncClient, client: SignedInClient, withdrawal_id: str, *, key: str | None = None
) -> httpx.Response:
    headers = client.headers | ({"Idempotency-Key": key} if key is not None else {})
    return await http.post(f"{WITHDRAWALS}/{withdrawal_id}/cancel", headers=headers)


async def a_withdrawal(http: httpx.AsyncClient, client: SignedInClient, **changes: Any) -> str:
    answer = await request(http, client, **changes)
    assert answer.status_code == 201, answer.text
    withdrawal_id: str = answer.json()["id"]
    return withdrawal_id


async def status_of(http: httpx.AsyncClient, client: SignedInClient, withdrawal_id: str) -> str:
    answer = await http.get(f"{WITHDRAWALS}/{withdrawal_id}", headers=client.headers)
    assert answer.status_code == 200, answer.text
    status: str = answer.json()["status"]
    return status


async def finish(services: ApiServices) -> None:
    """One round of the worker's job."""
    await withdrawal_tasks.finish_withdrawals(
        services.sessions, services.engine, services.networks, now=services.clock.now()
    )


def held(market: Follower, client: SignedInClient, coin: str = "USDT") -> int:
    return market.view.balance(str(client.id), coin, "withdrawals")


def available(view: View, client: SignedInClient, coin: str = "USDT") -> int:
    return view.balance(str(client.id), coin, "available")


def usdt(amount: str) -> int:
    return units("USDT", amount)


async def raise_limits(services: ApiServices, withdraw_day: int = 5_000_000) -> None:
    async with services.sessions() as session:
        await session.execute(text("UPDATE levels SET withdraw_day = :limit"), {"limit": withdraw_day})
        await session.commit()


async def wait(services: ApiServices, clock: FixedClock, time: timedelta) -> None:
    """Let time pass for clients whose pages stay open."""
    clock.at += time
    async with services.sessions() as session:
        await session.execute(
            text("UPDATE sessions SET last_seen_at = :now, expires_at = :later"),
            {"now": clock.at, "later": clock.at + timedelta(days=7)},
        )
        await session.commit()


async def step_up(services: ApiServices) -> None:
    """As if everybody had just confirmed who they are."""
    async with services.sessions() as session:
        until = services.clock.now() + timedelta(minutes=5)
        await session.execute(text("UPDATE sessions SET stepped_up_until = :until"), {"until": until})
        await session.commit()


async def change_client(services: ApiServices, client: SignedInClient, column: str, value: object) -> None:
    async with services.sessions() as session:
        await session.execute(
            text(f"UPDATE clients SET {column} = :value WHERE id = :id"), {"value": value, "id": client.id}
        )
        await session.commit()


async def rows_of(services: ApiServices) -> list[Any]:
    async with services.sessions() as session:
        rows = await session.execute(
            text("SELECT id, status, is_held, reason FROM withdrawals ORDER BY created_at, id")
        )
        return list(rows.all())


async def deposit_address(http: httpx.AsyncClient, client: SignedInClient) -> str:
    body = {"coin": "USDT", "network": "eth"}
    answer = await http.post("/api/v1/deposit/address", json=body, headers=client.headers)
    assert answer.status_code == 200, answer.text
    address: str = answer.json()["address"]
    return address
