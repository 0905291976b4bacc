"""Every email says the same in text and in HTML, and nothing in it is markup."""

import importlib
import inspect
import pkgutil
import re
import uuid
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

import clearwater
from clearwater import domains
from clearwater.domains.clients import emails as clients
from clearwater.domains.earn import emails as earn
from clearwater.domains.kyc import emails as kyc
from clearwater.domains.notices import emails as notices
from clearwater.domains.premarket import emails as premarket
from clearwater.domains.security import emails as security
from clearwater.domains.sessions import emails as sessions
from clearwater.domains.support import emails as support
from clearwater.domains.support.models import Ticket
from clearwater.domains.wallets import emails as wallets
from clearwater.kit.emails import Brand, Email, redact, render

TEMPLATES = Path(clearwater.__file__).parent / "email_templates"
BRAND = Brand("Clearwater", "#35d0ba")
NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
LINK = "https://clearwater.example/page?code=3vYd9hTqkP0xwQ2ZrLmN8sBfGjUeCiAo"
ADDRESS = "0x52908400098527886E0F7030069857D2E4169EE7"
TICKET = Ticket(number=1, subject="Where is my deposit?", client_id=uuid.UUID(int=1))
GUEST_TICKET = Ticket(number=2, subject="How do I sign up?", client_id=None)
SAMPLES = {
    "confirmation": clients.confirmation(digits="482913", link=LINK),
    "frozen_by_client": clients.frozen_by_client(),
    "frozen_by_staff": clients.frozen_by_staff(),
    "unfrozen_by_staff": clients.unfrozen_by_staff(),
    "sign_in_link": sessions.sign_in_link(spelled_code="K7QF-2MXD-9TRB-AZ5C", link=LINK),
    "password_reset": sessions.password_reset(link=LINK),
    "claimed": sessions.claimed(link=LINK),
    "new_device": sessions.new_device(device="Chrome on Linux", ip="203.0.113.7", now=NOW),
    "totp_added": security.totp_added(),
    "totp_removed": security.totp_removed(),
    "passkey_added": security.passkey_added("Work laptop"),
    "passkey_removed": security.passkey_removed(),
    "api_key_created": security.api_key_created("Bot", ["read", "trade"]),
    "api_key_deleted": security.api_key_deleted("Bot"),
    "password_changed": security.password_changed(
        was_reset=False, device="Safari on iPhone", ip="2001:db8::7", now=NOW
    ),
    "password_changed, reset": security.password_changed(
        was_reset=True, api_keys=["Bot", "Tax report"], device="Safari on iPhone", ip="2001:db8::7", now=NOW
    ),
    "email_change_code": security.email_change_code("482913"),
    "email_change_requested": security.email_change_requested("ann.new@example.org"),
    "email_changed": security.email_changed("ann.new@example.org"),
    "approved": kyc.approved(link=LINK),
    "rejected": kyc.rejected(reason="glare", message="Please turn the lamp away.", link=LINK),
    "rejected, other": kyc.rejected(reason="other", message="Please call us.", link=LINK),
    "revoked": kyc.revoked(message="The document was reported as stolen.", link=LINK),
    "reply": support.reply(TICKET, "It has arrived.\n\nThank you for waiting."),
    "withdrawal_code": wallets.withdrawal_code(
        "482913", amount="12.5 USDT", receive="11.5 USDT", network="Ethereum", address=ADDRESS
    ),
    "withdrawal_sent": wallets.withdrawal_sent(
        receive="11.5 USDT", network="Ethereum", address=ADDRESS, tx_id="0x" + "5e" * 32
    ),
    "withdrawal_completed": wallets.withdrawal_completed(
        receive="11.5 USDT", network="Ethereum", address=ADDRESS
    ),
    "withdrawals_paused": wallets.withdrawals_paused(time="19.11.2026 12:00 UTC"),
    "withdrawal_rejected": wallets.withdrawal_rejected(
        amount="12.5 USDT", reason="The address belongs to a sanctioned service."
    ),
    "address_saved": wallets.address_saved(
        label="Cold wallet", coin="USDT", network="Ethereum", address=ADDRESS
    ),
    "allow_list_ends": wallets.allow_list_ends(time="16.11.2026 12:00 UTC"),
    "delivery_due": premarket.delivery_due(
        symbol="NOVA",
        quantity="10 NOVA",
        missing="4 NOVA",
        collateral="20 USDT",
        until="16.11.2026 12:00 UTC",
    ),
    "delivery_due, nothing missing": premarket.delivery_due(
        symbol="NOVA", quantity="10 NOVA", missing="", collateral="20 USDT", until="16.11.2026 12:00 UTC"
    ),
    "delivered": premarket.delivered(symbol="NOVA", quantity="10 NOVA"),
    "compensated": premarket.compensated(symbol="NOVA", quantity="10 NOVA", amount="38.4 USDT"),
    "defaulted": premarket.defaulted(symbol="NOVA", quantity="10 NOVA", amount="20 USDT"),
    "voided": premarket.voided(symbol="NOVA", amount="20.4 USDT"),
    "matured": earn.matured(amount="100 USDT", interest="2.4 USDT"),
    "matured, renewed": earn.matured(
        amount="100 USDT", interest="1 USDT", owed="1.4 USDT", renewed_until="05.12.2026 12:00 UTC"
    ),
    "price_alert": notices.price_alert(
        symbol="BTC-USDT", direction="above", price="50000", last_price="50010"
    ),
    "price_alert, below": notices.price_alert(
        symbol="BTC-USDT", direction="below", price="50000", last_price="49990"
    ),
    "order_filled": notices.order_filled(
        symbol="BTC-USDT", side="buy", status="filled", quantity="0.1", average_price="50000"
    ),
    "order_filled, partially": notices.order_filled(
        symbol="BTC-USDT", side="sell", status="partially_filled", quantity="0.1", average_price="50000"
    ),
    "deposit_credited": notices.deposit_credited(amount="1.5 BTC"),
    "announcement": notices.announcement(title="NOVA is listed"),
    "reply, guest": support.reply(GUEST_TICKET, "Press Create account."),
}
each_sample = pytest.mark.parametrize("email", SAMPLES.values(), ids=SAMPLES.keys())


