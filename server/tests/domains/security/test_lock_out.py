"""Nobody is locked out by strangers: their guesses slow themselves down, and nobody else."""

from datetime import timedelta

import httpx
import pytest
from sqlalchemy import func, select

from clearwater.domains.sessions.models import KnownDevice, Session
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.attempts import Attempts, by_login_anywhere
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, a_client, status_and_code
from tests.conftest import app_with
from tests.mailbox import mail_to, mailed_link_code

BROWSER = {"Sec-Fetch-Site": "same-origin", "User-Agent": "Mozilla/5.0 (X11; Linux) Chrome/142.0"}
LOCKED = (429, "TOO_MANY_ATTEMPTS")
REFUSED = (401, "INVALID_CREDENTIALS")


class ConcurrencyLimit:
    """Browsers at addresses of their own, each with its own cookies."""

    def __init__(self, services: ApiServices) -> None:
        self._app = app_with(services)

    def browser(self, ip: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self._app, client=(ip, 1234), raise_app_exceptions=False)
        return httpx.AsyncClient(transport=transport, base_url="http://localhost", headers=BROWSER)


@pytest.fixture
def places(services: ApiServices) -> ConcurrencyLimit:
    return ConcurrencyLimit(services)


async def sign_in(there: httpx.AsyncClient, ann: SignedInClient, **changes: str) -> httpx.Response:
    body = {"login": ann.email, "password": ann.password} | changes
    return await there.post("/api/v1/token", json=body)


async def guess(there: httpx.AsyncClient, ann: SignedInClient, times: int = 5) -> None:
    for _ in range(times):
        assert status_and_code(await sign_in(there, ann, password="a stranger's guess")) == REFUSED


async def count_sessions(services: ApiServices) -> int:
    async with services.sessions() as session:
        return await session.scalar(select(func.count()).select_from(Session)) or 0


async def test_failed_guesses_lock_only_the_network_they_come_from(
    services: ApiServices, places: ConcurrencyLimit
) -> None:
    ann = await a_client(services)
    await guess(places.browser("203.0.113.7"), ann)

    neighbour = await sign_in(places.browser("203.0.113.99"), ann)
    elsewhere = await sign_in(places.browser("198.51.100.7"), ann)

    assert status_and_code(neighbour) == LOCKED
    assert neighbour.headers["retry-after"] == "60"
    assert elsewhere.status_code == 201


async def test_the_owner_can_always_sign_in_on_a_known_device(
    services: ApiServices, places: ConcurrencyLimit, clock: FixedClock
) -> None:
    """Even in the stranger's own network, and while he guesses on every quarter of an hour."""
    ann = await a_client(services)
    own, stranger = places.browser("203.0.113.8"), places.browser("203.0.113.7")
    assert (await sign_in(own, ann)).status_code == 201

    for _ in range(4):
        await guess(stranger, ann)
        assert status_and_code(await sign_in(stranger, ann)) == LOCKED
        assert (await sign_in(own, ann)).status_code == 201
        clock.at += timedelta(minutes=31)


async def test_a_device_is_known_for_its_own_client_only(
    services: ApiServices, places: ConcurrencyLimit
) -> None:
    """An account of one's own buys no guesses at others."""
    ann = await a_client(services)
    eve = await a_client(services, email="eve@example.org")
    stranger = places.browser("203.0.113.7")
    assert (await sign_in(stranger, eve)).status_code == 201
    await guess(stranger, ann)

    assert status_and_code(await sign_in(stranger, ann)) == LOCKED
    assert (await sign_in(stranger, eve)).status_code == 201


async def test_a_known_device_is_locked_after_five_guesses(
    services: ApiServices, places: ConcurrencyLimit, clock: FixedClock
) -> None:
    ann = await a_client(services)
    own = places.browser("203.0.113.7")
    await sign_in(own, ann)
    await guess(own, ann)

    assert status_and_code(await sign_in(own, ann)) == LOCKED
    # Which says nothing about anybody else, not even at the same address.
    assert (await sign_in(places.browser("203.0.113.7"), ann)).status_code == 201
    clock.at += timedelta(minutes=1)
    assert (await sign_in(own, ann)).status_code == 201


async def test_two_clients_of_one_browser_are_both_known_and_a_copied_cookie_is_not(
    services: ApiServices, places: ConcurrencyLimit
) -> None:
    ann = await a_client(services)
    bo = await a_client(services, email="bo@example.org")
    own = places.browser("198.51.100.7")
    await sign_in(own, ann)
    copied = own.cookies["device"]
    await sign_in(own, bo)
    await guess(places.browser("203.0.113.7"), ann)
    await guess(places.browser("203.0.113.7"), bo)

    thief = places.browser("203.0.113.7")
    thief.cookies.set("device", copied)
    assert status_and_code(await sign_in(thief, ann)) == LOCKED
    own_there = places.browser("203.0.113.7")
    own_there.cookies.set("device", own.cookies["device"])
    assert (await sign_in(own_there, ann)).status_code == 201
    assert (await sign_in(own_there, bo)).status_code == 201
    async with services.sessions() as session:
        assert await session.scalar(select(func.count()).select_from(KnownDevice)) == 2


