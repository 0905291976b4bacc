"""No request holds one connection of the pool while it waits for a second.

Requests that did would, as soon as there are as many of them as connections, wait for each other.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import httpx
import pyotp
import pytest
from sqlalchemy.pool import QueuePool

from clearwater.engine.follower import Follower
from clearwater.entrypoints.api import openapi_document
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.authenticator import SoftAuthenticator
from tests.builders import a_client, a_staff
from tests.mailbox import mailed_code, mailed_link_code
from tests.pictures import an_uploaded
from tests.trading import a_trader, open_market

NOBODY = "0192f6f0-0000-7000-8000-000000000000"
PASSWORD = "a fresh long secret"


def pool_of(services: ApiServices) -> QueuePool:
    pool = services.sessions.kw["bind"].pool
    assert isinstance(pool, QueuePool)
    return pool


@asynccontextmanager
async def one_connection_left(services: ApiServices) -> AsyncIterator[None]:
    """Whoever needs two at a time waits in vain."""
    async with AsyncExitStack() as stack:
        for _ in range(pool_of(services).size() - 1):
            session = await stack.enter_async_context(services.sessions())
            await session.connection()
        yield


@pytest.fixture(scope="module")
def reads() -> list[str]:
    """Every GET there is; ids in paths are nobody's. Found before an engine runs: it takes seconds."""
    return [
        path.partition("{")[0] + (NOBODY if "{" in path else "")
        for path, operations in openapi_document()["paths"].items()
        if "get" in operations
    ]


