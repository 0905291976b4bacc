"""Operators check who clients are: the pictures before them, the keys under their hands."""

import itertools
import re
from collections.abc import Callable, Iterator

import pyotp
import pytest
from playwright.sync_api import (
    APIRequestContext,
    Browser,
    BrowserContext,
    Page,
    Playwright,
    ViewportSize,
    expect,
)

from e2e.conftest import Exchange
from e2e.test_kyc import PASSWORD, a_picture, send_passport

pytestmark = pytest.mark.usefixtures("consent")

NUMBERS = itertools.count(1)
REASON = "The lower edge is missing. Please take the whole page."
PHONE: ViewportSize = {"width": 360, "height": 780}
DESK: ViewportSize = {"width": 1440, "height": 900}
REJECTED_COOKIES = """
localStorage.setItem("cw:cookie-consent", JSON.stringify({status: "rejected", ts: Date.now()}))
"""


class Colleague:
    """Somebody of the staff."""

    def __init__(self, exchange: Exchange, role: str) -> None:
        self.login = f"{role}{next(NUMBERS)}"
        printed = exchange.command("staff", "create", "--login", self.login, "--role", role)
        secrets = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
        self.password = secrets["password"]
        self.totp = pyotp.TOTP(secrets["totp"])

    def sign_in(self, page: Page, path: str) -> None:
        """Come in by the console's own door."""
        page.goto(path)
        page.get_by_label("Username").fill(self.login)
        page.get_by_label("Password", exact=True).fill(self.password)
        page.get_by_label(re.compile("^Code from your authenticator app")).first.click()
        page.keyboard.type(self.totp.now())
        page.get_by_role("button", name="Sign in").click()
        expect(page.get_by_role("navigation", name="Console")).to_be_visible()

    def calls(self, playwright: Playwright, exchange: Exchange) -> APIRequestContext:
        """The console's API, as this colleague."""
        door = playwright.request.new_context(base_url=exchange.url)
        credentials = {"login": self.login, "password": self.password, "totp": self.totp.now()}
        signed_in = door.post("/api/operator/token", data=credentials)
        assert signed_in.status == 201, signed_in.text()
        token = signed_in.json()["raw_token"]
        door.dispose()
        return playwright.request.new_context(
            base_url=exchange.url, extra_http_headers={"X-Operator-Token": token}
        )


class Person:
    """A client with a confirmed address and a name, signed in in a browser of their own."""

    def __init__(self, exchange: Exchange, context: BrowserContext, name: str) -> None:
        self.name = name
        self.calls = context.request
        first_name, last_name = name.split()
        self.email = f"{first_name.lower()}{next(NUMBERS)}@example.org"
        self.id, token = exchange.register(self.calls, self.email, PASSWORD)
        self.headers = {"X-Token": token}
        personal_info = {
            "first_name": first_name,
            "last_name": last_name,
            "birth_date": "1988-03-09",
            "country": "PT",
            "city": "Porto",
            "address": "Rua das Flores 5",
        }
        self._patch(exchange, "personal-info", personal_info)
        context.add_cookies([{"name": "token", "value": token, "url": exchange.url}])
        self.page = context.new_page()

    def send_identity_card(self, exchange: Exchange) -> None:
        """Hand in documents without the screens, where the story is the operators'."""

        def upload(kind: str, text: str) -> str:
            answer = self.calls.post(
                f"{exchange.url}/api/v1/file?type={kind}",
                headers=self.headers,
                multipart={"file": a_picture(f"{self.name} {text}")},
            )
            assert answer.status == 201, answer.text()
            url: str = answer.json()["url"]
            return url

        documents = {
            "type": "id_card",
            "document_front": upload("kyc_document", "front"),
            "document_back": upload("kyc_document", "back"),
            "selfie": upload("kyc_selfie", "selfie"),
        }
        self._patch(exchange, "kyc", documents)

    def _patch(self, exchange: Exchange, path: str, data: dict[str, str]) -> None:
        answer = self.calls.patch(f"{exchange.url}/api/v1/client/{path}", headers=self.headers, data=data)
        assert answer.ok, answer.text()


@pytest.fixture
def make_person(exchange: Exchange, browser: Browser) -> Iterator[Callable[[str], Person]]:
    contexts: list[BrowserContext] = []

    def make(name: str) -> Person:
        context = browser.new_context(base_url=exchange.url, viewport=DESK, locale="en-US")
        contexts.append(context)
        context.add_init_script(REJECTED_COOKIES)
        return Person(exchange, context, name)

    yield make
    for context in contexts:
        context.close()


@pytest.fixture
def check_screen(page: Page, check_accessibility: Callable[[], None]) -> Callable[[], None]:
    """Nothing for axe to find, and nothing wider than the window, at a desk and on a phone."""

    def check() -> None:
        check_accessibility()
        for size in (PHONE, DESK):
            page.set_viewport_size(size)
            wide = page.evaluate(
                "document.documentElement.scrollWidth - document.documentElement.clientWidth"
            )
            assert wide <= 0, (page.url, size)

    return check


