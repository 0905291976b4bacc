"""The web client as a browser gets it."""

import json
import re

import httpx
import pytest
from sqlalchemy import update

from clearwater.adapters.web_build import load_web_build
from clearwater.domains.rules import service as rules
from clearwater.domains.sites.models import Site
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from tests.builders import SCRIPT


async def set_site(services: ApiServices, **columns: object) -> None:
    async with services.sessions() as session:
        await session.execute(update(Site).values(columns))
        await session.commit()


def injected_config(page: str) -> dict[str, object]:
    found = re.search(r'id="site-config">(.*?)</script>', page, re.DOTALL)
    assert found
    config: dict[str, object] = json.loads(found[1])
    return config


async def test_a_page_carries_title_icon_and_the_same_config_as_the_call(client: httpx.AsyncClient) -> None:
    page = await client.get("/privacy")

    assert page.status_code == 200
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert page.headers["cache-control"] == "no-cache"
    assert "<title>Privacy policy | Clearwater</title>" in page.text
    assert '<meta name="route-checked" content="/privacy">' in page.text
    assert injected_config(page.text) == (await client.get("/api/bff/config")).json()


async def test_a_hostile_site_name_stays_text(services: ApiServices, client: httpx.AsyncClient) -> None:
    name = "</script><script>alert(1)</script>&"
    await set_site(services, sitename=name, favicon='/"><script>')

    page = (await client.get("/")).text

    assert "<script>alert" not in page
    assert "<title>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&amp;</title>" in page
    assert 'href="/&quot;&gt;&lt;script&gt;"' in page
    assert injected_config(page)["sitename"] == name


async def test_the_manifest_names_the_site(services: ApiServices, client: httpx.AsyncClient) -> None:
    await set_site(services, sitename="Harbour & Daughters")

    manifest = await client.get("/manifest.webmanifest")

    assert manifest.headers["content-type"] == "application/manifest+json"
    assert manifest.json()["name"] == "Harbour & Daughters"
    assert manifest.json()["short_name"] == "Harbour & Da"
    assert {icon["sizes"] for icon in manifest.json()["icons"]} == {"192x192", "512x512"}


async def test_a_site_with_an_icon_of_its_own_is_installed_with_it(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await set_site(services, favicon="/api/v1/file/harbour")

    manifest = (await client.get("/manifest.webmanifest")).json()

    assert manifest["icons"] == [{"src": "/api/v1/file/harbour", "sizes": "any"}]


async def test_the_service_worker_may_load_from_its_own_site_alone(client: httpx.AsyncClient) -> None:
    worker = await client.get("/sw.js")

    assert worker.headers["cache-control"] == "no-cache"
    assert worker.headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; connect-src 'self'"
    )


async def test_the_home_page_is_visible_before_scripts_run(client: httpx.AsyncClient) -> None:
    home, other = await client.get("/"), await client.get("/privacy")

    texts = "<h2>Trade &amp; hold</h2><p>Welcome to Clearwater.</p>"
    assert f'<div id="prerendered"><h1>Clearwater</h1>{texts}</div>' in home.text
    assert '<div id="prerendered"></div>' in other.text


async def test_the_home_page_of_a_signed_in_client_is_left_to_the_scripts(client: httpx.AsyncClient) -> None:
    home = await client.get("/", headers={"Cookie": "token=abc"})

    assert '<div id="prerendered"></div>' in home.text
    assert "Cookie" in home.headers["vary"]


