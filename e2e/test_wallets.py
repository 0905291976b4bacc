"""Clients who move coins: from a chain to the exchange and out again, on nodes that really run."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from e2e.conftest import WIDE, Exchange, opened_at, running
from e2e.wallets import (
    PASSWORD,
    LitecoinNode,
    WalletClient,
    open_withdrawal,
    request_withdrawal,
    start_chains,
)

ZERO_ADDRESS = "0x" + "0" * 40
EVM_ADDRESS = "0x" + "ab" * 20
# Its last character is wrong.
MISTYPED_ADDRESS = "rltc1qx8sw7t594m3ggpq33rqsd8r642v70mmlj9flkd"
AClient = Callable[[str], WalletClient]
CheckAccessibility = Callable[[], None]


@pytest.fixture(scope="module")
def wallet_market() -> Iterator[Exchange]:
    """The demo with its development chains, whose blocks are mined by the stories alone."""
    settings = {
        "CLEARWATER_DEMO": "true",
        "CLEARWATER_DEMO_RATE": "5",
        "CLEARWATER_DEV_CHAINS": "true",
        "CLEARWATER_DEV_BLOCK_SECONDS": "0",
    }
    with running(settings) as started:
        yield started


@pytest.fixture(scope="module")
def litecoin(wallet_market: Exchange) -> LitecoinNode:
    return start_chains(wallet_market)


@pytest.fixture
def context(browser: Browser, wallet_market: Exchange) -> Iterator[BrowserContext]:
    with opened_at(browser, wallet_market, viewport=WIDE) as opened:
        yield opened


@pytest.fixture
def a_client(context: BrowserContext, page: Page, wallet_market: Exchange) -> AClient:
    """Lets somebody join, signed in to the browser."""

    def join(name: str) -> WalletClient:
        client = WalletClient(context.request, wallet_market, name)
        client.sign_in(page)
        return client

    return join


def row_of(page: Page, caption: str, text: str) -> Locator:
    return page.get_by_role("table", name=caption).get_by_role("row").filter(has_text=text)


def test_a_client_deposits_test_usdt_buys_ltc_and_withdraws_it_to_a_wallet(
    page: Page,
    a_client: AClient,
    litecoin: LitecoinNode,
    browser_errors: list[str],
    check_accessibility: CheckAccessibility,
) -> None:
    client = a_client("petra")
    command = client.exchange.command
    page.goto(f"{client.site}/personal/deposit")
    # Whoever has not deposited yet begins with USDT.
    expect(page.get_by_placeholder("Choose a coin")).to_have_value("USDT")
    address = page.get_by_text(re.compile("^0x[0-9a-fA-F]{40}$"))
    expect(page.get_by_role("img", name="QR code of your USDT address")).to_be_visible()
    command("dev", "faucet", "eth-dev", address.first.inner_text(), "5000", "--coin", "USDT")

    deposit = row_of(page, "Your deposits, newest first", "5,000 USDT")
    for confirmations in range(3):
        expect(deposit).to_contain_text(f"{confirmations} of 3 confirmations")
        command("dev", "mine", "eth-dev")
    expect(deposit).to_contain_text("Credited")
    check_accessibility()

    page.get_by_role("navigation", name="Personal area").get_by_role("link", name="Assets").click()
    expect(page.get_by_role("row").filter(has_text="USDT")).to_contain_text("5,000")
    page.goto(f"{client.site}/trading/LTC-USDT")
    form = page.get_by_role("form", name="Order")
    form.get_by_role("button", name="Market", exact=True).click()
    form.get_by_role("textbox", name="Total").fill("1000")
    form.get_by_role("button", name="Buy LTC", exact=True).click()
    form.get_by_role("button", name="Confirm: buy LTC").click()
    expect(page.get_by_text(re.compile(r"^Bought [\d.]+ LTC at an average of"))).to_be_visible()

    open_withdrawal(page, client, "LTC")
    receiver = litecoin.new_address()
    page.get_by_label("Address", exact=True).fill(MISTYPED_ADDRESS)
    expect(page.get_by_text("This is not a valid address on Litecoin (development).")).to_be_visible()
    request_withdrawal(page, receiver, "1.5")
    check_accessibility()
    page.get_by_label("Code from your email").fill(client.newest_code())
    page.get_by_role("button", name="Confirm withdrawal").click()
    expect(page.get_by_text("Sent to the network. It arrives once it is confirmed.")).to_be_visible()

    withdrawal = row_of(page, "Your withdrawals, newest first", "1.5 LTC")
    for confirmations in range(3):
        expect(withdrawal).to_contain_text(f"{confirmations} of 3 confirmations")
        command("dev", "mine", "ltc-regtest")
    expect(page.get_by_text("Completed. Your coins have arrived.")).to_be_visible()
    expect(withdrawal).to_contain_text("Completed")
    check_accessibility()
    assert litecoin.received(receiver, confirmations=3) == pytest.approx(1.499, abs=1e-9)
    assert browser_errors == []


def available(client: WalletClient, coin: str) -> Decimal:
    assets = client.call("GET", "/assets")["items"]
    return sum((Decimal(asset["available"]) for asset in assets if asset["symbol"] == coin), Decimal(0))


def test_wrong_addresses_and_amounts_are_explained_as_they_are_typed(
    page: Page, a_client: AClient, litecoin: LitecoinNode, check_accessibility: CheckAccessibility
) -> None:
    client = a_client("quentin")
    for coin in ("USDT", "LTC"):
        client.call("POST", "/demo/faucet", coin=coin)
    before = available(client, "LTC")
    review = page.get_by_role("button", name="Review withdrawal")
    address, amount = page.get_by_label("Address", exact=True), page.get_by_label("Amount", exact=True)

    open_withdrawal(page, client, "USDT")
    amount.fill("20")
    for wrong in (ZERO_ADDRESS, litecoin.new_address()):
        address.fill(wrong)
        expect(page.get_by_text("This is not a valid address on Ethereum (development).")).to_be_visible()
        expect(review).to_be_disabled()
    open_withdrawal(page, client, "LTC")
    address.fill(EVM_ADDRESS)
    amount.fill("100000")
    expect(page.get_by_text("This is not a valid address on Litecoin (development).")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^Insufficient balance: [\d,.]+ LTC available\.$"))).to_be_visible()
    expect(review).to_be_disabled()
    check_accessibility()

    assert available(client, "LTC") == before


def test_a_withdrawal_needs_both_codes_and_a_canceled_one_gives_the_money_back(
    page: Page, a_client: AClient, litecoin: LitecoinNode, check_accessibility: CheckAccessibility
) -> None:
    client = a_client("theo")
    client.take_ltc()
    code = client.set_up_totp(page)
    before = available(client, "LTC")
    open_withdrawal(page, client, "LTC")
    request_withdrawal(page, litecoin.new_address(), "0.5")
    assert available(client, "LTC") == before - Decimal("0.5")
    page.get_by_role("button", name="Cancel withdrawal").click()
    page.get_by_role("dialog").get_by_role("button", name="Cancel withdrawal").click()
    expect(
        page.get_by_text("This withdrawal was canceled. The amount is in your balance again.")
    ).to_be_visible()
    assert available(client, "LTC") == before

    page.get_by_role("button", name="New withdrawal").click()
    open_withdrawal(page, client, "LTC")
    receiver = litecoin.new_address()
    request_withdrawal(page, receiver, "0.5")
    by_email = page.get_by_label("Code from your email")
    by_app = page.get_by_label("Code from your authenticator app")
    mailed = client.newest_code()
    other = "000000" if mailed != "000000" else "111111"
    for emailed, shown, wrong in ((other, code, by_email), (mailed, "000000", by_app)):
        by_email.fill(emailed)
        by_app.fill(shown)
        page.get_by_role("button", name="Confirm withdrawal").click()
        expect(wrong).to_have_attribute("aria-invalid", "true")
        expect(page.get_by_text("Incorrect code.")).to_be_visible()
        expect(by_app).to_have_value("")
    check_accessibility()
    by_app.fill(code)
    page.get_by_role("button", name="Confirm withdrawal").click()
    expect(page.get_by_text("Sent to the network. It arrives once it is confirmed.")).to_be_visible()
    client.exchange.command("dev", "mine", "ltc-regtest", "3")
    expect(page.get_by_text("Completed. Your coins have arrived.")).to_be_visible()
    assert litecoin.received(receiver, confirmations=3) == pytest.approx(0.499, abs=1e-9)


def add_authenticator(page: Page) -> None:
    """A device that makes and shows passkeys, and whose owner always agrees."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_confirms_a_withdrawal(page: Page, a_client: AClient, litecoin: LitecoinNode) -> None:
    client = a_client("rosa")
    client.take_ltc()
    add_authenticator(page)
    page.goto(f"{client.site}/personal/settings#security")
    page.get_by_role("button", name="Add passkey").click()
    page.get_by_role("dialog", name="Add a passkey").get_by_role("button", name="Create passkey").click()
    expect(page.get_by_role("button", name=re.compile("^Remove passkey"))).to_be_visible()

    open_withdrawal(page, client, "LTC")
    request_withdrawal(page, litecoin.new_address(), "0.2")
    page.get_by_label("Code from your email").fill(client.newest_code())
    page.get_by_role("button", name="Use a passkey").click()

    expect(page.get_by_text("Sent to the network. It arrives once it is confirmed.")).to_be_visible()


