"""Types of fields in requests and responses: lines, prose, and amounts as strings of plain decimals."""

from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, StringConstraints

# NUL cannot be stored, line breaks could write headers, and the marks of writing direction
# can make one text look like another.
ONE_LINE = r"^[^\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]*$"
SEVERAL_LINES = r"^[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]*$"

Line = Annotated[str, StringConstraints(strip_whitespace=True, pattern=ONE_LINE)]
Prose = Annotated[
    str,
    StringConstraints(strip_whitespace=True, pattern=SEVERAL_LINES),
    AfterValidator(lambda text: text.replace("\r\n", "\n").replace("\r", "\n")),
]
# [0-9], not \d: that would take digits of every script.
AMOUNT_PATTERN = r"^[0-9]{1,20}(\.[0-9]{1,18})?$"
# A string, in requests as in responses, so that no float slips in.
Amount = Annotated[str, StringConstraints(strict=True, pattern=AMOUNT_PATTERN)]


def mask_email(email: str) -> str:
    """Enough to recognise an address by, too little to write to it."""
    local, _, domain = email.partition("@")
    return f"{local[:2] if len(local) > 2 else local[:1]}***@{domain}"


def format_decimal(amount: Decimal) -> str:
    """A decimal without exponent and without trailing zeros."""
    return format(amount.normalize(), "f") if amount else "0"
