"""Amounts as integers of a coin's smallest ledger unit, and rounding that names its direction.

A float or a Decimal never reaches the core: text becomes units here, exactly or not at all.
"""

import re
from typing import NamedTuple

MAX_UNITS = 2**63 - 1
MAX_DECIMALS = 8
# A price may need more digits than either coin: a cheap coin in terms of a dear one.
MAX_PRICE_DECIMALS = 18
PPM = 1_000_000
BPS = 10_000

# Averages have some digits more than a price.
POWERS = tuple(10**decimals for decimals in range(2 * MAX_PRICE_DECIMALS))
_PLAIN_DECIMAL = re.compile(r"([0-9]{1,20})(?:\.([0-9]{1,18}))?")


class Coin(NamedTuple):
    """A coin as the ledger counts it. `supply_units` is the most that can ever be here."""

    symbol: str
    decimals: int
    supply_units: int


def mul_div_down(amount: int, multiplier: int, divisor: int) -> int:
    """Multiply and divide, rounding down to a whole unit."""
    return amount * multiplier // divisor


def mul_div_up(amount: int, multiplier: int, divisor: int) -> int:
    """Multiply and divide, rounding up to the next unit."""
    return -(-amount * multiplier // divisor)


def multiple_down(amount: int, step: int) -> int:
    """The largest multiple of the step that is not above the amount."""
    return amount - amount % step


def multiple_up(amount: int, step: int) -> int:
    """The smallest multiple of the step that is not below the amount."""
    return amount + -amount % step


def find_units(text: str, decimals: int) -> int | None:
    """Parse a plain decimal into units; None when it is invalid, too fine, or beyond 64 bits."""
    parsed = _PLAIN_DECIMAL.fullmatch(text)
    if parsed is None:
        return None
    fraction = (parsed[2] or "").rstrip("0")
    if len(fraction) > decimals:
        return None
    units = int(parsed[1] + fraction.ljust(decimals, "0"))
    return units if units <= MAX_UNITS else None


def to_text(units: int, decimals: int) -> str:
    """The amount as a plain decimal without needless zeros."""
    if units <= 0:
        return "-" + to_text(-units, decimals) if units else "0"
    whole, fraction = divmod(units, POWERS[decimals])
    if not fraction:
        return str(whole)
    return f"{whole}.{str(fraction).zfill(decimals).rstrip('0')}"
