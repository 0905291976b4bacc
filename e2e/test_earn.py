"""Staff who offer interest, and clients who earn it: flexible, locked, and gone before the end."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from typing import Any

import pyotp
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright, expect

from e2e.conftest import Exchange, opened_at
from e2e.test_console import Console
from e2e.test_console_markets import approve, choose, propose
from e2e.test_orders import PASSWORD, Trader, join

CheckAccessibility = Callable[[], None]
OPEN_TO_ALL = {"kyc": False, "two_factor": False, "volume_30d": "0", "balance": "0"}
POSITIONS = "Your active positions, newest first"
SOURCE = "Paid from the treasury of this demo"


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


@pytest.fixture
def console(page: Page, market: Exchange, check_accessibility: CheckAccessibility) -> Console:
    return Console(page, market, check_accessibility)


class Staff:
    """An administrator without the screens."""

    def __init__(self, playwright: Playwright, market: Exchange) -> None:
        self._calls = playwright.request.new_context(base_url=market.url)
        printed = market.command("staff", "create", "--login", "edith", "--role", "admin")
        created = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
        code = pyotp.TOTP(created["totp"]).now()
        credentials = {"login": "edith", "password": created["password"], "totp": code}
        signed_in = self._calls.post("/api/operator/token", data=credentials)
        assert signed_in.status == 201, signed_in.text()
        self._headers = {"X-Operator-Token": signed_in.json()["raw_token"]}

    def get(self, path: str) -> Any:
        return self._calls.get(f"/api/operator{path}", headers=self._headers).json()

    def send(self, method: str, path: str, body: dict[str, Any]) -> None:
        done = self._calls.fetch(f"/api/operator{path}", method=method, data=body, headers=self._headers)
        assert done.ok, done.text()

    def dispose(self) -> None:
        self._calls.dispose()


@pytest.fixture(scope="module")
def staff(playwright: Playwright, market: Exchange) -> Iterator[Staff]:
    made = Staff(playwright, market)
    yield made
    made.dispose()


@pytest.fixture
def open_levels(staff: Staff, market: Exchange) -> Iterator[None]:
    """Everybody has the Advanced level for the time of a test."""
    site = market.url.split("//")[1].split(":")[0]
    levels = [level for level in staff.get(f"/levels?site={site}")["items"] if level["rank"] in (1, 2)]

    def require(level: dict[str, Any], needed: dict[str, Any]) -> None:
        kyc = "--kyc" if needed["kyc"] else "--no-kyc"
        two_factor = "--two-factor" if needed["two_factor"] else "--no-two-factor"
        amounts = ("--volume", needed["volume_30d"], "--balance", needed["balance"])
        market.command("level", "set", site, level["key"], kyc, two_factor, *amounts)

    for level in levels:
        require(level, OPEN_TO_ALL)
    yield
    for level in reversed(levels):
        require(level, level["requirements"])


def subscribe_button(page: Page, product: str) -> Locator:
    return page.get_by_role("button", name=f"Subscribe: {product}")


def asset_of(trader: Trader, coin: str) -> dict[str, str]:
    found: dict[str, str] = next(item for item in trader.get("/v1/assets")["items"] if item["symbol"] == coin)
    return found


def subscribe(context: BrowserContext, market: Exchange, trader: Trader, amount: str) -> None:
    """Put USDT into the flexible product, without the screens."""
    draft = {"product_id": "usdt-flexible", "amount": amount, "auto_renew": False}
    headers = {"X-Token": trader.token}
    done = context.request.post(f"{market.url}/api/v1/earn/positions", data=draft, headers=headers)
    assert done.status == 201, done.text()


@pytest.fixture
def colleague(browser: Browser, market: Exchange) -> Iterator[Console]:
    with opened_at(browser, market) as context:
        colleague = Console(context.new_page(), market, lambda: None)
        colleague.enter("tessa", "treasury")
        yield colleague


def approve_product(colleague: Console, title: str) -> None:
    colleague.go_to("Earn")
    page = colleague.page
    page.reload()
    proposals = page.get_by_role("listitem").filter(has_text=title).filter(has_text="Pending")
    proposals.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(page.get_by_role("listitem").filter(has_text=title).first).to_contain_text("Done")


def propose_product(console: Console) -> None:
    page = console.page
    page.get_by_role("button", name="Create product").click()
    dialog = page.get_by_role("dialog", name="Create product")
    dialog.get_by_label("Name").fill("ltc-60")
    choose(page, "Coin", "LTC")
    dialog.get_by_role("radio", name="Locked").check()
    for label, figure in (
        ("Term", "60"),
        ("APR", "3.5"),
        ("Minimum", "0.001"),
        ("Maximum per client", "2"),
        ("Quota of all clients", "50"),
    ):
        dialog.get_by_role("textbox", name=label).fill(figure)
    dialog.get_by_label("Source of yield").fill("Loans to market makers")
    dialog.get_by_label("Reason").fill("Asked for by many")
    console.check_screen()
    dialog.get_by_role("button", name="Propose").click()
    expect(page.get_by_text("You proposed this, so someone else must decide.")).to_be_visible()
    console.check_screen()


def propose_quota(console: Console) -> None:
    page = console.page
    page.get_by_role("button", name="Edit ltc-60").click()
    dialog = page.get_by_role("dialog", name="Product ltc-60")
    dialog.get_by_role("textbox", name="Quota of all clients").fill("80")
    dialog.get_by_role("button", name="Review changes").click()
    dialog.get_by_label("Reason").fill("More is wanted")
    console.check_screen()
    dialog.get_by_role("button", name="Propose").click()
    expect(dialog).to_be_hidden()


def test_staff_create_a_product_change_its_rate_and_fund_the_treasury(
    console: Console, colleague: Console, browser_errors: list[str]
) -> None:
    page = console.page
    console.enter("erin", "admin")
    console.go_to("Earn")
    propose_product(console)
    approve_product(colleague, "New product ltc-60")
    page.reload()
    row = page.get_by_role("table", name="Earn products").get_by_role("row", name=re.compile("ltc-60"))
    expect(row).to_contain_text("3.5%")

    page.get_by_role("button", name="Edit ltc-60").click()
    dialog = page.get_by_role("dialog", name="Product ltc-60")
    dialog.get_by_role("textbox", name="APR").fill("3")
    dialog.get_by_role("button", name="Review changes").click()
    expect(dialog.get_by_text("Running terms keep their rate.")).to_be_visible()
    console.check_screen()
    dialog.get_by_role("button", name="Save changes").click()
    expect(dialog).to_be_hidden()
    expect(row).to_contain_text(re.compile(r"3% from \d\d\.\d\d\.\d{4}"))

    propose_quota(console)
    approve_product(colleague, "Change of ltc-60")
    page.reload()
    expect(row).to_contain_text("80 LTC")

    page.get_by_role("button", name="Fund treasury").click()
    page.get_by_label("Received through").fill("demo")
    propose(console, "LTC", "1.25", "Interest of the new product")
    approve(colleague, r"\+1\.25 LTC")
    console.go_to("Earn")
    treasury = page.get_by_role("table", name="Treasuries that pay interest")
    expect(treasury.get_by_role("row", name=re.compile("^LTC"))).to_contain_text("No interest to pay")
    console.check_screen()
    assert browser_errors == []


@pytest.mark.parametrize(
    ("product", "text"),
    [
        ("USDT, flexible", "users with a Starter level membership or higher"),
        ("USDT, locked for 30 days", "users with the Advanced level membership or higher"),
    ],
)
def test_a_client_below_the_level_is_told_what_it_takes(
    page: Page, context: BrowserContext, market: Exchange, product: str, text: str
) -> None:
    join(context, market, f"gus-{len(product)}", "USDT")
    with page.expect_response("**/v1/client/level"):
        page.goto("/earn")
    subscribe_button(page, product).click()

    modal = page.get_by_role("dialog", name="Access Restricted")
    expect(modal).to_contain_text(text)
    expect(page.get_by_role("dialog")).to_have_count(1)


@pytest.mark.usefixtures("open_levels")
def test_a_client_earns_and_finds_it_everywhere(
    page: Page,
    context: BrowserContext,
    market: Exchange,
    browser_errors: list[str],
    check_accessibility: CheckAccessibility,
) -> None:
    trader = join(context, market, "flora", "USDT")
    page.goto("/earn")
    expect(page.get_by_text(SOURCE).first).to_be_visible()
    check_accessibility()
    subscribe_button(page, "USDT, flexible").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("button", name=re.compile("^Max")).click()
    expect(dialog.get_by_role("textbox", name="Amount")).to_have_value("10000")
    dialog.get_by_role("textbox", name="Amount").fill("1000")
    expect(dialog.get_by_text(re.compile(r"^0\.109589\d* USDT"))).to_be_visible()
    check_accessibility()
    dialog.get_by_role("button", name="Subscribe").click()
    expect(dialog.get_by_role("heading", name="1,000 USDT subscribed")).to_be_focused()
    check_accessibility()
    assert Decimal(asset_of(trader, "USDT")["in_earn"]) == 1000

    dialog.get_by_role("link", name="See your positions").click()
    row = page.get_by_role("table", name=POSITIONS).get_by_role("row").nth(1)
    expect(row).to_contain_text("1,000 USDT")
    check_accessibility()
    page.goto("/personal/assets")
    expect(page.get_by_role("row", name=re.compile("^USDT"))).to_contain_text("1,000")
    page.get_by_role("link", name="1,000", exact=True).click()
    expect(page).to_have_url(re.compile("/personal/earn$"))
    page.goto("/personal/dashboard")
    expect(page.get_by_text("1,000.00 USDT")).to_be_visible()
    assert browser_errors == []


@pytest.mark.usefixtures("open_levels")
def test_a_client_redeems_a_part_then_the_rest(
    page: Page, context: BrowserContext, market: Exchange, check_accessibility: CheckAccessibility
) -> None:
    trader = join(context, market, "rita", "USDT")
    owned = Decimal(asset_of(trader, "USDT")["available"])
    subscribe(context, market, trader, "1000")
    page.goto("/personal/earn")
    row = page.get_by_role("table", name=POSITIONS).get_by_role("row").nth(1)
    page.get_by_role("button", name="Redeem 1,000 USDT").click()
    dialog = page.get_by_role("dialog", name="Redeem USDT")
    dialog.get_by_role("textbox", name="Amount").fill("995")
    expect(dialog.get_by_text("At least 10 USDT must stay, or redeem all.")).to_be_visible()
    dialog.get_by_role("textbox", name="Amount").fill("400")
    check_accessibility()
    dialog.get_by_role("button", name="Redeem").click()
    expect(row).to_contain_text("600 USDT")
    page.get_by_role("button", name="Redeem 600 USDT").click()
    dialog.get_by_role("button", name=re.compile("^Max")).click()
    dialog.get_by_role("button", name="Redeem").click()
    expect(page.get_by_text("No active positions yet")).to_be_visible()
    assert Decimal(asset_of(trader, "USDT")["available"]) == owned

    page.goto("/personal/transactions?type=earn_subscribe")
    table = page.get_by_role("table", name="Transactions, newest first")
    expect(
        table.get_by_role("row", name=re.compile("Earn: subscribed \N{MINUS SIGN}1,000 USDT"))
    ).to_be_visible()
    page.goto("/personal/transactions?type=earn_redeem")
    expect(table.get_by_role("row", name=re.compile(r"Earn: redeemed \+600 USDT"))).to_be_visible()
    expect(table.get_by_role("row", name=re.compile(r"Earn: redeemed \+400 USDT"))).to_be_visible()


@pytest.mark.usefixtures("open_levels")
def test_a_visitor_signs_in_locks_coins_and_leaves_early(
    page: Page,
    context: BrowserContext,
    market: Exchange,
    check_accessibility: CheckAccessibility,
) -> None:
    trader = Trader(context.request, market, "locked-luca@example.org")
    trader.take_play_money("USDT")
    owned = Decimal(asset_of(trader, "USDT")["available"])
    context.clear_cookies()
    page.goto("/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Earn").click()
    subscribe_button(page, "USDT, locked for 30 days").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Amount").fill("365")
    dialog.get_by_role("checkbox", name="Renew automatically").check()
    expect(dialog.get_by_text("2.25 USDT")).to_be_visible()
    check_accessibility()
    dialog.get_by_role("link", name="Sign in to subscribe").click()
    page.get_by_label("Email address").fill("locked-luca@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile(r"/earn\?product=usdt-30d&amount=365&renew=yes$"))
    dialog.get_by_role("button", name="Subscribe").click()
    expect(dialog.get_by_role("heading", name="365 USDT subscribed")).to_be_visible()
    dialog.get_by_role("link", name="See your positions").click()

    renew = page.get_by_role("switch", name="Renew 365 USDT automatically")
    expect(renew).to_be_checked()
    renew.click()
    expect(renew).not_to_be_checked()
    check_accessibility()
    page.get_by_role("button", name="Redeem 365 USDT").click()
    dialog = page.get_by_role("dialog", name="Redeem USDT")
    expect(
        dialog.get_by_text("You get 365 USDT back, but no interest. 0 USDT accrued so far is lost.")
    ).to_be_visible()
    check_accessibility()
    dialog.get_by_role("button", name="Redeem").click()
    expect(page.get_by_text("No active positions yet")).to_be_visible()
    page.get_by_role("tab", name="Past").click()
    expect(page.get_by_role("table", name="Your past positions, newest first")).to_contain_text("Locked")
    assert Decimal(asset_of(trader, "USDT")["available"]) == owned
