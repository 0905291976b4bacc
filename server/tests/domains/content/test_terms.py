"""The terms of a site: there from the beginning, and accepted by version."""

from datetime import timedelta

import httpx
from sqlalchemy import select

from clearwater.domains.content import tasks
from clearwater.domains.content.models import TermsAcceptance
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInStaff, a_staff
from tests.domains.content.writing import a_draft, a_text, act, create, publish, site_id_of

EMAIL, PASSWORD = "ann@example.org", "correct horse battery"


async def register(client: httpx.AsyncClient) -> None:
    body = {"email": EMAIL, "password": PASSWORD, "accept_terms": True}
    assert (await client.post("/api/v1/client", json=body)).status_code == 201


async def sign_in(client: httpx.AsyncClient) -> dict[str, str]:
    answer = await client.post("/api/v1/token", json={"login": EMAIL, "password": PASSWORD})
    return {"X-Token": answer.json()["raw_token"]}


async def is_asked(client: httpx.AsyncClient, headers: dict[str, str]) -> bool:
    asks: bool = (await client.get("/api/bff/auth/user", headers=headers)).json()["asks_terms"]
    return asks


async def read_version(client: httpx.AsyncClient) -> int:
    page = await client.get("/api/v1/pages", params={"slug": "terms"})
    version: int = page.json()["items"][0]["version"]
    return version


async def accept(client: httpx.AsyncClient, headers: dict[str, str], version: int) -> httpx.Response:
    return await client.post("/api/v1/terms/acceptance", json={"version": version}, headers=headers)


async def list_accepted(services: ApiServices) -> list[int]:
    async with services.sessions() as session:
        return list(await session.scalars(select(TermsAcceptance.version).order_by(TermsAcceptance.version)))


async def publish_version(
    client: httpx.AsyncClient, editor: SignedInStaff, *, after: int, asks_acceptance: bool
) -> None:
    listed = await client.get("/api/operator/content", params={"kind": "page"}, headers=editor.headers)
    entry_id = listed.json()["items"][0]["id"]
    draft = a_draft("Terms", slug="terms", category=None, asks_acceptance=asks_acceptance)
    saved = await act(client, editor, entry_id, "draft", **draft, expected_version=after)
    assert saved.status_code == 200, saved.text
    assert saved.json()["draft"]["asks_acceptance"] is asks_acceptance
    await act(client, editor, entry_id, "publish", expected_version=after + 1)


async def test_every_site_begins_with_terms_and_editors_decide_about_them(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    await publish(client, editor, site_id, kind="page", slug="privacy", category=None)
    now = services.clock.now()

    await tasks.add_starter_texts(services.sessions, now=now)

    page = (await client.get("/api/v1/pages", params={"slug": "terms"})).json()["items"][0]
    assert (page["title"], page["version"]) == ("Terms of use", 1)
    spanish = await client.get("/api/v1/pages?slug=terms&lang=es")
    assert spanish.json()["items"][0]["title"] == "Condiciones de uso"
    entries = await client.get("/api/operator/content", params={"q": "terms"}, headers=editor.headers)
    assert (await act(client, editor, entries.json()["items"][0]["id"], "unpublish")).status_code == 200
    await tasks.add_starter_texts(services.sessions, now=now)
    assert (await client.get("/api/v1/pages", params={"slug": "terms"})).json()["items"] == []


async def test_a_registration_stores_the_version_that_was_accepted(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await tasks.add_starter_texts(services.sessions, now=services.clock.now())

    await register(client)

    assert await list_accepted(services) == [1]
    assert await is_asked(client, await sign_in(client)) is False


async def test_without_terms_there_is_nothing_to_accept(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await register(client)
    headers = await sign_in(client)

    assert await is_asked(client, headers) is False
    refused = await accept(client, headers, 1)
    assert (refused.status_code, refused.json()["code"]) == (409, "TERMS_CHANGED")
    assert await list_accepted(services) == []


async def test_a_version_that_asks_for_it_is_accepted_at_the_next_sign_in(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await tasks.add_starter_texts(services.sessions, now=clock.now())
    await register(client)
    before = await sign_in(client)
    editor = await a_staff(services, "editor")
    clock.at += timedelta(minutes=1)

    await publish_version(client, editor, after=1, asks_acceptance=True)
    await publish_version(client, editor, after=2, asks_acceptance=False)

    assert await is_asked(client, before) is False
    clock.at += timedelta(minutes=1)
    headers = await sign_in(client)
    assert await is_asked(client, headers) is True
    assert (await accept(client, headers, 2)).status_code == 409
    assert await list_accepted(services) == [1]
    assert (await accept(client, headers, await read_version(client))).status_code == 204
    assert await is_asked(client, headers) is False
    assert (await accept(client, headers, 3)).status_code == 204
    assert await list_accepted(services) == [1, 3]


async def test_terms_are_accepted_by_clients_alone(services: ApiServices, client: httpx.AsyncClient) -> None:
    await tasks.add_starter_texts(services.sessions, now=services.clock.now())

    assert (await accept(client, {}, 1)).status_code == 401
    assert await list_accepted(services) == []


async def test_a_correction_asks_nobody(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    await register(client)
    editor = await a_staff(services, "editor")
    texts = {"en": a_text("Terms")}
    created = await create(
        client, editor, await site_id_of(services), kind="page", slug="terms", category=None, texts=texts
    )
    await act(client, editor, created.json()["id"], "publish", expected_version=1)
    clock.at += timedelta(minutes=1)

    assert await is_asked(client, await sign_in(client)) is False
