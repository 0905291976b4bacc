"""From the front door to the markets, to what one has, and to how it came about."""

import csv
import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from e2e.conftest import WIDE, Exchange

PASSWORD = "harbour lantern twelve"
NUMBERS = itertools.count(1)
NARROW: ViewportSize = {"width": 360, "height": 800}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
# How far what was already there has been pushed about since the page was opened.
SHIFT = """() => new Promise(resolve => {
  let sum = 0;
  const observer = new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  });
  observer.observe({type: "layout-shift", buffered: true});
  setTimeout(() => resolve(sum), 100);
})"""

CheckAccessibility = Callable[[], None]


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


@pytest.fixture
def token(context: BrowserContext, market: Exchange) -> str:
    """Somebody with play money, who has bought something of it and is signed in."""
    _, token = market.register(context.request, f"pia{next(NUMBERS)}@example.org", PASSWORD)
    headers = {"X-Token": token}
    for coin in ("USDT", "BTC"):
        given = context.request.post(f"{market.url}/api/v1/demo/faucet", data={"coin": coin}, headers=headers)
        assert given.status == 201, given.text()
    order = {"symbol": "ETH-USDT", "side": "buy", "type": "market", "quote_quantity": "500"}
    placed = context.request.post(f"{market.url}/api/v1/order", data=order, headers=headers)
    assert placed.status == 201, placed.text()
    context.add_cookies([{"name": "token", "value": token, "url": market.url}])
    return token


def check_screen(page: Page, check_accessibility: CheckAccessibility) -> None:
    """For readers, and for a phone as for a desk."""
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        assert page.evaluate(OVERFLOW) == 0, (page.url, size)
        check_accessibility()


def test_a_visitor_goes_from_the_landing_page_to_the_markets_and_back(
    page: Page, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    scripts: list[str] = []
    page.on("request", lambda request: scripts.append(request.url))
    page.goto("/")
    now = page.get_by_role("region", name="Markets now")
    expect(now.get_by_role("link", name="BTC/USDT")).to_be_visible()
    expect(now.get_by_role("listitem")).to_have_count(6)
    figures = page.get_by_role("region", name="Exchange stats")
    pairs = page.request.get("/api/v1/pairs").json()["items"]
    expect(figures.get_by_role("definition").first).to_have_text(str(len(pairs)))
    assert page.evaluate(SHIFT) < 0.01
    assert not [url for url in scripts if "socket.io" in url]
    check_screen(page, check_accessibility)

    now.get_by_role("link", name="All markets").click()
    expect(page.get_by_role("heading", level=1, name="Markets overview")).to_be_visible()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    pairs = page.get_by_role("table", name="Pairs")
    expect(pairs.get_by_role("link").first).to_have_text("BTC/USDT")
    check_screen(page, check_accessibility)

    page.get_by_role("searchbox", name="Search pairs").fill("sol")
    expect(pairs.get_by_role("link")).to_have_text(["SOL/USDT", "SOL/BTC"])
    page.get_by_text("BTC", exact=True).and_(page.locator("label")).click()
    expect(pairs.get_by_role("link")).to_have_text(["SOL/BTC"])
    expect(page).to_have_url(re.compile(r"\?q=sol&quote=BTC$"))
    pairs.get_by_role("button", name="Favorite SOL-BTC").click()
    page.reload()
    expect(pairs.get_by_role("button", name="Favorite SOL-BTC", pressed=True)).to_be_visible()

    pairs.get_by_role("link", name="SOL/BTC").click()
    expect(page).to_have_url(re.compile(r"/trading/SOL-BTC$"))
    page.go_back()
    expect(pairs.get_by_role("link")).to_have_text(["SOL/BTC"])
    page.go_back()
    expect(page.get_by_role("region", name="Markets now").get_by_role("listitem")).to_have_count(6)
    assert browser_errors == []


def test_a_client_finds_the_portfolio_and_assets(
    page: Page,
    context: BrowserContext,
    *,
    market: Exchange,
    token: str,
    browser_errors: list[str],
    check_accessibility: CheckAccessibility,
) -> None:
    page.goto("/personal/dashboard")
    expect(page.get_by_role("heading", name="Portfolio")).to_be_visible()
    expect(page.get_by_text("Total value")).to_be_visible()
    check_screen(page, check_accessibility)

    page.get_by_role("link", name="All assets").click()
    ether = page.get_by_role("row", name=re.compile("ETH ?Ethereum"))
    expect(ether).to_be_visible()
    check_screen(page, check_accessibility)
    page.get_by_role("button", name="Hide amounts").click()
    expect(ether.get_by_text(re.compile(r"\d"))).to_have_count(0)
    page.reload()
    page.get_by_role("button", name="Show amounts").click()
    expect(ether.get_by_text(re.compile(r"\d")).first).to_be_visible()
    page.get_by_role("link", name="Trade ETH").click()
    expect(page).to_have_url(re.compile(r"/trading/ETH-(USDT|BTC)$"))
    page.go_back()
    page.get_by_role("searchbox", name="Search coins").fill("bit")
    expect(page.get_by_role("row")).to_have_count(2)

    # What happens elsewhere is seen here.
    before = page.get_by_role("row").nth(1).get_by_role("cell").nth(1).inner_text()
    given = context.request.post(
        f"{market.url}/api/v1/demo/faucet", data={"coin": "BTC"}, headers={"X-Token": token}
    )
    assert given.status == 201, given.text()
    expect(page.get_by_role("row").nth(1).get_by_role("cell").nth(1)).not_to_have_text(before)

    assert browser_errors == []


@pytest.mark.usefixtures("token")
@pytest.mark.parametrize("path", ["/personal/orders", "/personal/notices"])
def test_a_page_that_fits_the_window_has_no_scroll_bar(page: Page, path: str) -> None:
    page.set_viewport_size(WIDE)
    page.goto(path)
    expect(page.locator("main").get_by_role("heading", level=1)).to_be_visible()

    assert page.evaluate("document.documentElement.scrollHeight - document.documentElement.clientHeight") == 0


@pytest.mark.usefixtures("token")
def test_a_client_filters_and_exports_transactions(
    page: Page, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    page.goto("/personal/transactions")
    table = page.get_by_role("table", name="Transactions, newest first")
    expect(table.get_by_text("Spot Wallet").first).to_be_visible()
    expect(table.get_by_role("cell").first).to_have_text(re.compile(r"^\d\d\.\d\d\.\d{4} \d\d:\d\d$"))
    check_screen(page, check_accessibility)
    page.get_by_role("combobox", name="Type").click()
    page.get_by_role("option", name="Trade").click()
    page.get_by_role("combobox", name="Coin").click()
    page.get_by_role("option", name="ETH").click()
    expect(page).to_have_url(re.compile(r"\?type=trade&coin=ETH$"))
    expect(table.get_by_role("row").nth(1)).to_contain_text(re.compile(r"\+[\d.]+ ETH"))

    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    expect(page.get_by_text(re.compile(r"^\d+ rows? saved$"))).to_be_visible()
    assert download.value.suggested_filename == "transactions.csv"
    saved = list(csv.DictReader(Path(download.value.path()).read_text().splitlines()))
    assert saved
    assert {(row["type"], row["coin"]) for row in saved} == {("trade", "ETH")}
    assert browser_errors == []
