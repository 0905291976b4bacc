"""The settings of a site as operators change them: brand, texts, features, pairs, languages."""

from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.files import service as files
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInStaff, a_site, a_staff
from tests.pictures import a_bomb, a_picture
from tests.trading import open_market

SVG = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"


async def read_site(client: httpx.AsyncClient, admin: SignedInStaff) -> dict[str, Any]:
    sites: list[dict[str, Any]] = (await client.get("/api/operator/sites", headers=admin.headers)).json()[
        "items"
    ]
    return sites[-1]


async def edit(client: httpx.AsyncClient, admin: SignedInStaff, change: dict[str, Any]) -> httpx.Response:
    site = await read_site(client, admin)
    return await client.patch(f"/api/operator/sites/{site['id']}", json=change, headers=admin.headers)


async def upload(
    client: httpx.AsyncClient, admin: SignedInStaff, content: bytes, kind: str = "logo"
) -> httpx.Response:
    site = await read_site(client, admin)
    return await client.post(
        f"/api/operator/sites/{site['id']}/files",
        params={"kind": kind},
        files={"file": ("picture", content)},
        headers=admin.headers,
    )


async def list_acts(services: ApiServices) -> list[tuple[str, dict[str, Any]]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, detail FROM audit_log ORDER BY seq"))
        return [(row[0], row[1]) for row in rows]


async def test_every_setting_is_stored_audited_and_shown_to_visitors(
    services: ApiServices, client: httpx.AsyncClient, engine: Follower, clock: FixedClock
) -> None:
    await open_market(engine)
    admin = await a_staff(services)
    change = {
        "texts": {
            "en": {"headline": "Trade the sea", "lead": "Calm markets.", "description": "A calm exchange."},
            "es": {"headline": "Opera el mar", "lead": "", "description": ""},
        },
        "features": {"earn": False, "apps": False},
        "listed_pairs": ["BTC-USDT"],
        "languages": ["es", "en"],
        "seo": {
            "index": False,
            "canonical_host": "localhost",
            "google_verification": "abc-123",
            "bing_verification": "",
        },
    }

    answer = await edit(client, admin, change | {"expected_version": 1})

    assert answer.status_code == 200, answer.text
    changed = answer.json()
    assert {name: changed[name] for name in ("texts", "listed_pairs", "languages", "seo")} == {
        name: change[name] for name in ("texts", "listed_pairs", "languages", "seo")
    }
    assert (changed["version"], changed["features"]["earn"], changed["features"]["convert"]) == (
        2,
        False,
        True,
    )
    assert await list_acts(services) == [("site.changed", change)]
    clock.at += REFRESH_INTERVAL
    config = (await client.get("/api/bff/config", headers={"Accept-Language": "en"})).json()
    assert config["texts"] == change["texts"]["en"]  # type: ignore[index]
    assert config["features"] == {
        "convert": True,
        "premarket": True,
        "earn": False,
        "news": True,
        "apps": False,
        "register": True,
        "referral": False,
    }
    assert config["canonical_host"] == "localhost"
    spanish = (await client.get("/api/bff/config?lang=es")).json()
    assert spanish["texts"]["headline"] == "Opera el mar"


async def test_all_pairs_are_listed_again_with_null(
    services: ApiServices, client: httpx.AsyncClient, engine: Follower
) -> None:
    await open_market(engine)
    admin = await a_staff(services)
    assert (await edit(client, admin, {"listed_pairs": ["BTC-USDT"]})).status_code == 200

    answer = await edit(client, admin, {"listed_pairs": None})

    assert answer.json()["listed_pairs"] is None


async def test_the_second_of_two_editors_is_told_and_nothing_is_lost(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    ann, bob = await a_staff(services), await a_staff(services, login="bob")
    version = (await read_site(client, ann))["version"]
    first = {"sitename": "Ann's", "expected_version": version}
    second = {"sitename": "Bob's", "accent": "#5aa9ff", "expected_version": version}

    assert (await edit(client, ann, first)).status_code == 200
    refused = await edit(client, bob, second)

    assert (refused.status_code, refused.json()["code"]) == (409, "STATE_CONFLICT")
    site = await read_site(client, ann)
    assert (site["sitename"], site["accent"], site["version"]) == ("Ann's", "#35d0ba", version + 1)
    assert [act for act, _ in await list_acts(services)] == ["site.changed"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"listed_pairs": []}, "listed_pairs"),
        ({"listed_pairs": ["NOPE-USDT"]}, "listed_pairs"),
        ({"features": {"casino": True}}, "features.casino.[key]"),
        ({"features": {"earn": "perhaps"}}, "features.earn"),
        ({"languages": []}, "languages"),
        ({"languages": ["tlh"]}, "languages"),
        ({"texts": {"tlh": {"headline": "Qapla"}}}, "texts"),
        ({"texts": {"en": {"headline": "x" * 121}}}, "texts.en.headline"),
        ({"texts": {"en": {"headline": "a\nb"}}}, "texts.en.headline"),
        ({"texts": {"en": {"slogan": "x"}}}, "texts.en.slogan"),
        ({"seo": {"google_verification": '"><script>'}}, "seo.google_verification"),
        ({"seo": {"canonical_host": "evil.example"}}, "seo.canonical_host"),
        ({"logo": "/api/v1/file/../../etc/passwd"}, "logo"),
        ({"logo": "/api/v1/file/0192f6f0-0000-7000-8000-000000000000"}, "logo"),
        ({"favicon": "https://evil.example/icon.png"}, "favicon"),
        ({"expected_version": 0}, "expected_version"),
    ],
)
async def test_invalid_settings_are_refused(
    services: ApiServices, client: httpx.AsyncClient, change: dict[str, Any], field: str
) -> None:
    admin = await a_staff(services)
    before = await read_site(client, admin)

    answer = await edit(client, admin, change)

    assert (answer.status_code, answer.json()["code"]) == (422, "VALIDATION_FAILED")
    assert answer.json()["errors"][0]["field"] == field
    assert await read_site(client, admin) == before
    assert await list_acts(services) == []


