"""Changing the staff as the console does it."""

import uuid
from datetime import timedelta
from typing import Any

import httpx
import pyotp
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInStaff


async def propose(client: httpx.AsyncClient, admin: SignedInStaff, body: dict[str, Any]) -> httpx.Response:
    return await client.post("/api/operator/staff", json=body, headers=admin.headers)


async def approve(client: httpx.AsyncClient, admin: SignedInStaff, proposal_id: str) -> httpx.Response:
    path = f"/api/operator/staff/proposals/{proposal_id}/approve"
    return await client.post(path, headers=admin.headers)


async def reject(client: httpx.AsyncClient, admin: SignedInStaff, proposal_id: str) -> httpx.Response:
    path = f"/api/operator/staff/proposals/{proposal_id}/reject"
    return await client.post(path, headers=admin.headers)


async def make_link(
    client: httpx.AsyncClient, admin: SignedInStaff, staff_id: str | uuid.UUID
) -> httpx.Response:
    return await client.post(f"/api/operator/staff/{staff_id}/link", headers=admin.headers)


async def open_link(client: httpx.AsyncClient, path: str) -> httpx.Response:
    return await client.post("/api/operator/enrolment/open", json={"token": path.partition("#")[2]})


async def enrol(
    client: httpx.AsyncClient,
    clock: FixedClock,
    path: str,
    *,
    password: str,
    setup: dict[str, str] | str | None = None,
    code: str | None = None,
) -> httpx.Response:
    """Enrol as the colleague's browser does; what a test bends is an argument."""
    if setup is None or isinstance(setup, str):
        opened = await open_link(client, path)
        if opened.status_code != 200:
            made = {"secret": pyotp.random_base32(), "setup": "00"}
        else:
            made = opened.json()["totp"]
        if setup is not None:
            made = made | {"setup": setup}
    else:
        made = setup
    body = {
        "token": path.partition("#")[2],
        "password": password,
        "setup": made["setup"],
        "code": code or pyotp.TOTP(made["secret"]).at(clock.now()),
    }
    return await client.post("/api/operator/enrolment", json=body)


async def keep_signed_in(services: ApiServices) -> None:
    """As if everybody had just signed in."""
    now = services.clock.now()
    until = {"seen": now, "stepped": now + timedelta(minutes=5), "ends": now + timedelta(hours=8)}
    async with services.sessions() as session:
        await session.execute(
            text(
                "UPDATE staff_sessions"
                " SET last_seen_at = :seen, stepped_up_until = :stepped, expires_at = :ends"
            ),
            until,
        )
        await session.commit()
