"""Strangers neither lock a client out nor take an account over, and a key does not tell whose it is."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from e2e.conftest import Exchange, running

PASSWORD = "violet anchor seven"
STRANGERS = "amber ladder nineteen"


@pytest.fixture(scope="module")
def guarded() -> Iterator[Exchange]:
    """An exchange whose limits are those of a real one."""
    with running({"CLEARWATER_DEMO": "false", "CLEARWATER_RATE_LIMITS": "1"}) as exchange:
        yield exchange


def visit(browser: Browser, exchange: Exchange) -> BrowserContext:
    context = browser.new_context(base_url=exchange.url, locale="en-US")
    context.add_init_script(
        """localStorage.setItem("cw:cookie-consent", JSON.stringify({status: "rejected", ts: Date.now()}))"""
    )
    return context


@pytest.fixture
def own(browser: Browser, guarded: Exchange) -> Iterator[BrowserContext]:
    with visit(browser, guarded) as context:
        yield context


@pytest.fixture
def strange(browser: Browser, guarded: Exchange) -> Iterator[BrowserContext]:
    with visit(browser, guarded) as context:
        yield context


def log_in(page: Page, email: str, password: str) -> None:
    page.goto("/login")
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def open_signed_in(context: BrowserContext, exchange: Exchange, email: str) -> Page:
    """A page of a new client who has signed in with the password."""
    exchange.register(context.request, email, PASSWORD)
    page = context.new_page()
    log_in(page, email, PASSWORD)
    expect(page).to_have_url(re.compile("/personal/dashboard$"))
    return page


def mailed(exchange: Exchange, email: str, path: str) -> str:
    mail = exchange.command("outbox", "--to", email, "--last", "3")
    found = re.search(rf"http://\S+({path}\?code=\S+)", mail)
    assert found, mail
    return found[1]


def forget_session(context: BrowserContext) -> None:
    """As after a week: the browser is signed out, and still the one that it was."""
    for name in ("token", "sid"):
        context.clear_cookies(name=name)


def test_failed_guesses_elsewhere_do_not_lock_a_known_device(
    own: BrowserContext, strange: BrowserContext, guarded: Exchange
) -> None:
    email = "nora@example.org"
    page = open_signed_in(own, guarded, email)
    forget_session(own)

    other = strange.new_page()
    for _ in range(5):
        log_in(other, email, "a stranger's guess")
        expect(other.get_by_role("alert")).to_contain_text("Incorrect email or password.")
    log_in(other, email, PASSWORD)
    expect(other.get_by_text(re.compile("Try again in 0:"))).to_be_visible()
    expect(other.get_by_role("link", name="Get a sign-in link by email")).to_be_visible()

    log_in(page, email, PASSWORD)
    expect(page).to_have_url(re.compile("/personal/dashboard$"))


def test_an_emailed_link_signs_in_despite_a_lockout_and_only_where_it_was_requested(
    own: BrowserContext, strange: BrowserContext, guarded: Exchange
) -> None:
    email = "lena@example.org"
    guarded.register(own.request, email, PASSWORD)
    for _ in range(5):
        wrong = {"login": email, "password": "a stranger's guess"}
        assert strange.request.post("/api/v1/token", data=wrong).status == 401
    page = own.new_page()
    log_in(page, email, PASSWORD)
    expect(page.get_by_text(re.compile("Try again in"))).to_be_visible()

    page.get_by_role("link", name="Get a sign-in link by email").click()
    expect(page.get_by_role("heading", name="Sign in with an email link")).to_be_visible()
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Send sign-in link").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    link = mailed(guarded, email, "/knock-knock")

    other = strange.new_page()
    other.goto(link)
    other.get_by_role("button", name="Sign in").click()
    expect(other.get_by_role("heading", name="This link belongs to another browser")).to_be_visible()
    page.goto(link)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile("/personal/dashboard$"))


def test_registering_another_persons_email_gives_no_access(
    own: BrowserContext, strange: BrowserContext, guarded: Exchange
) -> None:
    email = "victim@example.org"
    stranger = strange.new_page()
    stranger.goto(f"/register?email={email}")
    stranger.get_by_label("Password", exact=True).fill(STRANGERS)
    stranger.get_by_label("I accept the").check()
    stranger.get_by_role("button", name="Create account").click()
    expect(stranger).to_have_url(re.compile(r"/register/verification$"))

    page = own.new_page()
    page.goto(mailed(guarded, email, "/email"))
    page.get_by_role("button", name="Confirm").click()
    expect(page.get_by_role("heading", name="Sign in to confirm")).to_be_visible()
    page.get_by_role("link", name="Set a new password").click()
    expect(page).to_have_url(re.compile("/password$"))
    expect(page.get_by_role("button", name="Send link")).to_be_visible()
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Send link").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    page.goto(mailed(guarded, email, "/password"))
    page.get_by_label("New password").fill(PASSWORD)
    page.get_by_role("button", name="Set password").click()
    expect(page.get_by_role("heading", name="Password changed")).to_be_visible()
    log_in(page, email, PASSWORD)
    expect(page).to_have_url(re.compile("/personal/dashboard$"))

    stranger.reload()
    expect(stranger).to_have_url(re.compile("/register$"))
    log_in(stranger, email, STRANGERS)
    expect(stranger.get_by_role("alert")).to_contain_text("Incorrect email or password.")


def test_a_read_key_shows_balances_and_not_whose_they_are(
    own: BrowserContext, browser: Browser, guarded: Exchange
) -> None:
    email = "keeper@example.org"
    page = open_signed_in(own, guarded, email)
    page.goto("/personal/settings#api-keys")
    page.get_by_role("button", name="Create key").click()
    draft = page.get_by_role("dialog", name="Create an API key")
    expect(
        draft.get_by_text("View balances, orders and history, but not your personal information.")
    ).to_be_visible()
    draft.get_by_label("Name").fill("Bot")
    draft.get_by_role("button", name="Create key").click()
    created = page.get_by_role("dialog", name="Your new API key")
    created.get_by_role("button", name="Show API key").click()
    headers = {"X-Api-Key": created.get_by_text(re.compile("^cw_")).inner_text()}

    with browser.new_context(base_url=guarded.url) as elsewhere:
        assert elsewhere.request.get("/api/v1/assets", headers=headers).status == 200
        for path in ("/api/bff/auth/user", "/api/v1/client/level", "/api/v1/feedback"):
            refused = elsewhere.request.get(path, headers=headers)
            assert (refused.status, refused.json()["code"]) == (403, "SCOPE_MISSING"), path
            assert email not in refused.text()