async def test_a_login_under_distributed_guessing_still_allows_known_devices_and_emailed_links(
    services: ApiServices, places: ConcurrencyLimit
) -> None:
    ann = await a_client(services)
    own = places.browser("198.51.100.7")
    await sign_in(own, ann)
    site = (await services.sites.get_site("localhost")).id
    attempts = Attempts(services.sessions, services.clock)
    for _ in range(100):
        await attempts.count_failure(by_login_anywhere(f"site:{site}", ann.email))

    new_device = places.browser("192.0.2.1")
    assert status_and_code(await sign_in(new_device, ann)) == LOCKED
    assert (await sign_in(own, ann)).status_code == 201
    await new_device.post("/api/v1/knock", json={"email": ann.email})
    knock = await mailed_link_code(services, ann.email, "/knock-knock")
    assert (await new_device.post("/api/v1/token", json={"knock": knock})).status_code == 201


async def test_an_emailed_link_signs_in_from_a_locked_ip_address(
    services: ApiServices, places: ConcurrencyLimit
) -> None:
    ann = await a_client(services)
    here = places.browser("203.0.113.7")
    for number in range(20):
        await sign_in(here, ann, login=f"client{number}@example.org")
    assert status_and_code(await sign_in(here, ann)) == LOCKED

    await here.post("/api/v1/knock", json={"email": ann.email})
    knock = await mailed_link_code(services, ann.email, "/knock-knock")

    assert (await here.post("/api/v1/token", json={"knock": knock})).status_code == 201


async def test_link_requests_of_strangers_neither_invalidate_nor_exhaust_the_owners(
    services: ApiServices, places: ConcurrencyLimit, clock: FixedClock
) -> None:
    ann = await a_client(services)
    own, stranger = places.browser("198.51.100.7"), places.browser("203.0.113.7")
    for _ in range(6):
        clock.at += timedelta(minutes=1)
        await stranger.post("/api/v1/knock", json={"email": ann.email})
    assert len(await mail_to(services, ann.email)) == 5

    await own.post("/api/v1/knock", json={"email": ann.email})
    knock = await mailed_link_code(services, ann.email, "/knock-knock")
    clock.at += timedelta(minutes=2)
    await places.browser("192.0.2.1").post("/api/v1/knock", json={"email": ann.email})

    assert len(await mail_to(services, ann.email)) == 7
    assert (await own.post("/api/v1/token", json={"knock": knock})).status_code == 201


async def test_emails_to_one_address_are_limited_in_total_except_from_a_known_device(
    services: ApiServices, places: ConcurrencyLimit
) -> None:
    ann = await a_client(services)
    own = places.browser("198.51.100.7")
    await sign_in(own, ann)
    for number in range(22):
        there = places.browser(f"203.0.{number}.7")
        await there.post("/api/v1/password-reset", json={"email": ann.email})
    assert len(await mail_to(services, ann.email)) == 20

    await own.post("/api/v1/password-reset", json={"email": ann.email})

    assert len(await mail_to(services, ann.email)) == 21


async def test_an_emailed_link_works_only_in_the_browser_that_requested_it(
    services: ApiServices, places: ConcurrencyLimit
) -> None:
    ann = await a_client(services)
    own, elsewhere = places.browser("198.51.100.7"), places.browser("203.0.113.7")
    await own.post("/api/v1/knock", json={"email": ann.email})
    await elsewhere.post("/api/v1/knock", json={"email": "nobody@example.org"})
    knock = await mailed_link_code(services, ann.email, "/knock-knock")

    refused = await elsewhere.post("/api/v1/token", json={"knock": knock})

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert await count_sessions(services) == 1
    assert own.cookies["knock"] != elsewhere.cookies["knock"]
    assert (await own.post("/api/v1/token", json={"knock": knock})).status_code == 201


async def test_failed_step_ups_in_one_session_do_not_lock_another(
    services: ApiServices, places: ConcurrencyLimit, clock: FixedClock
) -> None:
    ann = await a_client(services)
    there = places.browser("203.0.113.7")
    token = (await sign_in(there, ann)).json()["raw_token"]
    clock.at += timedelta(minutes=6)
    for _ in range(5):
        body = {"password": "a thief's guess"}
        await there.post("/api/v1/client/step-up", json=body, headers={"X-Token": ann.token})

    right = {"password": ann.password}
    thief = await there.post("/api/v1/client/step-up", json=right, headers={"X-Token": ann.token})
    owner = await there.post("/api/v1/client/step-up", json=right, headers={"X-Token": token})

    assert status_and_code(thief) == LOCKED
    assert owner.status_code == 200