def case_of(page: Page, person: Person) -> None:
    """The case of this person is open, has the focus, and its pictures are there."""
    expect(page.get_by_role("heading", level=2, name=person.name)).to_be_focused()
    pictures = page.get_by_role("region", name="Photos")
    expect(pictures.get_by_role("img", name="Document, front")).to_be_visible()
    expect(pictures.get_by_role("img", name="Selfie")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_be_enabled()


def compare_pictures(page: Page, check_screen: Callable[[], None]) -> None:
    page.keyboard.press("c")
    compared = page.get_by_role("dialog", name="Vera Stone: document and selfie")
    compared.get_by_role("img", name="Document, front").dblclick()
    expect(compared.get_by_text("300%")).to_be_visible()
    compared.get_by_role("img", name="Selfie").hover()
    page.keyboard.press("+")
    expect(compared.get_by_text("150%")).to_be_visible()
    check_screen()
    page.keyboard.press("Escape")
    expect(compared).to_be_hidden()


def test_documents_are_rejected_sent_again_and_approved_by_keyboard(
    page: Page,
    exchange: Exchange,
    make_person: Callable[[str], Person],
    browser_errors: list[str],
    check_screen: Callable[[], None],
) -> None:
    vera = make_person("Vera Stone")
    vera.page.goto("/personal/kyc")
    send_passport(vera.page)

    Colleague(exchange, "compliance").sign_in(page, "/operator/kyc")
    expect(page.get_by_role("link", name=re.compile("Vera Stone"))).to_contain_text("Passport · Portugal")
    check_screen()
    page.get_by_role("link", name=re.compile("Vera Stone")).click()
    case_of(page, vera)
    check_screen()

    compare_pictures(page, check_screen)

    page.keyboard.press("r")
    rejection = page.get_by_role("dialog", name="Reject Vera Stone?")
    rejection.get_by_label("Cut off").check()
    expect(rejection.get_by_label("Message to the client")).to_have_value(re.compile("all four corners"))
    rejection.get_by_label("Message to the client").fill(REASON)
    check_screen()
    rejection.get_by_role("button", name="Reject").click()
    expect(page.get_by_text("Vera Stone rejected")).to_be_visible()
    expect(page.get_by_text("Queue is empty")).to_be_visible()

    expect(vera.page.get_by_text(REASON)).to_be_visible()
    vera.page.get_by_role("button", name="Upload new photos").click()
    send_passport(vera.page)

    expect(page.get_by_role("link", name=re.compile("Vera Stone"))).to_be_visible()
    page.keyboard.press("j")
    case_of(page, vera)
    history = page.get_by_role("complementary", name="Actions and history")
    expect(history.get_by_text(REASON)).to_be_visible()
    check_screen()
    page.keyboard.press("a")
    expect(page.get_by_text("Vera Stone approved")).to_be_visible()
    expect(page.get_by_text("Queue is empty")).to_be_visible()

    expect(vera.page.get_by_role("heading", name="Your identity is verified")).to_be_visible()
    assert browser_errors == []


def test_the_next_case_opens_after_a_decision_and_conflicts_are_shown(
    page: Page,
    exchange: Exchange,
    playwright: Playwright,
    make_person: Callable[[str], Person],
) -> None:
    first, second, third = (make_person(name) for name in ("Ada First", "Bea Second", "Cleo Third"))
    for person in (first, second, third):
        person.send_identity_card(exchange)
    colleague = Colleague(exchange, "compliance").calls(playwright, exchange)
    Colleague(exchange, "compliance").sign_in(page, f"/operator/kyc/{first.id}")
    case_of(page, first)

    assert colleague.post(f"/api/operator/kyc/{first.id}/approve").ok
    page.keyboard.press("a")
    expect(page.get_by_text("Someone else already decided this case.")).to_be_visible()
    expect(page.get_by_role("button", name="Revoke approval")).to_be_visible()
    colleague.dispose()

    page.get_by_role("link", name=re.compile("Bea Second")).click()
    case_of(page, second)
    page.keyboard.press("a")
    case_of(page, third)
    page.keyboard.press("a")
    expect(page.get_by_text("Queue is empty")).to_be_visible()


def test_a_client_is_found_signed_out_and_frozen_and_every_view_is_audited(
    page: Page,
    exchange: Exchange,
    make_person: Callable[[str], Person],
    browser_errors: list[str],
    check_screen: Callable[[], None],
) -> None:
    dora = make_person("Dora Flint")
    dora.send_identity_card(exchange)
    operator = Colleague(exchange, "compliance")
    operator.sign_in(page, "/operator/clients")

    page.get_by_role("textbox", name="Search clients").fill("dora fl")
    row = page.get_by_role("row", name=re.compile("Dora Flint"))
    expect(row).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?q=dora\+fl$"))
    check_screen()
    row.get_by_role("link").click()
    expect(page.get_by_role("heading", name="Dora Flint")).to_be_visible()
    check_screen()

    page.get_by_role("button", name="Sign out all").click()
    page.get_by_role("dialog").get_by_role("button", name="Sign out all").click()
    expect(page.get_by_text("No active sessions")).to_be_visible()
    page.get_by_role("button", name="Freeze account").click()
    page.get_by_role("dialog").get_by_label("Reason").fill("A stolen phone")
    check_screen()
    page.get_by_role("dialog").get_by_role("button", name="Freeze").click()
    expect(page.get_by_role("button", name="Unfreeze account")).to_be_visible()

    page.get_by_role("link", name="Open case").click()
    case_of(page, dora)
    expect(page.get_by_role("region", name="Case").get_by_text("Account frozen")).to_be_visible()
    page.keyboard.press("a")
    expect(page.get_by_text("Dora Flint approved")).to_be_visible()

    page.get_by_role("link", name="File views").click()
    page.get_by_label("Staff").fill(operator.login)
    page.get_by_role("button", name="Filter").click()
    expect(page.get_by_role("row")).to_have_count(4)
    expect(page.get_by_text("Identity document")).to_have_count(2)
    check_screen()
    page.get_by_role("link", name="Open file").first.click()
    expect(page.get_by_role("heading", name="Dora Flint")).to_be_visible()
    assert browser_errors == []
