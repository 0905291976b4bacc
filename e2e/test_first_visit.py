"""A visitor comes for the first time."""

import json

from playwright.sync_api import Page, Route, expect

from e2e.conftest import Exchange

CONSENT = "cw:cookie-consent"


def test_the_landing_page_renders_from_the_injected_configuration(
    page: Page, browser_errors: list[str]
) -> None:
    calls: list[str] = []
    page.on("request", lambda request: calls.append(request.url) if "/bff/config" in request.url else None)

    page.goto("/")

    expect(page).to_have_title("Clearwater")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert calls == [], "the configuration came with the document"
    assert browser_errors == []


def test_the_page_is_dark_before_anything_has_loaded(page: Page, exchange: Exchange) -> None:
    page.route("**/assets/*.js", lambda route: route.abort())

    page.goto("/")

    background = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    assert background == "rgb(10, 14, 19)"


def test_without_an_injected_configuration_it_is_fetched(page: Page) -> None:
    page.route("**/*", strip_config)

    page.goto("/")

    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(page).to_have_title("Clearwater")


def test_a_failed_configuration_ends_the_start_with_the_error(page: Page) -> None:
    page.route("**/*", strip_config)
    problem = {"status": 503, "title": "The exchange is recovering.", "code": "ENGINE_UNAVAILABLE"}
    page.route(
        "**/api/bff/config",
        lambda route: route.fulfill(
            status=503, content_type="application/problem+json", body=json.dumps(problem)
        ),
    )

    page.goto("/")

    expect(page.get_by_role("heading", level=1)).to_contain_text("503")
    expect(page.get_by_text("The exchange is recovering.").first).to_be_visible()
    expect(page.get_by_role("button", name="Try again")).to_be_visible()


def strip_config(route: Route) -> None:
    if route.request.resource_type != "document":
        route.fallback()
        return
    answer = route.fetch()
    head, mark, rest = answer.text().partition('id="site-config">')
    route.fulfill(response=answer, body=head + mark + rest[rest.index("</script>") :])


def test_the_cookie_question_is_asked_once(page: Page) -> None:
    page.goto("/")
    banner = page.get_by_role("region", name="Cookie choice")
    expect(banner).to_be_visible()
    expect(banner.get_by_role("link")).to_have_attribute("href", "/privacy#cookies")

    banner.get_by_role("button", name="Reject All").click()

    expect(banner).to_be_hidden()
    stored = json.loads(page.evaluate(f"localStorage.getItem('{CONSENT}')"))
    assert stored["status"] == "rejected"
    assert isinstance(stored["ts"], int)
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    expect(banner).to_be_hidden()


def test_accepted_consent_is_stored_and_replaces_invalid_data(page: Page) -> None:
    page.add_init_script(f"if (!sessionStorage.seen) localStorage.setItem('{CONSENT}', '{{not json')")
    page.goto("/")

    page.get_by_role("button", name="Accept All").click()

    assert json.loads(page.evaluate(f"localStorage.getItem('{CONSENT}')"))["status"] == "accepted"
