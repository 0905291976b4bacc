"""The people who run the exchange, at their console: tickets, sites, rules, levels, staff, the audit log."""

import io
import json
import re
from collections.abc import Callable, Iterator

import pyotp
import pytest
from PIL import Image
from playwright.sync_api import Browser, FilePayload, Locator, Page, Playwright, Route, expect

from e2e.conftest import CONSENT, Exchange

pytestmark = pytest.mark.usefixtures("consent")

PASSWORD = "violet anchor seven"
# Cells of cards, where a row is no grid of columns in which cells may be empty.
EMPTY_CELLS = """[...document.querySelectorAll("td:empty")].filter(cell =>
  cell.checkVisibility() && getComputedStyle(cell).display !== "table-cell").length"""


class Console:
    """The console in a browser, and what must hold on each of its screens."""

    def __init__(self, page: Page, exchange: Exchange, check_accessibility: Callable[[], None]) -> None:
        self.page = page
        self.exchange = exchange
        self._check_accessibility = check_accessibility
        self.menu = page.get_by_role("navigation", name="Console")

    def create_staff(self, login: str, role: str) -> dict[str, str]:
        """Each code is good once, so each test has its own people."""
        printed = self.exchange.command("staff", "create", "--login", login, "--role", role)
        found = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
        return {"login": login, "password": found["password"], "totp": found["totp"]}

    def fill_in_sign_in(self, staff: dict[str, str], code: str) -> None:
        self.page.get_by_label("Username").fill(staff["login"])
        self.page.get_by_label("Password", exact=True).fill(staff["password"])
        self.page.get_by_label("Code from your authenticator app").fill(code)
        self.page.get_by_role("button", name="Sign in").click()

    def enter(self, login: str, role: str) -> None:
        staff = self.create_staff(login, role)
        self.page.goto("/operator")
        self.fill_in_sign_in(staff, pyotp.TOTP(staff["totp"]).now())
        expect(self.page.get_by_role("heading", level=1, name="Overview")).to_be_visible()

    def go_to(self, name: str) -> None:
        self.menu.get_by_role("link", name=name, exact=True).click()
        expect(self.page.get_by_role("heading", level=1, name=name)).to_be_visible()

    def choose_site(self, name: str) -> None:
        self.page.get_by_role("combobox", name="Site").click()
        self.page.get_by_role("option", name=re.compile(name)).click()

    def check_screen(self) -> None:
        """Nothing for axe; on a phone nothing scrolls sideways, and no line of a card is empty."""
        self._check_accessibility()
        self.page.set_viewport_size({"width": 360, "height": 800})
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert self.page.evaluate(overflow) <= 0, self.page.url
        assert self.page.evaluate(EMPTY_CELLS) == 0, self.page.url
        self.page.set_viewport_size({"width": 1440, "height": 900})


@pytest.fixture
def console(page: Page, exchange: Exchange, check_accessibility: Callable[[], None]) -> Console:
    return Console(page, exchange, check_accessibility)


@pytest.fixture
def second_console(browser: Browser, exchange: Exchange) -> Iterator[Console]:
    """A colleague at another machine."""
    context = browser.new_context(base_url=exchange.url, viewport={"width": 1440, "height": 900})
    context.add_init_script(CONSENT)
    yield Console(context.new_page(), exchange, lambda: None)
    context.close()


@pytest.fixture
def client(browser: Browser, exchange: Exchange) -> Iterator[Page]:
    """A client at another machine, signed in, who has written to support."""
    context = browser.new_context(base_url=exchange.url)
    calls = context.request
    _, token = exchange.register(calls, "theo@example.org", PASSWORD)
    headers = {"X-Token": token}
    picture = io.BytesIO()
    Image.new("RGB", (320, 200), (226, 232, 240)).save(picture, "PNG")
    file: FilePayload = {"name": "screen.png", "mimeType": "image/png", "buffer": picture.getvalue()}
    stored = calls.post("/api/v1/file?type=feedback", headers=headers, multipart={"file": file})
    assert stored.status == 201, stored.text()
    feedback = {
        "topic": "deposit",
        "subject": "My deposit is late",
        "message": "It has not arrived since noon.",
        "attachments": [stored.json()["url"]],
    }
    assert calls.post("/api/v1/feedback", headers=headers, data=feedback).status == 201
    context.add_cookies([{"name": "token", "value": token, "url": exchange.url}])
    yield context.new_page()
    context.close()


