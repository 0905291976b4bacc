"""Levels through the api: for everybody, for a client, for the staff."""

from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.errors import LevelRequired
from clearwater.domains.clients.service import find_client, find_clients
from clearwater.domains.membership import service
from clearwater.domains.membership.ports import Figures
from clearwater.domains.sites.service import add_site
from clearwater.entrypoints.client_facts import find_with_second_factor, know_clients
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.db import transaction
from tests.builders import SignedInClient, a_client, a_staff
from tests.conftest import NOON, OpenClient, app_with
from tests.domains.kyc.test_review import a_pending_client, decide

STARTER = {
    "key": "starter",
    "rank": 1,
    "name": "Starter",
    "requirements": {"kyc": True, "two_factor": False, "volume_30d": "500", "balance": "100"},
    "fees": {"maker": "0.0016", "taker": "0.002"},
    "limits": {"withdraw_day": "50000"},
    "features": ["premarket", "earn", "api_key_trade"],
}
# Neither too old nor left behind, however far a test moves the clock.
OPEN_FOR_A_YEAR = (
    "UPDATE sessions SET expires_at = expires_at + interval '1 year',"
    " last_seen_at = last_seen_at + interval '1 year'"
)
BLUE = "trade.example.org"
MIDNIGHT = int((NOON + timedelta(hours=12)).timestamp())


class Ledger:
    """Figures that a test sets."""

    def __init__(self) -> None:
        self.figures = Figures(Decimal(0), Decimal(0), Decimal(0))
        self.by_client: dict[UUID, Figures] = {}

    async def figures_of(
        self, session: AsyncSession, client_ids: Collection[UUID], *, now: datetime
    ) -> dict[UUID, Figures]:
        return {client_id: self.by_client.get(client_id, self.figures) for client_id in client_ids}


def change_of(level: dict[str, Any], **changes: object) -> dict[str, Any]:
    """What an operator sends to change a level."""
    return {name: value for name, value in level.items() if name not in ("key", "rank")} | changes


