"""Somebody becomes a client, comes in and goes out again, and gets back in without the password."""

import itertools
import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import Exchange

pytestmark = pytest.mark.usefixtures("consent")

PASSWORD = "harbour lantern twelve"
NEW_PASSWORD = "quiet meadow thirteen"
NUMBERS = itertools.count(1)

CheckAccessibility = Callable[[], None]


@pytest.fixture
def email() -> str:
    return f"mira{next(NUMBERS)}@example.org"


def mail_to(exchange: Exchange, email: str) -> str:
    return exchange.command("outbox", "--to", email, "--last", "1")


def link_in(mail: str, path: str) -> str:
    found = re.search(rf"http://\S+({path}\?code=\S+)", mail)
    assert found, mail
    return found[1]


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", level=1, name=name)).to_be_visible()


def sign_up(page: Page, email: str) -> None:
    """Up to the page that asks for the code of the mail."""
    page.goto(f"/register?email={email}")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("I accept the").check()
    page.get_by_role("button", name="Create account").click()
    expect(page).to_have_url(re.compile(r"/register/verification$"))


def confirm(page: Page, exchange: Exchange, email: str) -> None:
    field = page.get_by_label("Code from the email")
    # It comes with the answer, and so after the mail.
    expect(field).to_be_visible()
    digits = re.search(r"^\s*(\d{6})\s*$", mail_to(exchange, email), re.MULTILINE)
    assert digits
    field.fill(digits[1])
    expect(page).to_have_url(re.compile(r"/personal/dashboard$"))


def become_client(context: BrowserContext, exchange: Exchange, email: str) -> None:
    """Signed up, confirmed and signed in without the screens, where the story is another."""
    _, token = exchange.register(context.request, email, PASSWORD)
    context.add_cookies([{"name": "token", "value": token, "url": exchange.url}])


def log_in(page: Page, email: str, password: str) -> None:
    page.get_by_label("Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Sign in", exact=True).click()


def token_of(context: BrowserContext) -> str | None:
    return next((cookie["value"] for cookie in context.cookies() if cookie["name"] == "token"), None)


def test_from_the_landing_page_to_a_confirmed_account_out_and_in_again(
    page: Page,
    exchange: Exchange,
    email: str,
    browser_errors: list[str],
    check_accessibility: CheckAccessibility,
) -> None:
    context = page.context
    page.goto("/")
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_label("Email address")).to_have_value(email)
    check_accessibility()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    expect(page.get_by_text("Strong")).to_be_visible()
    page.get_by_label("I accept the").check()
    page.get_by_role("button", name="Create account").click()

    heading(page, "Confirm your email address")
    expect(page.get_by_text("mi***@example.org")).to_be_visible()
    expect(page.get_by_text(re.compile("Request a new code in"))).to_be_visible()
    check_accessibility()
    confirm(page, exchange, email)
    assert browser_errors == []

    halves = {cookie["name"]: cookie for cookie in context.cookies()}
    assert halves["sid"]["httpOnly"] is True
    assert halves["token"]["expires"] == pytest.approx(halves["sid"]["expires"], abs=60)

    page.get_by_role("button", name="Account", exact=True).click()
    # It takes the focus when it has found its place; a click before that may miss.
    expect(page.get_by_role("menu", name="Account")).to_be_focused()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("banner").get_by_role("link", name="Sign in")).to_be_visible()
    expect(page).to_have_url(f"{exchange.url}/")
    assert token_of(context) is None

    page.goto("/personal/settings")
    expect(page).to_have_url(re.compile(r"/login\?next=%2Fpersonal%2Fsettings$"))
    check_accessibility()
    log_in(page, email, PASSWORD)
    expect(page).to_have_url(re.compile(r"/personal/settings$"))
    page.goto("/login")
    expect(page).to_have_url(re.compile(r"/personal/dashboard$"))


def test_unconfirmed_clients_are_redirected_to_verification(
    page: Page, exchange: Exchange, email: str
) -> None:
    sign_up(page, email)

    page.goto("/personal/dashboard")
    expect(page).to_have_url(re.compile(r"/register/verification$"))
    page.goto("/login")
    expect(page).to_have_url(re.compile(r"/register/verification$"))

    code = page.get_by_label("Code from the email")
    code.fill("000000")
    expect(page.get_by_text("Incorrect code. 4 attempts left.")).to_be_visible()
    confirm(page, exchange, email)
    page.goto("/register/verification")
    expect(page).to_have_url(re.compile(r"/personal/dashboard$"))


def test_the_emailed_link_confirms_after_a_click(page: Page, exchange: Exchange, email: str) -> None:
    sign_up(page, email)
    link = link_in(mail_to(exchange, email), "/email")

    page.goto(link)
    page.get_by_role("button", name="Confirm").click()

    heading(page, "Email address confirmed")
    page.get_by_role("link", name="Go to dashboard").click()
    expect(page).to_have_url(re.compile(r"/personal/dashboard$"))
    page.goto(link)
    page.get_by_role("button", name="Confirm").click()
    heading(page, "This link no longer works")