def test_a_ticket_is_answered_and_the_client_reads_the_answer(
    page: Page, console: Console, client: Page, browser_errors: list[str]
) -> None:
    console.enter("susan", "support")
    console.check_screen()

    page.get_by_role("link", name=re.compile("Open tickets")).click()
    page.get_by_role("link", name=re.compile("My deposit is late")).click()
    messages = page.get_by_role("list", name="Messages")
    expect(messages.get_by_text("It has not arrived since noon.")).to_be_visible()
    expect(messages.get_by_role("img", name="Image 1 of 1")).to_be_visible()
    console.check_screen()
    messages.get_by_role("button", name="Enlarge: Image 1 of 1").click()
    expect(page.get_by_role("dialog").get_by_role("img", name="Image 1 of 1")).to_be_visible()
    console.check_screen()
    page.keyboard.press("Escape")

    page.get_by_label("Your reply").fill("It is here now. Thank you for waiting.")
    page.get_by_role("button", name="Send reply").click()
    expect(messages.get_by_text("It is here now.")).to_be_visible()
    expect(page.get_by_label("Your reply")).to_have_value("")
    client.goto("/personal/contact")
    client.get_by_text("My deposit is late").click()
    expect(client.get_by_text("It is here now. Thank you for waiting.")).to_be_visible()

    page.get_by_role("button", name="Close ticket").click()
    page.get_by_role("dialog").get_by_role("button", name="Close ticket").click()
    expect(page.get_by_role("article").get_by_text("Closed")).to_be_visible()
    page.get_by_role("navigation", name="Filter tickets").get_by_role("link", name="Closed").click()
    expect(page.get_by_role("link", name=re.compile("My deposit is late"))).to_be_visible()
    assert browser_errors == []


def address_of(exchange: Exchange, hostname: str) -> str:
    """Browsers lead every name below localhost to this machine, so each story can have a site of its own."""
    return exchange.url.replace("127.0.0.1", hostname)


