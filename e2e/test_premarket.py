"""A coin is traded before its listing: staff run the pre-market, one client sells, another buys."""

import itertools
import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from decimal import Decimal
from typing import Any, NamedTuple

import pyotp
import pytest
from playwright.sync_api import APIRequestContext, Browser, Page, Playwright, expect

from clearwater.kit.clock import SystemClock
from clearwater.kit.fields import mask_email
from e2e.conftest import WIDE, Exchange, opened_at, run_axe, running, wait_until
from e2e.test_console import Console
from e2e.test_console_markets import add_coin
from e2e.test_orders import Trader, send, sign_in

DAY_SECONDS = 24 * 3600
TERMS: dict[str, Any] = {
    "price_decimals": 4,
    "tick_size": "0.01",
    "step_size": "1",
    "min_quantity": "10",
    "max_quantity": "10000",
    "max_exposure": "50000",
}
# A delivery that would begin before the approval is refused, and a busy machine may be slow to approve.
LEADS_SECONDS = (3, 10, 30)
# The window of a minute, and time to spare.
WINDOW_TIMEOUT_MS = 120_000
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
LOGINS = (f"colleague-{number}" for number in itertools.count(1))


def seconds_now() -> int:
    return int(SystemClock().now().timestamp())


class Staff:
    """A member of staff without the screens."""

    def __init__(self, calls: APIRequestContext, exchange: Exchange) -> None:
        self._calls = calls
        self._url = exchange.url
        login = next(LOGINS)
        printed = exchange.command("staff", "create", "--login", login, "--role", "admin")
        created = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
        code = pyotp.TOTP(created["totp"]).now()
        credentials = {"login": login, "password": created["password"], "totp": code}
        signed_in = calls.post(f"{self._url}/api/operator/token", data=credentials)
        assert signed_in.status == 201, signed_in.text()
        self._headers = {"X-Operator-Token": signed_in.json()["raw_token"]}

    def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> dict[str, Any]:
        answered = self._calls.fetch(
            f"{self._url}/api/operator{path}", method=method, data=body, headers=self._headers
        )
        assert answered.ok, (path, answered.text())
        found: dict[str, Any] = answered.json()
        return found


Colleagues = tuple[Staff, Staff]


class Person(NamedTuple):
    """A client in a browser of their own."""

    page: Page
    trader: Trader
    email: str

    def balance(self, coin: str) -> Decimal:
        items = self.trader.get("/v1/assets")["items"]
        return next((Decimal(item["available"]) for item in items if item["symbol"] == coin), Decimal(0))


class Promise(NamedTuple):
    """Both sides of a contract that the seller will not keep."""

    seller: Person
    buyer: Person
    protection_before: Decimal


@pytest.fixture(scope="module")
def venue() -> Iterator[Exchange]:
    """An exchange of its own: its levels require a balance alone, so that three clients have three levels."""
    with running({"CLEARWATER_DEMO": "true", "CLEARWATER_DEMO_RATE": "1"}) as started:
        # From then on no seller of the demo defaults.
        started.wait_for("/api/v1/premarkets?status=settled", lambda settled: settled["items"] != [])
        for level, balance in (("starter", "100"), ("advanced", "15000")):
            needed = ("--no-kyc", "--no-two-factor", "--volume", "0", "--balance", balance)
            started.command("level", "set", "localhost", level, *needed)
        yield started


@pytest.fixture(scope="module")
def calls(playwright: Playwright) -> Iterator[APIRequestContext]:
    made = playwright.request.new_context()
    yield made
    made.dispose()


@pytest.fixture
def colleagues(calls: APIRequestContext, venue: Exchange) -> Colleagues:
    """For each test other people: those who signed in long ago would have to confirm their identity again."""
    return Staff(calls, venue), Staff(calls, venue)


