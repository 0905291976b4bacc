"""Web push: what a browser may subscribe with, and that it can read what it is sent."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from clearwater.adapters import web_push
from clearwater.adapters.data_folder import PUSH_KEY_FILE
from clearwater.adapters.web_push import BrowserPush
from clearwater.domains.notices import pushing
from clearwater.domains.notices.ports import PushFailed, PushGone, PushTarget
from clearwater.entrypoints import backup
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from tests.builders import SignedInClient, a_web_build, status_and_code
from tests.domains.notices.centre import alert, switch, trade
from tests.domains.notices.conftest import Work
from tests.domains.notices.push_service import Browser, PushService, push_service
from tests.polling import eventually

PUSH = "/api/v1/push"
SUBSCRIPTIONS = f"{PUSH}/subscriptions"
ENDPOINT = "https://push.example.com/send/abc"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    (tmp_path / "data").mkdir()
    return Settings(
        web_folder=a_web_build(tmp_path / "web"),
        data_folder=tmp_path / "data",
        web_push_contact="mailto:ops@example.org",
    )


@pytest.fixture
def sender(services: ApiServices, monkeypatch: pytest.MonkeyPatch) -> BrowserPush:
    """Allows push services on this machine, here and in the api."""
    settings = services.settings
    local = BrowserPush(settings.data_folder, settings.web_push_contact, services.clock, allows_private=True)
    monkeypatch.setattr(services.web_push, "_allows_private", True)
    return local


@pytest_asyncio.fixture
async def service() -> AsyncIterator[PushService]:
    async with push_service() as opened:
        yield opened


async def subscribe(
    http: httpx.AsyncClient, client: SignedInClient, endpoint: str, browser: Browser | None = None
) -> httpx.Response:
    body = {"endpoint": endpoint, "keys": (browser or Browser()).keys, "expirationTime": None}
    return await http.post(SUBSCRIPTIONS, json=body, headers=client.headers)


async def trade_with_push(
    http: httpx.AsyncClient,
    seller: SignedInClient,
    buyer: SignedInClient,
    endpoint: str,
    *,
    prices: Sequence[str] = ("50000",),
) -> None:
    """Subscribe the buyer to messages of fills, and trade."""
    await subscribe(http, buyer, endpoint)
    await switch(http, buyer, fill={"push": True})
    for price in prices:
        await trade(http, seller, buyer, price)


async def rows(services: ApiServices, table: str, column: str = "id") -> list[Any]:
    async with services.sessions() as session:
        return list(await session.scalars(text(f"SELECT {column} FROM {table} ORDER BY id")))


async def test_a_browser_that_is_subscribed_gets_a_message_that_only_it_can_read(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    follow: Work,
    sender: BrowserPush,
    service: PushService,
) -> None:
    browser = Browser()
    assert (await subscribe(client, ann, service.endpoint, browser)).status_code == 204
    await switch(client, ann, price_alert={"push": True})
    await alert(client, ann, "50100")
    await trade(client, bob, ann, "50100")
    await follow()

    await pushing.send_waiting(services.sessions, sender, services.clock)
    await pushing.send_waiting(services.sessions, sender, services.clock)

    (body,) = service.bodies
    assert json.loads(browser.decrypt(body)) == {
        "title": "BTC-USDT reached 50100 USDT",
        "body": "The price is at or above your alert: 50100 USDT.",
        "url": "/trading/BTC-USDT",
        "tag": "price_alert:/trading/BTC-USDT",
    }
    (headers,) = service.headers
    assert (headers["ttl"], headers["content-encoding"]) == (str(12 * 3600), "aes128gcm")
    assert headers["authorization"].startswith("vapid t=")
    key = (await client.get(PUSH)).json()["public_key"]
    assert headers["authorization"].endswith(f"k={key}")
    assert await rows(services, "push_messages") == []


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_removed(
    *,
    status: int,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    follow: Work,
    sender: BrowserPush,
    service: PushService,
) -> None:
    service.status = status
    await trade_with_push(client, bob, ann, service.endpoint, prices=("50000", "50001"))
    await follow()
    assert len(await rows(services, "push_messages")) == 2

    await pushing.send_waiting(services.sessions, sender, services.clock)

    assert len(service.bodies) in {1, 2}
    assert await rows(services, "push_subscriptions") == []
    assert await rows(services, "push_messages") == []


async def test_a_failing_push_service_is_tried_less_and_less_often_and_then_given_up(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    clock: FixedClock,
    ann: SignedInClient,
    bob: SignedInClient,
    follow: Work,
    sender: BrowserPush,
    service: PushService,
) -> None:
    service.status = 503
    await trade_with_push(client, bob, ann, service.endpoint)
    await follow()
    for attempt in range(pushing.MAX_ATTEMPTS):
        assert await rows(services, "push_messages", "attempts") == [attempt]
        await pushing.send_waiting(services.sessions, sender, clock)
        # A worker that is started again meanwhile does not retry immediately.
        await pushing.send_waiting(services.sessions, sender, clock)
        clock.at += pushing.FIRST_RETRY * 2**attempt

    await pushing.send_waiting(services.sessions, sender, clock)

    assert len(service.bodies) == pushing.MAX_ATTEMPTS
    assert await rows(services, "push_messages") == []
    assert len(await rows(services, "push_subscriptions")) == 1


class SilentService:
    """Answers for one endpoint, and for another one never."""

    public_key = "key"

    def __init__(self, silent: str) -> None:
        self._silent = silent
        self.sent: list[str] = []
        self.asked = 0
        self.is_asked = asyncio.Event()

    async def send(self, target: PushTarget, *_: Any, **__: Any) -> None:
        if target.endpoint == self._silent:
            self.asked += 1
            self.is_asked.set()
            await asyncio.Event().wait()
        self.sent.append(target.endpoint)


async def two_with_push(
    http: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, *, messages: int
) -> tuple[str, str]:
    """Ann's endpoint, with so many messages, and bob's, with as many."""
    endpoints = f"{ENDPOINT}-ann", f"{ENDPOINT}-bob"
    for client, endpoint in zip((ann, bob), endpoints, strict=True):
        await subscribe(http, client, endpoint)
        await switch(http, client, fill={"push": True})
    for number in range(messages):
        await trade(http, bob, ann, str(50_000 + number))
    return endpoints


async def test_a_silent_push_service_delays_nobody_else(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    follow: Work,
) -> None:
    of_ann, of_bob = await two_with_push(client, ann, bob, messages=3)
    await follow()
    service: Any = SilentService(of_ann)

    working = asyncio.create_task(pushing.send_waiting(services.sessions, service, services.clock))
    await asyncio.wait_for(service.is_asked.wait(), 10)
    await eventually(lambda: service.sent == [of_bob] * 3)
    # One after the other: the two others of ann have not been begun.
    assert service.asked == 1
    working.cancel()
    await asyncio.gather(working, return_exceptions=True)


async def test_an_endpoint_that_is_silent_three_times_is_dropped(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    clock: FixedClock,
    ann: SignedInClient,
    bob: SignedInClient,
    follow: Work,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pushing, "SEND_TIMEOUT_SECONDS", 0.01)
    of_ann, _ = await two_with_push(client, ann, bob, messages=2)
    await follow()
    service: Any = SilentService(of_ann)
    asked = []
    for attempt in range(3):
        await pushing.send_waiting(services.sessions, service, clock)
        asked.append(service.asked)
        clock.at += pushing.FIRST_RETRY * 2**attempt

    # The second message waits with the first.
    assert asked == [1, 2, 3]
    assert len(await rows(services, "push_subscriptions")) == 1
    assert await rows(services, "push_messages") == []


async def test_a_message_that_is_out_of_date_is_not_sent(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    clock: FixedClock,
    ann: SignedInClient,
    bob: SignedInClient,
    follow: Work,
    sender: BrowserPush,
    service: PushService,
) -> None:
    await trade_with_push(client, bob, ann, service.endpoint)
    await follow()
    clock.at += pushing.LIFETIME

    await pushing.send_waiting(services.sessions, sender, clock)

    assert service.bodies == []
    assert await rows(services, "push_messages") == []


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://push.example.com/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://[::ffff:127.0.0.1]/a",
        "https://10.0.0.7/a",
        "https://169.254.169.254/latest/meta-data",
        "https://[64:ff9b::a9fe:a9fe]/a",
        "https://[64:ff9b:1::7f00:1]/a",
        "https://[2002:7f00:1::]/a",
        "https://[::7f00:1]/a",
        "https://localhost/a",
        "https://router/a",
        "https://2130706433/a",
        "https://0x7f.1/a",
        "https://push.example.com:8443/a",
        "https://push.example.com:x/a",
        "https://user@push.example.com/a",
        "https://push.example.com\\@127.0.0.1/a",
        "ftp://push.example.com/a",
        "push.example.com",
        "",
    ],
)
async def test_an_endpoint_that_is_not_a_public_one_is_refused(
    endpoint: str, client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    answer = await subscribe(client, ann, endpoint)

    assert status_and_code(answer) == (422, "VALIDATION_FAILED")
    assert answer.json()["errors"][0]["field"] == "endpoint"
    assert await rows(services, "push_subscriptions") == []


async def test_of_an_answer_only_the_status_is_read(sender: BrowserPush, service: PushService) -> None:
    service.endless_part = bytes(1 << 16)

    await sender.send(Browser().target(service.endpoint), "{}", ttl_seconds=60)

    assert len(service.bodies) == 1
    assert service.bytes_sent < 1 << 24


async def test_a_push_service_that_never_answers_times_out(
    sender: BrowserPush, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not as a failure: those are tried eight times, and silent services are dropped sooner."""
    monkeypatch.setattr(web_push, "SEND_SECONDS", 0.05)
    service.is_silent = True

    with pytest.raises(TimeoutError, match=r"127\.0\.0\.1 did not answer"):
        await sender.send(Browser().target(service.endpoint), "{}", ttl_seconds=60)


