"""External hosts that navigation rules may lead every visitor to: two administrators decide."""

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.rules import tasks
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.db import transaction
from tests.builders import SignedInStaff, a_staff, status_and_code
from tests.domains.rules.test_rules import allow
from tests.domains.staff.test_sites_and_rules import RULES, list_lines

HOSTS = "/api/operator/rules/hosts"
PROPOSALS = f"{HOSTS}/proposals"
HELP = "help.example.org"


@pytest.fixture
async def ada(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, login="ada")


@pytest.fixture
async def eve(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, login="eve")


async def propose(client: httpx.AsyncClient, admin: SignedInStaff) -> httpx.Response:
    return await client.post(HOSTS, json={"hostname": " Help.Example.ORG "}, headers=admin.headers)


async def newest(client: httpx.AsyncClient, admin: SignedInStaff) -> dict[str, Any]:
    listed: list[dict[str, Any]] = (await client.get(PROPOSALS, headers=admin.headers)).json()["items"]
    return listed[0]


async def decide(client: httpx.AsyncClient, admin: SignedInStaff, act: str, **body: Any) -> httpx.Response:
    address = f"{PROPOSALS}/{(await newest(client, admin))['id']}/{act}"
    return await client.post(address, json=body or None, headers=admin.headers)


async def list_allowed(client: httpx.AsyncClient, admin: SignedInStaff) -> list[tuple[str, str]]:
    listed = (await client.get(HOSTS, headers=admin.headers)).json()["items"]
    return [(host["hostname"], host["added_by"]) for host in listed]


async def approve_and_crash(services: ApiServices) -> None:
    """The decision of eve is stored, and the process is gone before it knows what became of it."""
    async with transaction(services.sessions) as session:
        await session.execute(
            text(
                "UPDATE redirect_host_proposals SET status = 'approved', decided_by = 'eve',"
                " decided_at = proposed_at, decided_by_id = (SELECT id FROM staff WHERE login = 'eve')"
            )
        )


async def finish(services: ApiServices) -> None:
    await tasks.finish_approved(services.sessions, services.engine, now=services.clock.now())


async def test_a_host_waits_for_a_second_administrator(
    services: ApiServices, client: httpx.AsyncClient, clock: Any, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    editor = await a_staff(services, "editor")
    rule = {"pattern": "/help", "redirect": f"https://{HELP}/"}

    proposed = await propose(client, ada)
    own = await decide(client, ada, "approve")
    waiting = await list_allowed(client, ada)
    too_early = await client.post(RULES, json=rule, headers=ada.headers)
    approved = (await decide(client, eve, "approve")).json()

    assert (proposed.status_code, proposed.json()["hostname"], proposed.json()["status"]) == (
        202,
        HELP,
        "proposed",
    )
    assert (status_and_code(own), waiting) == ((403, "FORBIDDEN"), [])
    assert status_and_code(too_early) == (422, "VALIDATION_FAILED")
    assert (approved["status"], approved["proposed_by"], approved["decided_by"]) == ("done", "ada", "eve")
    assert await list_allowed(client, ada) == [(HELP, "ada")]
    assert (await newest(client, editor))["hostname"] == HELP
    assert [act for act, _ in await list_lines(services)] == [
        "redirect_host.proposed",
        "access.refused",
        "redirect_host.approved",
    ]
    assert (await client.post(RULES, json=rule, headers=ada.headers)).status_code == 201
    clock.at += REFRESH_INTERVAL
    assert (await client.get("/help")).headers["location"] == f"https://{HELP}/"


async def test_a_rejected_host_is_not_allowed(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose(client, ada)

    rejected = (await decide(client, eve, "reject", reason="Whose host is it?")).json()
    again = await decide(client, eve, "approve")

    assert (rejected["status"], rejected["remark"]) == ("rejected", "Whose host is it?")
    assert (again.status_code, await list_allowed(client, ada)) == (409, [])


async def test_a_host_has_one_open_proposal_at_a_time(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose(client, ada)

    twice = await propose(client, eve)

    assert status_and_code(twice) == (422, "VALIDATION_FAILED")
    assert (twice.json()["errors"][0]["field"], twice.json()["errors"][0]["code"]) == ("hostname", "pending")
    await decide(client, eve, "approve")
    assert status_and_code(await propose(client, ada)) == (409, "STATE_CONFLICT")


async def test_removing_a_host_takes_one_person(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose(client, ada)
    await decide(client, eve, "approve")

    removed = await client.delete(f"{HOSTS}/{HELP}", headers=ada.headers)

    assert (removed.status_code, await list_allowed(client, ada)) == (204, [])


async def test_without_a_second_administrator_the_command_is_said(
    client: httpx.AsyncClient, ada: SignedInStaff
) -> None:
    refused = await propose(client, ada)

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert refused.json()["command"] == f"clearwater rule allow-host {HELP}"
    assert (await client.get(PROPOSALS, headers=ada.headers)).json()["items"] == []


async def test_the_worker_finishes_what_a_crash_has_left(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose(client, ada)
    await approve_and_crash(services)

    for _ in range(2):
        await finish(services)

    assert (await newest(client, eve))["status"] == "done"
    assert await list_allowed(client, eve) == [(HELP, "ada")]


async def test_a_host_that_was_removed_since_does_not_come_back_after_a_crash(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose(client, ada)
    await decide(client, eve, "approve")
    await approve_and_crash(services)
    await client.delete(f"{HOSTS}/{HELP}", headers=ada.headers)

    await finish(services)

    assert (await newest(client, eve))["status"] == "done"
    assert await list_allowed(client, eve) == []


async def test_a_host_that_the_command_line_has_allowed_meanwhile_stays_allowed(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose(client, ada)
    await allow(services, HELP)

    approved = (await decide(client, eve, "approve")).json()

    assert (approved["status"], await list_allowed(client, eve)) == ("done", [(HELP, "admin")])