class Entrance:
    """Where clients come in, each in a browser of their own."""

    def __init__(self, browser: Browser, calls: APIRequestContext, venue: Exchange) -> None:
        self._browser = browser
        self._calls = calls
        self._venue = venue
        self._stack = ExitStack()

    def enter(self, name: str, *coins: str) -> Person:
        """With play money of some coins."""
        email = f"{name}@example.org"
        trader = Trader(self._calls, self._venue, email)
        for coin in coins:
            trader.take_play_money(coin)
        context = self._stack.enter_context(opened_at(self._browser, self._venue, viewport=WIDE))
        sign_in(context, self._venue, trader)
        return Person(context.new_page(), trader, email)

    def close(self) -> None:
        self._stack.close()


@pytest.fixture
def entrance(browser: Browser, calls: APIRequestContext, venue: Exchange) -> Iterator[Entrance]:
    made = Entrance(browser, calls, venue)
    yield made
    made.close()


@pytest.fixture(scope="module")
def promise(browser: Browser, calls: APIRequestContext, venue: Exchange) -> Iterator[Promise]:
    """A contract whose window of a minute passes while the tests before the last one run."""
    colleagues = Staff(calls, venue), Staff(calls, venue)
    entrance = Entrance(browser, calls, venue)
    seller, buyer = entrance.enter("silas", "USDT", "BTC"), entrance.enter("beth", "USDT")
    open_premarket(colleagues[0], "PERL", window_minutes=1)
    give(colleagues, seller, "PERL", "20")
    venue.wait_for("/api/v1/premarkets/PERL", lambda market: market["status"] == "open")
    for person, side in ((seller, "sell"), (buyer, "buy")):
        placed = calls.post(
            f"{venue.url}/api/v1/premarkets/PERL/orders",
            data={"side": side, "price": "2", "quantity": "50"},
            headers={"X-Token": person.trader.token, "Idempotency-Key": f"perl-{side}"},
        )
        assert placed.status == 201, placed.text()
        person.page.goto("/pre-market/detail/PERL")
        expect(person.page.get_by_role("tab", name="Contracts")).to_be_visible()
    before = Decimal(colleagues[0].ask("GET", "/premarkets/PERL")["protection_balance"])
    deliver_soon(colleagues, "PERL")
    yield Promise(seller, buyer, before)
    entrance.close()


@contextmanager
def console_of(browser: Browser, venue: Exchange, login: str) -> Iterator[Console]:
    with opened_at(browser, venue, viewport=WIDE) as context:
        page = context.new_page()
        console = Console(page, venue, lambda: run_axe(page))
        console.enter(login, "admin")
        yield console


def check_screen(page: Page) -> None:
    """Nothing for axe, and on a phone nothing scrolls sideways."""
    run_axe(page)
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate(OVERFLOW) <= 0, page.url
    page.set_viewport_size(WIDE)


def open_premarket(staff: Staff, symbol: str, *, window_minutes: int = 240) -> None:
    """A listed coin whose pre-market opens within seconds."""
    face = {"name": symbol.title(), "icon": None, "position": 90}
    switches = {"deposit": False, "withdraw": False, "trading": False}
    staff.ask("POST", "/coins", {"symbol": symbol, "decimals": 6, "supply": "1000000000", **face, **switches})
    now = seconds_now()
    times = {"opens_at": now, "closes_at": now + 7 * DAY_SECONDS, "window_minutes": window_minutes}
    staff.ask("POST", "/premarkets", {"symbol": symbol, **times, **TERMS})


def give(colleagues: Colleagues, person: Person, coin: str, amount: str) -> None:
    """Fund the treasury and credit the client; each takes two people."""
    client = person.trader.get("/bff/auth/user")["client"]["id"]
    first, second = colleagues
    common = {"coin": coin, "amount": amount, "reason": "For a delivery"}
    for draft in (
        {"kind": "funding", "client_id": None, "network": "demo", **common},
        {"kind": "adjustment", "client_id": client, "network": None, **common},
    ):
        proposal = first.ask("POST", "/ledger/proposals", draft)
        second.ask("POST", f"/ledger/proposals/{proposal['id']}/approve")