def test_a_taken_email_is_reported_and_a_wrong_password_reveals_nothing(
    page: Page, context: BrowserContext, exchange: Exchange, email: str
) -> None:
    become_client(page.context, exchange, email)
    context.clear_cookies()

    page.goto(f"/register?email={email}")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("I accept the").check()
    page.get_by_role("button", name="Create account").click()
    expect(page.get_by_text("This email already has an account.")).to_be_visible()

    page.goto("/login")
    log_in(page, email, "not the password")
    wrong = page.get_by_role("alert")
    expect(wrong).to_contain_text("Incorrect email or password.")
    log_in(page, "nobody@example.org", PASSWORD)
    expect(wrong).to_contain_text("Incorrect email or password.")


def test_a_forgotten_password_is_reset_and_every_session_ends(
    page: Page,
    context: BrowserContext,
    exchange: Exchange,
    email: str,
    check_accessibility: CheckAccessibility,
) -> None:
    become_client(page.context, exchange, email)

    page.goto("/password")
    page.get_by_label("Email address").fill(email)
    page.get_by_role("button", name="Send link").click()
    heading(page, "Check your email")
    check_accessibility()
    page.goto(link_in(mail_to(exchange, email), "/password"))
    page.get_by_label("New password").fill(NEW_PASSWORD)
    check_accessibility()
    page.get_by_role("button", name="Set password").click()

    heading(page, "Password changed")
    assert token_of(context) is None
    page.get_by_role("link", name="Sign in").click()
    log_in(page, email, PASSWORD)
    expect(page.get_by_role("alert")).to_be_visible()
    log_in(page, email, NEW_PASSWORD)
    expect(page).to_have_url(re.compile(r"/personal/dashboard$"))


def test_an_emailed_sign_in_code_works_once(
    page: Page,
    context: BrowserContext,
    exchange: Exchange,
    email: str,
    check_accessibility: CheckAccessibility,
) -> None:
    become_client(page.context, exchange, email)
    context.clear_cookies()

    page.goto("/knock-knock")
    page.get_by_label("Email address").fill(email)
    check_accessibility()
    page.get_by_role("button", name="Send sign-in link").click()
    heading(page, "Check your email")
    mail = mail_to(exchange, email)
    spelled = re.search(r"\b(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}\b", mail)
    assert spelled
    page.get_by_label("Code from the email").fill(spelled[0])
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(r"/personal/dashboard$"))

    context.clear_cookies()
    page.goto(link_in(mail, "/knock-knock"))
    page.get_by_role("button", name="Sign in").click()
    heading(page, "This link no longer works")


def test_a_session_that_has_ended_leads_back_to_the_login(
    page: Page, context: BrowserContext, exchange: Exchange, email: str
) -> None:
    become_client(page.context, exchange, email)
    token = token_of(context)
    assert token
    ended = context.request.delete("/api/v1/token", headers={"X-Token": token})
    assert ended.status == 204

    page.goto("/personal/dashboard")

    expect(page).to_have_url(re.compile(r"/login\?next=%2Fpersonal%2Fdashboard$"))
    assert token_of(context) is None


def test_levels_are_shown_to_everybody_and_one_s_own_to_clients(
    page: Page, exchange: Exchange, email: str, check_accessibility: CheckAccessibility
) -> None:
    page.goto("/kyc-levels")
    expect(page.get_by_role("row", name=re.compile("^Starter"))).to_contain_text("50,000 USDT")
    expect(page.get_by_text("Your level", exact=True)).to_have_count(0)
    check_accessibility()

    become_client(page.context, exchange, email)
    page.goto("/kyc-levels")
    heading(page, "Membership levels")
    expect(page.get_by_role("heading", name="To reach Starter")).to_be_visible()
    expect(page.get_by_role("progressbar", name="30-day volume")).to_have_attribute(
        "aria-valuetext", "0 of 500 USDT"
    )
    check_accessibility()


def ask_for_key(page: Page, scope: str) -> None:
    page.goto("/personal/settings#api-keys")
    page.get_by_role("button", name="Create key").first.click()
    dialog = page.get_by_role("dialog", name="Create an API key")
    expect(dialog.get_by_text(re.compile("^Requires the")).first).to_be_visible()
    # It stays unchecked: the level is asked for before the key is.
    dialog.get_by_label(scope, exact=True).click()


def test_a_client_without_the_level_meets_the_restricted_modals(
    page: Page, exchange: Exchange, email: str, check_accessibility: CheckAccessibility
) -> None:
    become_client(page.context, exchange, email)

    ask_for_key(page, "Trade")
    modal = page.get_by_role("dialog", name="Access Restricted")
    expect(modal).to_contain_text("only available to users with a Starter level membership or higher")
    expect(modal).to_contain_text("Thank you for understanding.")
    check_accessibility()

    page.reload()
    ask_for_key(page, "Withdraw")
    expect(modal).to_contain_text("the Advanced level membership or higher")
    expect(modal.get_by_role("listitem")).to_have_count(4)
    expect(modal.get_by_role("link", name="Verify")).to_have_attribute("href", "/personal/kyc")
    check_accessibility()
    modal.get_by_role("link", name="membership section").click()
    expect(page).to_have_url(re.compile(r"/kyc-levels$"))
    expect(modal).to_have_count(0)
