"""New hostnames and another chat reach every client: two administrators decide."""

import asyncio
from typing import Any

import httpx
import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sites import service as sites
from clearwater.domains.sites import tasks
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.db import transaction
from tests.builders import SignedInStaff, a_site, a_staff, status_and_code
from tests.domains.staff.test_sites_and_rules import first_site, list_lines
from tests.polling import ticks

SITES = "/api/operator/sites"
PROPOSALS = f"{SITES}/proposals"
REACH: dict[str, Any] = {
    "hosts": ["localhost", "127.0.0.1", "Trade.Example.org"],
    "chat_domain": "chat.example.org",
    "chat_token": "website-token",
}
AS_STORED = REACH | {"hosts": ["localhost", "127.0.0.1", "trade.example.org"]}


@pytest.fixture
async def ada(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, login="ada")


@pytest.fixture
async def eve(services: ApiServices) -> SignedInStaff:
    return await a_staff(services, login="eve")


async def change(client: httpx.AsyncClient, admin: SignedInStaff, **edit: Any) -> httpx.Response:
    site = await first_site(client, admin)
    return await client.patch(f"{SITES}/{site['id']}", json=edit, headers=admin.headers)


async def newest(client: httpx.AsyncClient, admin: SignedInStaff) -> dict[str, Any]:
    listed: list[dict[str, Any]] = (await client.get(PROPOSALS, headers=admin.headers)).json()["items"]
    return listed[0]


async def decide(client: httpx.AsyncClient, admin: SignedInStaff, act: str, **body: Any) -> httpx.Response:
    proposal = await newest(client, admin)
    return await client.post(f"{PROPOSALS}/{proposal['id']}/{act}", json=body or None, headers=admin.headers)


