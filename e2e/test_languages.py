"""Other languages: the browser's, a chosen one, and one from right to left."""

import re

import pyotp
import pytest
from playwright.sync_api import Browser, Page, Route, expect

from e2e.conftest import CONSENT, WIDE, Exchange

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
SPANISH_DOCUMENT = re.compile(r"\?lang=es$")
CATALOGUE = re.compile(r".*/assets/(web|console)-[\w-]{8}\.js$")


def answer_pseudo(route: Route) -> None:
    file = route.request.url.partition("?")[0]
    route.fulfill(content_type="text/javascript", body=PSEUDO.format(file=file))


def answer_right_to_left(route: Route) -> None:
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


@pytest.mark.parametrize(
    "path",
    ["/", "/markets/overview", "/trading/BTC-USDT", "/login", "/register", "/faq", "/privacy", "/earn"],
)
def test_a_longer_language_from_right_to_left_fits(page: Page, path: str) -> None:
    page.set_viewport_size({"width": 360, "height": 800})
    page.route(SPANISH_DOCUMENT, answer_right_to_left)
    page.route(CATALOGUE, answer_pseudo)

    page.goto(f"{path}?lang=es")

    expect_to_fit(page)


def expect_to_fit(page: Page) -> None:
    for width in (360, 1440):
        page.set_viewport_size({"width": width, "height": 800})
        expect(page.locator("html")).to_have_attribute("dir", "rtl")
        expect(page.get_by_text("~~~").first).to_be_attached()
        expect(page.get_by_role("main")).to_be_visible()
        overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        assert page.evaluate(overflow) <= 0, width


def test_from_the_landing_page_to_an_order_in_spanish(browser: Browser, market: Exchange) -> None:
    context = browser.new_context(base_url=market.url, locale="es-ES", viewport=WIDE)
    context.add_init_script(CONSENT)
    page = context.new_page()

    read_before_scripts(page)
    sign_up_in_spanish(page, market, "esperanza@example.org")
    page.get_by_role("button", name="Obtener dinero ficticio").click()
    expect(page.get_by_text("Se han añadido 10.000 USDT a tu saldo.")).to_be_visible()
    order_in_spanish(page)
    context.close()


def read_before_scripts(page: Page) -> None:
    """The document itself is in Spanish; its scripts come later."""
    page.route("**/assets/*.js", lambda route: route.abort())
    page.goto("/")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.get_by_role("heading", level=1)).to_have_text("El exchange que puedes verificar")
    page.unroute_all()
    page.reload()


def sign_up_in_spanish(page: Page, market: Exchange, email: str) -> None:
    page.get_by_role("textbox", name="Dirección de correo").fill(email)
    page.get_by_role("main").get_by_role("button", name="Crear cuenta").click()
    page.get_by_label("Contraseña", exact=True).fill("harbour lantern twelve")
    page.get_by_label("Acepto los términos").check()
    page.get_by_role("button", name="Crear cuenta").click()
    expect(page).to_have_url(re.compile(r"/register/verification$"))
    mail = market.command("outbox", "--to", email, "--last", "1")
    assert "Introduce este código para confirmar tu correo" in mail
    code = re.search(r"^\s*(\d{6})\s*$", mail, re.MULTILINE)
    assert code
    page.get_by_label("Código del correo").fill(code[1])
    expect(page).to_have_url(re.compile(r"/personal/dashboard$"))


def order_in_spanish(page: Page) -> None:
    page.get_by_role("banner").get_by_role("link", name="Trading").click()
    form = page.get_by_role("form", name="Orden")
    buy = form.get_by_role("button", name="Comprar BTC", exact=True)
    price, amount = form.get_by_label("Precio", exact=True), form.get_by_label("Cantidad", exact=True)
    expect(price).to_have_value(re.compile(r"\d"))
    low = str(round(float(price.input_value().replace(",", ".")) * 0.9))
    price.fill(low)
    amount.fill("0.00001")
    buy.click()
    expect(form.get_by_text(re.compile("Valor mínimo de la orden: "))).to_be_visible()

    amount.fill("0.01")
    buy.click()
    form.get_by_role("button", name="Confirmar: comprar BTC").click()
    expect(page.get_by_text(re.compile(r"^Orden colocada: ")).first).to_be_visible()
    own = page.get_by_role("region", name="Tus órdenes")
    expect(own.get_by_role("row", name=re.compile("Comprar|Compra"))).to_be_visible()


@pytest.mark.usefixtures("consent")
def test_the_console_fits_in_a_longer_language_from_right_to_left(page: Page, exchange: Exchange) -> None:
    printed = exchange.command("staff", "create", "--login", "lea", "--role", "admin")
    staff = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
    page.goto("/operator")
    page.get_by_label("Username").fill("lea")
    page.get_by_label("Password", exact=True).fill(staff["password"])
    page.get_by_label("Code from your authenticator app").fill(pyotp.TOTP(staff["totp"]).now())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1, name="Overview")).to_be_visible()
    page.route(SPANISH_DOCUMENT, answer_right_to_left)
    page.route(CATALOGUE, answer_pseudo)

    for path in ("/operator/news/new", "/operator/sites"):
        page.goto(f"{path}?lang=es")
        expect_to_fit(page)
