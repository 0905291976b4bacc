"""The terms of a level reach every client of it: two administrators decide."""

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.membership import tasks
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from tests.builders import SignedInStaff, a_staff, status_and_code
from tests.domains.membership.test_levels import STARTER, change_of
from tests.domains.staff.test_sites_and_rules import list_lines

SITE = "site=localhost"
LEVELS = "/api/operator/levels"
PROPOSALS = f"{LEVELS}/proposals"
FEES = {"maker": "0.0015", "taker": "0.0019"}
LIMITS = {"withdraw_day": "60000"}
REASON = "Competitors charge less"
NEEDS = {"kyc": True, "two_factor": False, "volume_30d": "500", "balance": "100"}


@pytest.fixture
async def ada(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, login="ada")


@pytest.fixture
async def eve(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, login="eve")


async def propose(
    client: httpx.AsyncClient, admin: SignedInStaff, key: str = "starter", **changes: Any
) -> httpx.Response:
    levels = (await client.get("/api/v1/levels")).json()["items"]
    level = next(level for level in levels if level["key"] == key)
    draft = change_of(level, **changes) | {"reason": REASON}
    return await client.post(f"{LEVELS}/{key}/proposals?{SITE}", json=draft, headers=admin.headers)


async def list_proposals(
    client: httpx.AsyncClient, admin: SignedInStaff, **query: str
) -> list[dict[str, Any]]:
    params = {"site": "localhost", **query}
    answer = await client.get(PROPOSALS, params=params, headers=admin.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def decide(
    client: httpx.AsyncClient, admin: SignedInStaff, proposed: httpx.Response, act: str, **body: Any
) -> httpx.Response:
    path = f"{PROPOSALS}/{proposed.json()['id']}/{act}"
    return await client.post(path, json=body or None, headers=admin.headers)


async def starter(client: httpx.AsyncClient) -> dict[str, Any]:
    level: dict[str, Any] = (await client.get("/api/v1/levels")).json()["items"][1]
    return level


async def test_other_terms_wait_for_a_second_administrator(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    proposed = await propose(client, ada, fees=FEES, limits=LIMITS, name="Beginner")
    own = await decide(client, ada, proposed, "approve")
    waiting = await starter(client)
    approved = await decide(client, eve, proposed, "approve")
    again = await decide(client, eve, proposed, "approve")

    after = {"name": "Beginner", "fees": FEES, "limits": LIMITS}
    assert proposed.status_code == 202
    assert (proposed.json()["level"], proposed.json()["reason"]) == ("starter", REASON)
    assert {name: value for name, value in proposed.json()["asked"].items() if value} == after
    assert {name: value for name, value in proposed.json()["before"].items() if value} == {
        name: STARTER[name] for name in after
    }
    assert status_and_code(own) == (403, "FORBIDDEN")
    assert waiting == STARTER
    assert (approved.json()["status"], approved.json()["decided_by"]) == ("done", "eve")
    assert status_and_code(again) == (409, "STATE_CONFLICT")
    assert await starter(client) == STARTER | after
    assert [act for act, _ in await list_lines(services)] == [
        "level.change_proposed",
        "access.refused",
        "level.change_approved",
    ]


@pytest.mark.parametrize(
    "term",
    [
        {"fees": {"maker": "0.0016", "taker": "0.0021"}},
        {"limits": {"withdraw_day": "49999"}},
        {"requirements": NEEDS | {"volume_30d": "499"}},
        {"features": ["premarket", "earn", "api_key_trade", "earn_locked"]},
    ],
)
async def test_no_term_is_changed_by_one_person(
    client: httpx.AsyncClient, ada: SignedInStaff, term: dict[str, Any]
) -> None:
    refused = await client.put(
        f"{LEVELS}/starter?{SITE}", json=change_of(STARTER, **term), headers=ada.headers
    )

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert await starter(client) == STARTER


async def test_a_rejected_proposal_changes_nothing_and_one_is_open_at_a_time(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    proposed = await propose(client, ada, limits=LIMITS)
    twice = await propose(client, eve, fees=FEES)
    elsewhere = await propose(client, eve, "pro", limits={"withdraw_day": "900000"})
    rejected = await decide(client, eve, proposed, "reject", reason="Not before the audit")

    assert status_and_code(twice) == (409, "STATE_CONFLICT")
    assert elsewhere.status_code == 202
    assert (rejected.json()["status"], rejected.json()["remark"]) == ("rejected", "Not before the audit")
    assert await starter(client) == STARTER
    assert [item["level"] for item in await list_proposals(client, ada)] == ["pro", "starter"]
    assert [item["level"] for item in await list_proposals(client, ada, status="proposed")] == ["pro"]


async def test_what_cannot_be_or_changes_nothing_is_not_proposed(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    same = await propose(client, ada)
    too_high = await propose(client, ada, fees={"maker": "0.2", "taker": "0.1"})
    unknown = await client.post(
        f"{LEVELS}/emperor/proposals?{SITE}",
        json=change_of(STARTER, limits=LIMITS) | {"reason": REASON},
        headers=ada.headers,
    )

    assert status_and_code(same) == (409, "STATE_CONFLICT")
    assert [error["field"] for error in too_high.json()["errors"]] == ["fees.maker"]
    assert status_and_code(unknown) == (404, "NOT_FOUND")
    assert await list_proposals(client, ada) == []


async def test_a_proposal_needs_a_step_up(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    proposed = await propose(client, ada, limits=LIMITS)
    async with transaction(services.sessions) as session:
        await session.execute(text("UPDATE staff_sessions SET stepped_up_until = NULL"))

    refusals = [
        await propose(client, ada, "pro", limits=LIMITS),
        await decide(client, eve, proposed, "approve"),
        await decide(client, eve, proposed, "reject", reason="No"),
    ]

    assert [status_and_code(refused) for refused in refusals] == [(403, "STEP_UP_REQUIRED")] * 3


async def test_without_a_second_administrator_the_command_is_said(
    client: httpx.AsyncClient, ada: SignedInStaff
) -> None:
    refused = await propose(
        client,
        ada,
        name="First steps",
        requirements={"kyc": True, "two_factor": True, "volume_30d": "600", "balance": "100"},
        fees=FEES,
        features=["earn", "premarket"],
    )

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert refused.json()["command"] == (
        "clearwater level set localhost starter --name 'First steps' --kyc --two-factor --volume 600"
        " --balance 100 --maker-fee 0.0015 --taker-fee 0.0019 --features earn,premarket"
    )
    assert await starter(client) == STARTER


async def test_what_another_level_rules_out_by_now_is_said(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    higher = await propose(client, ada, requirements=NEEDS | {"balance": "2500"})
    advanced = {"kyc": True, "two_factor": True, "volume_30d": "25000", "balance": "2000"}
    lower = await propose(client, ada, "advanced", requirements=advanced)

    done = await decide(client, eve, higher, "approve")
    refused = (await decide(client, eve, lower, "approve")).json()

    assert done.json()["status"] == "done"
    assert (refused["status"], refused["refusal"]) == (
        "refused",
        {"code": "VALIDATION_FAILED", "message": "A lower level requires more than this."},
    )


async def test_the_worker_finishes_what_a_crash_has_left(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose(client, ada, fees=FEES)
    async with transaction(services.sessions) as session:
        await session.execute(
            text(
                "UPDATE level_proposals SET status = 'approved', decided_by = 'eve',"
                " decided_at = proposed_at, decided_by_id = (SELECT id FROM staff WHERE login = 'eve')"
            )
        )

    for _ in range(2):
        await tasks.finish_approved(services.sessions, services.engine, now=services.clock.now())

    assert [item["status"] for item in await list_proposals(client, eve)] == ["done"]
    assert (await starter(client))["fees"] == FEES
