"""An order outlives its form: a closed sheet, a turned phone or a reload loses neither it nor its outcome."""

import re
from collections.abc import Iterator
from decimal import Decimal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route, ViewportSize, expect

from e2e.conftest import Exchange, opened_at, wait_until
from e2e.test_orders import Trader, join, on_ticks

UPRIGHT: ViewportSize = {"width": 390, "height": 844}
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
ORDER_CALLS = re.compile(r"/api/v1/order(\?.*)?$")


@pytest.fixture
def context(browser: Browser, market: Exchange) -> Iterator[BrowserContext]:
    with opened_at(browser, market, viewport=UPRIGHT, has_touch=True, is_mobile=True) as opened:
        yield opened


def open_sheet(page: Page) -> Locator:
    page.get_by_role("button", name="Buy ETH").tap()
    return page.get_by_role("dialog", name="Order")


def fill_in(sheet: Locator, trader: Trader) -> None:
    sheet.get_by_label("Price").fill(on_ticks(trader.find_last_price("ETH-USDT") * Decimal("0.9")))
    sheet.get_by_label("Amount", exact=True).fill("0.3")


def send(sheet: Locator) -> None:
    sheet.get_by_role("button", name="Buy ETH", exact=True).tap()
    sheet.get_by_role("button", name="Confirm: buy ETH").tap()


def test_the_outcome_is_shown_though_the_sheet_was_closed_while_the_order_was_pending(
    page: Page, context: BrowserContext, market: Exchange
) -> None:
    trader = join(context, market, "dora", "USDT")
    held: list[Route] = []
    page.route(
        ORDER_CALLS,
        lambda route: held.append(route) if route.request.method == "POST" else route.continue_(),
    )
    page.goto("/trading/ETH-USDT")
    sheet = open_sheet(page)
    fill_in(sheet, trader)
    with page.expect_request(lambda request: request.method == "POST" and "/v1/order" in request.url):
        send(sheet)
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()

    held[0].continue_()

    expect(page.get_by_text("Order placed", exact=False)).to_be_visible()


def test_an_order_draft_survives_rotation_and_reload(
    page: Page, context: BrowserContext, market: Exchange
) -> None:
    trader = join(context, market, "tara", "USDT")
    page.goto("/trading/ETH-USDT")
    fill_in(open_sheet(page), trader)
    page.set_viewport_size(ON_ITS_SIDE)
    form = page.get_by_role("form", name="Order")
    expect(form.get_by_label("Amount", exact=True)).to_have_value("0.3")
    # The first edit loads what stores it.
    wait_until(page, lambda: bool(page.evaluate("""JSON.stringify(localStorage).includes("order-desk")""")))

    page.reload()

    expect(form.get_by_label("Amount", exact=True)).to_have_value("0.3")


def test_an_order_whose_answer_was_lost_is_found_after_a_reload_of_any_page(
    page: Page, context: BrowserContext, market: Exchange
) -> None:
    trader = join(context, market, "liv", "USDT")

    def lose_the_answer(route: Route) -> None:
        if route.request.method == "POST":
            route.fetch()
        route.abort("connectionreset")

    page.route(ORDER_CALLS, lose_the_answer)
    page.goto("/trading/ETH-USDT")
    sheet = open_sheet(page)
    fill_in(sheet, trader)
    send(sheet)
    expect(sheet.get_by_text("No response yet.", exact=False)).to_be_visible()

    page.unroute(ORDER_CALLS)
    page.goto("/personal/dashboard")

    expect(page.get_by_text("Order placed", exact=False)).to_be_visible()
    assert len(trader.get("/v1/order?status=open")["items"]) == 1
