"""Editing content as the console does it."""

import uuid
from typing import Any

import httpx

from clearwater.domains.sites import service as sites
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInStaff, a_site

OTHER_HOST = "blue.example.org"
ON_OTHER_SITE = {"X-Site": OTHER_HOST}


async def site_id_of(services: ApiServices, hostname: str = "localhost") -> str:
    async with services.sessions() as session:
        return str((await sites.get_site(session, hostname)).id)


async def add_other_site(services: ApiServices) -> str:
    return await a_site(services, OTHER_HOST)


def a_text(title: str, body: str = "Some words.", summary: str = "") -> dict[str, str]:
    return {"title": title, "summary": summary, "body_markdown": body}


def a_draft(title: str = "Bitcoin is listed", **changed: Any) -> dict[str, Any]:
    return {
        "slug": changed.pop("slug", title.lower().replace(" ", "-").strip("?")),
        "category": "listing",
        "texts": {"en": a_text(title)},
    } | changed


async def create(
    client: httpx.AsyncClient, editor: SignedInStaff, site_id: str, *, kind: str = "news", **fields: Any
) -> httpx.Response:
    body = {"kind": kind, "site_id": site_id} | a_draft(**fields)
    return await client.post("/api/operator/content", json=body, headers=editor.headers)


async def act(
    client: httpx.AsyncClient, editor: SignedInStaff, entry_id: str, what: str, **body: Any
) -> httpx.Response:
    """A call of one entry; `draft` is saved, everything else is posted."""
    method = "PUT" if what == "draft" else "POST"
    path = f"/api/operator/content/{entry_id}/{what}"
    return await client.request(method, path, json=body or None, headers=editor.headers)


async def publish(
    client: httpx.AsyncClient, editor: SignedInStaff, site_id: str, *, kind: str = "news", **fields: Any
) -> dict[str, Any]:
    """A new entry that is live."""
    created = await create(client, editor, site_id, kind=kind, **fields)
    assert created.status_code == 201, created.text
    entry: dict[str, Any] = created.json()
    published = await act(client, editor, entry["id"], "publish", expected_version=1)
    assert published.status_code == 200, published.text
    shown: dict[str, Any] = published.json()
    return shown


async def publish_faq(
    client: httpx.AsyncClient, editor: SignedInStaff, site_id: str, slug: str, **fields: Any
) -> dict[str, Any]:
    fields.setdefault("category", "account")
    return await publish(client, editor, site_id, kind="faq", slug=slug, **fields)


def unknown_id() -> str:
    return str(uuid.UUID(int=1))