def functions() -> Iterator[str]:
    """Whatever makes an email, in every domain."""
    for domain in pkgutil.iter_modules(domains.__path__):
        if (Path(domains.__path__[0]) / domain.name / "emails.py").exists():
            module = importlib.import_module(f"clearwater.domains.{domain.name}.emails")
            for name, function in inspect.getmembers(module, inspect.isfunction):
                if inspect.signature(function).return_annotation is Email:
                    yield f"{domain.name}/{name}"


class VisibleText(HTMLParser):
    """What a reader of the HTML sees."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self._hidden = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._hidden += tag in {"style", "title"}

    def handle_endtag(self, tag: str) -> None:
        self._hidden -= tag in {"style", "title"}

    def handle_data(self, data: str) -> None:
        if not self._hidden:
            self.words += data.split()


def words(text: str) -> Counter[str]:
    """Labels have a colon in text alone."""
    return Counter(word.removesuffix(":") for word in text.split())


def test_every_email_and_every_template_has_a_sample() -> None:
    templates = {
        path.relative_to(TEMPLATES).with_suffix("").as_posix() for path in TEMPLATES.glob("*/*.jinja")
    }
    samples = {email.template for email in SAMPLES.values()}

    assert samples == templates == set(functions())


def test_every_sentence_of_a_template_is_translatable() -> None:
    """What is left without marked texts, tags and values has no words, and no argument is a bare text."""
    for path in TEMPLATES.glob("*/*.jinja"):
        template = path.read_text("utf-8")
        literal = re.sub(r"{% trans.*?endtrans %}|{%.*?%}|{{.*?}}", "", template, flags=re.DOTALL)
        assert literal.strip() == "", path.name
        assert re.findall(r'(?<!_)\("[A-Z][^"]*', template) == [], path.name


@each_sample
def test_text_and_html_state_the_same_facts(email: Email) -> None:
    rendered = render(email, BRAND, anti_phishing_code="blue heron")

    visible = VisibleText()
    visible.feed(rendered.html)
    assert words(" ".join(visible.words)) == words(f"{rendered.subject} {rendered.text}")
    assert f"<title>{rendered.subject}</title>" in rendered.html.replace("&amp;", "&")


@each_sample
def test_no_email_shows_its_secrets_to_staff_or_in_its_subject(email: Email) -> None:
    rendered = render(email, BRAND, anti_phishing_code="blue heron")

    shown = redact(rendered.subject) + redact(rendered.text)
    for secret in ("482913", "K7QF", "AZ5C", "3vYd9hTqkP0", "blue heron"):
        assert secret not in shown
        assert secret not in rendered.subject
    assert "[hidden]" in shown


@each_sample
def test_every_line_fits_a_paragraph_of_its_own(email: Email) -> None:
    """No template leaves an indented line but a code's, nor an empty paragraph."""
    rendered = render(email, BRAND, anti_phishing_code=None)

    indented = [line for line in rendered.text.splitlines() if line.startswith(" ")]
    assert indented == [f"    {code}" for code in re.findall(r"^ {4}(\S+)$", rendered.text, re.MULTILINE)]
    assert "\n\n\n" not in rendered.text
    assert "></p>" not in rendered.html
    assert "anti-phishing" not in rendered.text + rendered.html


