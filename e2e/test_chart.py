"""The chart of the trading page, for visitors and for traders with orders on it; and the trading data."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page, ViewportSize, expect

from e2e.conftest import WIDE, Exchange

PASSWORD = "harbour lantern twelve"
NARROW: ViewportSize = {"width": 360, "height": 800}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
TICK = Decimal("0.01")

CheckAccessibility = Callable[[], None]


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


class Trader:
    """Somebody with play money, signed in in the browser and at the API."""

    def __init__(self, context: BrowserContext, market: Exchange) -> None:
        self._calls = context.request
        self._url = f"{market.url}/api/v1"
        _, token = market.register(context.request, "cleo@example.org", PASSWORD)
        self._headers = {"X-Token": token}
        context.add_cookies([{"name": "token", "value": token, "url": market.url}])
        assert self._calls.post(f"{self._url}/demo/faucet", data={"coin": "USDT"}, headers=self._headers).ok

    def place_bid(self, *, share_of_last: Decimal) -> Decimal:
        """A bid below the market, so that it waits; answers its price."""
        ticker = self._calls.get(f"{self._url}/pairs/BTC-USDT/ticker").json()
        price = (Decimal(ticker["last"]) * share_of_last).quantize(TICK)
        order = {
            "symbol": "BTC-USDT",
            "side": "buy",
            "type": "limit",
            "quantity": "0.01",
            "price": str(price),
        }
        placed = self._calls.post(f"{self._url}/order", data=order, headers=self._headers)
        assert placed.status == 201, placed.text()
        return price

    def open_prices(self) -> list[Decimal]:
        orders: dict[str, Any] = self._calls.get(
            f"{self._url}/order?status=open", headers=self._headers
        ).json()
        return [Decimal(order["price"]) for order in orders["items"]]


def test_a_visitor_sets_up_the_chart_and_finds_it_again(
    page: Page, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    page.goto("/trading/BTC-USDT")
    chart = page.get_by_role("slider", name=re.compile("^Price chart of BTC-USDT, 15 minutes"))
    expect(chart).to_have_attribute("aria-valuetext", re.compile(r"close [\d,]+\.\d\d, (up|down|unchanged)"))

    page.get_by_role("button", name="1h, 1 hour").click()
    page.get_by_role("button", name="Candles").click()
    page.get_by_role("button", name="Heikin-Ashi").click()
    page.get_by_role("button", name="Indicators").click()
    page.get_by_role("combobox", name="Add indicator").click()
    page.get_by_role("option", name="Bollinger bands").click()
    # The next list has the same entries, and this one takes a moment to go.
    expect(page.get_by_role("listbox")).to_have_count(0)
    page.get_by_role("combobox", name="Add indicator").click()
    page.get_by_role("option", name="Relative strength index").click()
    expect(page.get_by_role("button", name="Remove RSI 14")).to_be_visible()
    check_accessibility()
    page.keyboard.press("Escape")

    page.reload()
    expect(page.get_by_role("button", name="1h, 1 hour", pressed=True)).to_be_visible()
    expect(page.get_by_role("button", name="Heikin-Ashi")).to_be_visible()
    expect(page.get_by_text("RSI 14")).to_be_visible()
    expect(page.get_by_text("BB 20 2")).to_be_visible()

    with page.expect_download() as download:
        page.get_by_role("button", name="Save as image").click()
    assert re.fullmatch(r"BTC-USDT-1h-\d{4}-\d\d-\d\d\.png", download.value.suggested_filename)
    page.get_by_role("button", name="Show as table").click()
    expect(page.get_by_role("table", name="BTC-USDT, 1 hour candles").get_by_role("row")).to_have_count(201)
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Full screen").click()
    expect(page.get_by_role("button", name="Exit full screen")).to_be_visible()
    box = page.get_by_role("region", name="Chart of BTC-USDT").bounding_box()
    assert box
    assert (box["x"], box["y"], box["width"]) == (0, 0, WIDE["width"])
    page.get_by_role("button", name="Exit full screen").click()
    expect(page.get_by_role("button", name="Full screen")).to_be_visible()
    assert browser_errors == []


def test_scrolling_back_loads_what_was_before(page: Page, browser_errors: list[str]) -> None:
    page.goto("/trading/BTC-USDT")
    chart = page.get_by_role("slider", name=re.compile("^Price chart"))
    expect(chart).to_have_attribute("aria-valuemax", "299")
    chart.focus()

    with page.expect_response(re.compile(r"/candles\?.*to=")):
        page.keyboard.press("Home")

    page.keyboard.press("ArrowRight")
    expect(chart).to_have_attribute("aria-valuemax", "1299")
    assert browser_errors == []


def test_a_trader_moves_an_order_on_the_chart(
    page: Page, context: BrowserContext, market: Exchange, browser_errors: list[str]
) -> None:
    trader = Trader(context, market)
    price = trader.place_bid(share_of_last=Decimal("0.99"))
    page.goto("/trading/BTC-USDT")
    grip = page.get_by_role("slider", name="Buy 0.01 BTC")
    expect(grip).to_have_attribute("aria-valuetext", f"{price.normalize():,f} USDT")

    grip.focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Escape")
    assert trader.open_prices() == [price]

    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Enter")
    moved = price - 11 * TICK
    expect(page.get_by_role("row").filter(has_text=f"{moved.normalize():,f}")).to_be_visible()
    assert trader.open_prices() == [moved]

    box = grip.bounding_box()
    assert box
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y + 40, steps=5)
    with page.expect_response(re.compile(r"/v1/order/\d+$")) as amended:
        page.mouse.up()
        page.get_by_role("button", name="Confirm", exact=True).click()
    dragged = Decimal(amended.value.json()["order"]["price"])
    assert dragged < moved
    assert dragged % TICK == 0
    expect(grip).to_have_attribute("aria-valuetext", f"{dragged.normalize():,f} USDT")
    assert trader.open_prices() == [dragged]
    assert browser_errors == []


def test_the_trading_data_of_a_pair_can_be_shared(
    page: Page, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    page.goto("/markets/trading-data")
    volume = page.get_by_role("slider", name="Taker volume")
    expect(volume).to_have_attribute("aria-valuetext", re.compile("Bought .* BTC, Sold .* BTC"))

    page.get_by_role("combobox", name="Pair").click()
    page.get_by_role("combobox", name="Pair").fill("eth-btc")
    page.get_by_role("option", name="ETH-BTC").click()
    page.get_by_role("button", name="4h, 4 hours").click()
    expect(page).to_have_url(re.compile(r"\?symbol=ETH-BTC&period=4h$"))
    page.reload()
    expect(volume).to_have_attribute("aria-valuetext", re.compile("Bought .* ETH"))
    volume.focus()
    page.keyboard.press("Home")
    expect(page.get_by_role("slider", name="Aggressor ratio")).to_have_attribute("aria-valuenow", "0")
    for size in (NARROW, WIDE):
        page.set_viewport_size(size)
        assert page.evaluate(OVERFLOW) == 0
        check_accessibility()
    assert browser_errors == []