def test_a_site_is_added_by_two_people_and_visitors_see_its_name(
    page: Page, console: Console, second_console: Console, exchange: Exchange, browser_errors: list[str]
) -> None:
    lagoon = address_of(exchange, "lagoon.localhost")
    console.enter("ada", "admin")
    second_console.enter("abel", "admin")

    console.go_to("Sites")
    page.get_by_role("button", name="Add site").click()
    draft = page.get_by_role("dialog", name="Add site")
    draft.get_by_label("Name", exact=True).fill("Lagoon")
    draft.get_by_label("Hostname").fill("lagoon.localhost")
    console.check_screen()
    draft.get_by_role("button", name="Propose site").click()
    expect(draft).to_be_hidden()
    expect(page.get_by_text("New site Lagoon at lagoon.localhost")).to_be_visible()
    expect(page.get_by_text("You proposed this, so someone else must decide.")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Lagoon"))).to_have_count(0)
    console.check_screen()

    second_console.go_to("Sites")
    approve_proposal(second_console.page)
    second_console.page.get_by_role("link", name=re.compile("Lagoon")).click()
    expect(second_console.page.get_by_role("heading", level=2, name="Lagoon")).to_be_visible()

    page.reload()
    page.get_by_role("link", name=re.compile("Lagoon")).click()
    page.get_by_label("Name", exact=True).fill("Blue Lagoon")
    page.get_by_label("Accent", exact=True).fill("#1133aa")
    expect(page.get_by_text("Contrast 1.6:1 is too low.")).to_be_visible()
    page.get_by_label("Accent", exact=True).fill("#4f6bd9")
    expect(page.get_by_text("Text uses a lighter shade")).to_be_visible()
    console.check_screen()
    page.get_by_role("button", name="Save").click()

    expect(page.get_by_role("heading", level=2, name="Blue Lagoon")).to_be_visible()
    exchange.wait_for(
        "/api/bff/config", lambda config: config["sitename"] == "Blue Lagoon", site="lagoon.localhost"
    )
    page.goto(f"{lagoon}/login")
    expect(page).to_have_title("Sign in | Blue Lagoon")
    assert browser_errors == []


def approve_proposal(page: Page) -> None:
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Approved and executed")).to_be_visible()


def test_an_invalid_rule_is_refused_with_its_reason_and_a_valid_one_applied(
    page: Page, console: Console, exchange: Exchange
) -> None:
    exchange.command("site", "add", "reef.localhost", "--name", "Reef")
    reef = address_of(exchange, "reef.localhost")
    console.enter("rosa", "admin")
    console.go_to("Rules")
    console.choose_site("Reef")
    expect(page.get_by_text("No rules yet")).to_be_visible()
    path, target = page.get_by_label("Path"), page.get_by_label("Redirect to")

    path.fill("/promo")
    target.fill("javascript:alert(1)")
    page.get_by_role("button", name="Add rule").click()
    expect(target).to_have_accessible_description(re.compile("Redirect to a path on this site"))
    target.fill("/kyc-levels")
    page.get_by_role("button", name="Add rule").click()
    rules = page.get_by_role("list", name="Rules, in the order they’re checked")
    expect(rules.get_by_role("listitem")).to_have_count(1)
    path.fill("/kyc-levels")
    target.fill("/promo")
    page.get_by_role("button", name="Add rule").click()
    expect(target).to_have_accessible_description(re.compile("Redirect loop"))
    console.check_screen()

    exchange.wait_for(
        "/api/bff/rules?path=/promo",
        lambda rule: rule["redirect"] == "/kyc-levels",
        site="reef.localhost",
    )
    page.goto(f"{reef}/promo")
    expect(page).to_have_url(f"{reef}/kyc-levels")


def test_a_level_is_changed_by_two_people(
    page: Page, console: Console, second_console: Console, exchange: Exchange, browser_errors: list[str]
) -> None:
    exchange.command("site", "add", "atoll.localhost", "--name", "Atoll")
    console.enter("lena", "admin")
    second_console.enter("milo", "admin")
    console.go_to("Levels")
    console.choose_site("Atoll")
    console.check_screen()

    page.get_by_role("button", name="Edit Starter").click()
    level = page.get_by_role("dialog", name="Level Starter")
    level.get_by_label("30-day volume").fill("625.5")
    level.get_by_label("Maker fee").fill("0.155")
    console.check_screen()
    level.get_by_role("button", name="Review changes").click()
    changes = ["500 USDT625.5 USDT", "0.16%0.155%"]
    expect(level.get_by_role("definition")).to_contain_text(changes)
    level.get_by_label("Reason").fill("Fewer clients, lower fees")
    console.check_screen()
    level.get_by_role("button", name="Propose").click()
    expect(level).to_be_hidden()
    expect(page.get_by_text("You proposed this, so someone else must decide.")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)
    console.check_screen()
    starter = page.get_by_role("row", name=re.compile("Starter"))
    expect(starter).to_contain_text("500 USDT")

    second_console.go_to("Levels")
    second_console.choose_site("Atoll")
    second = second_console.page
    expect(second.get_by_text("Fewer clients, lower fees")).to_be_visible()
    expect(second.get_by_role("definition")).to_contain_text(changes)
    approve_proposal(second)
    expect(second.get_by_role("row", name=re.compile("Starter"))).to_contain_text("625.5 USDT")

    page.goto(f"{address_of(exchange, 'atoll.localhost')}/kyc-levels")
    expect(starter).to_contain_text("625.5 USDT")
    page.goto("/kyc-levels")
    expect(starter).to_contain_text("500 USDT")
    assert browser_errors == []


def revealed(dialog: Locator, label: str) -> str:
    dialog.get_by_role("button", name=f"Show {label}").click()
    hide = dialog.get_by_role("button", name=f"Hide {label}")
    return hide.locator("xpath=preceding-sibling::span").inner_text()


def test_a_wrong_or_reused_code_does_not_sign_in(page: Page, console: Console) -> None:
    staff = console.create_staff("carla", "support")
    totp = pyotp.TOTP(staff["totp"])
    right = totp.now()
    wrong = next(code for code in ("000000", "111111", "222222", "333333") if not totp.verify(code, None, 2))
    page.goto("/operator")

    console.fill_in_sign_in(staff, wrong)
    expect(page.get_by_role("alert")).to_contain_text("Incorrect username, password or code.")
    console.check_screen()
    console.fill_in_sign_in(staff, right)
    expect(page.get_by_role("heading", level=1, name="Overview")).to_be_visible()

    page.get_by_role("button", name="Sign out").click()
    console.fill_in_sign_in(staff, right)
    expect(page.get_by_role("alert")).to_contain_text("Incorrect username, password or code.")


def approve_waiting(page: Page) -> None:
    page.get_by_role("button", name="Approve", exact=True).click()
    question = page.get_by_role("dialog", name="Approve this change?")
    question.get_by_role("button", name="Approve").click()
    expect(question).to_be_hidden()


def propose_colleague(console: Console, login: str) -> None:
    page = console.page
    page.get_by_role("button", name="Add colleague").click()
    draft = page.get_by_role("dialog", name="Add colleague")
    draft.get_by_label("Username").fill(login)
    draft.get_by_text("Editor", exact=True).click()
    console.check_screen()
    draft.get_by_role("button", name="Propose colleague").click()
    expect(draft).to_be_hidden()
    expect(page.get_by_text(f"Add {login} as Editor")).to_be_visible()
    expect(page.get_by_role("button", name="Withdraw proposal")).to_be_visible()
    expect(page.get_by_role("button", name="Approve", exact=True)).to_have_count(0)
    console.check_screen()


def take_link(console: Console, login: str) -> str:
    page = console.page
    page.get_by_role("button", name=f"Create enrollment link for {login}").click()
    handover = page.get_by_role("dialog", name="Enrollment link")
    link = revealed(handover, "enrollment link")
    console.check_screen()
    page.keyboard.press("Escape")
    handover.get_by_role("button", name="I’ve handed it over").click()
    expect(handover).to_be_hidden()
    return link


def enrol(console: Console, link: str, who: str) -> None:
    page = console.page
    page.goto(link)
    expect(page.get_by_text(re.compile(f"You’re {who}"))).to_be_visible()
    secret = page.locator("form code").inner_text().replace(" ", "")
    page.get_by_label("New password", exact=True).fill("seven violet anchors")
    page.get_by_label(re.compile("^Code from the app")).first.fill(pyotp.TOTP(secret).now())
    console.check_screen()
    page.get_by_role("button", name="Finish and sign in").click()
    expect(page.get_by_role("heading", level=1, name="My account")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/operator/account$"))
    console.check_screen()


def test_a_new_colleague_is_approved_enrols_alone_and_finds_only_what_the_role_allows(
    page: Page, console: Console, exchange: Exchange, browser: Browser
) -> None:
    """Two admins, each in a browser of their own; neither sees what the colleague signs in with."""
    second = browser.new_context(base_url=exchange.url)
    other = Console(second.new_page(), exchange, lambda: None)
    other.enter("olga", "admin")
    console.enter("boris", "admin")
    console.go_to("Staff")
    expect(page.get_by_role("button", name="Change boris")).to_have_count(0)
    console.check_screen()
    propose_colleague(console, "vera")
    other.go_to("Staff")
    approve_waiting(other.page)
    expect(other.page.get_by_role("row", name=re.compile("vera"))).to_contain_text("Not enrolled")
    link = take_link(other, "vera")
    second.close()
    page.get_by_role("button", name="Sign out").click()

    enrol(console, link, "vera, Editor")

    expect(console.menu.get_by_role("link")).to_have_text(
        ["Overview", "Engine", "News", "FAQ", "Pages", "Rules"]
    )
    console.go_to("Rules")
    expect(page.get_by_role("button", name="Add rule")).to_be_visible()
    expect(page.get_by_text("Allowed outside hosts")).to_be_visible()
    expect(page.get_by_role("button", name="Propose host")).to_have_count(0)
    page.goto("/operator/audit")
    expect(page.get_by_text("Your role doesn’t include this page")).to_be_visible()
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("heading", name="This link no longer works")).to_be_visible()
    console.check_screen()


def test_a_stolen_token_is_useless_and_sensitive_actions_require_step_up(
    page: Page, console: Console, second_console: Console, exchange: Exchange, playwright: Playwright
) -> None:
    console.enter("kira", "admin")
    second_console.enter("karl", "admin")
    token = page.evaluate("sessionStorage.getItem('operator-token')")
    thief = playwright.request.new_context(
        base_url=exchange.url, extra_http_headers={"X-Operator-Token": token}
    )
    assert thief.get("/api/operator/me").status == 401
    assert page.evaluate("document.cookie").find("operator") == -1
    thief.dispose()

    # Five minutes later, as far as the server is asked.
    refusal = {"status": 403, "code": "STEP_UP_REQUIRED", "title": "", "methods": ["totp"], "errors": []}
    asked = []

    def ask_once(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=403, content_type="application/problem+json", body=json.dumps(refusal))
        else:
            route.continue_()

    page.route(
        "**/api/operator/rules/hosts",
        lambda route: route.continue_() if route.request.method == "GET" else ask_once(route),
    )
    console.go_to("Rules")
    page.get_by_label("Hostname").fill("help.example.org")
    page.get_by_role("button", name="Propose host").click()
    question = page.get_by_role("dialog", name="Confirm it’s you")
    expect(question.get_by_text(re.compile("if someone else uses your device"))).to_be_visible()
    console.check_screen()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Nothing was changed.")).to_be_visible()
    page.get_by_role("button", name="Propose host").click()
    expect(page.get_by_text("You proposed this, so someone else must decide.")).to_be_visible()
    console.check_screen()

    second_console.go_to("Rules")
    approve_proposal(second_console.page)
    expect(second_console.page.get_by_role("button", name="Remove help.example.org")).to_be_visible()


def test_the_audit_log_lists_actions_by_staff_and_verifies_as_intact(
    page: Page, console: Console, browser_errors: list[str]
) -> None:
    console.enter("greta", "admin")
    console.go_to("Audit log")
    page.get_by_role("button", name="Verify").click()
    verification = page.get_by_role("region", name="Verification")
    expect(verification.get_by_text(re.compile(r"Log intact: \d+ entries"))).to_be_visible()

    page.get_by_label("Staff", exact=True).fill("greta")
    page.get_by_role("button", name="Filter").click()
    expect(page).to_have_url(re.compile(r"/operator/audit\?staff=greta$"))
    entries = page.get_by_role("list", name="Staff actions, newest first").get_by_role("listitem")
    expect(entries).to_have_count(2)
    entries.first.get_by_text("audit.verified", exact=True).click()
    expect(entries.first.get_by_role("term")).to_have_text(["ok", "entries"])
    expect(entries.first.get_by_role("button", name=re.compile("Copy hash"))).to_be_visible()
    console.check_screen()
    assert browser_errors == []


def test_a_mail_without_a_mail_server_stays_in_the_outbox_to_be_read(
    page: Page, console: Console, browser_errors: list[str]
) -> None:
    registration = {"email": "mia@example.org", "password": PASSWORD, "accept_terms": True}
    assert page.request.post("/api/v1/client", data=registration).status == 201
    console.enter("otto", "admin")

    console.go_to("Outbox")
    page.get_by_label("Recipient’s email address").fill("mia@example.org")
    page.get_by_role("button", name="Search").click()
    expect(page).to_have_url(re.compile(r"to=mia%40example\.org"))
    mails = page.get_by_role("table", name="Emails, newest first")
    expect(mails.get_by_role("row")).to_have_count(2)
    console.check_screen()
    mails.get_by_role("link").click()
    expect(page.get_by_text(re.compile("Enter this code to confirm your email"))).to_be_visible()
    expect(page.get_by_text(re.compile(r"\[hidden\]"))).to_be_visible()
    assert re.search(r"\d{6}|code=[^\[]", page.get_by_role("article").inner_text()) is None
    expect(page.get_by_text(re.compile("mia@example.org"))).to_be_visible()
    console.check_screen()
    assert browser_errors == []