async def test_hostnames_and_a_chat_wait_for_a_second_administrator(
    services: ApiServices, client: httpx.AsyncClient, clock: Any, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    changed = await change(client, ada, sitename="Deep Blue", **REACH)
    own = await decide(client, ada, "approve")
    waiting = await first_site(client, eve)
    approved = await decide(client, eve, "approve")
    site = await first_site(client, eve)

    assert (changed.status_code, changed.json()["sitename"]) == (200, "Deep Blue")
    assert status_and_code(own) == (403, "FORBIDDEN")
    assert (waiting["chat_domain"], waiting["chat_token"], "trade.example.org" in waiting["hosts"]) == (
        "",
        "",
        False,
    )
    others = {"sitename": None, "chat_identity": None, "chat_pages": None}
    assert (approved.json()["status"], approved.json()["asked"]) == ("done", AS_STORED | others)
    assert {name: site[name] for name in AS_STORED} == AS_STORED | {"hosts": sorted(AS_STORED["hosts"])}
    assert [act for act, _ in await list_lines(services)] == [
        "site.changed",
        "site.change_proposed",
        "access.refused",
        "site.change_approved",
    ]
    clock.at += REFRESH_INTERVAL
    config = await client.get("/api/bff/config", headers={"X-Site": "trade.example.org"})
    assert config.json()["sitename"] == "Deep Blue"


async def test_less_reach_takes_one_person(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await change(client, ada, **REACH)
    await decide(client, eve, "approve")

    fewer = await change(client, ada, hosts=["localhost"], chat_domain="", chat_token="")

    assert fewer.status_code == 200
    site = await first_site(client, ada)
    assert (site["hosts"], site["chat_domain"], site["chat_token"]) == (["localhost"], "", "")
    assert (await newest(client, ada))["status"] == "done"


async def test_what_the_chat_gets_to_see_takes_two_to_be_more_and_one_to_be_less(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    less = {"chat_identity": "server", "chat_pages": "without_secrets"}
    more = {"chat_identity": "client", "chat_pages": "all"}

    restricted = (await change(client, ada, **less)).json()
    waiting = (await change(client, ada, **more)).json()
    approved = (await decide(client, eve, "approve")).json()

    assert less.items() <= restricted.items()
    assert less.items() <= waiting.items()
    assert (approved["status"], more.items() <= approved["asked"].items()) == ("done", True)
    assert more.items() <= (await first_site(client, ada)).items()


async def test_a_rejected_proposal_changes_nothing_and_one_is_open_at_a_time(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    before = await first_site(client, ada)
    await change(client, ada, chat_domain="chat.example.org")

    twice = await change(client, eve, chat_domain="other.example.org", sitename="Not this, either")
    rejected = await decide(client, eve, "reject", reason="Whose chat is it?")

    assert status_and_code(twice) == (422, "VALIDATION_FAILED")
    assert twice.json()["errors"][0] | {"message": ""} == {
        "field": "chat_domain",
        "code": "pending",
        "message": "",
    }
    assert (rejected.json()["status"], rejected.json()["remark"]) == ("rejected", "Whose chat is it?")
    assert await first_site(client, ada) == before


async def test_without_a_second_administrator_the_command_is_said_and_nothing_changes(
    client: httpx.AsyncClient, ada: SignedInStaff
) -> None:
    before = await first_site(client, ada)

    refused = await change(client, ada, sitename="Deep Blue", hosts=["localhost", "trade.example.org"])

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    name = before["hosts"][0]
    command = f"clearwater site set {name} --hosts localhost,trade.example.org"
    assert refused.json()["command"] == command
    assert await first_site(client, ada) == before


async def test_a_hostname_that_another_site_has_got_meanwhile_is_said(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await change(client, ada, hosts=["localhost", "trade.example.org"])
    await a_site(services, "trade.example.org")

    approved = (await decide(client, eve, "approve")).json()

    assert approved["status"] == "refused"
    assert approved["refusal"]["message"] == "Another site already uses trade.example.org."


async def test_the_worker_finishes_what_a_crash_has_left(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await change(client, ada, **REACH)

    await approve_and_crash(services)
    for _ in range(2):
        await tasks.finish_approved(services.sessions, services.engine, now=services.clock.now())

    assert (await newest(client, eve))["status"] == "done"
    assert (await first_site(client, eve))["chat_domain"] == "chat.example.org"


async def approve_and_crash(services: ApiServices) -> None:
    """The decision of eve is stored, and the process is gone before it knows what became of it."""
    async with transaction(services.sessions) as session:
        await session.execute(
            text(
                "UPDATE site_proposals SET status = 'approved', decided_by = 'eve', decided_at = proposed_at,"
                " decided_by_id = (SELECT id FROM staff WHERE login = 'eve'), refusal = NULL"
            )
        )


async def list_names(client: httpx.AsyncClient, admin: SignedInStaff) -> list[tuple[str, list[str]]]:
    listed = (await client.get(SITES, headers=admin.headers)).json()["items"]
    return [(site["sitename"], site["hosts"]) for site in listed]


async def propose_reef(client: httpx.AsyncClient, admin: SignedInStaff) -> httpx.Response:
    draft = {"hostname": "Reef.example.org", "sitename": "Reef"}
    return await client.post(SITES, json=draft, headers=admin.headers)


async def test_a_new_site_begins_when_a_second_administrator_approves(
    services: ApiServices, client: httpx.AsyncClient, clock: Any, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    before = await list_names(client, ada)

    proposed = await propose_reef(client, ada)
    own = await decide(client, ada, "approve")
    waiting = await list_names(client, ada)
    approved = (await decide(client, eve, "approve")).json()

    asked = dict.fromkeys(("chat_domain", "chat_token", "chat_identity", "chat_pages"))
    asked |= {"sitename": "Reef", "hosts": ["reef.example.org"]}
    assert (proposed.status_code, proposed.json()["site_id"], proposed.json()["asked"]) == (202, None, asked)
    assert (status_and_code(own), waiting) == ((403, "FORBIDDEN"), before)
    assert await list_names(client, ada) == [("Reef", ["reef.example.org"]), *before]
    reef = (await client.get(SITES, headers=ada.headers)).json()["items"][0]
    assert (approved["status"], approved["site_id"]) == ("done", reef["id"])
    lines = await list_lines(services)
    assert [act for act, _ in lines] == ["site.addition_proposed", "access.refused", "site.addition_approved"]
    assert lines[0][1] == {"proposal_id": approved["id"], "sitename": "Reef", "hosts": ["reef.example.org"]}
    clock.at += REFRESH_INTERVAL
    on_reef = {"Host": "reef.example.org"}
    assert (await client.get("/api/bff/config", headers=on_reef)).json()["sitename"] == "Reef"
    levels = (await client.get("/api/v1/levels", headers=on_reef)).json()
    assert levels == (await client.get("/api/v1/levels")).json()


async def test_a_hostname_that_one_person_took_from_a_site_is_not_given_to_another_by_the_same_one(
    client: httpx.AsyncClient, clock: Any, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    assert (await change(client, ada, hosts=["localhost"])).status_code == 200
    draft = {"hostname": "127.0.0.1", "sitename": "Reef"}

    proposed = await client.post(SITES, json=draft, headers=ada.headers)

    assert proposed.status_code == 202
    clock.at += REFRESH_INTERVAL
    assert (await client.get("/api/bff/config", headers={"Host": "127.0.0.1"})).status_code == 421
    assert await list_names(client, eve) == [("Clearwater", ["localhost"])]


async def test_a_rejected_site_is_not_added(
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    before = await list_names(client, ada)
    await propose_reef(client, ada)

    rejected = (await decide(client, eve, "reject", reason="Whose name is it?")).json()

    assert (rejected["status"], rejected["site_id"]) == ("rejected", None)
    assert await list_names(client, ada) == before


async def test_a_new_site_whose_hostname_is_taken_meanwhile_is_refused(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await propose_reef(client, ada)
    await a_site(services, "reef.example.org")

    approved = (await decide(client, eve, "approve")).json()

    message = "Enter a hostname that no site uses yet, such as trade.example.org."
    assert (approved["status"], approved["refusal"]["message"]) == ("refused", message)


async def test_of_two_sites_with_one_hostname_approved_at_the_same_time_one_is_refused(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    before = await list_names(client, ada)
    await propose_reef(client, ada)

    async with transaction(services.sessions) as other:
        # It has looked the hostname up, as the other approval will before this is committed.
        await sites.add_site(other, hostname="reef.example.org", sitename="Other")
        deciding = asyncio.create_task(decide(client, eve, "approve"))
        await until_blocked(other)
    approved = await deciding

    assert (approved.status_code, approved.json()["status"]) == (200, "refused")
    assert approved.json()["refusal"]["code"] == "VALIDATION_FAILED"
    assert await list_names(client, ada) == [("Other", ["reef.example.org"]), *before]


async def until_blocked(session: AsyncSession) -> None:
    """Wait until another transaction waits for a lock of this one."""
    # Not the list of backends, of which a transaction keeps what it saw first.
    waiting = text(
        "SELECT count(*) FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
    )
    async for _ in ticks():
        if await session.scalar(waiting):
            return


async def test_without_a_second_administrator_a_site_is_added_by_the_command_line(
    client: httpx.AsyncClient, ada: SignedInStaff
) -> None:
    before = await list_names(client, ada)

    refused = await propose_reef(client, ada)

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert refused.json()["command"] == "clearwater site add reef.example.org --name Reef"
    assert await list_names(client, ada) == before


@pytest.mark.parametrize("was_added", [False, True], ids=["before", "after"])
async def test_a_site_is_added_once_on_both_sides_of_a_crash(
    *,
    services: ApiServices,
    client: httpx.AsyncClient,
    ada: SignedInStaff,
    eve: SignedInStaff,
    was_added: bool,
) -> None:
    before = await list_names(client, ada)
    await propose_reef(client, ada)
    if was_added:
        await decide(client, eve, "approve")

    await approve_and_crash(services)
    for _ in range(2):
        await tasks.finish_approved(services.sessions, services.engine, now=services.clock.now())

    assert (await newest(client, eve))["status"] == "done"
    assert await list_names(client, ada) == [("Reef", ["reef.example.org"]), *before]