async def test_forty_concurrent_requests_are_all_answered(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann, admin = await a_client(services), await a_staff(services)
    calls = [
        ("/api/bff/auth/user", ann.headers),
        ("/api/v1/client/level", ann.headers),
        ("/api/v1/client/sessions", ann.headers),
        ("/api/operator/clients", admin.headers),
    ]
    assert pool_of(services).size() < 40

    answers = await asyncio.gather(*(client.get(path, headers=headers) for path, headers in calls * 10))

    assert [answer.status_code for answer in answers] == [200] * 40


async def test_reading_takes_one_connection(
    reads: list[str], services: ApiServices, client: httpx.AsyncClient, engine: Follower
) -> None:
    await open_market(engine)
    ann, admin = await a_client(services), await a_staff(services)
    query = {"path": "/earn", "site": "localhost", "symbol": "BTC-USDT", "period": "1d"}
    query |= {"coin": "BTC", "network": NOBODY, "address": "1", "slug": "privacy"}

    async with one_connection_left(services):
        for path in reads:
            answer = await client.get(f"/api{path}", params=query, headers=ann.headers | admin.headers)

            names_nobody = NOBODY in path or path == "/v1/withdrawal/address/check"
            assert answer.status_code == (404 if names_nobody else 200), (path, answer.text)

        for path in ("order", "trades", "transactions", "client/login-history"):
            exported = await client.get(f"/api/v1/{path}?format=csv", headers=ann.headers)

            assert (exported.status_code, exported.headers["content-type"][:8]) == (200, "text/csv"), path


async def test_registration_sign_in_and_changes_take_one_connection(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    bob = {"email": "bob@example.org", "password": PASSWORD}
    login = {"login": bob["email"], "password": PASSWORD}

    async with one_connection_left(services):

        async def call(method: str, path: str, body: Any = None) -> Any:
            answer = await client.request(method, f"/api/v1/{path}", json=body)
            assert answer.status_code < 300, (path, answer.text)
            return answer.json() if answer.content else None

        await call("POST", "client", bob | {"accept_terms": True})
        client.headers["X-Token"] = (await call("POST", "token", login))["raw_token"]
        code = await mailed_code(services, bob["email"])
        await call("PATCH", f"client/email-confirmation?code={code}")
        await call("PATCH", "client/username", {"username": "bob"})
        await call("POST", "client/api-keys", {"name": "Bot", "scopes": ["read"], "ip_allow_list": []})
        wrong = await client.post("/api/v1/token", json=login | {"password": "wrong"})
        assert wrong.status_code == 401
        await call("POST", "client/step-up", {"password": PASSWORD})
        await call("PATCH", "client/password", {"current_password": PASSWORD, "password": PASSWORD + "s"})
        await call("POST", "client/email", {"email": "bob@example.com"})
        code = await mailed_code(services, "bob@example.com")
        await call("PATCH", "client/email", {"code": code})
        await call("POST", "feedback", {"topic": "bug", "subject": "Help", "message": "It does not work."})

        await call("POST", "knock", {"email": "bob@example.com"})
        knock = await mailed_link_code(services, "bob@example.com", "/knock-knock")
        await call("POST", "token", {"knock": knock})
        await call("POST", "password-reset", {"email": "bob@example.com"})
        reset = await mailed_link_code(services, "bob@example.com", "/password")
        await call("PATCH", "password-reset", {"code": reset, "password": PASSWORD})


async def test_second_factors_take_one_connection(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    login = {"login": ann.email, "password": ann.password}
    client.headers.update(ann.headers)

    async with one_connection_left(services):

        async def call(method: str, path: str, body: Any = None) -> Any:
            answer = await client.request(method, f"/api/v1/{path}", json=body)
            assert answer.status_code < 300, (path, answer.text)
            return answer.json()

        options = await call("POST", "client/passkeys/options")
        key = SoftAuthenticator(b"key")
        await call("POST", "client/passkeys", {"name": "Key", "credential": key.create(options)})
        options = await call("POST", "client/step-up/options")
        await call("POST", "client/step-up", {"credential": key.get(options)})
        options = await call("POST", "token/passkey/options")
        await call("POST", "token/passkey", {"credential": key.get(options)})

        totp = pyotp.TOTP((await call("POST", "client/totp"))["secret"])
        now = int(clock.at.timestamp())
        wrong = await client.patch("/api/v1/client/totp", json={"code": "000000"})
        assert wrong.status_code == 422
        recovery = await call("PATCH", "client/totp", {"code": totp.at(now - 30)})
        await call("POST", "client/step-up", {"totp": totp.at(now)})
        await call("POST", "token", login | {"totp": totp.at(now + 30)})
        await call("POST", "token", login | {"recovery_code": recovery["recovery_codes"][0]})
        used = await client.post("/api/v1/token", json=login | {"totp": totp.at(now)})
        assert used.status_code == 401


async def test_files_and_reviews_take_one_connection(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann, reviewer = await a_client(services), await a_staff(services, "compliance")

    async with one_connection_left(services):
        passport = {
            "selfie": await an_uploaded(client, ann, "kyc_selfie"),
            "document_front": await an_uploaded(client, ann, "kyc_document"),
            "type": "passport",
        }
        for path in (passport["selfie"], passport["document_front"]):
            assert (await client.get(path, headers=ann.headers)).status_code == 200
            assert (await client.get(path, headers=reviewer.headers)).status_code == 200
        sent = await client.patch("/api/v1/client/kyc", json=passport, headers=ann.headers)
        approved = await client.post(f"/api/operator/kyc/{ann.id}/approve", headers=reviewer.headers)
        forbidden = await client.get("/api/operator/outbox", headers=reviewer.headers)

    assert (sent.status_code, approved.status_code, forbidden.status_code) == (200, 200, 403)


async def test_trading_takes_one_connection(
    services: ApiServices, client: httpx.AsyncClient, engine: Follower
) -> None:
    await open_market(engine)
    ann = await a_trader(services, engine, "ann")

    async with one_connection_left(services):
        keyed = {"Idempotency-Key": "one"} | ann.headers
        body = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "0.1", "price": "49000"}
        answers = [await client.post("/api/v1/order", json=body, headers=keyed) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 201], answers[1].text
        order = f"/api/v1/order/{answers[0].json()['order']['id']}"
        for path, change in ((order, {"price": "49001"}), ("/api/v1/order/preview", body)):
            method = "PATCH" if path == order else "POST"
            changed = await client.request(method, path, json=change, headers=ann.headers)
            assert changed.status_code == 200, changed.text
        for path in (f"{order}/cancel", "/api/v1/order/cancel-all"):
            canceled = await client.post(path, headers=ann.headers)
            assert canceled.status_code == 200, canceled.text


async def test_the_console_takes_one_connection(
    services: ApiServices, client: httpx.AsyncClient, engine: Follower, clock: FixedClock
) -> None:
    await open_market(engine)
    admin = await a_staff(services)
    totp = pyotp.TOTP(admin.totp_secret).at(clock.now())
    face = {
        "name": "Sol",
        "icon": "/icons/sol.svg",
        "position": 1,
        "deposit": True,
        "withdraw": True,
        "trading": True,
    }

    async with one_connection_left(services):
        for path, body in (
            ("token", {"login": admin.login, "password": admin.password, "totp": totp}),
            ("rules?site=localhost", {"pattern": "/a", "redirect": "/b"}),
            ("coins", face | {"symbol": "SOL", "decimals": 8, "supply": "1000000"}),
        ):
            answer = await client.post(f"/api/operator/{path}", json=body, headers=admin.headers)
            assert answer.status_code == 201, (path, answer.text)