async def test_the_levels_are_public(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/v1/levels")

    items = answer.json()["items"]
    assert answer.status_code == 200
    assert items[1] == STARTER
    table = [
        (item["key"], item["requirements"]["two_factor"], *item["fees"].values(), *item["limits"].values())
        for item in items
    ]
    assert table == [
        ("guest", False, "0.002", "0.0025", "1000"),
        ("starter", False, "0.0016", "0.002", "50000"),
        ("advanced", True, "0.001", "0.0015", "250000"),
        ("pro", True, "0.0006", "0.001", "1000000"),
        ("vip", True, "0.0002", "0.0007", "5000000"),
    ]


async def test_the_migration_and_a_new_site_begin_with_the_same_levels(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    async with services.sessions() as session:
        await add_site(session, hostname=BLUE, sitename="Blue")
        await session.commit()

    levels = (await client.get("/api/v1/levels", headers={"X-Site": BLUE})).json()
    assert levels == (await client.get("/api/v1/levels")).json()


async def test_a_new_client_is_a_guest_and_sees_what_the_next_level_requires(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)

    answer = await client.get("/api/v1/client/level", headers=ann.headers)

    assert (await client.get("/api/v1/client/level")).status_code == 401
    assert answer.json() == {
        "key": "guest",
        "rank": 0,
        "name": "Guest",
        "volume_30d": "0",
        "balance": "0",
        "next": {"key": "starter", "missing": {"kyc": True, "volume_30d": "500", "balance": "100"}},
        "withdraw": {"used_day": "0", "left_day": "1000", "resets_at": MIDNIGHT},
    }


async def test_an_approved_client_is_a_starter_for_thirty_days(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")
    await decide(client, reviewer, ann, "approve")

    async def level() -> dict[str, Any]:
        answer = await client.get("/api/v1/client/level", headers=ann.headers)
        shown: dict[str, Any] = answer.json()
        return shown

    welcome = await level()
    async with services.sessions() as session:
        await session.execute(text(OPEN_FOR_A_YEAR))
        await session.commit()
    clock.at += timedelta(days=29, hours=23)
    last_day = await level()
    clock.at += timedelta(hours=1)
    afterwards = await level()

    assert (welcome["key"], last_day["key"], afterwards["key"]) == ("starter", "starter", "guest")
    assert welcome["next"] == {
        "key": "advanced",
        "missing": {"kyc": False, "two_factor": True, "volume_30d": "25000", "balance": "2500"},
    }
    assert welcome["withdraw"]["left_day"] == "50000"
    assert afterwards["next"]["missing"] == {"kyc": False, "volume_30d": "500", "balance": "100"}


async def test_a_revoked_client_is_a_guest_immediately(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_pending_client(services, client)
    reviewer = await a_staff(services, "compliance")
    await decide(client, reviewer, ann, "approve")
    await decide(client, reviewer, ann, "revoke", {"message": "The document was reported lost."})

    assert (await client.get("/api/v1/client/level", headers=ann.headers)).json()["key"] == "guest"


async def test_a_level_gated_call_states_the_required_level(services: ApiServices) -> None:
    ann = await a_client(services)

    async with services.sessions() as session:
        found = await find_client(session, ann.id)
        assert found is not None
        await services.client_facts.require_rank(session, found, 0)
        with pytest.raises(LevelRequired) as starter:
            await services.client_facts.require_rank(session, found, 1)
        with pytest.raises(LevelRequired) as advanced:
            await services.client_facts.require_rank(session, found, 2)

    assert (starter.value.status, starter.value.code) == (403, "LEVEL_REQUIRED")
    assert starter.value.fields is not None
    assert starter.value.fields.model_dump() == {
        "required": "starter",
        "current": "guest",
        "missing": {"kyc": True, "volume_30d": "500", "balance": "100"},
    }
    assert advanced.value.fields is not None
    assert advanced.value.fields.model_dump()["missing"] == {
        "kyc": True,
        "two_factor": True,
        "volume_30d": "25000",
        "balance": "2500",
    }


@asynccontextmanager
async def a_trading_client(
    services: ApiServices, open_client: OpenClient
) -> AsyncIterator[tuple[SignedInClient, Ledger, httpx.AsyncClient]]:
    """A verified client whose figures the test sets, at an exchange that reads them."""
    ledger = Ledger()
    facts = know_clients(
        services.sessions,
        reads=services.reads,
        notices=services.notices,
        callers=services.callers,
        engine=services.engine,
        trading=ledger,
        transfers=services.transfer_directory,
        clock=services.clock,
    )
    trading = replace(services, trading_facts=ledger, client_facts=facts)
    client = await open_client(app=app_with(trading))
    ann = await a_pending_client(services, client)
    await decide(client, await a_staff(services, "compliance"), ann, "approve")
    async with services.sessions() as session:
        await session.execute(text("UPDATE kyc_cases SET approved_at = approved_at - interval '1 year'"))
        await session.execute(text(OPEN_FOR_A_YEAR))
        await session.commit()
    yield ann, ledger, client


async def test_promotion_is_immediate_and_demotion_waits_for_the_grace_period(
    services: ApiServices, open_client: OpenClient, clock: FixedClock
) -> None:
    async with a_trading_client(services, open_client) as (ann, ledger, client):

        async def key() -> str:
            answer = await client.get("/api/v1/client/level", headers=ann.headers)
            shown: str = answer.json()["key"]
            return shown

        async def run_job() -> None:
            await service.demote_levels(services.sessions, ledger, find_with_second_factor, now=clock.at)

        before = await key()
        ledger.figures = Figures(Decimal(600), Decimal(150), Decimal(0))
        risen = await key()
        ledger.figures = Figures(Decimal(0), Decimal(0), Decimal(0))
        await run_job()
        kept = await key()
        clock.at += timedelta(days=29)
        await run_job()
        kept_still = await key()
        clock.at += timedelta(days=1)
        await run_job()

        assert (before, risen, kept, kept_still, await key()) == (
            "guest",
            "starter",
            "starter",
            "starter",
            "guest",
        )
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT rank FROM client_levels")) == 0


async def test_withdrawals_of_today_count_against_the_limit(
    services: ApiServices, open_client: OpenClient
) -> None:
    async with a_trading_client(services, open_client) as (ann, ledger, client):
        ledger.figures = Figures(Decimal("500.50"), Decimal(100), Decimal("49999.5"))
        some = (await client.get("/api/v1/client/level", headers=ann.headers)).json()
        ledger.figures = Figures(Decimal("500.50"), Decimal(100), Decimal(60000))
        more = (await client.get("/api/v1/client/level", headers=ann.headers)).json()

    assert (some["volume_30d"], some["balance"]) == ("500.5", "100")
    assert some["withdraw"] == {"used_day": "49999.5", "left_day": "0.5", "resets_at": MIDNIGHT}
    assert more["withdraw"]["left_day"] == "0"


async def test_levels_evaluated_together_are_those_of_each_client(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """Verified or not, with and without figures and a second factor, and of another site."""
    reviewer = await a_staff(services, "compliance")
    approved = [await a_pending_client(services, client, email=f"{name}@example.org") for name in "abc"]
    for ann in approved:
        await decide(client, reviewer, ann, "approve")
    async with services.sessions() as session:
        await add_site(session, hostname=BLUE, sitename="Blue")
        await session.commit()
    elsewhere = await a_client(services, email="d@example.org", site_host=BLUE)
    guest = await a_client(services, email="e@example.org")
    everyone = [*approved, elsewhere, guest]
    rich, poor = Figures(Decimal(30_000), Decimal(3_000), Decimal(0)), Figures(*[Decimal(0)] * 3)
    ledger = Ledger()
    ledger.by_client = {everyone[index].id: figures for index, figures in enumerate((rich, rich, poor, rich))}
    secured = {approved[0].id, guest.id}

    async with services.sessions() as session:
        found = await find_clients(session, [who.id for who in everyone])
        alone = {
            who: await service.evaluate_level(
                session, ledger, found[who], has_second_factor=who in secured, now=clock.at
            )
            for who in found
        }
        alone_keys = [alone[who.id].level.key for who in everyone]
        await session.rollback()
    async with transaction(services.sessions) as session:
        found = await find_clients(session, [who.id for who in everyone])
        together = await service.evaluate_levels(
            session, ledger, found, with_second_factor=secured, now=clock.at
        )
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT client_id, rank FROM client_levels"))
        stored = {row.client_id: row.rank for row in rows}

    keys = [together[who.id].level.key for who in everyone]
    assert keys == ["advanced", "starter", "starter", "guest", "guest"]
    assert keys == alone_keys
    assert [together[who.id].facts for who in everyone] == [alone[who.id].facts for who in everyone]
    assert stored == {approved[0].id: 2, approved[1].id: 1}


async def test_an_operator_renames_a_level(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    features = ["api_key_trade", "earn", "premarket"]
    change = change_of(
        STARTER, fees={"maker": "0.00160", "taker": "0.002"}, name="Beginner", features=features
    )

    answer = await client.put(
        "/api/operator/levels/starter?site=localhost", json=change, headers=admin.headers
    )

    assert answer.status_code == 200
    assert answer.json() == STARTER | {"name": "Beginner"}
    assert (await client.get("/api/v1/levels")).json()["items"][1] == answer.json()
    listed = await client.get("/api/operator/levels?site=localhost", headers=admin.headers)
    assert listed.json()["items"][1] == answer.json()
    async with services.sessions() as session:
        line = (await session.execute(text("SELECT act, subject, detail FROM audit_log"))).one()
    assert (line[0], line[1]) == ("level.changed", "level:starter")
    assert (line[2]["before"], line[2]["after"]) == ({"name": "Starter"}, {"name": "Beginner"})


def wrong_changes() -> list[tuple[str, dict[str, Any], str]]:
    needs = STARTER["requirements"]
    assert isinstance(needs, dict)
    return [
        ("starter", change_of(STARTER, requirements=needs | {"volume_30d": 500}), "requirements.volume_30d"),
        ("starter", change_of(STARTER, requirements=needs | {"volume_30d": "-1"}), "requirements.volume_30d"),
        ("starter", change_of(STARTER, requirements=needs | {"balance": "1e9"}), "requirements.balance"),
        ("starter", change_of(STARTER, requirements=needs | {"balance": "2501"}), "requirements.balance"),
        ("pro", change_of(STARTER, requirements=needs), "requirements.two_factor"),
        ("guest", change_of(STARTER, requirements=needs | {"kyc": True}), "requirements.kyc"),
        ("starter", change_of(STARTER, fees={"maker": "0.2", "taker": "0.1"}), "fees.maker"),
        ("starter", change_of(STARTER, fees={"maker": "0.0016", "taker": "0.0020001"}), "fees.taker"),
        ("starter", change_of(STARTER, limits={"withdraw_day": "0"}), "limits.withdraw_day"),
        ("starter", change_of(STARTER, features=["<script>"]), "features.0"),
        ("starter", change_of(STARTER, name=" "), "name"),
        ("starter", change_of(STARTER, rank=4), "rank"),
    ]


async def test_an_invalid_level_is_refused(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    before = (await client.get("/api/v1/levels")).json()

    for key, change, field in wrong_changes():
        address = f"/api/operator/levels/{key}?site=localhost"
        answer = await client.put(address, json=change, headers=admin.headers)
        fields = [error["field"] for error in answer.json()["errors"]]
        assert (answer.status_code, field in fields) == (422, True), (field, answer.json())

    assert (await client.get("/api/v1/levels")).json() == before
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM audit_log")) == 0


async def test_levels_are_changed_by_those_who_may(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann, admin = await a_client(services), await a_staff(services)
    support = await a_staff(services, "support")
    change = change_of(STARTER, name="Mine")
    address = "/api/operator/levels/starter?site=localhost"

    refusals = [
        (await client.put(address, json=change, headers=headers)).status_code
        for headers in ({}, ann.headers, support.headers)
    ]
    unknown = await client.put(
        "/api/operator/levels/emperor?site=localhost", json=change, headers=admin.headers
    )
    elsewhere = await client.put(
        "/api/operator/levels/starter?site=nobody.example", json=change, headers=admin.headers
    )

    assert refusals == [401, 401, 403]
    assert (unknown.status_code, elsewhere.status_code) == (404, 421)
    assert (await client.get("/api/v1/levels")).json()["items"][1] == STARTER
