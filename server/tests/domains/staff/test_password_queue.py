"""Passwords of clients and of staff are checked apart, and neither without a bound."""

import asyncio
import threading

import httpx
import pyotp
import pytest
from argon2 import PasswordHasher

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.passwords import MAX_WAITING, POOL_THREADS
from tests.builders import a_client, a_staff


async def test_a_flood_of_sign_ins_is_rejected_and_does_not_block_staff(
    services: ApiServices, client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    admin, ann = await a_staff(services), await a_client(services)
    may_continue = threading.Event()
    verify = PasswordHasher.verify

    def verify_flood_later(hasher: PasswordHasher, stored: str, password: str) -> bool:
        if password == "flood":
            may_continue.wait()
        return verify(hasher, stored, password)

    monkeypatch.setattr(PasswordHasher, "verify", verify_flood_later)
    full = POOL_THREADS + MAX_WAITING
    flood = [asyncio.create_task(services.passwords.verify(None, "flood")) for _ in range(full)]
    await asyncio.sleep(0)

    right = {"login": ann.email, "password": ann.password}
    known = await client.post("/api/v1/token", json=right)
    unknown = await client.post("/api/v1/token", json=right | {"login": "nobody@example.org"})
    totp = pyotp.TOTP(admin.totp_secret).at(services.clock.now())
    staff = await client.post(
        "/api/operator/token", json={"login": admin.login, "password": admin.password, "totp": totp}
    )
    may_continue.set()
    await asyncio.gather(*flood)

    for refused in (known, unknown):
        assert (refused.status_code, refused.json()["code"]) == (503, "OVERLOADED")
        assert int(refused.headers["retry-after"]) > 0
    assert staff.status_code == 201, staff.text
    assert (await client.post("/api/v1/token", json=right)).status_code == 201
