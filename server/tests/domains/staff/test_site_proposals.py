"""New hostnames and another chat reach every client: two administrators decide."""

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.sites import tasks
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.db import transaction
from tests.builders import SignedInStaff, a_staff, status_and_code
from tests.domains.staff.test_sites_and_rules import first_site, list_lines

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
    exposure = {"chat_identity": None, "chat_pages": None}
    assert (approved.json()["status"], approved.json()["asked"]) == ("done", AS_STORED | exposure)
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
    client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await change(client, ada, hosts=["localhost", "trade.example.org"])
    draft = {"hostname": "trade.example.org", "sitename": "Other"}
    assert (await client.post(SITES, json=draft, headers=ada.headers)).status_code == 201

    approved = (await decide(client, eve, "approve")).json()

    assert approved["status"] == "refused"
    assert approved["refusal"]["message"] == "Another site already uses trade.example.org."


async def test_the_worker_finishes_what_a_crash_has_left(
    services: ApiServices, client: httpx.AsyncClient, ada: SignedInStaff, eve: SignedInStaff
) -> None:
    await change(client, ada, **REACH)
    async with transaction(services.sessions) as session:
        await session.execute(
            text(
                "UPDATE site_proposals SET status = 'approved', decided_by = 'eve', decided_at = proposed_at,"
                " decided_by_id = (SELECT id FROM staff WHERE login = 'eve')"
            )
        )

    for _ in range(2):
        await tasks.finish_approved(services.sessions, services.engine, now=services.clock.now())

    assert (await newest(client, eve))["status"] == "done"
    assert (await first_site(client, eve))["chat_domain"] == "chat.example.org"
