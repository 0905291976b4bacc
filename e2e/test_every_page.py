"""What holds for every page there is, opened by the one who may see it."""

import io
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import pyotp
import pytest
from PIL import Image
from playwright.sync_api import (
    APIRequestContext,
    Browser,
    BrowserContext,
    FilePayload,
    Page,
    Playwright,
    expect,
)

from e2e.conftest import CONSENT, Exchange, page_paths
from e2e.wallet_examples import WITHDRAWAL, serve_wallets

PASSWORD = "pebble compass nineteen"
LAYOUTS = ["auth", "default", "earn", "landing", "markets", "personal", "privacy", "trading"]
PARAMETERS = {
    "/news/$id": "/news/harbor-opens",
    "/operator/news/$entry": "/operator/news/{news}",
    "/operator/faq/$entry": "/operator/faq/{faq}",
    "/operator/pages/$entry": "/operator/pages/{page}",
    "/trading/$pair": "/trading/BTC-USDT",
    "/components-example/$layout": "/components-example/landing",
    "/operator/kyc/$client": "/operator/kyc/{client}",
    "/operator/clients/$client": "/operator/clients/{client}",
    "/operator/clients/$client/ledger": "/operator/clients/{client}/ledger",
    "/operator/feedback/$ticket": "/operator/feedback/{ticket}",
    "/operator/outbox/$mail": "/operator/outbox/{mail}",
    "/operator/markets/$pair": "/operator/markets/BTC-USDT",
    "/pre-market/detail/$symbol": "/pre-market/detail/PEBBLE",
    "/operator/pre-markets/$symbol": "/operator/pre-markets/PEBBLE",
    "/operator/ledger/proposals/$proposal": "/operator/ledger/proposals/{proposal}",
    "/operator/withdrawals/$withdrawal": f"/operator/withdrawals/{WITHDRAWAL}",
}
PATHS = [PARAMETERS.get(path, path) for path in page_paths()]
OPERATORS_OWN = [path for path in PATHS if path.startswith("/operator") and path != "/operator/enrol"]
CLIENTS_TOO = ("/trading/BTC-USDT", "/exchanger", "/earn", "/pre-market/detail/PEBBLE")
CLIENTS_OWN = [path for path in PATHS if path.startswith("/personal") or path in CLIENTS_TOO]
VISITS = [
    *(("visitor", path) for path in PATHS if path not in OPERATORS_OWN and not path.startswith("/personal")),
    *(("visitor", f"/components-example/{layout}") for layout in LAYOUTS if layout != "landing"),
    ("visitor", "/no-such-page"),
    *(("new client", path) for path in CLIENTS_OWN),
    *(("trading client", path) for path in CLIENTS_OWN),
    *(("operator", path) for path in OPERATORS_OWN),
]
# Pages where somebody may begin to type while the rest still loads.
FORMS = [
    ("visitor", "/"),
    ("visitor", "/login"),
    ("visitor", "/register"),
    ("visitor", "/markets/overview"),
    ("visitor", "/exchanger"),
    ("trading client", "/trading/BTC-USDT"),
    ("trading client", "/personal/exchange"),
    ("trading client", "/personal/settings"),
    ("trading client", "/personal/contact"),
    ("operator", "/operator/clients"),
]
SLOW_NETWORK = {"offline": False, "latency": 500, "downloadThroughput": -1, "uploadThroughput": -1}
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


# The console asks for a code again some minutes after the last one, whatever page is opened then.
SIGN_IN_AGAIN_SECONDS = 120


@dataclass
class OperatorSession:
    """Signed in again before the console would ask for another code."""

    calls: APIRequestContext
    password: str
    totp: str
    token: str = ""
    signed_in_at: float = -SIGN_IN_AGAIN_SECONDS

    def get_token(self) -> str:
        if time.monotonic() - self.signed_in_at >= SIGN_IN_AGAIN_SECONDS:
            code = pyotp.TOTP(self.totp).now()
            credentials = {"login": "paula", "password": self.password, "totp": code}
            signed_in = self.calls.post("/api/operator/token", data=credentials)
            assert signed_in.status == 201, signed_in.text()
            self.token, self.signed_in_at = signed_in.json()["raw_token"], time.monotonic()
        return self.token


@dataclass(frozen=True)
class Visitors:
    """Who opens the pages, and the ids of what there is to see."""

    tokens: dict[str, str]
    operator: OperatorSession
    ids: dict[str, str]


