"""What one client may keep here, and when nobody may add anything."""

import asyncio
from dataclasses import replace

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.files import service
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient, a_client, status_and_code
from tests.conftest import OpenClient, app_with
from tests.domains.files.test_uploads import count_files
from tests.pictures import a_picture, an_uploaded, upload

QUOTA_USED = (422, "QUOTA_USED")


async def use_all(services: ApiServices) -> None:
    async with services.sessions() as session:
        await session.execute(text("UPDATE files SET used_at = created_at"))
        await session.commit()


@pytest.fixture
async def ann(services: ApiServices) -> SignedInClient:
    return await a_client(services)


async def test_unused_files_per_client_are_limited(
    services: ApiServices, client: httpx.AsyncClient, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_UNUSED_FILES", 2)
    bob = await a_client(services, email="bob@example.org")
    for _ in range(2):
        await an_uploaded(client, ann, "feedback")

    assert status_and_code(await upload(client, ann, a_picture())) == QUOTA_USED
    assert await count_files(services) == (2, 2)
    await an_uploaded(client, bob, "feedback")
    await use_all(services)
    await an_uploaded(client, ann, "feedback")


@pytest.mark.parametrize("is_used", [True, False])
async def test_the_quota_counts_stored_bytes(
    *,
    services: ApiServices,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    monkeypatch: pytest.MonkeyPatch,
    is_used: bool,
) -> None:
    size = (await upload(client, ann, a_picture())).json()["size"]
    if is_used:
        await use_all(services)
    monkeypatch.setattr(service, "MAX_BYTES" if is_used else "MAX_UNUSED_BYTES", 2 * size - 1)

    assert status_and_code(await upload(client, ann, a_picture())) == QUOTA_USED
    assert await count_files(services) == (1, 1)


async def test_attachments_count_towards_the_quota_until_deleted(
    services: ApiServices, client: httpx.AsyncClient, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_FILES", 1)
    url = await an_uploaded(client, ann, "feedback")
    question = {"topic": "bug", "subject": "A picture", "message": "Please look at it."}
    sent = await client.post("/api/v1/feedback", json=question | {"attachments": [url]}, headers=ann.headers)

    assert sent.status_code == 201
    assert status_and_code(await upload(client, ann, a_picture(), kind="feedback")) == QUOTA_USED


async def test_concurrent_uploads_stay_within_the_quota(
    services: ApiServices, client: httpx.AsyncClient, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service, "MAX_UNUSED_FILES", 2)

    answers = await asyncio.gather(*(upload(client, ann, a_picture()) for _ in range(4)))

    assert sorted(answer.status_code for answer in answers) == [201, 201, 422, 422]
    assert await count_files(services) == (2, 2)


async def test_uploads_are_refused_when_the_disk_is_nearly_full(
    services: ApiServices, open_client: OpenClient, ann: SignedInClient
) -> None:
    beyond_any_disk = services.settings.model_copy(update={"min_free_disk_mb": 2**40})
    client = await open_client(app=app_with(replace(services, settings=beyond_any_disk)))

    answer = await upload(client, ann, a_picture())

    assert status_and_code(answer) == (503, "MAINTENANCE")
    assert int(answer.headers["retry-after"]) > 0
    assert await count_files(services) == (0, 0)
