"""A client secures the account: second factor, passkey, sessions, another proof before what is sensitive."""

import itertools
import re
from collections.abc import Callable, Iterator

import pyotp
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, Response, expect

from e2e.conftest import Exchange, wait_until

pytestmark = pytest.mark.usefixtures("consent")

PASSWORD = "violet anchor seven"
NUMBERS = itertools.count(1)


class Account:
    """A client with a confirmed address, who is signed in nowhere."""

    def __init__(self, exchange: Exchange, email: str) -> None:
        self.exchange = exchange
        # Passkeys belong to a name; a number would have none.
        self.site = exchange.url.replace("127.0.0.1", "localhost")
        self.email = email

    def newest_mail(self) -> str:
        return self.exchange.command("outbox", "--to", self.email, "--last", "1")

    def fill_in_password(self, page: Page) -> None:
        page.goto(f"{self.site}/login?next=%2Fpersonal%2Fsettings%23security")
        page.get_by_label("Email address").fill(self.email)
        page.get_by_label("Password", exact=True).fill(PASSWORD)
        page.get_by_role("button", name="Sign in").click()

    def log_in(self, page: Page) -> None:
        """As the login screen does, without it."""
        credentials = {"login": self.email, "password": PASSWORD}
        signed_in = page.context.request.post(f"{self.site}/api/v1/token", data=credentials)
        assert signed_in.status == 201, signed_in.text()
        token = signed_in.json()["raw_token"]
        page.context.add_cookies([{"name": "token", "value": token, "url": self.site}])
        self.open_settings(page, "security")

    def open_settings(self, page: Page, section: str) -> None:
        page.goto(f"{self.site}/personal/settings#{section}")
        expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()


@pytest.fixture
def account(exchange: Exchange, playwright: Playwright) -> Iterator[Account]:
    email = f"nora{next(NUMBERS)}@example.org"
    calls = playwright.request.new_context(base_url=exchange.url)
    _, token = exchange.register(calls, email, PASSWORD)
    assert calls.delete("/api/v1/token", headers={"X-Token": token}).status == 204
    yield Account(exchange, email)
    calls.dispose()


def sign_out(page: Page) -> None:
    page.get_by_role("button", name="Account", exact=True).click()
    # It takes the focus when it has found its place; a click before that may miss.
    expect(page.get_by_role("menu", name="Account")).to_be_focused()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()


