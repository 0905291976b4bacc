"""What is known of a client is read once, and as new as what the client was told."""

import uuid

import asyncpg
import httpx
import pytest
import pytest_asyncio

from clearwater.domains.content import tasks, terms
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit import metrics
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import transaction
from clearwater.kit.notices import CENTRE_NOTICE, Notice, announce
from tests.builders import SignedInClient, a_staff
from tests.domains.content.test_terms import publish_version
from tests.domains.content.writing import site_id_of
from tests.polling import eventually, ticks
from tests.trading import place

USER, LEVEL = "/api/bff/auth/user", "/api/v1/client/level"
TRADER_MISSES = metrics.cache_requests.labels("traders", "miss")
MISSES = metrics.cache_requests.labels("clients", "miss")


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with something else is not taken for a lost connection."""
    monkeypatch.setattr("clearwater.kit.notices.MAX_SILENCE_SECONDS", 60.0)


@pytest_asyncio.fixture
async def listening(services: ApiServices, market: Follower) -> None:
    """Time stands still for the caches: nothing ends in them by itself."""
    await eventually(lambda: services.notices.is_current)


async def test_it_is_read_once(client: httpx.AsyncClient, ann: SignedInClient, listening: None) -> None:
    shown = [(await client.get(USER, headers=ann.headers)).json() for _ in range(2)]
    before = MISSES.value

    again = (await client.get(USER, headers=ann.headers)).json()
    level = await client.get(LEVEL, headers=ann.headers)

    assert shown == [again, again]
    assert level.json()["key"] == again["client"]["level"]
    assert MISSES.value == before


async def test_a_fill_is_in_the_next_answer_of_both_sides(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, listening: None
) -> None:
    sides = (ann, bob)
    before = [(await client.get(USER, headers=one.headers)).json()["transactions"] for one in sides]
    volumes = [(await client.get(LEVEL, headers=one.headers)).json()["volume_30d"] for one in sides]
    await place(client, ann, side="buy", quantity="0.01", price="50000")

    sold = await place(client, bob, side="sell", quantity="0.01", price="50000")

    assert sold.json()["order"]["status"] == "filled"
    for one, listed, volume in zip(sides, before, volumes, strict=True):
        after = (await client.get(USER, headers=one.headers)).json()["transactions"]
        assert len(after) > len(listed)
        assert after[0]["type"] in ("trade", "fee")
        assert volume == "0"
        assert (await client.get(LEVEL, headers=one.headers)).json()["volume_30d"] == "500"


async def test_a_change_elsewhere_is_seen(
    client: httpx.AsyncClient, connection: asyncpg.Connection, ann: SignedInClient, listening: None
) -> None:
    assert (await client.get(USER, headers=ann.headers)).json()["client"]["username"] is None

    await connection.execute("UPDATE clients SET username = 'ann' WHERE id = $1", ann.id)

    async for _ in ticks():
        if (await client.get(USER, headers=ann.headers)).json()["client"]["username"] == "ann":
            return


async def test_the_day_of_withdrawals_ends_at_midnight(
    client: httpx.AsyncClient, clock: FixedClock, ann: SignedInClient, listening: None
) -> None:
    today = (await client.get(LEVEL, headers=ann.headers)).json()["withdraw"]["resets_at"]
    clock.at = clock.at.replace(hour=23, minute=59, second=59)
    assert (await client.get(LEVEL, headers=ann.headers)).json()["withdraw"]["resets_at"] == today
    before = MISSES.value

    clock.at = clock.at.fromtimestamp(today + 1, clock.at.tzinfo)

    assert (await client.get(LEVEL, headers=ann.headers)).json()["withdraw"]["resets_at"] == today + 86_400
    assert MISSES.value > before


async def test_new_terms_are_asked_for_until_they_are_accepted_anywhere(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, listening: None
) -> None:
    await tasks.add_starter_texts(services.sessions, now=services.clock.now())
    editor, site_id = await a_staff(services, "editor"), await site_id_of(services)

    async def is_asked() -> bool:
        asks: bool = (await client.get(USER, headers=ann.headers)).json()["asks_terms"]
        return asks

    assert not await is_asked()
    await publish_version(client, editor, after=1, asks_acceptance=True)
    async for _ in ticks():
        if await is_asked():
            break
    before = MISSES.value
    assert await is_asked()
    assert MISSES.value == before

    async with transaction(services.sessions) as session:
        await terms.accept(session, uuid.UUID(site_id), ann.id, 2, now=services.clock.now())

    async for _ in ticks():
        if not await is_asked():
            return


async def test_a_notice_in_the_centre_changes_nothing_of_what_is_known(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, listening: None
) -> None:
    """Each fill is followed by one."""
    noticed = list[Notice | None]()
    services.notices.subscribe(noticed.append)
    await place(client, ann)
    await client.get(USER, headers=ann.headers)
    before = MISSES.value, TRADER_MISSES.value

    async with transaction(services.sessions) as session:
        await announce(session, Notice(CENTRE_NOTICE, ann.id, {"unread": 1}))
    await eventually(lambda: any(one is not None and one.kind == CENTRE_NOTICE for one in noticed))
    await client.get(USER, headers=ann.headers)
    await client.post("/api/v1/order/1/cancel", headers=ann.headers)

    assert (MISSES.value, TRADER_MISSES.value) == before
