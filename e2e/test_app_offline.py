"""The site as an app: it can be installed, says when it has no connection, and comes back by itself."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, BrowserType, Page, expect

from e2e.conftest import CHROMIUM_FLAGS, WHOLE_BROWSERS, WIDE, Exchange, find_browser, opened_at
from e2e.test_sign_up import PASSWORD

OFFLINE = "You’re offline"
# As Chromium does when it finds that the site can be installed.
OFFER_INSTALLATION = """() => {
  const offer = new Event("beforeinstallprompt", {cancelable: true});
  offer.prompt = async () => { window.prompts = (window.prompts ?? 0) + 1; return {outcome: "accepted"}; };
  dispatchEvent(offer);
}"""
LOAD_PICTURE = """async source => {
  const picture = new Image();
  picture.src = source;
  await picture.decode();
  return `${picture.naturalWidth}x${picture.naturalHeight}`;
}"""
IS_CONTROLLED = """async () => {
  await navigator.serviceWorker.ready;
  return navigator.serviceWorker.controller !== null;
}"""


@pytest.fixture(scope="module")
def whole_browser(browser_type: BrowserType) -> Iterator[Browser]:
    """With its windows, for it is they that can install a site."""
    program = find_browser(*WHOLE_BROWSERS)
    with browser_type.launch(executable_path=program, args=CHROMIUM_FLAGS) as launched:
        yield launched


@pytest.fixture
def context(whole_browser: Browser, market: Exchange) -> Iterator[BrowserContext]:
    with opened_at(whole_browser, market, viewport=WIDE, service_workers="allow") as context:
        yield context


def test_the_site_is_installed_as_an_app(
    page: Page, browser_errors: list[str], check_accessibility: Callable[[], None]
) -> None:
    page.goto("/apps")
    manifest = page.evaluate("fetch(document.querySelector('[rel=manifest]').href).then(it => it.json())")
    assert (manifest["name"], manifest["start_url"], manifest["display"]) == ("Clearwater", "/", "standalone")
    for icon in manifest["icons"]:
        if icon["type"] == "image/png":
            assert page.evaluate(LOAD_PICTURE, icon["src"]) == icon["sizes"]
    assert {"192x192", "512x512"} <= {icon["sizes"] for icon in manifest["icons"]}
    assert any(icon.get("purpose") == "maskable" for icon in manifest["icons"])
    chromium = page.context.new_cdp_session(page)
    assert chromium.send("Page.getAppManifest")["errors"] == []
    page.wait_for_function(IS_CONTROLLED)
    # A test's window is a private one, in which nothing is installed.
    obstacles = chromium.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [obstacle["errorId"] for obstacle in obstacles] == ["in-incognito"]

    install = page.get_by_role("button", name="Install the app")
    expect(page.get_by_role("heading", name="How to install")).to_be_visible()
    page.evaluate(OFFER_INSTALLATION)
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        check_accessibility()
    install.click()
    expect(install).to_have_count(0)
    assert page.evaluate("window.prompts") == 1
    page.evaluate("dispatchEvent(new Event('appinstalled'))")
    expect(page.get_by_text("The app is installed on this device.")).to_be_visible()
    assert browser_errors == []


def test_without_a_connection_the_app_shows_no_money_and_comes_back(
    page: Page, context: BrowserContext, market: Exchange, check_accessibility: Callable[[], None]
) -> None:
    _, token = market.register(context.request, "ottilie@example.org", PASSWORD)
    given = context.request.post(
        f"{market.url}/api/v1/demo/faucet", data={"coin": "USDT"}, headers={"X-Token": token}
    )
    assert given.status == 201
    context.add_cookies([{"name": "token", "value": token, "url": market.url}])
    page.goto("/trading/BTC-USDT")
    form = page.get_by_role("form", name="Order")
    expect(form.get_by_text("10,000 USDT")).to_be_visible()
    page.wait_for_function(IS_CONTROLLED)

    context.set_offline(True)
    expect(page.get_by_text("You’re offline. Prices and balances shown may be out of date.")).to_be_visible()
    main = page.get_by_role("main")
    for path in ("/", "/apps", "/trading/BTC-USDT", "/personal/assets"):
        page.goto(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(OFFLINE)
        expect(page).to_have_title(f"{OFFLINE} | Clearwater")
        assert not any(sign.isdigit() for sign in main.inner_text()), path
    check_accessibility()

    page.goto("/trading/BTC-USDT")
    expect(page.get_by_role("heading", level=1)).to_have_text(OFFLINE)
    context.set_offline(False)
    expect(form.get_by_text("10,000 USDT")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="Live")).to_be_visible()