@pytest.fixture(scope="session")
def visitors(playwright: Playwright, market: Exchange) -> Iterator[Visitors]:
    calls = playwright.request.new_context(base_url=market.url)
    _, new = market.register(calls, "new@example.org", PASSWORD)
    client, trading = market.register(calls, "tilda.moss.with.a.long.address@subdomain.example.org", PASSWORD)
    ticket = trade_and_write(calls, trading)
    hand_in_documents(calls, trading)
    operator = create_operator(calls, market)
    headers = {"X-Operator-Token": operator.get_token()}
    mails = calls.get("/api/operator/outbox", headers=headers).json()["items"]
    draft = {
        "kind": "adjustment",
        "client_id": client,
        "coin": "USDT",
        "amount": "5",
        "reason": "A test of pages",
    }
    announce_premarket(calls, headers)
    proposed = calls.post("/api/operator/ledger/proposals", data=draft, headers=headers)
    assert proposed.status == 201, proposed.text()
    ids = {"client": client, "ticket": ticket, "mail": mails[0]["id"], "proposal": proposed.json()["id"]}
    ids |= {kind: publish(calls, headers, kind) for kind in ("news", "faq", "page")}
    yield Visitors({"new client": new, "trading client": trading}, operator, ids)
    calls.dispose()


def publish(calls: APIRequestContext, headers: dict[str, str], kind: str) -> str:
    """An entry of the site's content, whose id is the answer."""
    site = calls.get("/api/operator/sites", headers=headers).json()["items"][0]
    body = "Some words, a [link](/faq) and a list:\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |"
    texts = {"en": {"title": "The harbor opens", "summary": "In short.", "body_markdown": body}}
    draft = {"kind": kind, "site_id": site["id"], "slug": "harbor-opens", "texts": texts}
    category = {"news": "announcement", "faq": "account"}.get(kind)
    made = calls.post("/api/operator/content", data=draft | {"category": category}, headers=headers)
    assert made.status == 201, made.text()
    entry: str = made.json()["id"]
    order = {"expected_version": 1}
    published = calls.post(f"/api/operator/content/{entry}/publish", data=order, headers=headers)
    assert published.ok, published.text()
    return entry


def announce_premarket(calls: APIRequestContext, headers: dict[str, str]) -> None:
    """A coin that is not traded yet, and its pre-market, which opens much later."""
    coin = {"symbol": "PEBBLE", "name": "Pebble", "icon": None, "decimals": 6, "supply": "1000000000"}
    switches = {"deposit": False, "withdraw": False, "trading": False, "position": 90}
    times = {"opens_at": 4_000_000_000, "closes_at": 4_000_600_000, "price_decimals": 4}
    terms = {"symbol": "PEBBLE", "tick_size": "0.01", "step_size": "1", "min_quantity": "10"}
    limits = {"max_quantity": "10000", "max_exposure": "50000"}
    for path, body in (("coins", coin | switches), ("premarkets", times | terms | limits)):
        made = calls.post(f"/api/operator/{path}", data=body, headers=headers)
        assert made.status == 201, (path, made.text())


def trade_and_write(calls: APIRequestContext, token: str) -> str:
    """Play money, an order that filled, one that rests, and a ticket, whose id is the answer."""
    headers = {"X-Token": token}
    bought = {"symbol": "ETH-USDT", "side": "buy", "type": "market", "quote_quantity": "500"}
    price = calls.get("/api/v1/pairs/BTC-USDT/ticker").json()["last"]
    low = str(int(float(price) * 0.9))
    rests = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "price": low, "quantity": "0.01"}
    for path, body in (
        ("/api/v1/demo/faucet", {"coin": "USDT"}),
        ("/api/v1/order", bought),
        ("/api/v1/order", rests),
    ):
        done = calls.post(path, data=body, headers=headers)
        assert done.status == 201, (path, done.text())
    message = {"topic": "other", "subject": "A question", "message": "Where do my orders appear?"}
    written = calls.post("/api/v1/feedback", data=message, headers=headers)
    assert written.status == 201, written.text()
    ticket: str = written.json()["id"]
    return ticket


