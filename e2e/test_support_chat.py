"""The support chat: for clients in their own area, under the site's policy, ready or not."""

import hmac
import itertools
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, expect

from e2e.chat_provider import ChatProvider, ChatServer, providing
from e2e.conftest import CHAT_SECRET, Exchange, wait_until

PASSWORD = "harbor lantern twelve"
NUMBERS = itertools.count(1)
CHAT_COOKIES = {"cw_conversation", "cw_user_website-token"}
HAS_CHAT = "() => '$chatwoot' in window"

pytestmark = pytest.mark.usefixtures("consent")


@pytest.fixture(scope="module")
def chat_server(exchange: Exchange) -> Iterator[ChatServer]:
    """One address for all stories: the exchange takes seconds to see another one."""
    with providing() as served:
        set_chat(exchange, served.url, "website-token")
        yield served
        set_chat(exchange, "", "")


@pytest.fixture
def provider(chat_server: ChatServer) -> Iterator[ChatProvider]:
    provider = chat_server.start_story()
    yield provider
    provider.let_go()


def set_chat(exchange: Exchange, domain: str, token: str) -> None:
    exchange.command("site", "set", "127.0.0.1", "--chat-domain", domain, "--chat-token", token)
    exchange.wait_for("/api/bff/config", lambda config: config["chatwoot"]["domain"] == domain)


@pytest.fixture
def identity(request: pytest.FixtureRequest, exchange: Exchange) -> Iterator[str]:
    """Who computes the identifier hash: the server, or the browser with the site's secret."""
    set_identity(exchange, request.param)
    yield request.param
    set_identity(exchange, "server")


def set_identity(exchange: Exchange, identity: str) -> None:
    exchange.command("site", "set", "127.0.0.1", "--chat-identity", identity)
    secret = CHAT_SECRET if identity == "client" else ""
    exchange.wait_for("/api/bff/config", lambda config: config["chatwoot"]["secret"] == secret)


@pytest.fixture
def email(context: BrowserContext, exchange: Exchange) -> str:
    address = f"chat{next(NUMBERS)}@example.org"
    exchange.register(context.request, address, PASSWORD)
    # The browser has not signed in yet.
    context.clear_cookies()
    return address


def sign_in(page: Page, email: str) -> None:
    page.goto("/login")
    page.get_by_label("Email").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url("/personal/dashboard")


def bubble_of(page: Page) -> Locator:
    return page.get_by_role("button", name="Open chat window")


def sign_in_with_chat(page: Page, provider: ChatProvider, email: str) -> None:
    """Sign in and wait until the chat is loaded and identified."""
    sign_in(page, email)
    expect(bubble_of(page)).to_be_visible()
    wait_until(page, lambda: len(provider.seen) == 1)


def cookie_names(context: BrowserContext) -> set[str]:
    return {cookie["name"] for cookie in context.cookies()}


def paths_told(provider: ChatProvider) -> set[str]:
    return {urlsplit(address).path for address in provider.addresses}


def follow(page: Page, name: str) -> None:
    """An address of this site, without a new document; by key, because what still loads moves the footer."""
    page.get_by_role("link", name=name, exact=True).first.press("Enter")


def test_a_signed_in_client_sees_the_styled_chat_and_is_identified_to_it(
    page: Page, context: BrowserContext, provider: ChatProvider, email: str, browser_errors: list[str]
) -> None:
    sign_in(page, email)

    bubble = bubble_of(page)
    expect(bubble).to_be_visible()
    expect(bubble).to_have_css("width", "64px")
    wait_until(page, lambda: len(provider.seen) == 1)
    (seen,) = provider.seen
    assert seen["user"]["email"] == seen["user"]["name"] == email
    assert seen["identifier"]
    assert (provider.scripts, provider.frames) == (1, [""])
    assert page.evaluate("[$chatwoot.locale, $chatwoot.darkMode]") == ["en", "dark"]
    expect(page.locator("iframe[title='Support chat']")).to_be_attached()
    bubble.click()
    expect(page.get_by_role("button", name="Close chat window")).to_be_visible()
    wait_until(page, lambda: provider.sounds == 1)
    assert cookie_names(context) >= {"token", "sid", "cw_conversation", "cw_user_website-token"}
    assert browser_errors == []


