"""Other languages: the browser's, a chosen one, and one from right to left."""

import re

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from e2e.conftest import Exchange

# Texts a third longer and with accents, as another language might have them.
PSEUDO = """
import original from "{file}?original";
const stretch = (text) =>
  text.replace(/[aeiou]/g, (letter) => letter + "\\u0301").concat(text.length > 3 ? " ~~~" : "");
const pseudo = (message) =>
  typeof message === "string"
    ? message.split(/(\\{{\\s*\\w+\\s*\\}})/).map((part, at) => (at % 2 ? part : stretch(part))).join("")
    : message;
export default {{ ...original, messages: original.messages.map(pseudo) }};
"""
CATALOGUE = re.compile(r".*/assets/(web|console)-[\w-]+\.js$")


def answer_pseudo(route: Route) -> None:
    file = route.request.url.partition("?")[0]
    route.fulfill(content_type="text/javascript", body=PSEUDO.format(file=file))


def answer_right_to_left(route: Route) -> None:
    if route.request.resource_type != "document":
        route.continue_()
        return
    answer = route.fetch()
    page = answer.text().replace('dir="ltr"', 'dir="rtl"')
    route.fulfill(response=answer, body=page.replace('"direction":"ltr"', '"direction":"rtl"'))


def test_the_first_visit_is_in_the_browsers_language(browser: Browser, exchange: Exchange) -> None:
    context = browser.new_context(base_url=exchange.url, locale="es-MX")
    page = context.new_page()

    page.goto("/login")

    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("button", name="Iniciar sesión").first).to_be_visible()
    context.close()


def test_a_chosen_language_is_kept(page: Page, browser_errors: list[str]) -> None:
    page.goto("/faq")
    page.get_by_role("contentinfo").get_by_label("Language").select_option("es")

    expect(page.locator("html")).to_have_attribute("lang", "es")
    page.goto("/login")
    expect(page.get_by_role("button", name="Iniciar sesión").first).to_be_visible()

    page.get_by_role("contentinfo").get_by_label("Idioma").select_option("en")
    expect(page.get_by_role("button", name="Sign in").first).to_be_visible()
    assert browser_errors == []


@pytest.mark.parametrize("width", [360, 1440])
@pytest.mark.parametrize(
    "path",
    ["/", "/markets/overview", "/trading/BTC-USDT", "/login", "/register", "/faq", "/privacy", "/earn"],
)
def test_a_longer_language_from_right_to_left_fits(page: Page, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.route("**/*", answer_right_to_left)
    page.route(CATALOGUE, answer_pseudo)

    page.goto(f"{path}?lang=es")

    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_text("~~~").first).to_be_attached()
    expect(page.get_by_role("main")).to_be_visible()
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