def hand_in_documents(calls: APIRequestContext, token: str) -> None:
    headers = {"X-Token": token}
    picture = io.BytesIO()
    Image.new("RGB", (800, 600), "gray").save(picture, "jpeg")
    urls = []
    for kind in ("kyc_document", "kyc_document", "kyc_selfie"):
        file: FilePayload = {"name": "photo.jpg", "mimeType": "image/jpeg", "buffer": picture.getvalue()}
        stored = calls.post(f"/api/v1/file?type={kind}", headers=headers, multipart={"file": file})
        assert stored.status == 201, stored.text()
        urls.append(stored.json()["url"])
    person = {
        "first_name": "Tilda",
        "last_name": "Moss",
        "birth_date": "1988-03-09",
        "country": "PT",
        "city": "Porto",
        "address": "Rua das Flores 5",
    }
    documents = {"type": "id_card", "document_front": urls[0], "document_back": urls[1], "selfie": urls[2]}
    for path, body in (("personal-info", person), ("kyc", documents)):
        done = calls.patch(f"/api/v1/client/{path}", headers=headers, data=body)
        assert done.ok, (path, done.text())


def create_operator(calls: APIRequestContext, market: Exchange) -> OperatorSession:
    printed = market.command("staff", "create", "--login", "paula", "--role", "admin")
    created = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
    return OperatorSession(calls, created["password"], created["totp"])


def open_context(browser: Browser, market: Exchange, visitors: Visitors, who: str) -> BrowserContext:
    """A browser of one of them, with the cookie question answered and nothing else stored."""
    made = browser.new_context(
        base_url=market.url, viewport={"width": 360, "height": 800}, locale="en-US", reduced_motion="reduce"
    )
    made.add_init_script(f"localStorage.clear(); {CONSENT}")
    if who == "operator":
        serve_wallets(made)
    elif who != "visitor":
        made.add_cookies([{"name": "token", "value": visitors.tokens[who], "url": market.url}])
    return made


@pytest.fixture(scope="module")
def contexts(
    browser: Browser, market: Exchange, visitors: Visitors
) -> Iterator[Callable[[str], BrowserContext]]:
    """One browser for each of them: with the scripts in its cache, a page takes half the time to load."""
    opened = dict[str, BrowserContext]()

    def context_of(who: str) -> BrowserContext:
        if who not in opened:
            opened[who] = open_context(browser, market, visitors, who)
        return opened[who]

    yield context_of
    for context in opened.values():
        context.close()


def open_page(context: BrowserContext, visitors: Visitors, who: str) -> Page:
    page = context.new_page()
    if who == "operator":
        page.add_init_script(f"sessionStorage.setItem('operator-token', '{visitors.operator.get_token()}')")
    return page


@pytest.fixture
def page(
    contexts: Callable[[str], BrowserContext], visitors: Visitors, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A page of whoever makes this visit."""
    who, _ = request.node.callspec.params["visit"]
    opened = open_page(contexts(who), visitors, who)
    yield opened
    opened.close()


@pytest.mark.parametrize("visit", VISITS, ids=" ".join)
def test_a_page_is_clean_for_browsers_readers_and_phones(
    page: Page,
    visitors: Visitors,
    visit: tuple[str, str],
    browser_errors: list[str],
    check_accessibility: Callable[[], None],
) -> None:
    who, path = visit[0], visit[1].format(**visitors.ids)
    assert page.goto(path)
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.get_by_role("main")).to_have_count(1)
        expect(page.get_by_role("heading", level=1).first).to_be_attached()
        check_accessibility()
        assert page.evaluate(OVERFLOW) == 0, width

    # Nobody was led elsewhere: what was checked is the page itself.
    if who != "visitor":
        assert page.evaluate("location.pathname") == path
    expected = ["404"] if path == "/no-such-page" else []
    assert [word for text in browser_errors for word in (["404"] if "404" in text else [text])] == expected


@pytest.fixture
def fresh_page(
    browser: Browser, market: Exchange, visitors: Visitors, request: pytest.FixtureRequest
) -> Iterator[Page]:
    """A page of a browser that was never here before."""
    who, _ = request.node.callspec.params["visit"]
    context = open_context(browser, market, visitors, who)
    yield open_page(context, visitors, who)
    context.close()


@pytest.mark.parametrize("visit", FORMS, ids=" ".join)
def test_input_typed_before_the_data_arrives_is_kept(fresh_page: Page, visit: tuple[str, str]) -> None:
    page = fresh_page
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    network.send("Network.emulateNetworkConditions", SLOW_NETWORK)
    page.set_viewport_size({"width": 1440, "height": 800})
    page.goto(visit[1], wait_until="commit")
    field = page.get_by_role("textbox").or_(page.get_by_role("searchbox")).first
    field.press_sequentially("1")

    page.wait_for_load_state("networkidle")
    # The field may be another one: that of the prerendered page is replaced.
    assert field.evaluate("field => [field.value, field === document.activeElement]") == ["1", True]