@pytest.mark.parametrize("identity", ["server", "client"], indirect=True)
def test_the_identifier_hash_is_right_whoever_computes_it(
    page: Page, provider: ChatProvider, email: str, identity: str
) -> None:
    sign_in_with_chat(page, provider, email)

    (seen,) = provider.seen
    expected = hmac.digest(CHAT_SECRET.encode(), seen["identifier"].encode(), "sha256").hex()
    assert seen["user"] == {"email": email, "name": email, "identifier_hash": expected}, identity


def test_documents_where_secrets_are_entered_never_allow_the_provider(
    page: Page, provider: ChatProvider
) -> None:
    def policy_of(path: str) -> str:
        return page.request.get(path).headers["content-security-policy"]

    assert provider.url in policy_of("/personal/dashboard")
    for path in ("/", "/login", "/register", "/password", "/operator", "/operator/clients"):
        assert provider.url not in policy_of(path), path
        assert "unsafe-inline" not in policy_of(path), path


def test_leaving_the_area_resets_and_hides_it_and_coming_back_shows_it_again(
    page: Page, context: BrowserContext, provider: ChatProvider, email: str, browser_errors: list[str]
) -> None:
    sign_in_with_chat(page, provider, email)

    follow(page, "Privacy")
    expect(page).to_have_url("/privacy")
    expect(page.locator(".woot--bubble-holder")).to_be_hidden()
    assert page.evaluate(HAS_CHAT)
    wait_until(page, lambda: not cookie_names(context) & CHAT_COOKIES)
    assert len(provider.seen) == 1

    page.go_back()
    expect(bubble_of(page)).to_be_visible()
    wait_until(page, lambda: len(provider.seen) == 2)
    assert provider.seen[0] == provider.seen[1]
    # The second frame began with nobody, and the provider was told of no page outside the area.
    assert (provider.scripts, provider.frames) == (1, ["", ""])
    assert paths_told(provider) == {"/personal/dashboard"}
    assert browser_errors == []


def test_nothing_of_the_provider_runs_or_opens_outside_the_area(
    page: Page, context: BrowserContext, provider: ChatProvider, email: str, browser_errors: list[str]
) -> None:
    sign_in_with_chat(page, provider, email)
    bubble_of(page).click()
    expect(page.locator(".woot-widget-holder")).to_be_visible()
    bubble = page.locator(".woot-widget-bubble").first
    bubble.evaluate("bubble => { bubble.onfocus = () => (bubbleHadFocus = true); }")

    follow(page, "Privacy")
    expect(page).to_have_url("/privacy")
    expect(page.locator(".woot-widget-holder")).to_be_hidden()
    assert not page.evaluate("'bubbleHadFocus' in window")
    provider.start_campaign()
    follow(page, "FAQ")
    expect(page).to_have_url("/faq")

    expect(page.locator(".woot-widget-holder")).to_be_hidden()
    expect(page.locator(".woot--bubble-holder")).to_be_hidden()
    assert not cookie_names(context) & CHAT_COOKIES
    follow(page, "Dashboard")
    expect(page).to_have_url("/personal/dashboard")

    # The campaign has waited for the area.
    expect(page.locator(".woot-widget-holder")).to_be_visible()
    assert provider.frames == ["", ""]
    assert paths_told(provider) == {"/personal/dashboard"}
    assert browser_errors == []


def test_the_next_client_of_a_browser_starts_without_the_one_before(
    context: BrowserContext, exchange: Exchange, provider: ChatProvider, email: str
) -> None:
    """The first one closed the tab, so nothing was reset."""
    first = context.new_page()
    sign_in_with_chat(first, provider, email)
    wait_until(first, lambda: "cw_conversation" in cookie_names(context))
    first.close()
    context.clear_cookies(name="token")
    other = f"chat{next(NUMBERS)}@example.org"
    exchange.register(context.request, other, PASSWORD)
    context.clear_cookies(name="token")
    context.clear_cookies(name="sid")

    second = context.new_page()
    sign_in(second, other)
    wait_until(second, lambda: len(provider.seen) == 2)

    assert [seen["user"]["email"] for seen in provider.seen] == [email, other]
    assert provider.frames == ["", ""]