async def test_no_redirect_is_followed(sender: BrowserPush, service: PushService) -> None:
    """It could lead to any address of our network."""
    service.status, service.location = 307, service.endpoint

    with pytest.raises(PushFailed, match="answered 307"):
        await sender.send(Browser().target(service.endpoint), "{}", ttl_seconds=60)

    assert len(service.bodies) == 1


async def test_a_name_that_resolves_to_an_address_of_our_network_gets_nothing(
    services: ApiServices, service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    sender = BrowserPush(services.settings.data_folder, "mailto:ops@example.org", services.clock)
    target = Browser().target("https://rebound.example.com/a")

    async def resolve(*_: object, **__: object) -> list[Any]:
        return [(0, 0, 0, "", ("127.0.0.1", 443))]

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", resolve, raising=False)

    with pytest.raises(PushGone):
        await sender.send(target, "{}", ttl_seconds=60)
    assert service.bodies == []


@pytest.mark.parametrize(
    "keys",
    [
        {"p256dh": "A" * 87, "auth": "A" * 22},
        {"p256dh": "A" * 80, "auth": "A" * 22},
        {"p256dh": Browser().keys["p256dh"], "auth": "A" * 30},
        {"p256dh": Browser().keys["p256dh"], "auth": "!" * 22},
        {"p256dh": Browser().keys["p256dh"]},
    ],
)
async def test_keys_that_are_none_are_refused(
    keys: dict[str, str], client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
) -> None:
    answer = await client.post(SUBSCRIPTIONS, json={"endpoint": ENDPOINT, "keys": keys}, headers=ann.headers)

    assert status_and_code(answer) == (422, "VALIDATION_FAILED")
    assert await rows(services, "push_subscriptions") == []


async def test_subscriptions_are_their_owners_alone_and_end_with_the_session(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    assert (await client.post(SUBSCRIPTIONS, json={})).status_code in {401, 422}
    body = {"endpoint": ENDPOINT, "keys": Browser().keys}
    assert status_and_code(await client.post(SUBSCRIPTIONS, json=body)) == (401, "TOKEN_INVALID")
    assert (await subscribe(client, ann, ENDPOINT)).status_code == 204
    await client.request("DELETE", SUBSCRIPTIONS, json={"endpoint": ENDPOINT}, headers=bob.headers)
    assert await rows(services, "push_subscriptions", "client_id") == [ann.id]
    # The browser is Bob's now.
    await subscribe(client, bob, ENDPOINT)
    assert await rows(services, "push_subscriptions", "client_id") == [bob.id]
    for _ in range(2):
        gone = await client.request("DELETE", SUBSCRIPTIONS, json={"endpoint": ENDPOINT}, headers=bob.headers)
        assert gone.status_code == 204
    assert await rows(services, "push_subscriptions") == []
    await subscribe(client, ann, ENDPOINT)

    await client.delete("/api/v1/token", headers=ann.headers)

    assert await rows(services, "push_subscriptions") == []


async def test_a_client_has_push_in_at_most_ten_browsers(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock, ann: SignedInClient
) -> None:
    for number in range(12):
        clock.at += timedelta(seconds=1)
        await subscribe(client, ann, f"{ENDPOINT}/{number}")

    assert await rows(services, "push_subscriptions", "endpoint") == [
        f"{ENDPOINT}/{number}" for number in range(2, 12)
    ]


async def test_the_key_is_made_once_and_readable_by_its_owner_alone(
    client: httpx.AsyncClient, services: ApiServices
) -> None:
    path = services.settings.data_folder / PUSH_KEY_FILE
    shown = (await client.get(PUSH)).json()

    again = BrowserPush(services.settings.data_folder, "mailto:ops@example.org", services.clock)

    assert shown == {"enabled": True, "public_key": again.public_key}
    assert path.stat().st_mode & 0o777 == 0o600
    assert PUSH_KEY_FILE in backup.KEYS
    path.write_text("damaged")
    with pytest.raises(StartupError, match="damaged"):
        BrowserPush(services.settings.data_folder, "mailto:ops@example.org", services.clock)


async def test_an_unreachable_push_service_is_a_failure_and_not_the_end(
    services: ApiServices, sender: BrowserPush
) -> None:
    with pytest.raises(PushFailed, match="ConnectError"):
        await sender.send(Browser().target("http://127.0.0.1:9/a"), "{}", ttl_seconds=60)


class TestWithoutAContact:
    @pytest.fixture
    def settings(self, tmp_path: Path) -> Settings:
        return Settings(web_folder=a_web_build(tmp_path / "web"), data_folder=tmp_path / "data")

    async def test_push_is_off_by_default(
        self, client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient
    ) -> None:
        assert (await client.get(PUSH)).json() == {"enabled": False, "public_key": None}
        assert status_and_code(await subscribe(client, ann, ENDPOINT)) == (409, "STATE_CONFLICT")
        assert await rows(services, "push_subscriptions") == []
        assert not (services.settings.data_folder / PUSH_KEY_FILE).exists()