async def test_the_prerendered_home_page_escapes_the_values_of_the_site(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await set_site(services, sitename="%LOGO%<img src=x onerror=alert(1)>", logo='/own.png" onload="x')

    page = (await client.get("/")).text

    assert "<h1>%LOGO%&lt;img src=x onerror=alert(1)&gt;</h1>/own.png&quot; onload=&quot;x<h2>" in page


async def test_the_prerendered_home_page_has_the_texts_of_the_site(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await set_site(services, texts={"en": {"headline": "Our <headline>", "lead": "100 %SITENAME%"}})

    page = (await client.get("/")).text

    assert "<h2>Our &lt;headline&gt;</h2><p>100 %SITENAME%</p>" in page


@pytest.mark.parametrize("has_referrals", [False, True])
async def test_referrals_change_nothing_of_the_prerendered_home_page(
    services: ApiServices, client: httpx.AsyncClient, has_referrals: bool
) -> None:
    await set_site(services, features={"referral": has_referrals})

    assert '<div id="prerendered"><h1>' in (await client.get("/")).text


async def test_a_site_without_a_feature_is_not_prerendered(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    await set_site(services, features={"earn": False})

    assert '<div id="prerendered"></div>' in (await client.get("/")).text


async def test_the_home_page_is_compressed_for_who_accepts_it(client: httpx.AsyncClient) -> None:
    packed = await client.get("/", headers={"Accept-Encoding": "gzip"})
    plain = await client.get("/", headers={"Accept-Encoding": "identity"})

    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.text == plain.text


@pytest.mark.parametrize("path", ["/nothing", "/newsroom", "/news/1/2", "/%00", "/..%2f..%2fetc/passwd"])
async def test_a_page_path_that_no_route_knows_is_the_app_with_status_404(
    client: httpx.AsyncClient, path: str
) -> None:
    page = await client.get(path)

    assert page.status_code == 404
    assert '<div id="root">' in page.text


async def test_a_path_with_a_parameter_is_known(client: httpx.AsyncClient) -> None:
    assert (await client.get("/trading/BTC-USDT")).status_code == 200
    assert (await client.get("/privacy/")).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/assets/missing-123.js",
        "/assets/%2e%2e/index.html",
        "/assets/..%2f..%2fserver/pyproject.toml",
        "/assets/index-abc123.js.br",
        "/assets/",
        "/builds/other.json",
        "/api",
    ],
)
async def test_a_missing_file_is_missing_and_never_the_app(client: httpx.AsyncClient, path: str) -> None:
    answer = await client.get(path)

    assert answer.status_code == 404
    assert answer.json()["code"] == "NOT_FOUND"


@pytest.mark.parametrize(
    ("accepted", "coding"),
    [
        ("gzip, deflate, br", "br"),
        ("gzip", "gzip"),
        ("br;q=0.000, gzip", "gzip"),
        ("BR", "br"),
        ("*", "br"),
        ("br;q=x", None),
        ("identity", None),
    ],
)
async def test_a_file_is_served_in_the_best_accepted_encoding(
    client: httpx.AsyncClient, accepted: str, coding: str | None
) -> None:
    answer = await client.get("/assets/index-abc123.js", headers={"Accept-Encoding": accepted})

    assert answer.headers.get("content-encoding") == coding
    assert answer.headers["vary"] == "Accept-Encoding"
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.content == SCRIPT


async def test_an_unchanged_file_is_answered_304(client: httpx.AsyncClient) -> None:
    for path in ("/logo.svg", "/"):
        etag = (await client.get(path)).headers["etag"]
        for known in (etag, f'"other", {etag}', f"W/{etag.removeprefix('W/')}", "*"):
            again = await client.get(path, headers={"If-None-Match": known})
            assert (again.status_code, again.content) == (304, b"")


async def test_a_page_preloads_its_scripts_and_styles(client: httpx.AsyncClient) -> None:
    landing = '<link rel="modulepreload" crossorigin href="/assets/index-abc123.js">'
    article = '<link rel="modulepreload" crossorigin href="/assets/news-abc123.js">'
    styles = '<link rel="preload" as="style" crossorigin href="/assets/news.css">'

    assert landing in (await client.get("/")).text
    for path in ("/news/7", "/news/7/"):
        assert article + styles in (await client.get(path)).text
    assert 'rel="modulepreload"' not in (await client.get("/privacy")).text


async def test_a_document_is_in_the_language_of_the_visitor(client: httpx.AsyncClient) -> None:
    texts = '<link rel="modulepreload" crossorigin href="/assets/es-abc123.js">'
    english = await client.get("/privacy")
    spanish = await client.get("/privacy", headers={"Accept-Language": "fr, es-AR;q=0.8, en;q=0.5"})
    chosen = await client.get("/privacy", headers={"Accept-Language": "en", "Cookie": "language=es"})

    assert '<html lang="en" dir="ltr"' in english.text
    assert texts not in english.text
    for page in (spanish, chosen):
        assert '<html lang="es" dir="ltr"' in page.text
        assert injected_config(page.text)["language"] == "es"
        assert texts in page.text
        assert page.headers["vary"] == "Accept-Language, Cookie"
        assert page.headers["etag"] != english.headers["etag"]


async def test_texts_of_the_personal_area_and_of_the_console_are_loaded_there_alone(
    client: httpx.AsyncClient,
) -> None:
    texts = {
        path: re.findall(r'href="/assets/(es-[a-z]+)', (await client.get(f"{path}?lang=es")).text)
        for path in ("/", "/personal/orders", "/operator/kyc")
    }

    assert texts == {
        "/": ["es-abc"],
        "/personal/orders": ["es-abc", "es-personal"],
        "/operator/kyc": ["es-abc", "es-console"],
    }


async def test_head_is_answered_without_a_body(client: httpx.AsyncClient) -> None:
    assert (await client.head("/")).status_code == 200


async def test_the_latest_build_is_served_and_never_cached(client: httpx.AsyncClient) -> None:
    answer = await client.get("/builds/latest.json?1763200000000")

    assert answer.json() == {"id": "build-1", "timestamp": 1}
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("area", "page"), [("/personal", "/personal/dashboard"), ("/markets/", "/markets/overview")]
)
async def test_an_area_leads_to_its_first_page(client: httpx.AsyncClient, area: str, page: str) -> None:
    answer = await client.get(area)

    assert (answer.status_code, answer.headers["location"]) == (302, page)


