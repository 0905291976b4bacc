"""Who sees a file, and how it is shown."""

import uuid
from datetime import timedelta

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.files import service
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import a_client, a_staff
from tests.pictures import a_picture, an_uploaded


async def audit_lines(services: ApiServices) -> list[tuple[str, str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT staff_login, act, subject FROM audit_log ORDER BY seq"))
        return [(row[0], row[1], row[2]) for row in rows]


@pytest.mark.parametrize("kind", ["kyc_selfie", "kyc_document", "feedback"])
async def test_a_private_file_is_visible_only_to_its_owner(
    services: ApiServices, client: httpx.AsyncClient, kind: str
) -> None:
    ann = await a_client(services)
    bob = await a_client(services, email="bob@example.org")
    url = await an_uploaded(client, ann, kind)

    own = await client.get(url, headers=ann.headers)
    others = [await client.get(url, headers=headers) for headers in ({}, bob.headers)]
    absent = await client.get(f"/api/v1/file/{uuid.UUID(int=1)}", headers=bob.headers)

    assert own.status_code == 200
    assert own.headers["cache-control"] == "private, no-store"
    for answer in (*others, absent):
        assert (answer.status_code, answer.json()["code"]) == (404, "NOT_FOUND")
        assert answer.json()["detail"] == absent.json()["detail"]


async def test_an_image_is_served_with_a_sandboxing_policy(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    url = await an_uploaded(client, ann, "kyc_selfie")

    shown = await client.get(url, headers=ann.headers)

    assert shown.headers["content-security-policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'"
    assert shown.headers["x-content-type-options"] == "nosniff"
    assert shown.headers["content-disposition"] == f'inline; filename="{url.rpartition("/")[2]}.jpeg"'


async def test_an_avatar_is_public_and_cached_immutably(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    url = await an_uploaded(client, await a_client(services), "avatar")

    shown = await client.get(url)

    assert shown.status_code == 200
    assert shown.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize("name", ["nonsense", "..%2f..%2fsecret-key", "%00", "1"])
async def test_a_malformed_file_id_is_not_found(client: httpx.AsyncClient, name: str) -> None:
    assert (await client.get(f"/api/v1/file/{name}")).status_code in (404, 422)


async def test_every_file_view_by_staff_is_audited(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    url = await an_uploaded(client, ann, "kyc_document", a_picture("PNG"))
    reviewer = await a_staff(services, "compliance")

    for _ in range(2):
        assert (await client.get(url, headers=reviewer.headers)).content.startswith(b"\x89PNG")
    await client.get(url, headers=ann.headers)

    subject = f"file:{url.rpartition('/')[2]}"
    assert await audit_lines(services) == [("compliance", "file.viewed", subject)] * 2


async def test_staff_without_the_right_see_nothing(services: ApiServices, client: httpx.AsyncClient) -> None:
    url = await an_uploaded(client, await a_client(services), "kyc_document")
    editor = await a_staff(services, "editor")

    refused = await client.get(url, headers=editor.headers)
    stranger = await client.get(url, headers={"X-Operator-Token": "guessed"})

    assert (refused.status_code, refused.json()["code"]) == (403, "FORBIDDEN")
    assert (stranger.status_code, stranger.json()["code"]) == (401, "TOKEN_INVALID")
    assert [line[1] for line in await audit_lines(services)] == ["access.refused"]


async def test_an_avatar_is_set_and_removed(services: ApiServices, client: httpx.AsyncClient) -> None:
    ann = await a_client(services)
    url = await an_uploaded(client, ann, "avatar")

    taken = await client.patch("/api/v1/client/avatar", json={"url": url}, headers=ann.headers)
    gone = await client.patch("/api/v1/client/avatar", json={"url": None}, headers=ann.headers)

    assert (taken.status_code, taken.json()["client"]["avatar"]) == (200, url)
    assert (gone.status_code, gone.json()["client"]["avatar"]) == (200, None)


async def test_an_avatar_must_be_an_uploaded_avatar_of_the_client(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann = await a_client(services)
    bob = await a_client(services, email="bob@example.org")
    urls = [
        await an_uploaded(client, bob, "avatar"),
        await an_uploaded(client, ann, "kyc_selfie"),
        "https://evil.example/a.png",
        "javascript:alert(1)",
        f"/api/v1/file/{uuid.UUID(int=1)}",
        "/api/v1/file/../../secret-key",
        "",
    ]

    answers = [
        await client.patch("/api/v1/client/avatar", json={"url": url}, headers=ann.headers) for url in urls
    ]
    mass = await client.patch(
        "/api/v1/client/avatar", json={"url": None, "level": "vip"}, headers=ann.headers
    )
    anonymous = await client.patch("/api/v1/client/avatar", json={"url": None})

    for answer in answers:
        assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "url")
    assert (mass.status_code, mass.json()["errors"][0]["field"]) == (422, "level")
    assert anonymous.status_code == 401
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM clients WHERE avatar IS NOT NULL")) == 0


async def test_unused_files_are_purged_after_a_day(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    ann = await a_client(services)
    used, replaced, unused = [await an_uploaded(client, ann, "avatar") for _ in range(3)]
    for url in (replaced, used):
        await client.patch("/api/v1/client/avatar", json={"url": url}, headers=ann.headers)

    await service.purge_unused(services.sessions, services.storage, now=clock.at)
    early = [(await client.get(url)).status_code for url in (used, replaced, unused)]
    clock.at += timedelta(days=1, seconds=1)
    await service.purge_unused(services.sessions, services.storage, now=clock.at)
    late = [(await client.get(url)).status_code for url in (used, replaced, unused)]

    assert early == [200, 200, 200]
    assert late == [200, 404, 404]
    folder = services.settings.data_folder / "files"
    assert sum(1 for path in folder.rglob("*") if path.is_file()) == 1
