"""Emails from templates: one file has the words, which are rendered as plain text and as HTML."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal, TypeVar

from jinja2 import Environment, PackageLoader, StrictUndefined, pass_context
from jinja2.runtime import Context
from markupsafe import Markup
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit import outbox
from clearwater.kit.languages import SOURCE_LANGUAGE, load_languages
from clearwater.kit.messages import translate

HIDDEN = "[hidden]"
ANTI_PHISHING = "Your anti-phishing code:"


def _anti_phishing_line() -> re.Pattern[str]:
    """The line of the text layout with the code, in every language."""
    labels = {translate(ANTI_PHISHING, language) for language in load_languages()}
    return re.compile(rf"^((?:{'|'.join(map(re.escape, sorted(labels)))}) ).*$", re.MULTILINE)


# As the text layout writes them, and whatever else looks like a code or a token, wherever it came from.
SECRETS = (
    (re.compile(r"^ {4}\S.*$", re.MULTILINE), f"    {HIDDEN}"),
    (re.compile(r"(https?://[^\s?#]+)[?#]\S*"), rf"\1?{HIDDEN}"),
    (_anti_phishing_line(), rf"\1{HIDDEN}"),
    (re.compile(r"(?<![\w.:-])\d{6,}(?![\w:-])|[A-Za-z0-9_-]{24,}"), HIDDEN),
)
# The specification's format of dates, whatever the language.
DATE_TIME = "%d.%m.%Y %H:%M"
# How much of the accent is left in the text on top of it: --on-accent of the web client.
ON_ACCENT_SHARE = 0.15

Kind = Literal["text", "html"]
Text = TypeVar("Text", bound=str)
Value = str | tuple[str, ...] | bool


@dataclass(frozen=True)
class Email:
    """A template in email_templates, and what is put into it; values are text, never markup."""

    template: str
    values: Mapping[str, Value] = field(default_factory=dict)


@dataclass(frozen=True)
class Brand:
    """In whose name an email is sent, and in which color (#rrggbb)."""

    sitename: str
    accent: str


@dataclass(frozen=True)
class RenderedEmail:
    subject: str
    text: str
    html: str


def render(
    email: Email, brand: Brand, *, anti_phishing_code: str | None, language: str = SOURCE_LANGUAGE
) -> RenderedEmail:
    values: dict[str, Any] = {
        **{name: _one_line(value) for name, value in email.values.items()},
        "sitename": _one_line(brand.sitename),
        "accent": brand.accent,
        "on_accent": _on_accent(brand.accent),
        "anti_phishing_code": None if anti_phishing_code is None else _one_line(anti_phishing_code),
        "language": language,
        "direction": load_languages()[language].direction,
        "gettext": _translator(language),
    }
    template = TEXT.get_template(f"{email.template}.jinja")
    subject = "".join(template.blocks["subject"](template.new_context(values)))
    text = re.sub(r"\n{3,}", "\n\n", _render_as("text", email.template, values)).strip() + "\n"
    return RenderedEmail(subject, text, html=_render_as("html", email.template, values))


def send(
    session: AsyncSession,
    email: Email,
    brand: Brand,
    *,
    recipient: str,
    anti_phishing_code: str | None,
    language: str,
    now: datetime,
) -> None:
    """Put an email into the outbox; it leaves once the caller's work is committed."""
    # A language may have been taken away since the client chose it.
    known = language if language in load_languages() else SOURCE_LANGUAGE
    rendered = render(email, brand, anti_phishing_code=anti_phishing_code, language=known)
    outbox.enqueue(
        session,
        recipient=recipient,
        sender_name=brand.sitename,
        subject=rendered.subject,
        text_body=rendered.text,
        html_body=rendered.html,
        now=now,
    )


def format_time(moment: datetime) -> str:
    """As on the screen in every language, but in UTC: an email does not know where it is read."""
    return f"{moment:{DATE_TIME}} UTC"


def redact(text: str) -> str:
    """A subject or text with its secrets redacted, for readers other than the recipient."""
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def _one_line(value: Value) -> Value:
    """Without line breaks, so that a name cannot imitate a paragraph of the email."""
    if isinstance(value, str):
        return " ".join(value.split())
    return value if isinstance(value, bool) else tuple(" ".join(line.split()) for line in value)


def _on_accent(accent: str) -> str:
    channels = (int(accent[start : start + 2], 16) for start in (1, 3, 5))
    return "#" + "".join(f"{round(channel * ON_ACCENT_SHARE):02x}" for channel in channels)


def _translator(language: str) -> Callable[..., str]:
    """What `trans` in a template calls: values are escaped as they are elsewhere, our own words are not."""

    @pass_context
    def gettext(context: Context, text: str, /, **values: object) -> str:
        translated = translate(text, language)
        return (Markup(translated) if context.eval_ctx.autoescape else translated) % values  # noqa: S704

    return gettext


def _render_as(kind: Kind, name: str, values: Mapping[str, Any]) -> str:
    """With the layout and the parts (paragraph, code, button, ...) of text or of HTML."""
    environment = TEXT if kind == "text" else HTML
    parts = vars(environment.get_template(f"parts.{kind}.jinja").make_module(dict(values)))
    template = environment.get_template(f"{name}.jinja")
    return template.render(parts | dict(values), layout=f"layout.{kind}.jinja")


def _join_lines(text: Text) -> Text:
    """A paragraph of a template on one line, and escaped as before."""
    return type(text)(" ".join(text.split()))


HTML = Environment(
    loader=PackageLoader("clearwater", "email_templates"),
    autoescape=True,
    undefined=StrictUndefined,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=["jinja2.ext.i18n"],
)
# A text is always a format, so that a translation may have its values in another order.
HTML.newstyle_gettext = True  # type: ignore[attr-defined]
HTML.filters["one_line"] = _join_lines
HTML.policies["ext.i18n.trimmed"] = True
# Plain text has no markup that a value could be.
TEXT = HTML.overlay(autoescape=False)