def deliver_soon(colleagues: Colleagues, symbol: str) -> None:
    """Let delivery begin within seconds, which the console's field of a minute cannot express."""
    first, second = colleagues
    decided: dict[str, Any] = {}
    for lead in LEADS_SECONDS:
        draft = {"kind": "list", "delivery_at": seconds_now() + lead, "note": "As the issuer asked"}
        proposal = first.ask("POST", f"/premarkets/{symbol}/proposals", draft)
        decided = second.ask("POST", f"/premarkets/proposals/{proposal['id']}/approve")
        if decided["status"] == "done":
            return
    raise AssertionError(decided)


def fill_in(page: Page, side: str, price: str, amount: str) -> None:
    form = page.get_by_role("form", name="Order")
    form.get_by_text(side, exact=True).click()
    form.get_by_role("textbox", name="Price").fill(price)
    form.get_by_role("textbox", name="Amount").fill(amount)


def create_in_console(console: Console, symbol: str) -> None:
    """List the coin, add its pre-market for next year, and open it now."""
    page = console.page
    add_coin(console, symbol, symbol.title())
    console.go_to("Pre-markets")
    page.get_by_role("button", name="Add pre-market").click()
    dialog = page.get_by_role("dialog", name="Add pre-market")
    dialog.get_by_role("combobox", name="Coin", exact=True).fill(symbol)
    page.get_by_role("option", name=re.compile(f"^{symbol}")).click()
    year = SystemClock().now().year + 1
    dialog.get_by_label("Opens").fill(f"01/02/{year}")
    dialog.get_by_label("Closes").fill(f"02/02/{year}")
    expect(dialog.get_by_label("Delivery window")).to_have_value("240")
    check_screen(page)
    dialog.get_by_role("button", name="Add pre-market").click()
    expect(page.get_by_role("heading", level=1, name=f"Pre-market of {symbol}")).to_be_visible()
    page.get_by_role("button", name="Open now").click()
    page.get_by_role("dialog").get_by_role("button", name="Open now").click()
    expect(page.get_by_label("Stats").get_by_text("Open", exact=True)).to_be_visible()
    console.check_screen()


def propose_and_approve(first: Page, second: Page, symbol: str, button: str) -> None:
    """One proposes and cannot decide; the colleague approves."""
    first.goto(f"/operator/pre-markets/{symbol}")
    first.get_by_role("button", name=button).click()
    dialog = first.get_by_role("dialog")
    dialog.get_by_label("Note").fill("Agreed with the issuer")
    check_screen(first)
    dialog.get_by_role("button", name="Propose", exact=True).click()
    expect(first.get_by_text("You proposed this, so someone else must decide.")).to_be_visible()
    check_screen(first)

    second.goto("/operator/pre-markets")
    second.get_by_role("button", name="Approve").click()
    check_screen(second)
    second.get_by_role("dialog").get_by_role("button", name="Approve").click()
    expect(second.get_by_text("Approved and executed")).to_be_visible()


def wait_for_email(venue: Exchange, person: Person, sentence: str) -> None:
    wait_until(person.page, lambda: sentence in venue.command("outbox", "--to", person.email))


def sell_and_buy(seller: Person, buyer: Person) -> None:
    """100 are offered, and 40 of them bought by a click into the book."""
    seller.page.goto("/pre-market")
    expect(seller.page.get_by_role("link", name="Nova")).to_be_visible()
    check_screen(seller.page)
    seller.page.get_by_role("link", name="Nova").click()
    fill_in(seller.page, "Sell", "2.5", "100")
    expect(seller.page.get_by_text("You lose your 250 USDT collateral and the 5 USDT fee.")).to_be_visible()
    send(seller.page, "Sell NOVA")
    expect(seller.page.get_by_text("Order placed: sell 100 NOVA at 2.5 USDT")).to_be_visible()
    wait_until(seller.page, lambda: seller.balance("USDT") == Decimal(9745))

    buyer.page.goto("/pre-market/detail/NOVA")
    buyer.page.get_by_role("button", name="2.50").click()
    expect(buyer.page.get_by_role("textbox", name="Price")).to_have_value("2.5")
    buyer.page.get_by_role("textbox", name="Amount").fill("40")
    expect(buyer.page.get_by_text("102 USDT", exact=True)).to_be_visible()
    check_screen(buyer.page)
    send(buyer.page, "Buy NOVA")
    expect(buyer.page.get_by_text("Awaiting listing")).to_be_visible()
    expect(seller.page.get_by_text("Awaiting listing")).to_be_visible()


