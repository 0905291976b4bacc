"""Money on the wire: strings of plain decimals, in requests as in answers, so no float slips in."""

from decimal import Decimal
from typing import Annotated

from pydantic import StringConstraints

# [0-9], not \d: that would take digits of every script.
AMOUNT_PATTERN = r"^[0-9]{1,20}(\.[0-9]{1,18})?$"

Amount = Annotated[str, StringConstraints(strict=True, pattern=AMOUNT_PATTERN)]


def plain(amount: Decimal) -> str:
    """A decimal without exponent and without zeros that say nothing."""
    return format(amount.normalize(), "f") if amount else "0"
