"""Who belongs to the staff: one admin proposes, another approves, and the colleague enrols alone."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInStaff, a_staff, status_and_code
from tests.staffing import approve, enrol, keep_signed_in, make_link, open_link, propose, reject

ANNA = {"login": "anna.b", "role": "support"}


async def change(
    client: httpx.AsyncClient, admin: SignedInStaff, who: SignedInStaff, body: dict[str, Any]
) -> httpx.Response:
    return await client.patch(f"/api/operator/staff/{who.id}", json=body, headers=admin.headers)


async def list_acts(services: ApiServices) -> list[tuple[str, str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, subject, staff_login FROM audit_log ORDER BY seq"))
        return [(row[0], row[1], row[2]) for row in rows]


async def list_team(client: httpx.AsyncClient, admin: SignedInStaff) -> dict[str, tuple[str, bool, bool]]:
    listed = (await client.get("/api/operator/staff", headers=admin.headers)).json()["items"]
    return {row["login"]: (row["role"], row["is_active"], row["enrolled_at"] is not None) for row in listed}


async def test_a_colleague_proposed_by_one_and_approved_by_another_enrols_alone(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """H3: neither admin ever sees what the colleague signs in with."""
    alice = await a_staff(services, login="alice")
    bob = await a_staff(services, login="bob")

    proposed = await propose(client, alice, ANNA)
    assert proposed.status_code == 201
    assert set(proposed.json()).isdisjoint({"password", "totp_secret", "totp_uri"})
    assert "anna.b" not in await list_team(client, alice)
    approved = await approve(client, bob, proposed.json()["id"])
    assert (approved.status_code, approved.json()["status"]) == (200, "approved")
    assert (await list_team(client, alice))["anna.b"] == ("support", True, False)
    own = await make_link(client, alice, approved.json()["staff_id"])
    assert status_and_code(own) == (403, "FORBIDDEN")
    link = await make_link(client, bob, approved.json()["staff_id"])
    assert set(link.json()) == {"path", "expires_at"}
    enrolled = await enrol(client, clock, link.json()["path"], password="seven violet anchors")

    assert enrolled.status_code == 201
    me = await client.get("/api/operator/me", headers={"X-Operator-Token": enrolled.json()["raw_token"]})
    assert (me.json()["login"], me.json()["role"]) == ("anna.b", "support")
    assert (await list_team(client, alice))["anna.b"] == ("support", True, True)
    assert await list_acts(services) == [
        ("staff.proposed", "staff:anna.b", "alice"),
        ("staff.approved", "staff:anna.b", "bob"),
        ("staff.link_made", "staff:anna.b", "bob"),
        ("staff.enrolled", "staff:anna.b", "anna.b"),
        ("staff.signed_in", "staff:anna.b", "anna.b"),
    ]
    async with services.sessions() as session:
        logged = await session.scalar(text("SELECT string_agg(detail::text, '') FROM audit_log")) or ""
        assert link.json()["path"].partition("#")[2] not in logged
        assert await session.scalar(text("SELECT count(*) FROM staff_enrolment_links")) == 0


async def test_operators_cannot_approve_their_own_proposals_or_those_about_them(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    alice = await a_staff(services, login="alice")
    bob = await a_staff(services, login="bob")
    await a_staff(services, login="carol")
    own = (await propose(client, alice, ANNA)).json()["id"]
    about_bob = (await change(client, alice, bob, {"role": "support"})).json()["id"]

    answers = [await approve(client, alice, own), await approve(client, bob, about_bob)]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(403, "FORBIDDEN")] * 2
    assert (await list_team(client, alice)) == {
        "alice": ("admin", True, True),
        "bob": ("admin", True, True),
        "carol": ("admin", True, True),
    }
    refused = [line for line in await list_acts(services) if line[0] == "access.refused"]
    assert refused == [
        ("access.refused", f"staff-proposal:{own}", "alice"),
        ("access.refused", f"staff-proposal:{about_bob}", "bob"),
    ]


async def test_an_account_approves_only_24_hours_after_its_creation(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """H3: whoever makes a second account for himself cannot approve with it, and is found out meanwhile."""
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    made = (await propose(client, bob, {"login": "dora", "role": "admin"})).json()
    approved = (await approve(client, alice, made["id"])).json()
    link = (await make_link(client, alice, approved["staff_id"])).json()["path"]
    token = (await enrol(client, clock, link, password="seven violet anchors")).json()["raw_token"]
    dora = SignedInStaff(made["id"], "dora", "", "", token)
    proposal = (await propose(client, bob, ANNA)).json()["id"]

    young = await approve(client, dora, proposal)

    assert (young.status_code, young.json()["code"]) == (403, "FORBIDDEN")
    assert "24 hours" in young.json()["detail"]
    assert "anna.b" not in await list_team(client, alice)
    clock.at += timedelta(hours=24)
    await keep_signed_in(services)
    grown = await approve(client, dora, proposal)
    assert (grown.status_code, grown.json()["status"]) == (200, "approved")
    # What alice proposes needs somebody whom alice did not bring in, for a week.
    of_alice = (await propose(client, alice, {"login": "fred", "role": "support"})).json()["id"]
    assert (await approve(client, dora, of_alice)).status_code == 403
    clock.at += timedelta(days=6)
    await keep_signed_in(services)
    assert (await approve(client, dora, of_alice)).status_code == 200


@pytest.mark.parametrize(
    ("body", "command"),
    [
        ({"role": "editor"}, "clearwater staff role --login support --role editor"),
        ({"is_active": False}, "clearwater staff deactivate --login support"),
    ],
)
async def test_a_single_admin_is_shown_the_shell_command(
    services: ApiServices, client: httpx.AsyncClient, body: dict[str, Any], command: str
) -> None:
    admin, support = await a_staff(services), await a_staff(services, "support")

    answers = [
        await propose(client, admin, ANNA),
        await change(client, admin, support, body),
        await client.post(f"/api/operator/staff/{support.id}/reset", headers=admin.headers),
    ]

    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [
        (409, "STATE_CONFLICT")
    ] * 3
    assert [answer.json()["command"] for answer in answers] == [
        "clearwater staff create --login anna.b --role support",
        command,
        "clearwater staff reset --login support",
    ]
    assert await list_acts(services) == []
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 200


async def test_a_rejected_proposal_changes_nothing_and_is_final(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    proposal = (await propose(client, alice, ANNA)).json()["id"]

    rejected = await reject(client, alice, proposal)

    assert (rejected.json()["status"], rejected.json()["decided_by"]) == ("rejected", "alice")
    late = await approve(client, bob, proposal)
    assert (late.status_code, late.json()["code"]) == (409, "STATE_CONFLICT")
    assert "anna.b" not in await list_team(client, alice)
    waiting = await client.get("/api/operator/staff/proposals?status=proposed", headers=bob.headers)
    assert waiting.json()["items"] == []


async def test_of_two_concurrent_approvals_one_succeeds(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    carol = await a_staff(services, login="carol")
    proposal = (await propose(client, alice, ANNA)).json()["id"]

    answers = await asyncio.gather(approve(client, bob, proposal), approve(client, carol, proposal))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert [act for act, _, _ in await list_acts(services)].count("staff.approved") == 1


@pytest.mark.parametrize(
    "body",
    [
        {"login": "A", "role": "support"},
        {"login": "<script>alert(1)</script>", "role": "support"},
        {"login": "an\nna", "role": "support"},
        {"login": "anna", "role": "owner"},
        {"login": "anna", "role": "support", "is_active": False},
        {"login": "anna", "role": "support", "password": "mine"},
        {"login": "anna"},
    ],
)
async def test_invalid_drafts_are_refused(
    services: ApiServices, client: httpx.AsyncClient, body: dict[str, Any]
) -> None:
    admin = await a_staff(services)

    answer = await propose(client, admin, body)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert await list_acts(services) == []


async def test_one_proposal_about_a_login_waits_at_a_time(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    admin, _ = await a_staff(services), await a_staff(services, login="other")

    answers = await asyncio.gather(*(propose(client, admin, ANNA) for _ in range(3)))

    assert sorted(answer.status_code for answer in answers) == [201, 409, 409]
    assert await list_acts(services) == [("staff.proposed", "staff:anna.b", "admin")]


async def test_a_closed_account_is_signed_out_immediately(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    support = await a_staff(services, "support")

    closing = (await change(client, alice, support, {"is_active": False})).json()
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 200
    await approve(client, bob, closing["id"])

    assert (await list_team(client, alice))["support"] == ("support", False, True)
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401
    opening = (await change(client, alice, support, {"is_active": True})).json()
    await approve(client, bob, opening["id"])
    assert (await list_team(client, alice))["support"] == ("support", True, True)
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401


async def test_a_new_role_needs_a_new_session(services: ApiServices, client: httpx.AsyncClient) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    support = await a_staff(services, "support")

    proposal = (await change(client, alice, support, {"role": "editor"})).json()
    await approve(client, bob, proposal["id"])

    assert (await list_team(client, alice))["support"] == ("editor", True, True)
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401


async def test_operators_cannot_change_their_own_account(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    alice, _ = await a_staff(services, login="alice"), await a_staff(services, login="bob")

    answers = [
        await change(client, alice, alice, {"role": "support"}),
        await client.post(f"/api/operator/staff/{alice.id}/reset", headers=alice.headers),
    ]

    assert [answer.status_code for answer in answers] == [409, 409]
    assert await list_acts(services) == []


async def test_a_reset_revokes_all_credentials_and_a_link_enrols_again(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    support = await a_staff(services, "support")

    asked = await client.post(f"/api/operator/staff/{support.id}/reset", headers=alice.headers)
    early = await make_link(client, alice, support.id)
    await approve(client, bob, asked.json()["id"])

    assert (early.status_code, early.json()["code"]) == (409, "STATE_CONFLICT")
    assert (await client.get("/api/operator/me", headers=support.headers)).status_code == 401
    old = {"login": "support", "password": support.password, "totp": "123456"}
    assert (await client.post("/api/operator/token", json=old)).status_code == 401
    link = (await make_link(client, bob, support.id)).json()["path"]
    assert (await enrol(client, clock, link, password="seven violet anchors")).status_code == 201


async def test_a_link_works_once_for_a_day_and_only_the_newest(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    proposal = (await propose(client, alice, ANNA)).json()["id"]
    staff_id = (await approve(client, bob, proposal)).json()["staff_id"]
    older = (await make_link(client, bob, staff_id)).json()["path"]
    newer = (await make_link(client, bob, staff_id)).json()["path"]

    assert (await open_link(client, older)).status_code == 410
    assert (await enrol(client, clock, older, password="seven violet anchors")).status_code == 410
    first, second = await asyncio.gather(
        *(enrol(client, clock, newer, password="seven violet anchors") for _ in range(2))
    )

    assert sorted((first.status_code, second.status_code)) == [201, 410]
    proposal = (await propose(client, alice, {"login": "carl", "role": "editor"})).json()["id"]
    staff_id = (await approve(client, bob, proposal)).json()["staff_id"]
    late = (await make_link(client, bob, staff_id)).json()["path"]
    clock.at += timedelta(hours=24)
    assert (await open_link(client, late)).json()["code"] == "CODE_EXPIRED"


async def test_each_opening_of_an_enrolment_link_has_a_new_totp_secret(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """H3: the admin looks into the link before handing it over, and still cannot sign in."""
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    proposal = (await propose(client, alice, ANNA)).json()["id"]
    staff_id = (await approve(client, bob, proposal)).json()["staff_id"]
    link = (await make_link(client, bob, staff_id)).json()["path"]

    seen = (await open_link(client, link)).json()["totp"]["secret"]
    theirs = (await open_link(client, link)).json()["totp"]

    assert theirs["secret"] != seen
    enrolled = await enrol(client, clock, link, password="seven violet anchors", setup=theirs)
    assert enrolled.status_code == 201


@pytest.mark.parametrize(
    ("wrong", "code", "field"),
    [
        ({"password": "short pass"}, "VALIDATION_FAILED", "password"),
        ({"password": "1234567890987654321"}, "VALIDATION_FAILED", "password"),
        ({"password": "my name is anna.b"}, "VALIDATION_FAILED", "password"),
        ({"code": "000000"}, "CODE_INVALID", None),
        ({"setup": "00ff"}, "CODE_INVALID", None),
    ],
)
async def test_invalid_enrolment_fields_are_named_and_the_link_stays_valid(
    *,
    services: ApiServices,
    client: httpx.AsyncClient,
    clock: FixedClock,
    wrong: dict[str, str],
    code: str,
    field: str | None,
) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    proposal = (await propose(client, alice, ANNA)).json()["id"]
    staff_id = (await approve(client, bob, proposal)).json()["staff_id"]
    link = (await make_link(client, bob, staff_id)).json()["path"]

    refused = await enrol(client, clock, link, **({"password": "seven violet anchors"} | wrong))

    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert [error["field"] for error in refused.json()["errors"]] == ([field] if field else [])
    assert (await list_team(client, alice))["anna.b"] == ("support", True, False)
    assert (await enrol(client, clock, link, password="seven violet anchors")).status_code == 201


async def test_nobody_rejects_a_proposal_about_them(services: ApiServices, client: httpx.AsyncClient) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    carol = await a_staff(services, login="carol")
    about_bob = (await change(client, alice, bob, {"is_active": False})).json()["id"]

    own = await reject(client, bob, about_bob)

    assert status_and_code(own) == (403, "FORBIDDEN")
    assert ("access.refused", f"staff-proposal:{about_bob}", "bob") in await list_acts(services)
    assert (await approve(client, carol, about_bob)).status_code == 200
    assert (await list_team(client, alice))["bob"] == ("admin", False, True)


async def test_an_account_that_exists_by_now_is_not_approved(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    alice, bob = await a_staff(services, login="alice"), await a_staff(services, login="bob")
    proposal = (await propose(client, alice, ANNA)).json()["id"]
    await a_staff(services, "editor", login="anna.b")

    refused = await approve(client, bob, proposal)

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert (await list_team(client, alice))["anna.b"] == ("editor", True, True)
    assert [act for act, _, _ in await list_acts(services)] == ["staff.proposed"]
    assert (await reject(client, alice, proposal)).json()["status"] == "rejected"