async def test_rules_apply_to_the_first_document(services: ApiServices, client: httpx.AsyncClient) -> None:
    site = await services.sites.get_site("localhost")
    async with services.sessions() as session:
        await rules.allow_host(session, "example.org", added_by="admin", now=services.clock.now())
        await rules.add_rule(session, site.id, pattern="/promo/*", redirect="https://example.org/sale")
        await rules.add_rule(session, site.id, pattern="/old", redirect="/privacy")
        await session.commit()

    outside = await client.get("/promo/winter?utm=1")
    inside = await client.get("/old")

    assert (outside.status_code, outside.headers["location"]) == (302, "https://example.org/sale")
    assert (inside.status_code, inside.headers["location"]) == (302, "/privacy")
    assert inside.headers["cache-control"] == "no-store"


async def test_a_rule_that_switches_a_guard_is_evaluated_by_the_client(
    services: ApiServices, client: httpx.AsyncClient
) -> None:
    site = await services.sites.get_site("localhost")
    async with services.sessions() as session:
        await rules.add_rule(session, site.id, pattern="/privacy", app_middleware={"profile-redirect": True})
        await session.commit()

    assert "route-checked" not in (await client.get("/privacy")).text
    assert "route-checked" in (await client.get("/")).text


STRICT_POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src 'none'; "
    "img-src 'self' data: blob:; manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)


@pytest.mark.parametrize(
    ("domain", "origin"),
    [
        ("chat.example.org", "https://chat.example.org"),
        ("https://chat.example.org/", "https://chat.example.org"),
        ("http://127.0.0.1:3000", "http://127.0.0.1:3000"),
    ],
)
async def test_the_policy_opens_for_the_chat_in_the_personal_area_alone(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock, domain: str, origin: str
) -> None:
    async def policy_of(path: str) -> str:
        return (await client.get(path)).headers["content-security-policy"]

    assert await policy_of("/personal/orders") == STRICT_POLICY
    await set_site(services, chat_domain=domain, chat_token="website-token")
    clock.at += REFRESH_INTERVAL

    opened = (
        f"default-src 'self'; script-src 'self' {origin}; style-src 'self' 'unsafe-inline'; "
        f"connect-src 'self' {origin}; frame-src {origin}; img-src 'self' data: blob:; "
        "manifest-src 'self'; worker-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
        "frame-ancestors 'none'"
    )
    assert await policy_of("/personal/orders") == opened
    for path in ("/", "/login", "/personality", "/trading"):
        assert await policy_of(path) == STRICT_POLICY, path


async def test_a_site_can_keep_the_chat_from_pages_where_secrets_are_entered(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    chat = {"chat_domain": "chat.example.org", "chat_token": "website-token"}
    await set_site(services, **chat, chat_pages="without_secrets")
    clock.at += REFRESH_INTERVAL

    for path, is_open in (
        ("/personal/settings", False),
        ("/personal/settings/security", False),
        ("/personal/withdraw", False),
        ("/personal/contact", True),
        ("/personal/settingsx", True),
    ):
        policy = (await client.get(path)).headers["content-security-policy"]
        assert ("chat.example.org" in policy) is is_open, path


async def test_the_console_has_a_policy_of_its_own(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    """M5: whatever the site lets in elsewhere, the console loads nothing of anybody else."""
    await set_site(services, chat_domain="https://chat.example.org/")
    clock.at += REFRESH_INTERVAL

    for place in ("/operator", "/operator/", "/operator/staff", "/operator/enrol", "/operator/no-such-page"):
        policy = (await client.get(place)).headers["content-security-policy"]
        directives = dict(part.split(" ", 1) for part in policy.split("; "))
        assert directives == {
            "default-src": "'none'",
            "script-src": "'self'",
            "style-src": "'self'",
            "font-src": "'self'",
            "connect-src": "'self'",
            "img-src": "'self' data: blob:",
            "manifest-src": "'self'",
            "base-uri": "'none'",
            "form-action": "'none'",
            "frame-ancestors": "'none'",
        }


async def test_an_unknown_host_is_answered_421(client: httpx.AsyncClient) -> None:
    answer = await client.get("/", headers={"Host": "evil.example"})

    assert answer.status_code == 421
    assert answer.json()["code"] == "SITE_UNKNOWN"


def test_a_missing_web_build_is_a_startup_error(settings: Settings) -> None:
    with pytest.raises(StartupError, match=r"The web client is not built in .*; run 'make build'"):
        load_web_build(settings.data_folder)
