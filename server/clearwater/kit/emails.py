"""Letters as plain text and as HTML: the same words twice, under the site's name."""

import html
import re
from dataclasses import dataclass

HIDDEN = "[hidden]"
# As render_text writes them, and whatever else looks like a code or a token, wherever it came from.
SECRETS = (
    (re.compile(r"^ {4}\S.*$", re.MULTILINE), f"    {HIDDEN}"),
    (re.compile(r"(https?://[^\s?#]+)[?#]\S*"), rf"\1?{HIDDEN}"),
    (re.compile(r"^(Your anti-phishing code: ).*$", re.MULTILINE), rf"\1{HIDDEN}"),
    (re.compile(r"(?<![\w.:-])\d{6,}(?![\w:-])|[A-Za-z0-9_-]{24,}"), HIDDEN),
)


@dataclass(frozen=True)
class Letter:
    """What a mail says; everything in it is text, never markup."""

    subject: str
    paragraphs: tuple[str, ...]
    code: str | None = None
    link: str | None = None
    link_label: str = "Open"
    after: tuple[str, ...] = ()


def render_text(letter: Letter, *, sitename: str, anti_phishing_code: str | None) -> str:
    """The letter for readers without HTML, and for the outbox."""
    parts = [_one_line(paragraph) for paragraph in letter.paragraphs]
    if letter.code is not None:
        parts.append(f"    {letter.code}")
    if letter.link is not None:
        parts.append(f"{letter.link_label}:\n{letter.link}")
    parts += [_one_line(paragraph) for paragraph in letter.after]
    parts.append(_one_line(sitename))
    if anti_phishing_code is not None:
        parts.append(f"Your anti-phishing code: {_one_line(anti_phishing_code)}")
    return "\n\n".join(parts) + "\n"


def redact(text: str) -> str:
    """A subject or a text for the eyes of somebody who is not its receiver."""
    for pattern, replacement in SECRETS:
        text = pattern.sub(replacement, text)
    return text


def render_html(letter: Letter, *, sitename: str, anti_phishing_code: str | None) -> str:
    """The letter as a plain table that takes the reader's own colours, dark ones as well."""
    rows = [f"<p>{_escape(paragraph)}</p>" for paragraph in letter.paragraphs]
    if letter.code is not None:
        rows.append(f'<p><font size="6"><b><code>{_escape(letter.code)}</code></b></font></p>')
    if letter.link is not None:
        address = _escape(letter.link)
        rows.append(f'<p><a href="{address}"><b>{_escape(letter.link_label)}</b></a></p>')
        rows.append(f"<p><small>{address}</small></p>")
    rows += [f"<p>{_escape(paragraph)}</p>" for paragraph in letter.after]
    if anti_phishing_code is not None:
        rows.append(f"<p>Your anti-phishing code: <b>{_escape(anti_phishing_code)}</b></p>")
    body = "\n".join(rows)
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{_escape(letter.subject)}</title>
</head>
<body>
<table role="presentation" align="center" width="100%" cellpadding="16" cellspacing="0">
<tr><td><font face="Arial, Helvetica, sans-serif">
<h1><font size="5">{_escape(sitename)}</font></h1>
{body}
</font></td></tr>
</table>
</body>
</html>
"""


def _one_line(text: str) -> str:
    """A line break in a name would let it pass for a paragraph of ours."""
    return " ".join(text.split())


def _escape(text: str) -> str:
    return html.escape(_one_line(text))
