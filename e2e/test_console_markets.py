"""The people who keep the markets and the money: coins, pairs, movements by hand, the engine's health."""

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from e2e.conftest import Exchange
from e2e.test_console import PASSWORD, Console

pytestmark = pytest.mark.usefixtures("consent")


@pytest.fixture
def console(page: Page, exchange: Exchange, check_accessibility: Callable[[], None]) -> Console:
    return Console(page, exchange, check_accessibility)


@pytest.fixture
def second_console(browser: Browser, exchange: Exchange) -> Iterator[Console]:
    """A colleague at another machine."""
    context = browser.new_context(base_url=exchange.url, viewport={"width": 1440, "height": 900})
    yield Console(context.new_page(), exchange, lambda: None)
    context.close()


def add_coin(console: Console, symbol: str, name: str) -> None:
    page = console.page
    console.go_to("Coins")
    page.get_by_role("button", name="Add coin").click()
    dialog = page.get_by_role("dialog", name="Add coin")
    dialog.get_by_label("Symbol").fill(symbol)
    dialog.get_by_label("Decimals").fill("6")
    dialog.get_by_label("Supply").fill("1000000")
    dialog.get_by_label("Name", exact=True).fill(name)
    dialog.get_by_role("button", name="List coin").click()
    expect(page.get_by_role("row", name=re.compile(f"{symbol} ?{name}"))).to_be_visible()


def choose(page: Page, label: str, option: str) -> None:
    page.get_by_role("combobox", name=label).click()
    page.get_by_role("option", name=re.compile(rf"^{option}\b")).click()
    # The next list may have the same entries, and this one takes a moment to go.
    expect(page.get_by_role("listbox")).to_have_count(0)


def test_a_coin_and_a_pair_are_listed_and_the_pair_is_halted_and_trades_again(
    page: Page, console: Console, exchange: Exchange, browser_errors: list[str]
) -> None:
    console.enter("mara", "admin")
    add_coin(console, "PEARL", "Pearl")
    add_coin(console, "CORAL", "Coral")
    console.check_screen()

    console.go_to("Markets")
    page.get_by_role("button", name="Add pair").click()
    dialog = page.get_by_role("dialog", name="Add pair")
    choose(page, "Base coin", "PEARL")
    choose(page, "Quote coin", "CORAL")
    for label, figure in {
        "Reference price": "2",
        "Tick size": "0.01",
        "Quantity step": "0.0001",
        "Minimum quantity": "0.0001",
        "Maximum quantity": "1000",
    }.items():
        dialog.get_by_label(label).fill(figure)
    console.check_screen()
    dialog.get_by_role("button", name="List pair").click()
    expect(page.get_by_role("heading", level=1, name="PEARL-CORAL")).to_be_visible()
    expect(page.get_by_text("No trades yet")).to_be_visible()
    console.check_screen()

    page.get_by_role("button", name="Halt", exact=True).click()
    question = page.get_by_role("dialog", name="Halt PEARL-CORAL?")
    expect(question.get_by_text("Open orders keep their reserved funds")).to_be_visible()
    question.get_by_role("button", name="Halt", exact=True).click()
    expect(page.get_by_text("Halted: clients can’t place, change or cancel orders.")).to_be_visible()
    exchange.wait_for("/api/v1/pairs/PEARL-CORAL", lambda pair: pair["status"] == "halted")

    page.get_by_role("button", name="Resume trading").click()
    page.get_by_role("dialog").get_by_role("button", name="Resume trading").click()
    expect(page.get_by_text("Clients can place, change and cancel orders.")).to_be_visible()
    exchange.wait_for("/api/v1/pairs/PEARL-CORAL", lambda pair: pair["status"] == "trading")

    page.get_by_label("Price band").fill("10")
    page.get_by_role("button", name="Review changes").click()
    question = page.get_by_role("dialog", name="Change rules of PEARL-CORAL?")
    expect(question.get_by_role("definition")).to_have_text(["20%10%"])
    question.get_by_role("button", name="Change rules").click()
    expect(question).to_be_hidden()
    exchange.wait_for("/api/v1/pairs/PEARL-CORAL", lambda pair: pair["price_band"] == "0.1")

    page.get_by_role("link", name="All markets").click()
    page.get_by_label("Search pairs").fill("pearl")
    expect(page.get_by_role("table").get_by_role("row")).to_have_count(2)
    expect(page).to_have_url(re.compile(r"\?q=pearl$"))
    console.check_screen()
    assert browser_errors == []


def propose(console: Console, coin: str, amount: str, reason: str) -> None:
    """Fill in the open form and send it; what one proposed is shown, but cannot be decided by oneself."""
    page = console.page
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("combobox", name="Coin").fill(coin)
    page.get_by_role("option", name=re.compile(rf"^{coin}\b")).click()
    dialog.get_by_label("Amount").fill(amount)
    dialog.get_by_label("Reason").fill(reason)
    dialog.get_by_role("button", name="Propose").click()
    expect(page.get_by_text("You proposed this, so someone else must decide.")).to_be_visible()
    expect(page.get_by_role("button", name="Approve")).to_have_count(0)


def approve(console: Console, proposal: str) -> None:
    page = console.page
    console.go_to("Ledger")
    page.get_by_role("link", name=re.compile(proposal)).click()
    page.get_by_role("button", name="Approve").click()
    page.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(page.get_by_text("Already decided.")).to_be_visible()
    expect(page.get_by_role("region", name="Case").get_by_text("Done")).to_be_visible()


def test_money_moves_by_hand_when_two_people_agree(
    page: Page, console: Console, second_console: Console, exchange: Exchange, browser_errors: list[str]
) -> None:
    client_id, _ = exchange.register(page.request, "pia@example.org", PASSWORD)
    console.enter("nora", "admin")
    second_console.enter("theodor", "treasury")
    add_coin(console, "SHELL", "Shell")

    console.go_to("Ledger")
    page.get_by_role("button", name="Fund treasury").click()
    page.get_by_label("Received through").fill("bank")
    console.check_screen()
    propose(console, "SHELL", "500", "Starting capital")
    console.check_screen()
    approve(second_console, r"\+500 SHELL")

    page.goto(f"/operator/clients/{client_id}")
    page.get_by_role("main").get_by_role("link", name="Ledger", exact=True).click()
    expect(page.get_by_text("No balances yet")).to_be_visible()
    expect(page.get_by_text("No transactions yet")).to_be_visible()
    page.get_by_role("button", name="Propose adjustment").click()
    propose(console, "SHELL", "25.5", "Goodwill after the outage")
    approve(second_console, r"\+25\.5 SHELL")

    page.goto(f"/operator/clients/{client_id}/ledger")
    accounts = page.get_by_role("table", name="Client accounts")
    expect(accounts.get_by_role("row", name=re.compile("SHELL Available 25.5 SHELL"))).to_be_visible()
    transactions = page.get_by_role("table", name="Transactions, newest first")
    expect(transactions.get_by_role("row", name=re.compile(r"Adjustment \+25\.5 SHELL"))).to_be_visible()
    console.check_screen()

    page.goto("/operator/ledger/house")
    expect(page.get_by_role("row", name=re.compile("SHELL Treasury 474.5 SHELL"))).to_be_visible()
    console.check_screen()
    console.go_to("Engine")
    page.get_by_role("button", name="Check ledger").click()
    expect(page.get_by_text("Ledger OK.")).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^SHELL"))).to_contain_text("OK")
    console.check_screen()
    assert browser_errors == []
