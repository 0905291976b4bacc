"""Amounts of one owner and what they are worth, as plain decimals."""

from decimal import ROUND_DOWN, Decimal

from clearwater.core.views import View

PURPOSES = ("available", "orders", "withdrawals", "earn", "premarket")
DIGITS = Decimal("0.00000001")


def sum_units(view: View, owner: str) -> dict[str, int]:
    """Everything that an owner has, for whatever purpose, by coin."""
    return {coin: sum(view.balance(owner, coin, purpose) for purpose in PURPOSES) for coin in view.coins}


def plain(amount: Decimal) -> str:
    """A value without exponent and needless zeros, never more than it is."""
    rounded = amount.quantize(DIGITS, rounding=ROUND_DOWN)
    return format(rounded.normalize(), "f") if rounded else "0"
