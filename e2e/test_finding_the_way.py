"""Unknown paths, rules, new builds and lost chunks."""

import json
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Route, expect

from e2e.conftest import Exchange

pytestmark = pytest.mark.usefixtures("consent")


@pytest.fixture(scope="module")
def rules(exchange: Exchange) -> Iterator[None]:
    exchange.command("rule", "allow-host", "elsewhere.example")
    made = [
        exchange.command("rule", "add", "/inside", "--redirect", "/privacy"),
        exchange.command("rule", "add", "/outside/*", "--redirect", "https://elsewhere.example/landing"),
        exchange.command("rule", "add", "/_icons", "--guard", "profile-redirect"),
    ]
    exchange.wait_for("/api/bff/rules?path=/_icons", lambda rule: rule["app_middleware"] != {})
    yield
    for rule_id in made:
        exchange.command("rule", "remove", rule_id)
    exchange.command("rule", "disallow-host", "elsewhere.example")
    exchange.wait_for("/api/bff/rules?path=/_icons", lambda rule: rule["app_middleware"] == {})


def go_in_app(page: Page, path: str) -> None:
    """Follow a link of the app to any path, without a new document."""
    page.evaluate("window.stays = true")
    page.evaluate(
        "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')); }", path
    )


def test_an_unknown_path_shows_a_404_page_with_links(page: Page) -> None:
    answer = page.goto("/no/such/page")

    assert answer
    assert answer.status == 404
    expect(page.get_by_role("heading", level=1)).to_contain_text("404")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Error")
    expect(page.get_by_text("Page not found", exact=True)).to_be_visible()
    expect(page.get_by_text("Page not found: /no/such/page")).to_be_visible()
    expect(page).to_have_title("Page not found | Clearwater")
    expect(page.get_by_role("link", name="Contact support")).to_be_visible()
    page.get_by_role("link", name="Homepage").click()
    expect(page).to_have_url(re.compile(r"/$"))
    expect(page).to_have_title("Clearwater")


def test_contact_support_links_to_the_sites_email(page: Page, exchange: Exchange) -> None:
    exchange.command("site", "set", "127.0.0.1", "--email", "help@example.org")
    exchange.wait_for("/api/bff/config", lambda config: config["contacts"]["email"] != "")

    page.goto("/no-such-page")

    support = page.get_by_role("link", name="Contact support")
    expect(support).to_have_attribute("href", "mailto:help@example.org")
    exchange.command("site", "set", "127.0.0.1", "--email", "")
    exchange.wait_for("/api/bff/config", lambda config: config["contacts"]["email"] == "")


@pytest.mark.usefixtures("rules")
def test_a_rule_moves_the_first_document(page: Page) -> None:
    page.goto("/inside")

    expect(page).to_have_url(re.compile(r"/privacy$"))


@pytest.mark.usefixtures("rules")
def test_a_rule_is_followed_inside_the_app(page: Page) -> None:
    page.goto("/")

    go_in_app(page, "/inside")

    expect(page).to_have_url(re.compile(r"/privacy$"))
    assert page.evaluate("window.stays") is True


@pytest.mark.usefixtures("rules")
def test_a_rule_that_arrives_late_is_still_followed(page: Page) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.goto("/")
    page.route("**/api/bff/rules?path=%2Finside", hold)

    go_in_app(page, "/inside")
    expect(page.get_by_text("Page not found", exact=True)).to_be_visible()
    held[0].continue_()

    expect(page).to_have_url(re.compile(r"/privacy$"))
    assert page.evaluate("window.stays") is True


@pytest.mark.usefixtures("rules")
def test_an_external_redirect_is_a_full_load(page: Page) -> None:
    page.route("https://elsewhere.example/**", lambda route: route.fulfill(body="elsewhere"))
    page.goto("/")

    go_in_app(page, "/outside/x")

    expect(page).to_have_url("https://elsewhere.example/landing")


@pytest.mark.usefixtures("rules")
def test_a_rule_switches_a_guard_on(page: Page) -> None:
    page.goto("/")

    go_in_app(page, "/_icons")

    expect(page).to_have_url(re.compile(r"/login\?next=%2F_icons$"))


@pytest.mark.usefixtures("rules")
def test_a_rule_switches_a_guard_on_for_the_first_document_too(page: Page) -> None:
    page.goto("/_icons")

    expect(page).to_have_url(re.compile(r"/login\?next=%2F_icons$"))


def test_a_failed_rule_lookup_does_not_block_navigation(page: Page) -> None:
    page.route("**/api/bff/rules**", lambda route: route.abort())
    page.goto("/")

    go_in_app(page, "/privacy")

    expect(page.get_by_role("heading", level=1, name=re.compile("privacy", re.IGNORECASE))).to_be_visible()
    assert page.evaluate("window.stays") is True


def test_a_new_build_makes_the_next_navigation_a_full_load(page: Page) -> None:
    page.goto("/")
    newer = json.dumps({"id": "newer", "timestamp": 1})
    page.route("**/builds/latest.json?*", lambda route: route.fulfill(body=newer))
    # It begins to watch for builds when the page is idle.
    page.wait_for_function(
        """() => {
          document.dispatchEvent(new Event('visibilitychange'));
          return performance.getEntriesByType('resource').some(({name}) => name.includes('/builds/latest'));
        }"""
    )
    # Who asks after the app is answered after it, so the app knows by then.
    page.evaluate("async () => { await (await fetch('/builds/latest.json?asked-second')).json(); }")

    go_in_app(page, "/privacy")

    expect(page.get_by_role("heading", level=1, name=re.compile("privacy", re.IGNORECASE))).to_be_visible()
    assert page.evaluate("window.stays") is None


def test_a_missing_chunk_reloads_once_and_then_shows_an_error(page: Page) -> None:
    documents: list[str] = []

    def lose(route: Route) -> None:
        route.fulfill(status=404, content_type="application/problem+json", body="{}")

    page.goto("/")
    page.on("request", lambda sent: documents.append(sent.url) if sent.resource_type == "document" else None)
    page.route("**/assets/privacy-*.js", lose)

    go_in_app(page, "/privacy")

    expect(page.get_by_role("heading", level=1)).to_contain_text("500")
    expect(page.get_by_text("Internal Server Error")).to_be_visible()
    assert len(documents) == 1
    assert documents[0].endswith("/privacy")