async def test_an_uploaded_logo_is_shown_and_survives_until_it_is_replaced(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    admin = await a_staff(services)
    uploaded = await upload(client, admin, a_picture("PNG", (2000, 500)))
    url = uploaded.json()["url"]
    assert uploaded.status_code == 201
    assert (await edit(client, admin, {"logo": url})).json()["logo"] == url

    clock.at += 3 * files.UNUSED_KEPT_FOR
    await files.purge_unused(services.sessions, services.storage, now=clock.now())

    shown = await client.get(url)
    assert (shown.status_code, shown.headers["content-type"]) == (200, "image/png")
    assert "immutable" in shown.headers["cache-control"]
    assert (await client.get("/api/bff/config")).json()["logo"] == url
    admin = await a_staff(services, login="later")
    assert (await edit(client, admin, {"logo": "/logo.svg"})).json()["logo"] == "/logo.svg"
    await files.purge_unused(services.sessions, services.storage, now=clock.now())
    assert (await client.get(url)).status_code == 404


async def test_a_picture_that_two_sites_show_stays_for_the_other(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    admin = await a_staff(services)
    url = (await upload(client, admin, a_picture("PNG"))).json()["url"]
    address = f"/api/operator/sites/{await a_site(services, 'blue.example.org')}"
    assert (await client.patch(address, json={"logo": url}, headers=admin.headers)).status_code == 200
    assert (await edit(client, admin, {"logo": url})).status_code == 200

    assert (await edit(client, admin, {"logo": "/logo.svg"})).status_code == 200
    clock.at += 3 * files.UNUSED_KEPT_FOR
    await files.purge_unused(services.sessions, services.storage, now=clock.now())

    assert (await client.get(url)).status_code == 200


async def test_a_logo_is_not_accepted_as_a_favicon(services: ApiServices, client: httpx.AsyncClient) -> None:
    admin = await a_staff(services)
    url = (await upload(client, admin, a_picture("PNG"))).json()["url"]

    answer = await edit(client, admin, {"favicon": url})

    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (422, "favicon")


@pytest.mark.parametrize(
    ("content", "status"),
    [
        (SVG, 415),
        (b"\x89PNG\r\n\x1a\n" + SVG, 415),
        (a_bomb(), 413),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * (2 * 1024 * 1024), 413),
        (b"", 415),
    ],
)
async def test_what_is_no_picture_of_a_fitting_size_is_refused(
    services: ApiServices, client: httpx.AsyncClient, content: bytes, status: int
) -> None:
    admin = await a_staff(services)

    answer = await upload(client, admin, content)

    assert answer.status_code == status
    async with services.sessions() as session:
        assert await session.scalar(text("SELECT count(*) FROM files")) == 0
    assert await list_acts(services) == []


async def test_clients_upload_no_pictures_of_sites(services: ApiServices, client: httpx.AsyncClient) -> None:
    editor = await a_staff(services, "editor")
    address = "/api/operator/sites/0192f6f0-0000-7000-8000-000000000000/files?kind=logo"
    picture = {"file": ("logo.png", a_picture("PNG"))}

    assert (await client.post(address, files=picture)).status_code == 401
    assert (await client.post(address, files=picture, headers=editor.headers)).status_code == 403
    admin = await a_staff(services)
    assert (await client.post(address, files=picture, headers=admin.headers)).status_code == 404
