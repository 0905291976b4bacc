"""A second site of the same exchange, beside the first: its own name, color, pairs, features and clients."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import APIRequestContext, Browser, BrowserContext, Page, Playwright, expect

from e2e.conftest import CONSENT, WIDE, Exchange

LAGOON = "lagoon.localhost"
PASSWORD = "harbour lantern twelve"
ACCENT = "#ffb454"


@pytest.fixture(scope="module")
def lagoon(market: Exchange) -> str:
    """The address of the second site; browsers lead every name below localhost to this machine."""
    market.command("site", "add", LAGOON, "--name", "Blue Lagoon")
    settings = ("--accent", ACCENT, "--pairs", "ETH-USDT,SOL-USDT", "--without-feature", "earn")
    market.command("site", "set", LAGOON, *settings)
    market.wait_for("/api/bff/config", lambda config: config["accent"] == ACCENT, site=LAGOON)
    return market.url.replace("127.0.0.1", LAGOON)


@pytest.fixture
def lagoon_context(browser: Browser, lagoon: str) -> Iterator[BrowserContext]:
    context = browser.new_context(base_url=lagoon, locale="en-US", viewport=WIDE)
    context.add_init_script(CONSENT)
    yield context
    context.close()


@pytest.fixture
def lagoon_calls(playwright: Playwright, lagoon: str) -> Iterator[APIRequestContext]:
    """Calls of the second site from a program, which names the site itself."""
    calls = playwright.request.new_context(extra_http_headers={"X-Site": LAGOON})
    yield calls
    calls.dispose()


def test_two_sites_stand_side_by_side(market_context: BrowserContext, lagoon_context: BrowserContext) -> None:
    first, second = market_context.new_page(), lagoon_context.new_page()
    for page, name in ((first, "Clearwater"), (second, "Blue Lagoon")):
        page.goto("/markets/overview")
        expect(page).to_have_title(f"Markets overview | {name}")

    expect(first.get_by_role("link", name=re.compile("BTC-USDT")).first).to_be_visible()
    expect(second.get_by_role("link", name=re.compile("ETH-USDT")).first).to_be_visible()
    expect(second.get_by_text("BTC-USDT")).to_have_count(0)
    header = first.get_by_role("banner"), second.get_by_role("banner")
    expect(header[0].get_by_role("link", name="Earn", exact=True)).to_be_visible()
    expect(header[1].get_by_role("link", name="Trade", exact=True)).to_be_visible()
    expect(header[1].get_by_role("link", name="Earn", exact=True)).to_have_count(0)
    assert accent_of(second) == ACCENT
    assert accent_of(first) != ACCENT


def accent_of(page: Page) -> str:
    accent = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--accent')")
    return str(accent).strip()


def test_what_a_site_does_without_is_unknown_there(
    market_context: BrowserContext, lagoon_context: BrowserContext
) -> None:
    here, there = market_context.new_page(), lagoon_context.new_page()
    for path in ("/earn", "/trading/BTC-USDT"):
        known, unknown = here.goto(path), there.goto(path)
        assert known
        assert unknown
        assert (known.status, unknown.status) == (200, 404)
    there.goto("/earn")
    expect(there.get_by_text("Page not found", exact=True)).to_be_visible()
    listed = there.goto("/trading/ETH-USDT")
    assert listed
    assert listed.status == 200


def test_a_client_of_one_site_is_none_of_the_other(
    market: Exchange,
    lagoon: str,
    lagoon_context: BrowserContext,
    lagoon_calls: APIRequestContext,
    market_context: BrowserContext,
) -> None:
    email, page = "lea@example.org", lagoon_context.new_page()
    _, token = market.register(lagoon_calls, email, PASSWORD)
    lagoon_context.add_cookies([{"name": "token", "value": token, "url": lagoon}])

    page.goto("/personal/dashboard")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_title("Dashboard | Blue Lagoon")

    elsewhere = market_context.request.post(
        f"{market.url}/api/v1/token", data={"login": email, "password": PASSWORD}
    )
    assert elsewhere.status == 401
    stolen = market_context.request.get(f"{market.url}/api/v1/assets", headers={"X-Token": token})
    assert stolen.status == 401
    # The address is free on the first site.
    registration = {"email": email, "password": "quiet meadow thirteen", "accept_terms": True}
    registered = market_context.request.post(f"{market.url}/api/v1/client", data=registration)
    assert registered.status == 201