def test_a_refused_identity_is_said_in_the_console(page: Page, provider: ChatProvider, email: str) -> None:
    provider.refuses = True
    warned: list[str] = []
    page.on("console", lambda message: warned.append(message.text) if message.type == "warning" else None)

    sign_in(page, email)

    wait_until(page, lambda: any("refused the client HMAC failed" in text for text in warned))


@pytest.fixture
def without_secrets(exchange: Exchange) -> Iterator[None]:
    set_pages(exchange, "without_secrets")
    yield
    set_pages(exchange, "all")


def set_pages(exchange: Exchange, pages: str) -> None:
    exchange.command("site", "set", "127.0.0.1", "--chat-pages", pages)
    exchange.wait_for("/api/bff/config", lambda config: config["chatwoot"]["pages"] == pages)


@pytest.mark.usefixtures("without_secrets")
def test_a_site_can_keep_the_chat_from_settings_and_withdrawals(
    page: Page, provider: ChatProvider, email: str, browser_errors: list[str]
) -> None:
    sign_in_with_chat(page, provider, email)

    for name, path in (("Settings", "/personal/settings"), ("Withdraw", "/personal/withdraw")):
        page.goto("/personal/dashboard")
        expect(bubble_of(page)).to_be_visible()
        follow(page, name)
        expect(page).to_have_url(re.compile(f"{path}$"))
        expect(page.get_by_role("link", name="Chat with support")).to_be_visible()
        assert not page.evaluate(HAS_CHAT)
        assert provider.url not in page.request.get(path).headers["content-security-policy"]
    page.get_by_role("link", name="Chat with support").click()

    expect(page).to_have_url(re.compile("/personal/contact"))
    expect(page.locator(".woot-widget-holder")).to_be_visible()
    assert browser_errors == []


@pytest.mark.usefixtures("without_secrets")
def test_no_way_to_these_pages_shares_a_document_with_the_script(
    page: Page, provider: ChatProvider, email: str
) -> None:
    settings = page.get_by_role("heading", level=1, name="Settings")
    sign_in_with_chat(page, provider, email)
    follow(page, "Settings")
    expect(settings).to_be_visible()
    page.go_back()
    expect(bubble_of(page)).to_be_visible()
    page.go_forward()
    expect(settings).to_be_visible()
    assert not page.evaluate(HAS_CHAT)

    for address in ("/personal//settings", "/personal/%73ettings", "/personal/settings/"):
        page.goto("/personal/dashboard")
        expect(bubble_of(page)).to_be_visible()
        page.goto(address)
        expect(settings).to_be_visible()
        assert not page.evaluate(HAS_CHAT), address


@pytest.fixture(params=[320, 390])
def phone(request: pytest.FixtureRequest, page: Page, provider: ChatProvider, email: str) -> Page:
    page.set_viewport_size({"width": request.param, "height": 740})
    sign_in_with_chat(page, provider, email)
    return page


def test_on_a_phone_neither_bubble_nor_messages_cover_the_bottom_bar(
    phone: Page, provider: ChatProvider
) -> None:
    more = phone.get_by_role("button", name="More")
    more.click()
    expect(phone.get_by_role("dialog", name="Personal area")).to_be_visible()
    phone.keyboard.press("Escape")

    provider.start_campaign()
    expect(phone.locator(".woot-widget-holder.has-unread-view")).to_be_visible()
    more.click()

    expect(phone.get_by_role("dialog", name="Personal area")).to_be_visible()


