"""A price alert from the chart: it fires once the price is there, in the app and by mail."""

import re
from collections.abc import Callable
from decimal import Decimal

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from e2e.conftest import Exchange, wait_until
from e2e.test_orders import Trader, join

# Its whole book is worth less than the play money of one client.
PAIR = "TON-USDT"
EMAIL = "alma@example.org"


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


def test_an_alert_fires_when_the_price_falls(
    page: Page,
    context: BrowserContext,
    *,
    market: Exchange,
    browser_errors: list[str],
    check_accessibility: Callable[[], None],
) -> None:
    client = join(context, market, "alma", "USDT")
    page.goto(f"/trading/{PAIR}")
    price = f"{(client.find_last_price(PAIR) * Decimal('0.99')).quantize(Decimal('0.001')).normalize():f}"
    page.get_by_role("toolbar", name="Chart").get_by_role("button", name="Price alerts").click()
    dialog = page.get_by_role("dialog", name=f"Price alerts for {PAIR}")
    dialog.get_by_label("Price", exact=True).fill(price)
    expect(dialog.get_by_text(f"Alerts when the price falls to {price} or below.")).to_be_visible()
    check_accessibility()
    dialog.get_by_role("button", name="Create alert").click()
    expect(dialog.get_by_text(f"{price} or below", exact=True)).to_be_visible()
    dialog.get_by_role("button", name="Close").click()

    sell_through_the_book(Trader(context.request, market, "solveig@example.org"))

    reached = f"{PAIR} reached {price}"
    expect(page.get_by_role("region", name="Notifications").get_by_text(reached)).to_be_visible()
    bell = page.get_by_role("banner").get_by_role("button", name="Notifications, 1 unread")
    bell.click()
    notices = page.get_by_role("dialog", name="Notifications")
    expect(notices.get_by_role("link", name=re.compile(f"Unread {reached}"))).to_be_visible()
    check_accessibility()
    notices.get_by_role("link", name="Show all notifications").click()
    expect(page).to_have_url(re.compile("/personal/notices$"))
    expect(page.get_by_role("main").get_by_role("link", name=re.compile(reached))).to_be_visible()
    wait_until(page, lambda: reached in market.command("outbox", "--to", EMAIL))
    assert client.get("/v1/price-alerts")["items"] == [], "it fires once"
    assert browser_errors == []


def sell_through_the_book(seller: Trader) -> None:
    """In one order, for the buyers may come back before the next one."""
    amount = sum(Decimal(seller.take_play_money("TON")) for _ in range(10))
    seller.place(symbol=PAIR, side="sell", type="market", quantity=str(amount))