@pytest.mark.usefixtures("promise")
def test_a_pre_market_from_its_creation_to_the_delivery(
    browser: Browser, venue: Exchange, colleagues: Colleagues, entrance: Entrance
) -> None:
    with console_of(browser, venue, "nadia") as nadia, console_of(browser, venue, "otto") as otto:
        create_in_console(nadia, "NOVA")
        seller, buyer = entrance.enter("sven", "USDT", "BTC"), entrance.enter("bella", "USDT")
        sell_and_buy(seller, buyer)

        propose_and_approve(nadia.page, otto.page, "NOVA", "Propose listing")
        expect(buyer.page.get_by_text("Delivery starts in")).to_be_visible()
        # Trading has ended: the collateral and the fee of the 60 that were not sold are free.
        wait_until(seller.page, lambda: seller.balance("USDT") == Decimal(9898))
        deliver_soon(colleagues, "NOVA")
        expect(seller.page.get_by_text("40 NOVA missing in your balance")).to_be_visible()
        deliver = seller.page.get_by_role("button", name="Deliver now: 40 NOVA")
        expect(deliver).to_be_disabled()
        nadia.page.goto("/operator/pre-markets/NOVA")
        # Lists mask what the search masks.
        expect(nadia.page.get_by_text(mask_email(seller.email))).to_be_visible()
        nadia.check_screen()
        give(colleagues, seller, "NOVA", "50")
        expect(deliver).to_be_enabled()
        check_screen(seller.page)
        deliver.click()
        check_screen(seller.page)
        seller.page.get_by_role("dialog").get_by_role("button", name="Deliver now").click()

    expect(seller.page.get_by_text("Delivered", exact=True)).to_be_visible()
    expect(seller.page.get_by_text("Received 200 USDT")).to_be_visible()
    expect(buyer.page.get_by_text("Received 40 NOVA")).to_be_visible()
    assert (buyer.balance("NOVA"), seller.balance("NOVA")) == (Decimal(40), Decimal(10))
    # Each side paid a fee of 2 USDT, for what was filled alone.
    assert (buyer.balance("USDT"), seller.balance("USDT")) == (Decimal(9898), Decimal(10098))


def test_a_canceled_pre_market_gives_everything_back(
    browser: Browser, venue: Exchange, colleagues: Colleagues, entrance: Entrance
) -> None:
    open_premarket(colleagues[0], "KELP")
    venue.wait_for("/api/v1/premarkets/KELP", lambda market: market["status"] == "open")
    seller, buyer = entrance.enter("sofia", "USDT", "BTC"), entrance.enter("bruno", "USDT")
    for person, side in ((seller, "Sell"), (buyer, "Buy")):
        person.page.goto("/pre-market/detail/KELP")
        fill_in(person.page, side, "2", "50")
        send(person.page, f"{side} KELP")
    expect(buyer.page.get_by_text("Awaiting listing")).to_be_visible()

    with console_of(browser, venue, "paul") as paul, console_of(browser, venue, "quinn") as quinn:
        propose_and_approve(paul.page, quinn.page, "KELP", "Propose cancellation")

    for person in (seller, buyer):
        expect(person.page.get_by_text("Voided", exact=True)).to_be_visible()
        expect(person.page.get_by_text("Received 102 USDT")).to_be_visible()
        assert person.balance("USDT") == Decimal(10000)
    check_screen(buyer.page)