def test_the_text_version_has_each_part_in_its_own_paragraph() -> None:
    email = sessions.sign_in_link(spelled_code="K7QF-2MXD", link='https://example.org/in?code="x"&y=1')

    rendered = render(email, Brand("Blue\nBcc: x", "#35d0ba"), anti_phishing_code="whale")

    assert rendered.subject == "Your Blue Bcc: x sign-in link"
    assert rendered.text == (
        "Use this link or code to sign in to Blue Bcc: x.\n\n"
        "Open it in the browser where you requested it. It works once, for 10 minutes.\n\n"
        "    K7QF-2MXD\n\n"
        'Sign in:\nhttps://example.org/in?code="x"&y=1\n\n'
        "If you didn\u2019t request this, ignore this email. "
        "Never share the code with anyone.\n\n"
        "Blue Bcc: x\n\n"
        "Your anti-phishing code: whale\n"
    )


def test_html_escapes_whatever_it_is_given() -> None:
    ticket = Ticket(number=3, subject="<b>Bold</b>\r\nBcc: x", client_id=None)
    reply = "<script>alert(1)</script>{{ 7 * 7 }}"

    rendered = render(
        support.reply(ticket, reply), Brand("<b>Blue</b>", "#35d0ba"), anti_phishing_code="<i>whale"
    )

    assert "<script" not in rendered.html
    assert "&lt;script&gt;alert(1)&lt;/script&gt;{{ 7 * 7 }}</p>" in rendered.html
    assert "<b>B" not in rendered.html
    assert "Your anti-phishing code: <b>&lt;i&gt;whale</b>" in rendered.html
    assert rendered.subject == "Re: <b>Bold</b> Bcc: x [CW-000003]"
    assert "\n<script>alert(1)</script>{{ 7 * 7 }}\n" in rendered.text


def test_a_link_cannot_leave_its_attribute() -> None:
    rendered = render(sessions.password_reset(link='https://x/?a="b"&c'), BRAND, anti_phishing_code=None)

    assert '<a href="https://x/?a=&#34;b&#34;&amp;c"' in rendered.html


def test_buttons_have_the_sites_accent_and_a_readable_text_colour() -> None:
    rendered = render(sessions.password_reset(link=LINK), Brand("Red", "#ff8040"), anti_phishing_code=None)

    assert 'background-color:#ff8040"><a href' in rendered.html
    assert "color:#26130a;font-weight:700" in rendered.html
    assert '<meta name="color-scheme" content="light dark">' in rendered.html
    assert "@media (prefers-color-scheme: dark)" in rendered.html
