"""People who trade: a beginner at the market price, a patient one with a limit, one who covers himself."""

import csv
import re
from collections.abc import Callable
from decimal import ROUND_DOWN, Decimal
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    APIRequestContext,
    BrowserContext,
    Locator,
    Page,
    ViewportSize,
    expect,
)

from e2e.conftest import WIDE, Exchange

PASSWORD = "harbour lantern twelve"
NARROW: ViewportSize = {"width": 360, "height": 800}
# A field that is too narrow for its figure would show a part of a number.
CUT = """form => [...form.querySelectorAll("input[type=text], dd, p, p span")]
  .filter(part => part.offsetParent && getComputedStyle(part).display !== "inline")
  .filter(part => part.scrollWidth > part.clientWidth)
  .map(part => part.value || part.textContent)"""
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
CheckAccessibility = Callable[[], None]


class Trader:
    """A client of the demo with play money, without the screens."""

    def __init__(self, calls: APIRequestContext, market: Exchange, email: str) -> None:
        self._calls = calls
        self._url = market.url
        _, self.token = market.register(calls, email, PASSWORD)

    def get(self, path: str) -> dict[str, Any]:
        answered = self._calls.get(f"{self._url}/api{path}", headers={"X-Token": self.token})
        assert answered.ok, answered.text()
        found: dict[str, Any] = answered.json()
        return found

    def take_play_money(self, coin: str) -> str:
        given = self._calls.post(
            f"{self._url}/api/v1/demo/faucet", data={"coin": coin}, headers={"X-Token": self.token}
        )
        assert given.status == 201, given.text()
        amount: str = given.json()["amount"]
        return amount

    def place(self, **order: str) -> None:
        placed = self._calls.post(f"{self._url}/api/v1/order", data=order, headers={"X-Token": self.token})
        assert placed.status == 201, placed.text()

    def cancel_all(self, symbol: str) -> None:
        canceled = self._calls.post(
            f"{self._url}/api/v1/order/cancel-all", data={"symbol": symbol}, headers={"X-Token": self.token}
        )
        assert canceled.ok, canceled.text()

    def find_last_price(self, symbol: str) -> Decimal:
        return Decimal(self.get(f"/v1/pairs/{symbol}")["ticker"]["last"])


ATrader = Callable[[str, str], Trader]


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


def sign_in(context: BrowserContext, market: Exchange, trader: Trader) -> None:
    context.add_cookies([{"name": "token", "value": trader.token, "url": market.url}])


def join(context: BrowserContext, market: Exchange, name: str, coin: str) -> Trader:
    """A new client with play money, signed in to the browser."""
    trader = Trader(context.request, market, f"{name}@example.org")
    trader.take_play_money(coin)
    sign_in(context, market, trader)
    return trader


@pytest.fixture
def a_trader(context: BrowserContext, market: Exchange) -> ATrader:
    """Lets somebody join with play money of a coin."""

    def join_here(name: str, coin: str) -> Trader:
        return join(context, market, name, coin)

    return join_here


def on_ticks(price: Decimal) -> str:
    return str(price.quantize(Decimal("0.01"), rounding=ROUND_DOWN))


def form_of(page: Page) -> Locator:
    return page.get_by_role("form", name="Order")


def send(page: Page, button: str) -> None:
    """Ask for the second look, and confirm it."""
    form_of(page).get_by_role("button", name=button, exact=True).click()
    confirm = form_of(page).get_by_role("button", name=f"Confirm: {button[0].lower()}{button[1:]}")
    confirm.click()