def test_the_account_menu_is_lazy_loaded_and_takes_the_focus(page: Page, account: Account) -> None:
    account.log_in(page)
    loaded: list[str] = []
    page.on("request", lambda sent: loaded.append(sent.url) if "/account-items-" in sent.url else None)
    page.goto(f"{account.site}/privacy")
    button = page.get_by_role("button", name="Account", exact=True)
    menu = page.get_by_role("menu", name="Account")
    expect(button).to_have_attribute("aria-haspopup", "menu")
    assert loaded == []

    button.press("ArrowDown")
    expect(menu).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(page.get_by_role("menuitem", name="Dashboard")).to_be_focused()
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    assert len(loaded) == 1

    button.press("Enter")
    expect(page.get_by_role("menuitem", name="Dashboard")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/personal/dashboard$"))


def secret_in(dialog: Locator) -> str:
    return dialog.locator("code").inner_text().replace(" ", "")


def test_an_authenticator_app_is_set_up_and_asked_for_at_the_next_login(
    page: Page, account: Account, check_accessibility: Callable[[], None]
) -> None:
    account.log_in(page)
    check_accessibility()

    page.get_by_role("button", name="Set up app").click()
    setup = page.get_by_role("dialog", name="Set up your authenticator app")
    expect(setup.get_by_role("img", name=re.compile("QR code"))).to_be_visible()
    check_accessibility()
    totp = pyotp.TOTP(secret_in(setup))
    now = page.evaluate("Date.now() / 1000")
    setup.get_by_label("Code from the app").fill(totp.at(int(now)))

    kept = page.get_by_role("dialog", name="Save your recovery codes")
    listed = kept.get_by_role("list", name="Recovery codes").get_by_role("listitem")
    expect(listed).to_have_count(10)
    codes = listed.all_inner_texts()
    assert len(set(codes)) == 10
    check_accessibility()
    with page.expect_download() as download:
        kept.get_by_role("button", name="Download codes").click()
    assert all(code in download.value.path().read_text() for code in codes)
    kept.get_by_label("I’ve stored these codes in a safe place").check()
    kept.get_by_role("button", name="Done").click()
    expect(page.get_by_role("button", name="Remove app")).to_be_visible()
    expect(page.get_by_text("2 of 4 set up")).to_be_visible()
    assert "authenticator app is set up" in account.newest_mail()

    sign_out(page)
    account.fill_in_password(page)
    expect(page.get_by_role("heading", name="One more step")).to_be_visible()
    page.get_by_label("Code from your authenticator app").fill("000000")
    expect(page.get_by_text("Incorrect code.")).to_be_visible()
    # The code of this half minute has been used to set it up; the next one is good already.
    page.get_by_label("Code from your authenticator app").fill(totp.at(int(now), 1))
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()

    sign_out(page)
    account.fill_in_password(page)
    page.get_by_role("button", name="Use a recovery code").click()
    page.get_by_label("Recovery code").fill(codes[0])
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()


@pytest.fixture
def authenticator(page: Page, context: BrowserContext) -> None:
    """A device that makes and shows passkeys, and whose owner always agrees."""
    session = context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


@pytest.mark.usefixtures("authenticator")
def test_a_passkey_is_added_signs_in_and_is_removed(
    page: Page, account: Account, check_accessibility: Callable[[], None]
) -> None:
    account.log_in(page)
    page.get_by_role("button", name="Add passkey").click()
    dialog = page.get_by_role("dialog", name="Add a passkey")
    dialog.get_by_label("Name").fill("My key ring")
    check_accessibility()
    dialog.get_by_role("button", name="Create passkey").click()
    remove = page.get_by_role("button", name="Remove passkey My key ring")
    expect(remove).to_be_visible()
    expect(page.get_by_text("3 of 4 set up")).to_be_visible()
    expect(dialog).to_be_hidden()
    check_accessibility()

    page.get_by_role("button", name="Add passkey").click()
    dialog.get_by_role("button", name="Create passkey").click()
    expect(dialog.get_by_text("This device already has a passkey for your account.")).to_be_visible()

    page.goto(f"{account.site}/personal/settings#passkeys")
    page.reload()
    expect(remove).to_be_visible()
    sign_out(page)
    page.goto(f"{account.site}/login?next=%2Fpersonal%2Fsettings%23passkeys")
    page.get_by_role("button", name="Use a passkey").click()
    expect(page.get_by_role("heading", name="Settings", level=1)).to_be_visible()
    expect(page.get_by_text(re.compile("last used"))).to_be_visible()

    remove.click()
    page.get_by_role("dialog").get_by_role("button", name="Remove passkey").click()
    expect(remove).to_be_hidden()
    expect(page.get_by_text("1 of 4 set up")).to_be_visible()


def knock(page: Page, account: Account) -> None:
    """Sign in by mail alone, which is no proof for what is sensitive."""
    page.goto(f"{account.site}/knock-knock?next=%2Fpersonal%2Fsettings%23security")
    page.get_by_label("Email address").fill(account.email)
    page.get_by_role("button").filter(has_text=re.compile("knock|send|mail", re.IGNORECASE)).first.click()
    expect(page.get_by_text(account.email.split("@")[1]).first).to_be_visible()
    link = re.search(r"https?://\S+/knock-knock\?code=\S+", account.newest_mail())
    assert link
    page.goto(link[0])
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.usefixtures("authenticator")
def test_a_client_signed_in_by_email_link_must_step_up(
    page: Page, account: Account, check_accessibility: Callable[[], None]
) -> None:
    knock(page, account)
    expect(page).to_have_url(re.compile("/personal/"))
    account.open_settings(page, "api-keys")

    page.get_by_role("button", name="Create key").click()
    draft = page.get_by_role("dialog", name="Create an API key")
    draft.get_by_label("Name").fill("Bot")
    draft.get_by_role("button", name="Create key").click()

    question = page.get_by_role("dialog", name="Confirm it’s you")
    expect(question).to_be_visible()
    check_accessibility()
    page.keyboard.press("Escape")
    expect(question).to_be_hidden()
    expect(draft.get_by_label("Name")).to_have_value("Bot")

    draft.get_by_role("button", name="Create key").click()
    question.get_by_label("Password", exact=True).fill("not the password")
    question.get_by_role("button", name="Confirm").click()
    expect(question.get_by_text("Incorrect password.")).to_be_visible()
    question.get_by_label("Password", exact=True).fill(PASSWORD)
    question.get_by_role("button", name="Confirm").click()

    created = page.get_by_role("dialog", name="Your new API key")
    created.get_by_role("button", name="Show API key").click()
    key = created.get_by_text(re.compile("^cw_")).inner_text()
    check_accessibility()
    created.get_by_role("button", name="I’ve copied the key").click()
    expect(page.get_by_role("button", name="Remove key Bot")).to_be_visible()
    answer = page.request.get(f"{account.site}/api/v1/assets", headers={"X-Api-Key": key})
    assert answer.status == 200, answer.text()


def test_another_session_can_be_signed_out(page: Page, account: Account, browser: Browser) -> None:
    with browser.new_context() as elsewhere:
        other = elsewhere.new_page()
        account.log_in(other)
        account.log_in(page)
        account.open_settings(page, "sessions")
        expect(page.get_by_text("This device")).to_be_visible()
        end = page.get_by_role("button", name=re.compile("^Sign out (?!all)"))
        expect(end).to_have_count(1)

        end.click()

        expect(end).to_have_count(0)
        other.goto(f"{account.site}/personal/settings")
        expect(other).to_have_url(re.compile("/login"))
    page.reload()
    expect(page.get_by_text("This device")).to_be_visible()


def is_change(answer: Response) -> bool:
    return answer.request.method == "PATCH" and answer.ok


def test_appearance_settings_apply_immediately_and_sync_to_other_browsers(
    page: Page, account: Account, browser: Browser, browser_errors: list[str]
) -> None:
    account.log_in(page)
    account.open_settings(page, "appearance")

    buy = "getComputedStyle(document.documentElement).getPropertyValue('--buy').trim()"
    with page.expect_response(is_change):
        page.get_by_text("Blue and orange").click()
        assert page.evaluate(buy) == "#5aa9ff"
    with page.expect_response(is_change):
        page.get_by_text("Large", exact=True).click()
        expect(page.locator("html")).to_have_css("font-size", "18px")

    assert page.evaluate(buy) == "#5aa9ff"
    page.reload()
    assert page.evaluate(buy) == "#5aa9ff"
    with browser.new_context() as elsewhere:
        other = elsewhere.new_page()
        account.log_in(other)
        wait_until(other, lambda: other.evaluate(buy) == "#5aa9ff")
    assert browser_errors == []


SECTIONS = [
    "Profile",
    "Personal information",
    "Security",
    "Sessions",
    "API keys",
    "Notifications",
    "Appearance",
]


def test_every_section_is_accessible_and_fits(
    page: Page, account: Account, check_accessibility: Callable[[], None]
) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    account.log_in(page)
    for width, name in itertools.product((360, 1440), SECTIONS):
        page.set_viewport_size({"width": width, "height": 800})
        page.get_by_role("navigation", name="Settings").get_by_role("link", name=name).click()
        section = page.get_by_role("region", name=name, exact=True)
        expect(section).to_be_visible()
        expect(section.get_by_text("Loading", exact=True)).to_have_count(0)
        check_accessibility()
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), (width, name)


def test_the_row_of_sections_follows_the_address(page: Page, account: Account) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    account.log_in(page)
    sections = page.get_by_role("navigation", name="Settings")

    for name, fragment in (("Appearance", "appearance"), ("Profile", "profile"), ("API keys", "api-keys")):
        page.evaluate("fragment => { location.hash = fragment }", fragment)

        expect(page.get_by_role("region", name=name, exact=True)).to_be_visible()
        link = sections.get_by_role("link", name=name, exact=True)
        expect(link).to_have_attribute("aria-current", "page")
        expect(link).to_be_in_viewport(ratio=0.9)