def test_an_allow_list_waits_a_day_and_a_new_password_pauses_withdrawals(
    page: Page, a_client: AClient, litecoin: LitecoinNode, check_accessibility: CheckAccessibility
) -> None:
    client = a_client("stefan")
    client.take_ltc()
    open_withdrawal(page, client, "LTC")
    page.get_by_role("button", name="Add address").click()
    dialog = page.get_by_role("dialog", name="Add address")
    dialog.get_by_role("combobox", name="Coin and network").click()
    page.get_by_role("option", name="LTC").click()
    dialog.get_by_label("Address", exact=True).fill(litecoin.new_address())
    dialog.get_by_label("Label").fill("My node")
    dialog.get_by_role("button", name="Save address").click()
    expect(page.get_by_text(re.compile(r"^Allowed [\d.]+ [\d:]+, in 2[34] h \d+ min$"))).to_be_visible()
    page.get_by_role("switch", name="Allow-list: withdraw to saved addresses only").click()

    expect(page.get_by_label("Address", exact=True)).to_have_count(0)
    expect(page.get_by_text("Your first saved address can be used from")).to_be_visible()
    page.get_by_role("combobox", name="Address book").click()
    saved = page.get_by_role("option", name=re.compile("^My node"))
    expect(saved).to_have_attribute("aria-disabled", "true")
    expect(saved).to_contain_text("Allowed from")
    page.keyboard.press("Escape")
    expect(saved).to_be_hidden()
    check_accessibility()

    client.call("PATCH", "/client/password", current_password=PASSWORD, password=f"{PASSWORD} two")
    page.goto(f"{client.site}/personal/withdraw?coin=LTC")
    expect(page.get_by_text("Withdrawals are paused because your password was changed.")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^They resume [\d.]+ [\d:]+, in 2[34] h \d+ min\."))).to_be_visible()
    expect(page.get_by_role("button", name="Review withdrawal")).to_be_disabled()
    check_accessibility()
