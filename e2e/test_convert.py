"""Clients who convert one coin to another at a quoted rate, and a visitor who becomes one of them."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from e2e.conftest import Exchange
from e2e.test_orders import PASSWORD, Trader, join
from e2e.test_premarket import Staff

HISTORY = "Your conversions, newest first"
ACCEPT_CALLS = re.compile(r"/api/v1/exchange/quote/[^/]+/accept$")
QUIET_PAIR: dict[str, Any] = {
    "base": "DOGE",
    "quote": "TRX",
    "price_decimals": 4,
    "reference_price": "0.58",
    "tick_size": "0.0001",
    "step_size": "1",
    "min_quantity": "1",
    "max_quantity": "1000000",
    "min_notional": "1",
}
CheckAccessibility = Callable[[], None]


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


@pytest.fixture
def a_trader(context: BrowserContext, market: Exchange) -> Callable[[str, str], Trader]:
    """Lets somebody join with play money of a coin."""
    return lambda name, coin: join(context, market, name, coin)


def pay(page: Page) -> Locator:
    return page.get_by_role("textbox", name="You pay")


def receive(page: Page) -> Locator:
    return page.get_by_role("textbox", name="You receive")


def choose_coin(page: Page, label: str, coin: str) -> None:
    page.get_by_role("combobox", name=label, exact=True).fill(coin)
    page.get_by_role("option", name=re.compile(f"^{coin}")).click()
    expect(page.get_by_role("combobox", name=label, exact=True)).to_have_value(coin)


def get_quote(page: Page) -> Locator:
    page.get_by_role("button", name="Get a quote").click()
    quote = page.get_by_role("region", name="Your quote")
    expect(quote.get_by_text(re.compile(r"^Expires in \d+ s$"))).to_be_visible()
    return quote


def amount_of(quote: Locator, label: str) -> Decimal:
    """An exact amount of a quote, without its coin."""
    text = quote.get_by_text(label, exact=True).locator("xpath=following-sibling::dd").inner_text()
    return Decimal(text.split()[0].replace(",", ""))


def balance_of(trader: Trader, coin: str) -> Decimal:
    items = trader.get("/v1/assets")["items"]
    return next((Decimal(item["available"]) for item in items if item["symbol"] == coin), Decimal(0))


def test_a_client_converts_through_usdt_and_finds_it_everywhere(
    page: Page,
    a_trader: Callable[[str, str], Trader],
    browser_errors: list[str],
    check_accessibility: CheckAccessibility,
) -> None:
    trader = a_trader("connie", "SOL")
    owned = balance_of(trader, "SOL")
    page.goto("/personal/assets")
    page.get_by_role("link", name="Convert SOL").click()
    expect(page).to_have_url(re.compile(r"/personal/exchange\?from=SOL$"))
    expect(page.get_by_text("No conversions yet")).to_be_visible()
    choose_coin(page, "To", "LTC")
    expect(page.get_by_text("SOL → USDT → LTC")).to_be_visible()
    pay(page).fill("1")
    expect(receive(page)).to_have_value(re.compile(r"^\d*\.?\d+$"))
    check_accessibility()

    quote = get_quote(page)
    expect(quote.get_by_text("SOL → USDT → LTC")).to_be_visible()
    check_accessibility()
    expect(quote.get_by_text(re.compile(r"^Expires in [1-8] s$"))).to_be_visible()
    paid, received = amount_of(quote, "You pay"), amount_of(quote, "You receive")
    quote.get_by_role("button", name="Convert").click()

    expect(
        page.get_by_role("heading", name=re.compile(r"^[\d.]+ SOL converted to [\d.]+ LTC$"))
    ).to_be_focused()
    check_accessibility()
    row = page.get_by_role("table", name=HISTORY).get_by_role("row").nth(1)
    expect(row).to_contain_text(f"{paid:f} SOL")
    expect(row).to_contain_text(f"{received:f} LTC")
    assert balance_of(trader, "SOL") == owned - paid
    assert balance_of(trader, "LTC") == received

    page.get_by_role("link", name="See transactions").click()
    table = page.get_by_role("table", name="Transactions, newest first")
    expect(table.get_by_role("row")).to_have_count(3)
    expect(table.get_by_role("row", name=re.compile("Convert \N{MINUS SIGN}[0-9.]+ SOL"))).to_be_visible()
    expect(table.get_by_role("row", name=re.compile(r"Convert \+[\d.]+ LTC"))).to_be_visible()
    page.get_by_role("combobox", name="Type").click()
    page.get_by_role("option", name="Fee").click()
    expect(table.get_by_role("row", name=re.compile("Fee \N{MINUS SIGN}[0-9.]+ LTC"))).to_be_visible()
    assert browser_errors == []


def test_an_expired_quote_is_replaced_in_place(
    page: Page, a_trader: Callable[[str, str], Trader], check_accessibility: CheckAccessibility
) -> None:
    trader = a_trader("ezra", "USDT")
    page.goto("/personal/exchange?from=USDT&to=ETH")
    receive(page).fill("0.5")
    quote = get_quote(page)
    assert amount_of(quote, "You receive") == Decimal("0.5")

    expect(quote.get_by_text("This quote has expired. Nothing was converted.")).to_be_visible()
    expect(quote.get_by_role("button", name="Convert")).to_have_count(0)
    check_accessibility()
    assert balance_of(trader, "ETH") == 0

    quote.get_by_role("button", name="Get a new quote").click()
    expect(quote.get_by_text(re.compile("^New quote: you pay|^The new quote is the same"))).to_be_visible()
    quote.get_by_role("button", name="Convert").click()
    expect(page.get_by_role("heading", name=re.compile("converted to 0.5 ETH$"))).to_be_visible()
    assert balance_of(trader, "ETH") == Decimal("0.5")
    page.get_by_role("button", name="Convert again").click()
    expect(receive(page)).to_be_focused()


def test_when_the_market_moves_a_new_quote_is_offered_in_place(
    page: Page,
    context: BrowserContext,
    market: Exchange,
    a_trader: Callable[[str, str], Trader],
    check_accessibility: CheckAccessibility,
) -> None:
    """In a market of its own: no bot trades in it, so that only the maker moves its price."""
    Staff(context.request, market).ask("POST", "/pairs", QUIET_PAIR)
    market.wait_for("/api/v1/pairs", lambda pairs: any(one["symbol"] == "DOGE-TRX" for one in pairs["items"]))
    maker = Trader(context.request, market, "quiet-maker@example.org")
    maker.take_play_money("DOGE")
    maker.place(symbol="DOGE-TRX", side="sell", type="limit", quantity="9000", price="0.58")
    trader = a_trader("moved", "TRX")
    owned = balance_of(trader, "TRX")
    page.goto("/personal/exchange?from=TRX&to=DOGE")
    expect(page.get_by_text("TRX → DOGE")).to_be_visible()
    pay(page).fill("1000")
    quote = get_quote(page)
    promised = amount_of(quote, "You receive")

    maker.cancel_all("DOGE-TRX")
    maker.place(symbol="DOGE-TRX", side="sell", type="limit", quantity="9000", price="0.6")
    quote.get_by_role("button", name="Convert").click()

    expect(quote.get_by_text(re.compile("^The market moved.*Nothing was converted.$"))).to_be_visible()
    assert balance_of(trader, "TRX") == owned
    check_accessibility()
    quote.get_by_role("button", name="Get a new quote").click()
    expect(quote.get_by_text(re.compile(r"^New quote: you receive [\d.]+ DOGE less\.$"))).to_be_visible()
    paid, received = amount_of(quote, "You pay"), amount_of(quote, "You receive")
    assert received < promised
    quote.get_by_role("button", name="Convert").click()
    expect(page.get_by_role("heading", name=re.compile("TRX converted to"))).to_be_focused()
    assert balance_of(trader, "TRX") == owned - paid
    assert balance_of(trader, "DOGE") == received


def test_a_lost_answer_is_asked_for_again_and_converts_once(
    page: Page, a_trader: Callable[[str, str], Trader]
) -> None:
    trader = a_trader("lost-answer", "USDT")
    owned = balance_of(trader, "USDT")
    page.goto("/personal/exchange?from=USDT&to=BTC")
    pay(page).fill("500")
    answers: list[int] = []

    def lose_first(route: Route) -> None:
        response = route.fetch()
        answers.append(response.status)
        if len(answers) == 1:
            route.abort("connectionreset")
        else:
            route.fulfill(response=response)

    page.route("**/api/v1/exchange/quote/*/accept", lose_first)
    quote = get_quote(page)
    paid, received = amount_of(quote, "You pay"), amount_of(quote, "You receive")
    assert paid == 500
    quote.get_by_role("button", name="Convert").click()

    expect(page.get_by_role("heading", name=re.compile("USDT converted to"))).to_be_focused()
    assert answers == [200, 200]
    assert balance_of(trader, "USDT") == owned - paid
    assert balance_of(trader, "BTC") == received
    expect(page.get_by_role("table", name=HISTORY).get_by_role("row")).to_have_count(2)


def test_all_of_a_coin_is_converted_and_nothing_stays_behind(
    page: Page, a_trader: Callable[[str, str], Trader]
) -> None:
    trader = a_trader("ella", "USDT")
    page.goto("/personal/exchange?from=USDT&to=BTC")
    pay(page).fill("50")
    expect(page.get_by_text(re.compile(r"^[\d.]{1,4} to [\d,]+ USDT$"))).to_be_visible()
    quote = get_quote(page)
    assert amount_of(quote, "You pay") == 50
    quote.get_by_role("button", name="Convert").click()
    expect(page.get_by_role("heading", name=re.compile("^50 USDT converted to"))).to_be_focused()
    page.goto("/personal/exchange?from=BTC&to=USDT")
    page.get_by_role("button", name=re.compile("^Max")).click()
    get_quote(page).get_by_role("button", name="Convert").click()

    expect(page.get_by_role("heading", name=re.compile("BTC converted to"))).to_be_focused()
    assert balance_of(trader, "BTC") == 0


def test_a_visitor_signs_in_and_finds_what_was_typed(
    page: Page, context: BrowserContext, market: Exchange, check_accessibility: CheckAccessibility
) -> None:
    trader = Trader(context.request, market, "vito@example.org")
    trader.take_play_money("BTC")
    context.clear_cookies()
    page.goto("/")
    page.get_by_role("navigation", name="Main").get_by_role("link", name="Exchanger").click()
    expect(page.get_by_text(re.compile(r"^1 USDT ≈ [\d.]+ BTC$"))).to_be_visible()
    # The coin of the other side: both are exchanged.
    choose_coin(page, "From", "BTC")
    expect(page.get_by_role("combobox", name="To", exact=True)).to_have_value("USDT")
    pay(page).fill("0.01")
    expect(page.get_by_text(re.compile(r"^1 BTC ≈ [\d,.]+ USDT$"))).to_be_visible()
    check_accessibility()

    page.get_by_role("link", name="Sign in to convert").click()
    page.get_by_label("Email address").fill("vito@example.org")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page).to_have_url(re.compile(r"/exchanger\?from=BTC&to=USDT&amount=0\.01$"))
    expect(pay(page)).to_have_value("0.01")
    get_quote(page).get_by_role("button", name="Convert").click()

    expect(page.get_by_role("heading", name=re.compile("^0.01 BTC converted to"))).to_be_visible()
    page.get_by_role("link", name="Your conversions").click()
    expect(page.get_by_role("table", name=HISTORY).get_by_role("row").nth(1)).to_contain_text("0.01 BTC")


def test_wrong_amounts_are_explained_beside_the_field(
    page: Page, a_trader: Callable[[str, str], Trader], browser_errors: list[str]
) -> None:
    a_trader("wilma", "USDT")
    page.goto("/personal/exchange?from=USDT&to=BTC")
    expect(page.get_by_text(re.compile(r"^Available: [\d,]+ USDT$"))).to_be_visible()
    button = page.get_by_role("button", name="Get a quote")
    for amount, problem in (
        ("0.01", r"^Minimum: [\d.,]+ USDT\.$"),
        ("20000", r"^Insufficient balance: [\d,]+ USDT available\.$"),
    ):
        pay(page).fill(amount)
        expect(page.get_by_text(re.compile(problem))).to_be_visible()
        expect(button).to_be_disabled()
    pay(page).fill("")
    pay(page).press_sequentially("NaN")
    expect(pay(page)).to_have_value("")
    expect(button).to_be_disabled()
    pay(page).fill("100")
    expect(button).to_be_enabled()
    page.get_by_role("button", name=re.compile("^Max")).click()
    expect(pay(page)).to_have_value("10000")
    page.get_by_role("button", name="Swap coins").click()
    expect(page).to_have_url(re.compile(r"\?from=BTC&to=USDT$"))
    expect(receive(page)).to_have_value("10000")
    assert browser_errors == []


def test_a_conversion_needs_no_mouse(page: Page, a_trader: Callable[[str, str], Trader]) -> None:
    trader = a_trader("kiki", "USDT")
    page.goto("/personal/exchange")
    source = page.get_by_role("combobox", name="From", exact=True)
    expect(source).to_have_value("USDT")
    source.press("ControlOrMeta+a")
    press = page.keyboard.press
    page.keyboard.type("tether")
    press("Enter")
    expect(source).to_have_value("USDT")
    press("Tab")
    expect(pay(page)).to_be_focused()
    page.keyboard.type("250")
    expect(receive(page)).to_have_value(re.compile(r"\d"))
    press("Enter")
    expect(page.get_by_role("heading", name="Your quote")).to_be_focused()
    # A second press of Enter, in a hurry, accepts nothing.
    press("Enter")
    press("Tab")
    press("Tab")
    expect(page.get_by_role("button", name="Convert", exact=True)).to_be_focused()
    press("Enter")

    expect(page.get_by_role("heading", name=re.compile("USDT converted to"))).to_be_focused()
    assert balance_of(trader, "BTC") > 0


def test_a_conversion_whose_answer_was_lost_is_said_on_another_page_after_a_reload(
    page: Page, a_trader: Callable[[str, str], Trader]
) -> None:
    trader = a_trader("lottie", "SOL")
    owned = balance_of(trader, "SOL")

    def lose_the_answer(route: Route) -> None:
        route.fetch()
        route.abort("connectionreset")

    page.route(ACCEPT_CALLS, lose_the_answer)
    page.goto("/personal/exchange?from=SOL&to=LTC")
    pay(page).fill("1")
    quote = get_quote(page)
    paid = amount_of(quote, "You pay")
    quote.get_by_role("button", name="Convert").click()
    expect(page.get_by_text("No response yet.", exact=False)).to_be_visible()
    expect(quote.get_by_role("button", name="Check again")).to_be_enabled()
    page.get_by_role("link", name="Assets").first.click()
    lost = page.get_by_text("may have been converted to LTC", exact=False)
    expect(lost).to_be_visible()
    page.reload()
    expect(lost).to_be_visible()

    page.unroute(ACCEPT_CALLS)
    page.reload()

    expect(page.get_by_text(re.compile(r"^[\d.]+ SOL converted to [\d.]+ LTC$"))).to_be_visible()
    expect(lost).to_be_hidden()
    assert balance_of(trader, "SOL") == owned - paid