def test_on_a_phone_the_end_of_a_page_and_dialogs_are_not_covered(phone: Page) -> None:
    phone.goto("/personal/settings#security")
    expect(bubble_of(phone)).to_be_visible()
    footer = phone.locator("main + footer")
    for control in (*footer.get_by_role("link").all(), footer.get_by_role("combobox")):
        control.click(trial=True)

    phone.get_by_role("button", name="Change password").click()

    expect(phone.get_by_role("dialog")).to_be_visible()
    assert not phone.evaluate(
        """() => {
            const bubble = document.querySelector(".woot-widget-bubble");
            const {x, y} = bubble.getBoundingClientRect();
            return document.elementFromPoint(x + 32, y + 32) === bubble;
        }"""
    )


@pytest.mark.parametrize("is_away_when_loaded", [False, True])
def test_leaving_before_it_is_ready_breaks_nothing_and_coming_back_shows_it(
    *, page: Page, provider: ChatProvider, email: str, browser_errors: list[str], is_away_when_loaded: bool
) -> None:
    provider.may_load.clear()
    sign_in(page, email)
    # Signing in loads another document; one that is on its way out cannot be asked.
    expect(page.get_by_role("heading", name="Account security")).to_be_visible()
    wait_until(page, lambda: bool(page.evaluate(HAS_CHAT)))

    follow(page, "Privacy")
    expect(page.get_by_role("heading", level=1, name="Privacy and cookie policy")).to_be_visible()
    if is_away_when_loaded:
        provider.let_go()
    page.go_back()
    expect(page.get_by_role("heading", name="Account security")).to_be_visible()
    provider.let_go()

    expect(bubble_of(page)).to_be_visible()
    wait_until(page, lambda: len(provider.seen) == 1)
    (seen,) = provider.seen
    assert seen["identifier"]
    assert seen["user"]["email"] == email
    assert provider.scripts == 1
    assert paths_told(provider) == {"/personal/dashboard"}
    assert browser_errors == []


def test_a_script_that_comes_late_runs_only_where_the_client_is_in_the_area(
    page: Page, context: BrowserContext, provider: ChatProvider, email: str, browser_errors: list[str]
) -> None:
    provider.may_run.clear()
    sign_in(page, email)
    expect(page.get_by_role("heading", name="Account security")).to_be_visible()
    wait_until(page, lambda: provider.scripts == 1)

    follow(page, "Privacy")
    provider.let_go()
    wait_until(page, lambda: bool(page.evaluate("'chatwootSDK' in window")))
    assert not page.evaluate(HAS_CHAT)
    page.go_back()

    expect(bubble_of(page)).to_be_visible()
    wait_until(page, lambda: len(provider.seen) == 1)
    assert (provider.scripts, provider.frames) == (1, [""])
    assert paths_told(provider) == {"/personal/dashboard"}
    assert browser_errors == []


def test_signing_out_hides_it_and_secrets_are_never_entered_beside_its_script(
    page: Page, context: BrowserContext, provider: ChatProvider, email: str, browser_errors: list[str]
) -> None:
    sign_in_with_chat(page, provider, email)

    page.get_by_role("button", name="Account", exact=True).click()
    page.get_by_role("menuitem", name="Sign out").click()
    expect(page).to_have_url("/")
    expect(bubble_of(page)).to_be_hidden()
    wait_until(page, lambda: not cookie_names(context) & {"token", "sid", "cw_user_website-token"})
    follow(page, "Sign in")
    expect(page.get_by_label("Password", exact=True)).to_be_visible()

    assert not page.evaluate(HAS_CHAT)
    # Calls that were on their way when the session ended are refused.
    assert [error for error in browser_errors if "401" not in error] == []


def test_an_unreachable_chat_provider_breaks_nothing(page: Page, exchange: Exchange, email: str) -> None:
    with providing() as served:
        url = served.url
    set_chat(exchange, url, "website-token")
    try:
        sign_in(page, email)
        follow(page, "Privacy")
        page.go_back()
        expect(page.get_by_role("heading", name="Account security")).to_be_visible()
        assert not page.evaluate(HAS_CHAT)
    finally:
        set_chat(exchange, "", "")
