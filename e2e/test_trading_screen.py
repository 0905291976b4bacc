"""The trading screen: by keyboard alone, on a phone, over a network that fails, with a session that ends."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize, expect

from e2e.conftest import WIDE, Exchange, opened_at, wait_until
from e2e.test_orders import OVERFLOW, PASSWORD, Trader, form_of, join, on_ticks, sign_in

CheckAccessibility = Callable[[], None]
PHONE: ViewportSize = {"width": 390, "height": 844}
LOW: ViewportSize = {"width": 1280, "height": 800}
FILLS_THE_WINDOW = "document.documentElement.scrollHeight === innerHeight"


@pytest.fixture
def context(market_context: BrowserContext) -> BrowserContext:
    return market_context


@pytest.fixture
def phone(browser: Browser, market: Exchange) -> Iterator[BrowserContext]:
    with opened_at(browser, market, viewport=PHONE, has_touch=True, is_mobile=True) as opened:
        yield opened


def orders_of(page: Page) -> Locator:
    return page.get_by_role("region", name="Your orders")


def press(page: Page, control: Locator) -> None:
    control.focus()
    expect(control).to_be_focused()
    page.keyboard.press("Enter")


def test_a_pair_and_a_price_are_found_by_keyboard_alone(
    page: Page, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    page.goto("/trading")
    # Nobody waits for a screen whose keys they know: what is pressed while it loads counts.
    page.keyboard.type("/eth")
    search = page.get_by_role("searchbox")
    expect(search).to_be_focused()
    expect(search).to_have_value("eth")
    check_accessibility()
    page.keyboard.type("/us")
    page.keyboard.press("Enter")
    expect(page).to_have_url(re.compile("/trading/ETH-USDT$"))
    expect(page.get_by_role("heading", level=1, name="ETH-USDT")).to_be_visible()

    page.get_by_role("table", name="Prices and amounts").locator("button[tabindex='0']").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Shift+Enter")
    expect(form_of(page).get_by_label("Amount", exact=True)).not_to_have_value("")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    check_accessibility()
    assert browser_errors == []


def test_a_trader_places_moves_and_cancels_an_order_by_keyboard_alone(
    page: Page, context: BrowserContext, market: Exchange, browser_errors: list[str]
) -> None:
    trader = join(context, market, "kim", "USDT")
    page.goto("/trading/ETH-USDT")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    price, amount = form_of(page).get_by_label("Price"), form_of(page).get_by_label("Amount", exact=True)
    expect(price).not_to_have_value("")
    page.keyboard.press("b")
    expect(price).to_be_focused()
    below = on_ticks(trader.find_last_price("ETH-USDT") * Decimal("0.9"))
    price.fill(below)
    expect(price).to_have_value(below)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowUp")
    wanted = Decimal(below) + Decimal("0.09")
    expect(price).to_have_value(str(wanted))
    page.keyboard.press("Tab")
    expect(amount).to_be_focused()
    page.keyboard.type("0.3")
    page.keyboard.press("Enter")
    expect(form_of(page).get_by_text(re.compile(r"^Buy 0\.3 ETH at "))).to_be_visible()
    expect(form_of(page).get_by_role("button", name="Confirm: buy ETH")).to_be_focused()
    page.keyboard.press("Enter")
    # The order is told before its answer is there; what the answer does to the form comes last.
    expect(amount).to_have_value("")
    expect(amount).to_be_focused()
    row = orders_of(page).get_by_role("row", name=re.compile("Buy Limit"))
    expect(row).to_contain_text(f"{wanted.normalize():,f}")

    change = row.get_by_role("button", name="Change the buy order in ETH-USDT")
    press(page, change)
    expect(page.get_by_label("New price for the ETH-USDT order")).to_be_focused()
    page.get_by_label("New amount for the ETH-USDT order").fill("0.2")
    page.keyboard.press("Enter")
    expect(change).to_be_focused()
    grip = page.get_by_role("slider", name="Buy 0.2 ETH")
    grip.focus()
    page.keyboard.press("Shift+ArrowUp")
    expect(grip).to_have_attribute("aria-valuetext", re.compile("Press Enter to move the order"))
    page.keyboard.press("Enter")
    expect(row).to_contain_text(f"{(wanted + Decimal('0.1')).normalize():,f}")
    press(page, row.get_by_role("button", name="Cancel the buy order in ETH-USDT"))
    expect(orders_of(page).get_by_text("No open orders")).to_be_visible()
    assert browser_errors == []


def test_the_screen_fills_the_window_and_keeps_its_arrangement(
    page: Page, browser_errors: list[str], check_accessibility: CheckAccessibility
) -> None:
    page.goto("/trading/BTC-USDT")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    for size in (LOW, WIDE):
        page.set_viewport_size(size)
        for kind in ("Market", "Limit"):
            form_of(page).get_by_role("button", name=kind, exact=True).click()
            expect(form_of(page).get_by_role("link", name="Sign in to trade")).to_be_in_viewport(ratio=1)
    for width in (1280, 1440, 2560):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERFLOW) == 0
        wait_until(page, lambda: bool(page.evaluate(FILLS_THE_WINDOW)))
    edge = page.get_by_role("separator", name="Order book width")
    # The widest it is by itself; it is measured a moment after the window has changed.
    before = 360
    expect(edge).to_have_attribute("aria-valuenow", str(before))
    edge.focus()
    page.keyboard.press("ArrowLeft")
    expect(edge).to_have_attribute("aria-valuenow", str(before + 16))
    box = edge.bounding_box()
    assert box
    page.mouse.move(box["x"] + 4, 400)
    page.mouse.down()
    page.mouse.move(box["x"] - 46, 400, steps=4)
    page.mouse.up()
    expect(edge).to_have_attribute("aria-valuenow", str(before + 66))

    page.get_by_role("button", name="Customize layout").click()
    arrange = page.get_by_role("dialog", name="Customize layout")
    arrange.get_by_text("Trades", exact=True).click()
    arrange.get_by_label("Layout name").fill("Only the book")
    page.keyboard.press("Enter")
    check_accessibility()
    arrange.get_by_role("button", name="Reset to default layout").click()
    page.keyboard.press("Escape")
    page.reload()
    expect(page.get_by_role("region", name="Trades")).to_be_visible()
    page.get_by_role("button", name="Customize layout").click()
    page.get_by_role("button", name="Only the book", exact=True).click()
    expect(page.get_by_role("region", name="Trades")).to_have_count(0)
    expect(edge).to_have_attribute("aria-valuenow", str(before + 66))
    assert browser_errors == []


def test_a_network_failure_is_shown_and_recovered(
    page: Page, context: BrowserContext, *, market: Exchange, check_accessibility: CheckAccessibility
) -> None:
    trader = join(context, market, "nora", "USDT")
    page.goto("/trading/ETH-USDT")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    book = page.get_by_role("region", name="Order book")
    expect(book.locator("[data-side=bids]")).not_to_have_count(0)
    below = on_ticks(trader.find_last_price("ETH-USDT") * Decimal("0.9"))
    expect(orders_of(page).get_by_text("No open orders")).to_be_visible()
    trader.place(symbol="ETH-USDT", side="buy", type="limit", price=below, quantity="0.3")
    waiting = orders_of(page).get_by_role("row", name=re.compile("Buy Limit"))
    expect(waiting).to_have_count(1)

    context.set_offline(True)
    expect(page.get_by_text("Offline", exact=True)).to_be_visible()
    expect(book.get_by_text("Stale")).to_be_visible()
    expect(book.locator("[data-side=bids]")).not_to_have_count(0)
    expect(form_of(page).get_by_text("Live prices are interrupted.", exact=False)).to_be_visible()
    check_accessibility()
    context.set_offline(False)
    trader.place(symbol="ETH-USDT", side="buy", type="limit", price=below, quantity="0.3")

    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    expect(book.get_by_text("Stale")).to_have_count(0)
    expect(waiting).to_have_count(2)


def test_chunks_that_fail_to_load_show_an_error_in_place_and_recover(
    page: Page, context: BrowserContext, check_accessibility: CheckAccessibility
) -> None:
    parts = re.compile(r"/assets/(price-chart|live-form|hotkey-help)-.*\.js")
    context.route(parts, lambda route: route.abort("connectionfailed"))
    page.goto("/trading/BTC-USDT")
    missing = page.get_by_text("Couldn’t load this")

    expect(page.get_by_role("region", name="Order book").locator("[data-side=bids]")).not_to_have_count(0)
    expect(missing).to_have_count(2)
    check_accessibility()
    page.keyboard.press("?")
    expect(page.get_by_text("Couldn’t open this")).to_be_visible()

    context.unroute(parts)
    expect(missing).to_have_count(0)
    expect(page.get_by_role("region", name="Chart of BTC-USDT").locator("canvas")).not_to_have_count(0)
    expect(form_of(page).get_by_role("link", name="Sign in to trade")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()


def test_a_session_revoked_elsewhere_ends_here_with_a_message(
    page: Page, context: BrowserContext, market: Exchange
) -> None:
    trader = Trader(context.request, market, "saul@example.org")
    sign_in(context, market, trader)
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.goto("/trading/BTC-USDT")
    form = form_of(page)
    expect(form.get_by_role("button", name="Buy BTC", exact=True)).to_be_visible()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    validations: list[str] = []
    page.on("request", lambda request: validations.append(request.url) if "validate" in request.url else None)
    # The socket of the client is there a moment after the page.
    wait_until(page, lambda: any('"orders"' in frame for frame in sent))

    login = {"login": "saul@example.org", "password": PASSWORD}
    token = context.request.post(f"{market.url}/api/v1/token", data=login).json()["raw_token"]
    ended = context.request.delete(f"{market.url}/api/v1/client/sessions", headers={"X-Token": token})
    assert ended.status == 204, ended.text()

    expect(page.get_by_text("You have been signed out")).to_have_count(1)
    expect(form.get_by_role("link", name="Sign in to trade")).to_be_visible()
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    expect(page).to_have_url(re.compile("/trading/BTC-USDT$"))
    assert len(validations) <= 2


def test_on_a_phone_panels_come_one_at_a_time_and_the_form_as_a_sheet(
    phone: BrowserContext, market: Exchange
) -> None:
    trader = join(phone, market, "petra", "USDT")
    page = phone.new_page()
    page.goto("/trading/ETH-USDT")
    expect(page.get_by_text("Live", exact=True)).to_be_visible()
    for tab, panel in {"Book": "Order book", "Trades": "Trades", "Chart": "Chart of ETH-USDT"}.items():
        page.get_by_role("tab", name=tab, exact=True).first.tap()
        expect(page.get_by_role("region", name=panel)).to_be_visible()
        assert page.evaluate(OVERFLOW) == 0, tab

    sheet = page.get_by_role("dialog", name="Order")
    page.get_by_role("tab", name="Book", exact=True).tap()
    page.get_by_role("region", name="Order book").locator("[data-side=asks] [data-part=size]").last.tap()
    expect(sheet.get_by_label("Price")).not_to_have_value("")
    expect(sheet.get_by_label("Amount", exact=True)).not_to_have_value("")
    sheet.get_by_role("button", name="Close").tap()
    expect(sheet).to_be_hidden()

    page.get_by_role("button", name="Buy ETH").tap()
    sheet.get_by_label("Price").fill(on_ticks(trader.find_last_price("ETH-USDT") * Decimal("0.9")))
    sheet.get_by_label("Amount", exact=True).fill("0.3")
    assert page.evaluate(OVERFLOW) == 0
    sheet.get_by_role("button", name="Buy ETH", exact=True).tap()
    sheet.get_by_role("button", name="Confirm: buy ETH").tap()
    expect(page.get_by_text("Order placed: Buy 0.3 ETH")).to_be_visible()
    sheet.get_by_role("button", name="Close").tap()
    expect(orders_of(page).get_by_text("Limit")).to_be_visible()
    page.set_viewport_size({"width": 360, "height": 740})
    assert page.evaluate(OVERFLOW) == 0
