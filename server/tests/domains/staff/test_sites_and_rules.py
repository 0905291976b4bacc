"""Sites and navigation rules as operators change them."""

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from tests.builders import SignedInStaff, a_site, a_staff

RULES = "/api/operator/rules?site=localhost"


async def first_site(client: httpx.AsyncClient, admin: SignedInStaff) -> dict[str, Any]:
    sites: list[dict[str, Any]] = (await client.get("/api/operator/sites", headers=admin.headers)).json()[
        "items"
    ]
    return sites[-1]


async def list_lines(services: ApiServices) -> list[tuple[str, dict[str, Any]]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, detail FROM audit_log ORDER BY seq"))
        return [(row[0], row[1]) for row in rows]


async def test_a_site_is_changed_and_its_secret_never_shown(
    services: ApiServices, client: httpx.AsyncClient, clock: Any
) -> None:
    admin = await a_staff(services)
    site = await first_site(client, admin)
    edit = {
        "sitename": "Deep Blue",
        "accent": "#5aa9ff",
        "contact_email": "help@example.org",
        "chat_secret": "hmac-key",
        "hosts": ["localhost"],
    }

    answer = await client.patch(f"/api/operator/sites/{site['id']}", json=edit, headers=admin.headers)

    assert answer.status_code == 200
    changed = answer.json()
    assert changed["hosts"] == ["localhost"]
    assert changed["chat_secret_is_set"] is True
    assert "hmac-key" not in answer.text
    assert await list_lines(services) == [("site.changed", edit | {"chat_secret": "(set)"})]
    clock.at += REFRESH_INTERVAL
    config = await client.get("/api/bff/config", headers={"X-Site": "localhost"})
    assert config.json()["sitename"] == "Deep Blue"
    gone = await client.get("/api/bff/config", headers={"X-Site": "127.0.0.1"})
    assert gone.status_code == 421


@pytest.mark.parametrize(
    ("edit", "field"),
    [
        ({"accent": "red"}, "accent"),
        ({"accent": "#000000"}, "accent"),
        ({"accent": "#112233"}, "accent"),
        ({"accent": "#0000ff"}, "accent"),
        ({"sitename": ""}, "sitename"),
        ({"sitename": "a\r\nBcc: x@example.org"}, "sitename"),
        ({"sitename": "a\x01b"}, "sitename"),
        ({"chat_token": "a\x01b"}, "chat_token"),
        ({"hosts": []}, "hosts"),
        ({"hosts": ["not a host"]}, "hosts"),
        ({"hosts": ["evil.example/path"]}, "hosts"),
        ({"hosts": ["other.example.org"]}, "hosts"),
        ({"logo": "javascript:alert(1)"}, "logo"),
        ({"id": "0192f6f0-0000-7000-8000-000000000000"}, "id"),
    ],
)
async def test_invalid_changes_of_a_site_are_refused(
    services: ApiServices, client: httpx.AsyncClient, edit: dict[str, Any], field: str
) -> None:
    admin = await a_staff(services)
    await a_site(services, "other.example.org")
    site = await first_site(client, admin)

    answer = await client.patch(f"/api/operator/sites/{site['id']}", json=edit, headers=admin.headers)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert answer.json()["errors"][0]["field"] == field
    assert await first_site(client, admin) == site
    assert await list_lines(services) == []


async def test_an_accent_that_cannot_be_read_is_refused_with_the_reason(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    admin = await a_staff(services)
    address = f"/api/operator/sites/{(await first_site(client, admin))['id']}"

    # As the web measures them on its shelf: 2.96 and 3.01 to 1.
    dark = await client.patch(address, json={"accent": "#5d6775"}, headers=admin.headers)
    bright = await client.patch(address, json={"accent": "#5e6876"}, headers=admin.headers)

    assert dark.json()["errors"] == [
        {
            "field": "accent",
            "code": "contrast",
            "message": "This colour cannot be read on the dark ground: its contrast is 2.9 to 1 and must be"
            " 3 to 1 at least. Choose a lighter one.",
        }
    ]
    assert (bright.status_code, bright.json()["accent"]) == (200, "#5e6876")


async def test_a_hostname_belongs_to_one_site(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)

    answer = await client.post(
        "/api/operator/sites", json={"hostname": "LOCALHOST", "sitename": "x"}, headers=admin.headers
    )

    assert answer.status_code == 422
    assert await list_lines(services) == []


async def test_rules_are_added_ordered_and_removed(services: ApiServices, client: httpx.AsyncClient) -> None:
    editor = await a_staff(services, "editor")
    ids = []
    for pattern in ("/a", "/b", "/c"):
        draft = {"pattern": pattern, "redirect": "/privacy"}
        added = await client.post(RULES, json=draft, headers=editor.headers)
        assert added.status_code == 201
        ids.append(added.json()["id"])

    async def patterns() -> list[str]:
        listed = await client.get(RULES, headers=editor.headers)
        assert listed.json()["next_cursor"] is None
        return [rule["pattern"] for rule in listed.json()["items"]]

    assert await patterns() == ["/a", "/b", "/c"]
    await client.patch(f"/api/operator/rules/{ids[2]}", json={"position": 1}, headers=editor.headers)
    assert await patterns() == ["/c", "/a", "/b"]
    await client.patch(f"/api/operator/rules/{ids[2]}", json={"position": 99}, headers=editor.headers)
    assert await patterns() == ["/a", "/b", "/c"]
    removed = await client.delete(f"/api/operator/rules/{ids[1]}", headers=editor.headers)
    assert removed.status_code == 204
    assert await patterns() == ["/a", "/c"]
    again = await client.delete(f"/api/operator/rules/{ids[1]}", headers=editor.headers)
    assert again.status_code == 404
    acts = [act for act, _ in await list_lines(services)]
    assert acts == ["rule.added"] * 3 + ["rule.moved"] * 2 + ["rule.removed"]


@pytest.mark.parametrize(
    "draft",
    [
        {"pattern": "/x", "redirect": "javascript:alert(1)"},
        {"pattern": "/x", "redirect": "//evil.example\\@x"},
        {"pattern": "/x", "app_middleware": {"nonsense": True}},
        {"pattern": "/<script>", "redirect": "/privacy"},
        {"pattern": "/x\x01", "redirect": "/privacy"},
        {"pattern": "/x", "redirect": "/a\r\nSet-Cookie: x=1"},
        {"pattern": "/x"},
        {"pattern": "/x", "redirect": "/privacy", "position": 1},
    ],
)
async def test_dangerous_rules_are_refused(
    services: ApiServices, client: httpx.AsyncClient, draft: dict[str, Any]
) -> None:
    admin = await a_staff(services)

    answer = await client.post(RULES, json=draft, headers=admin.headers)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert await list_lines(services) == []


async def test_no_change_may_create_a_redirect_loop(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)

    async def add(pattern: str, **columns: Any) -> httpx.Response:
        draft = {"pattern": pattern, **columns}
        return await client.post(RULES, json=draft, headers=admin.headers)

    guard = (await add("/b", app_middleware={"profile-redirect": True})).json()["id"]
    await add("/a", redirect="/b")
    shadowed = (await add("/b", redirect="/a")).json()["id"]

    moved = await client.patch(f"/api/operator/rules/{shadowed}", json={"position": 1}, headers=admin.headers)
    removed = await client.delete(f"/api/operator/rules/{guard}", headers=admin.headers)

    assert [(answer.status_code, answer.json()["code"]) for answer in (moved, removed)] == [
        (409, "STATE_CONFLICT"),
        (409, "STATE_CONFLICT"),
    ]
    listed = await client.get(RULES, headers=admin.headers)
    assert listed.json()["items"][0]["id"] == guard


async def test_a_rule_needs_a_site(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    draft = {"pattern": "/a", "redirect": "/b"}
    elsewhere = "/api/operator/rules?site=nobody.example"

    unnamed = await client.post("/api/operator/rules", json=draft, headers=admin.headers)
    unknown = await client.post(elsewhere, json=draft, headers=admin.headers)
    listed = await client.get(elsewhere, headers=admin.headers)

    assert (unnamed.status_code, unnamed.json()["errors"][0]["field"]) == (422, "site")
    assert (unknown.status_code, listed.status_code) == (421, 421)
    assert (await client.get(RULES, headers=admin.headers)).json()["items"] == []
