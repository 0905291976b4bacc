"""A rejection gives the same reason in the email and on the page."""

import re
from pathlib import Path
from typing import get_args

from clearwater.domains.clients.service import KycReason
from clearwater.domains.kyc import emails
from clearwater.kit.emails import Brand, render

WEB_TEXTS = Path(__file__).resolve().parents[4] / "web/src/features/kyc/texts.ts"
LINK = "https://clearwater.example/personal/kyc"
MESSAGE = "Please take new photos."


def web_reasons() -> dict[str, str]:
    function = WEB_TEXTS.read_text().split("export function reasonText", 1)[1]
    return dict(re.findall(r'case "(\w+)":\s+return i18n\._\("([^"]+)"\)', function))


def paragraphs(reason: KycReason) -> list[str]:
    email = emails.rejected(reason=reason, message=MESSAGE, link=LINK)
    return render(email, Brand("Clearwater", "#35d0ba"), anti_phishing_code=None).text.split("\n\n")


def test_the_email_gives_the_reason_in_the_words_of_the_page() -> None:
    reasons = web_reasons()

    assert {*reasons, "other"} == set(get_args(KycReason))
    for reason in get_args(KycReason):
        before_message = paragraphs(reason)[: paragraphs(reason).index(MESSAGE)]
        assert before_message[-1] == reasons.get(reason, before_message[0])
