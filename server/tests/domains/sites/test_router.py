"""GET /bff/config and how a request finds its site."""

from datetime import timedelta

import httpx
import pytest
from sqlalchemy import text

from clearwater.domains.sites import service as sites
from clearwater.domains.sites.models import SiteHost
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock


async def test_the_first_site_serves_this_machine(client: httpx.AsyncClient) -> None:
    answer = await client.get("/api/bff/config")

    assert answer.status_code == 200
    assert answer.json() == {
        "sitename": "Clearwater",
        "contacts": {"telegram": "", "email": ""},
        "chatwoot": {"domain": "", "token": "", "secret": "", "pages": "all"},
        "accent": "#35d0ba",
        "logo": "/logo.svg",
        "favicon": "/logo.svg",
        "texts": {"headline": "", "lead": "", "description": ""},
        "features": {
            "convert": True,
            "premarket": True,
            "earn": True,
            "news": True,
            "apps": True,
            "register": True,
            "referral": False,
        },
        "canonical_host": "localhost",
        "demo": False,
        "build": "build-1",
        "languages": [
            {"tag": "en", "name": "English", "direction": "ltr"},
            {"tag": "es", "name": "Español", "direction": "ltr"},
        ],
        "language": "en",
    }


@pytest.mark.parametrize(
    "headers",
    [
        {"X-Site": "127.0.0.1"},
        {"X-Site": "LOCALHOST"},
        {"X-Site": "localhost:8000"},
        {"X-Site": "[::1]:8000"},
        {"X-Site": "localhost."},
        {"Host": "127.0.0.1:8000"},
    ],
)
async def test_a_site_is_found_by_any_spelling_of_its_host(
    client: httpx.AsyncClient, headers: dict[str, str]
) -> None:
    assert (await client.get("/api/bff/config", headers=headers)).status_code == 200


async def test_a_new_site_answers_within_a_second(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    by_host = {"Host": "blue.example"}
    before = await client.get("/api/bff/config", headers=by_host)
    await add_site(services, clock, "blue.example", after=timedelta(seconds=1))

    assert before.status_code == 421
    assert (await client.get("/api/bff/config", headers=by_host)).json()["sitename"] == "Blue"


async def add_site(
    services: ApiServices, clock: FixedClock, *hostnames: str, after: timedelta = REFRESH_INTERVAL
) -> None:
    async with services.sessions() as session:
        site = await sites.add_site(session, hostname=hostnames[0], sitename="Blue")
        site.hosts.extend(SiteHost(hostname=name) for name in hostnames[1:])
        await session.commit()
    clock.at += after


async def test_a_header_does_not_lead_from_one_sites_host_to_another_site(
    client: httpx.AsyncClient, services: ApiServices, clock: FixedClock
) -> None:
    await add_site(services, clock, "blue.example", "www.blue.example")
    by_host = {"Host": "blue.example"}

    refused = await client.get("/api/bff/config", headers=by_host | {"X-Site": "localhost"})
    own = await client.get("/api/bff/config", headers=by_host | {"X-Site": "www.blue.example"})
    page = await client.get("/robots.txt", headers=by_host | {"X-Site": "localhost"})
    behind_a_proxy = await client.get("/api/bff/config", headers={"Host": "api", "X-Site": "blue.example"})
    in_development = await client.get("/api/bff/config", headers={"X-Site": "blue.example"})

    assert (refused.status_code, refused.json()["code"]) == (421, "SITE_UNKNOWN")
    assert [answer.json()["sitename"] for answer in (own, behind_a_proxy, in_development)] == ["Blue"] * 3
    assert "blue.example" in page.text


async def test_what_caches_may_keep_for_all_varies_by_the_named_site(client: httpx.AsyncClient) -> None:
    shared, own = await client.get("/api/v1/ledger-status"), await client.get("/api/bff/config")

    assert (shared.headers["cache-control"], shared.headers["vary"]) == ("public, max-age=30", "X-Site")
    assert "vary" not in own.headers


@pytest.mark.parametrize("name", ["evil.example", "localhost.evil.example", "", "\xe9", "a" * 5000])
async def test_an_unknown_site_is_421(client: httpx.AsyncClient, name: str) -> None:
    headers = {b"X-Site": name.encode("latin-1"), b"Host": b"evil.example"}

    answer = await client.get("/api/bff/config", headers=headers)

    assert answer.status_code == 421
    assert answer.json()["code"] == "SITE_UNKNOWN"


async def test_the_chat_secret_is_sent_to_browsers_only_if_the_site_is_configured_so(
    services: ApiServices, client: httpx.AsyncClient, clock: FixedClock
) -> None:
    async with services.sessions() as session:
        await session.execute(text("UPDATE sites SET chat_secret = 'hmac-key'"))
        await session.commit()
    assert (await client.get("/api/bff/config")).json()["chatwoot"]["secret"] == ""

    async with services.sessions() as session:
        await session.execute(text("UPDATE sites SET chat_identity = 'client'"))
        await session.commit()
    clock.at += REFRESH_INTERVAL

    assert (await client.get("/api/bff/config")).json()["chatwoot"]["secret"] == "hmac-key"
