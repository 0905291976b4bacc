"""Entries, their versions, and who may publish what and when."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
from sqlalchemy import text

from clearwater.domains.content import tasks
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_jobs
from clearwater.kit.clock import FixedClock
from tests.builders import a_client, a_staff, status_and_code
from tests.domains.content.writing import a_draft, a_text, act, create, publish, site_id_of, unknown_id
from tests.pictures import a_picture


async def list_news(client: httpx.AsyncClient) -> list[dict[str, Any]]:
    items: list[dict[str, Any]] = (await client.get("/api/v1/news")).json()["items"]
    return items


async def list_acts(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, staff_login FROM audit_log ORDER BY seq"))
        return [(row[0], row[1]) for row in rows]


async def count_rows(services: ApiServices, table: str) -> int:
    async with services.sessions() as session:
        return await session.scalar(text(f"SELECT count(*) FROM {table}")) or 0


async def test_only_editors_write_and_a_refusal_stores_nothing(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    site_id = await site_id_of(services)
    ann = await a_client(services)
    support = await a_staff(services, "support")
    body = {"kind": "news", "site_id": site_id} | a_draft()

    for headers, refused in ((None, 401), (ann.headers, 401), (support.headers, 403)):
        answer = await client.post("/api/operator/content", json=body, headers=headers)
        assert answer.status_code == refused
    assert await count_rows(services, "content_entries") == 0


async def test_a_draft_is_seen_by_visitors_once_it_is_published(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    created = await create(client, editor, await site_id_of(services), coins=["BTC", "BTC"], pinned=True)
    entry = created.json()
    assert (entry["status"], entry["latest_version"], entry["draft"]["author"]) == ("draft", 1, "editor")
    assert await list_news(client) == []
    assert (await client.get(f"/api/v1/news/{entry['id']}")).status_code == 404

    published = await act(client, editor, entry["id"], "publish", expected_version=1)

    assert (published.json()["status"], published.json()["has_changes"]) == ("published", False)
    [news] = await list_news(client)
    assert news == {
        "id": entry["id"],
        "slug": "bitcoin-is-listed",
        "title": "Bitcoin is listed",
        "summary": "",
        "body_html": "<p>Some words.</p>",
        "cover": None,
        "category": "listing",
        "coins": ["BTC"],
        "published_at": int(services.clock.now().timestamp()),
        "pinned": True,
        "language": "en",
    }
    assert await list_acts(services) == [("content.created", "editor"), ("content.published", "editor")]


async def test_a_saved_change_is_live_only_after_it_is_published_again(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    editor = await a_staff(services, "editor")
    entry = await publish(client, editor, await site_id_of(services))
    clock.at += timedelta(minutes=5)

    draft = a_draft("Bitcoin can be traded", slug="bitcoin-trades")
    saved = await act(client, editor, entry["id"], "draft", expected_version=1, **draft)
    assert (saved.json()["status"], saved.json()["has_changes"]) == ("published", True)
    assert [(one["title"], one["slug"]) for one in await list_news(client)] == [
        ("Bitcoin is listed", "bitcoin-is-listed")
    ]

    await act(client, editor, entry["id"], "publish", expected_version=2)

    [news] = await list_news(client)
    assert (news["title"], news["slug"]) == ("Bitcoin can be traded", "bitcoin-trades")
    # A corrected text is not news again.
    assert news["published_at"] == entry["published_at"]


async def test_the_second_of_two_editors_gets_a_conflict_and_nothing_is_lost(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    one, other = await a_staff(services, "editor"), await a_staff(services, "admin")
    entry_id = (await create(client, one, await site_id_of(services))).json()["id"]

    answers = await asyncio.gather(
        act(client, one, entry_id, "draft", expected_version=1, **a_draft("By the editor")),
        act(client, other, entry_id, "draft", expected_version=1, **a_draft("By the admin")),
    )

    saved = next(answer for answer in answers if answer.status_code == 200).json()
    refused = next(answer for answer in answers if answer.status_code != 200)
    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert saved["latest_version"] == 2
    assert await count_rows(services, "content_versions") == 2
    late = await act(client, other, entry_id, "publish", expected_version=1)
    assert status_and_code(late) == (409, "STATE_CONFLICT")
    assert await list_news(client) == []


async def test_an_old_version_is_shown_and_restored_as_a_new_one(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    entry_id = (await create(client, editor, await site_id_of(services))).json()["id"]
    await act(client, editor, entry_id, "draft", expected_version=1, **a_draft("Worse"))

    restored = await act(client, editor, entry_id, "restore", number=1, expected_version=2)

    assert (restored.json()["latest_version"], restored.json()["draft"]["title"]) == (3, "Bitcoin is listed")
    path = f"/api/operator/content/{entry_id}/versions"
    versions = (await client.get(path, headers=editor.headers)).json()["items"]
    assert [(one["number"], one["title"], one["restored_from"]) for one in versions] == [
        (3, "Bitcoin is listed", 1),
        (2, "Worse", None),
        (1, "Bitcoin is listed", None),
    ]
    second = (await client.get(f"{path}/2", headers=editor.headers)).json()
    assert second["texts"]["en"] == a_text("Worse")
    missing = await act(client, editor, entry_id, "restore", number=9, expected_version=3)
    assert status_and_code(missing) == (404, "NOT_FOUND")
    assert await count_rows(services, "content_versions") == 3


async def test_a_scheduled_version_is_published_once_when_its_time_comes(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock, database_url: str
) -> None:
    editor = await a_staff(services, "editor")
    entry_id = (await create(client, editor, await site_id_of(services))).json()["id"]
    at = int(clock.now().timestamp()) + 3600
    scheduled = await act(client, editor, entry_id, "publish", expected_version=1, at=at)
    assert (scheduled.json()["status"], scheduled.json()["scheduled_at"]) == ("scheduled", at)
    # What is saved later is not what was scheduled.
    await act(client, editor, entry_id, "draft", expected_version=1, **a_draft("Not yet", slug="not-yet"))
    await tasks.publish_due(services.sessions, now=clock.now())
    assert await list_news(client) == []

    clock.at += timedelta(hours=2)
    await asyncio.gather(*(tasks.publish_due(services.sessions, now=clock.now()) for _ in range(3)))
    (job,) = (job for job in list_jobs(services, database_url) if job.name == "publish_content")
    await job.perform()

    [news] = await list_news(client)
    assert (news["title"], news["published_at"]) == ("Bitcoin is listed", at)
    acts = await list_acts(services)
    assert [act for act in acts if act[0] == "content.published"] == [("content.published", "schedule")]


async def test_a_canceled_schedule_publishes_nothing(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    editor = await a_staff(services, "editor")
    entry_id = (await create(client, editor, await site_id_of(services))).json()["id"]
    at = int(clock.now().timestamp()) + 60
    await act(client, editor, entry_id, "publish", expected_version=1, at=at)

    canceled = await act(client, editor, entry_id, "unpublish")
    clock.at += timedelta(hours=1)
    await tasks.publish_due(services.sessions, now=clock.now())

    assert canceled.json()["status"] == "draft"
    assert await list_news(client) == []


async def test_an_unpublished_entry_is_gone_and_can_come_back(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    entry = await publish(client, editor, await site_id_of(services))

    hidden = await act(client, editor, entry["id"], "unpublish")

    assert (hidden.status_code, hidden.json()["status"]) == (200, "draft")
    assert await list_news(client) == []
    again = await act(client, editor, entry["id"], "unpublish")
    assert status_and_code(again) == (409, "STATE_CONFLICT")
    await act(client, editor, entry["id"], "publish", expected_version=1)
    assert len(await list_news(client)) == 1


async def test_a_slug_belongs_to_one_entry_of_a_site_and_kind(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    entry = await publish(client, editor, site_id)
    await act(client, editor, entry["id"], "draft", expected_version=1, **a_draft(slug="renamed"))

    for slug in ("bitcoin-is-listed", "renamed"):
        taken = await create(client, editor, site_id, slug=slug)
        assert status_and_code(taken) == (422, "VALIDATION_FAILED")
        assert taken.json()["errors"][0]["field"] == "slug"
    page = await create(client, editor, site_id, kind="page", slug="renamed", category=None)
    assert page.status_code == 201


async def test_what_does_not_fit_is_rejected(services: ApiServices, client: httpx.AsyncClient) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    wrong: list[dict[str, Any]] = [
        {"slug": "Has Spaces"},
        {"category": "account"},
        {"category": None},
        {"kind": "page"},
        {"texts": {}},
        {"texts": {"xx": a_text("Unknown language")}},
        {"texts": {"en": a_text("")}},
        {"texts": {"en": a_text("Too long", "x" * 20_001)}},
        {"coins": ["not a coin"]},
        {"cover": "https://elsewhere.example/a.png"},
        {"cover": f"/api/v1/file/{unknown_id()}"},
        {"texts": {"en": a_text("Broken", f"![x](/api/v1/file/{unknown_id()})")}},
    ]
    for fields in wrong:
        answer = await create(client, editor, site_id, **fields)
        assert status_and_code(answer) == (422, "VALIDATION_FAILED"), fields
    elsewhere = await create(client, editor, unknown_id())
    assert status_and_code(elsewhere) == (422, "VALIDATION_FAILED")
    huge = await create(client, editor, site_id, texts={"en": a_text("Huge", "x" * 70_000)})
    assert status_and_code(huge) == (413, "BODY_TOO_LARGE")
    assert await count_rows(services, "content_entries") == 0


async def test_the_list_is_filtered_by_kind_site_status_and_words(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    site_id = await site_id_of(services)
    await publish(client, editor, site_id)
    await create(client, editor, site_id, title="A draft", slug="100-percent")
    await create(client, editor, site_id, kind="page", slug="terms", title="Terms", category=None)

    async def titles(**query: str) -> list[str]:
        answer = await client.get("/api/operator/content", params=query, headers=editor.headers)
        return sorted(item["title"] for item in answer.json()["items"])

    assert await titles(kind="news") == ["A draft", "Bitcoin is listed"]
    assert await titles(kind="news", status="draft") == ["A draft"]
    assert await titles(status="published") == ["Bitcoin is listed"]
    assert await titles(status="scheduled") == []
    assert await titles(q="TERM") == ["Terms"]
    assert await titles(q="100-") == ["A draft"]
    assert await titles(q="%") == []
    assert await titles(site_id=site_id) == ["A draft", "Bitcoin is listed", "Terms"]
    assert await titles(site_id=unknown_id()) == []
    found = (await client.get("/api/operator/content/sites", headers=editor.headers)).json()["items"]
    assert [(site["id"], site["languages"]) for site in found] == [(site_id, ["en", "es"])]


async def test_a_cover_is_uploaded_and_everyone_may_see_it(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    editor = await a_staff(services, "editor")
    upload = {"file": ("cover.png", a_picture("PNG"), "image/png")}
    uploaded = await client.post("/api/operator/content/files", files=upload, headers=editor.headers)
    assert uploaded.status_code == 201, uploaded.text
    url = uploaded.json()["url"]

    body = f"![A chart]({url})"
    texts = {"en": a_text("With a picture", body)}
    await publish(client, editor, await site_id_of(services), cover=url, texts=texts)

    [news] = await list_news(client)
    assert news["cover"] == url
    assert news["body_html"] == f'<p><img src="{url}" alt="A chart" loading="lazy"></p>'
    picture = await client.get(url)
    assert (picture.status_code, picture.headers["content-type"]) == (200, "image/png")
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM files WHERE used_at IS NULL")) == 0
    broken = {"file": ("cover.png", b"not a picture", "image/png")}
    refused = await client.post("/api/operator/content/files", files=broken, headers=editor.headers)
    assert status_and_code(refused) == (415, "FILE_TYPE")