@pytest.mark.parametrize("widths", [(1280, 1440), (360,)], ids=["desk", "phone"])
def test_no_number_of_the_form_is_truncated(page: Page, a_trader: ATrader, widths: tuple[int, ...]) -> None:
    trader = a_trader(f"wanda-{widths[0]}", "USDT")
    trader.place(symbol="BTC-USDT", side="buy", type="market", quote_quantity="1227.7951877")
    page.set_viewport_size({"width": widths[0], "height": 800})
    page.goto("/trading/BTC-USDT")
    if widths[0] < 768:
        page.get_by_role("button", name="Buy BTC", exact=True).click()
    form = form_of(page)
    form.get_by_role("button", name="Market", exact=True).click()
    total = form.get_by_role("textbox", name="Total")

    for width in widths:
        page.set_viewport_size({"width": width, "height": 800})
        form.get_by_role("button", name="100%").click()
        expect(total).to_have_value(re.compile(r"^87\d\d"))
        expect(form.get_by_text(re.compile(r"^≈ [\d,]+\.\d\d USDT$"))).to_be_visible()
        assert form.evaluate(CUT) == [], width
        for long in ("8772.2048123", "1234567.1234567"):
            total.fill(long)
            assert form.evaluate(CUT) == [], width


def test_a_beginner_buys_with_a_market_order_starting_at_the_landing_page(
    page: Page, a_trader: ATrader, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    page.goto("/")
    page.get_by_role("region", name="Markets now").get_by_role("link", name="BTC/USDT").click()
    form = form_of(page)
    expect(form.get_by_role("link", name="Sign in to trade")).to_be_visible()
    check_accessibility()
    assert "next=%2Ftrading%2FBTC-USDT" in str(
        form.get_by_role("link", name="Sign in to trade").get_attribute("href")
    )

    a_trader("bea", "USDT")
    page.reload()
    form.get_by_role("button", name="Market", exact=True).click()
    form.get_by_role("button", name="25%").click()
    expect(form.get_by_role("textbox", name="Total")).to_have_value("2500")
    expect(form.get_by_text("You receive").locator("xpath=following-sibling::dd")).to_contain_text(
        re.compile(r"0\.\d+ BTC")
    )
    check_accessibility()
    send(page, "Buy BTC")

    expect(page.get_by_text(re.compile(r"^Bought 0\.\d+ BTC at an average of [\d,.]+ USDT$"))).to_be_visible()
    own = page.get_by_role("region", name="Your orders")
    own.get_by_role("tab", name="Order history").click()
    expect(
        own.get_by_role("row", name=re.compile("Buy Market Total 2,500 USDT Market .* Filled"))
    ).to_be_visible()
    own.get_by_role("tab", name="Trades").click()
    expect(own.get_by_role("row", name=re.compile("Buy .* USDT .* BTC Taker"))).not_to_have_count(0)
    assert browser_errors == []


def test_a_limit_order_is_placed_changed_and_canceled_by_keyboard_and_mouse(
    page: Page, a_trader: ATrader, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    trader = a_trader("luca", "USDT")
    last = trader.find_last_price("ETH-USDT")
    page.goto("/trading/ETH-USDT")
    form = form_of(page)
    form.get_by_label("Price").fill("1")
    form.get_by_label("Amount", exact=True).fill("0.5")
    form.get_by_role("button", name="Buy ETH").click()
    expect(form.get_by_text(re.compile("within 20% of market"))).to_be_visible()

    form.get_by_label("Price").fill(on_ticks(last * Decimal("0.9")))
    form.get_by_label("Amount", exact=True).fill("0.5")
    form.get_by_label("Amount", exact=True).press("Enter")
    expect(form.get_by_text(re.compile(r"^Buy 0\.5 ETH at .* Limit · Good till canceled\.$"))).to_be_visible()
    check_accessibility()
    page.keyboard.press("Enter")
    own = page.get_by_role("region", name="Your orders")
    row = own.get_by_role("row", name=re.compile("Buy Limit"))
    expect(row).to_be_visible()
    expect(page.get_by_text("Order placed: Buy 0.5 ETH")).to_be_visible()

    row.get_by_role("button", name="Change the buy order in ETH-USDT").click()
    changed = on_ticks(last * Decimal("0.88"))
    own.get_by_label("New price for the ETH-USDT order").fill(changed)
    own.get_by_label("New amount for the ETH-USDT order").fill("0.4")
    page.keyboard.press("Enter")
    expect(page.get_by_text("Order changed")).to_be_visible()
    expect(row).to_contain_text(f"{Decimal(changed).normalize():,f}")
    expect(row).to_contain_text("0.4")

    row.get_by_role("button", name="Cancel the buy order in ETH-USDT").click()
    expect(own.get_by_text("No open orders")).to_be_visible()
    own.get_by_role("tab", name="Order history").click()
    expect(own.get_by_role("row", name=re.compile("Buy Limit .* Canceled By you"))).to_be_visible()
    assert browser_errors == []


def test_orders_are_canceled_found_again_and_saved(
    page: Page, a_trader: ATrader, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    trader = a_trader("lena", "USDT")
    price = on_ticks(trader.find_last_price("ETH-USDT") * Decimal("0.9"))
    page.goto("/personal/orders")
    expect(page.get_by_text("No open orders")).to_be_visible()
    # What is ordered elsewhere is seen here.
    for quantity in ("0.4", "0.5"):
        trader.place(symbol="ETH-USDT", side="buy", type="limit", price=price, quantity=quantity)
    expect(page.get_by_role("tab", name=re.compile("^Open ?2$"))).to_be_visible()
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        assert page.evaluate(OVERFLOW) == 0, size
        check_accessibility()

    page.get_by_role("button", name="Cancel all").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel 2 orders").click()
    expect(page.get_by_text("2 orders canceled")).to_be_visible()
    expect(page.get_by_text("No open orders")).to_be_visible()

    page.get_by_role("tab", name="History").click()
    ended = page.get_by_role("table").get_by_role("row", name=re.compile("ETH-USDT .* Canceled By you"))
    expect(ended).to_have_count(2)
    page.get_by_role("combobox", name="Side").click()
    page.get_by_role("option", name="Sell").click()
    expect(page.get_by_text("No orders match these filters")).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?tab=history&side=sell$"))
    page.get_by_role("button", name="Clear filters").click()
    expect(ended).to_have_count(2)
    check_accessibility()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export CSV").click()
    expect(page.get_by_text("2 rows saved")).to_be_visible()
    saved = list(csv.DictReader(Path(download.value.path()).read_text().splitlines()))
    assert {(row["symbol"], row["status"], row["quantity"]) for row in saved} == {
        ("ETH-USDT", "canceled", "0.4"),
        ("ETH-USDT", "canceled", "0.5"),
    }
    assert browser_errors == []


def test_an_oco_is_triggered_as_the_price_falls(
    page: Page,
    context: BrowserContext,
    *,
    market: Exchange,
    a_trader: ATrader,
    browser_errors: list[str],
    check_accessibility: CheckAccessibility,
) -> None:
    trader = a_trader("otto", "LTC")
    page.goto("/trading/LTC-USDT")
    form = form_of(page)
    form.get_by_label("More order types").select_option("One cancels the other")
    form.get_by_text("Sell", exact=True).click()
    last = trader.find_last_price("LTC-USDT")
    form.get_by_label("Limit price").fill(on_ticks(last * Decimal("1.1")))
    form.get_by_label("Trigger price").fill(on_ticks(last * Decimal("0.996")))
    form.get_by_label("Amount", exact=True).fill("2")
    check_accessibility()
    send(page, "Sell LTC")
    expect(page.get_by_text("When one leg fills or triggers, the other is canceled.")).to_be_visible()
    own = page.get_by_role("region", name="Your orders")
    expect(own.get_by_role("row", name=re.compile("Sell Limit OCO"))).to_be_visible()
    expect(own.get_by_role("row", name=re.compile("Sell Stop market OCO Last price ≤"))).to_be_visible()

    # Somebody else sells until the price is there.
    seller = Trader(context.request, market, "selma@example.org")
    for _ in range(10):
        amount = seller.take_play_money("LTC")
        seller.place(symbol="LTC-USDT", side="sell", type="market", quantity=amount)
        if not trader.get("/v1/order?status=open")["items"]:
            break

    expect(own.get_by_text("No open orders")).to_be_visible()
    own.get_by_role("tab", name="Order history").click()
    expect(
        own.get_by_role("row", name=re.compile(r"Sell Stop market OCO · Trigger [\d.]+ .* Filled"))
    ).to_be_visible()
    expect(own.get_by_role("row", name=re.compile("Sell Limit OCO .* Canceled By OCO"))).to_be_visible()
    assert browser_errors == []