def test_an_order_is_taken_back_free_of_charge(
    venue: Exchange, colleagues: Colleagues, entrance: Entrance
) -> None:
    open_premarket(colleagues[0], "TIDE")
    venue.wait_for("/api/v1/premarkets/TIDE", lambda market: market["status"] == "open")
    buyer = entrance.enter("bjorn", "USDT")
    buyer.page.goto("/pre-market/detail/TIDE?price=2&quantity=50")
    send(buyer.page, "Buy TIDE")
    buyer.page.get_by_role("tab", name=re.compile("^Orders")).click()
    buyer.page.get_by_role("button", name="Cancel TIDE buy order at 2 USDT").click()
    dialog = buyer.page.get_by_role("dialog", name="Cancel this order?")
    expect(dialog.get_by_text("102 USDT is released. Canceling is free.")).to_be_visible()
    check_screen(buyer.page)
    dialog.get_by_role("button", name="Cancel order").click()

    expect(buyer.page.get_by_text("No orders yet")).to_be_visible()
    assert buyer.balance("USDT") == Decimal(10000)


def test_gates_explain_which_level_is_missing(
    venue: Exchange, colleagues: Colleagues, entrance: Entrance
) -> None:
    open_premarket(colleagues[0], "REEF")
    venue.wait_for("/api/v1/premarkets/REEF", lambda market: market["status"] == "open")
    guest = entrance.enter("gina").page
    guest.goto("/pre-market/detail/REEF?price=2&quantity=50")
    expect(guest.get_by_text("Buying requires the Starter level.")).to_be_visible()
    guest.get_by_role("button", name="Buy REEF").click()
    modal = guest.get_by_role("dialog", name="Access Restricted")
    expect(modal.get_by_text(re.compile("Starter level membership or higher"))).to_be_visible()
    check_screen(guest)

    starter = entrance.enter("stan", "USDT").page
    starter.goto("/pre-market/detail/REEF?side=sell&price=2&quantity=50")
    expect(starter.get_by_text("Selling requires the Advanced level.")).to_be_visible()
    starter.get_by_role("button", name="Sell REEF").click()
    modal = starter.get_by_role("dialog", name="Access Restricted")
    expect(modal.get_by_text(re.compile("Advanced level membership or higher"))).to_be_visible()


def test_a_seller_who_does_not_deliver_pays_the_buyer(
    browser: Browser, venue: Exchange, promise: Promise
) -> None:
    seller, buyer, protection_before = promise
    for person in (seller, buyer):
        ended = person.page.get_by_text("Not delivered", exact=True)
        expect(ended).to_be_visible(timeout=WINDOW_TIMEOUT_MS)
    expect(seller.page.get_by_text("Collateral of 100 USDT lost")).to_be_visible()
    # The payment, the fee, and nine tenths of the collateral.
    expect(buyer.page.get_by_text("Received 192 USDT")).to_be_visible()
    assert (buyer.balance("USDT"), seller.balance("USDT")) == (Decimal(10090), Decimal(9898))
    assert (buyer.balance("PERL"), seller.balance("PERL")) == (Decimal(0), Decimal(20))
    check_screen(seller.page)
    check_screen(buyer.page)

    for person, sentences in (
        (seller, ("Your available balance is 30 PERL short.", "You didn’t deliver PERL", "100 USDT")),
        (buyer, ("A seller didn’t deliver your PERL", "192 USDT")),
    ):
        for sentence in sentences:
            wait_for_email(venue, person, sentence)

    with console_of(browser, venue, "rosa") as rosa:
        rosa.page.goto("/operator/pre-markets/PERL")
        # The last tenth of the collateral.
        protection = rosa.page.get_by_label("Stats").get_by_text(f"{protection_before + 10} USDT")
        expect(protection).to_be_visible()
        expect(rosa.page.get_by_text("Not delivered", exact=True).last).to_be_visible()
        rosa.check_screen()
