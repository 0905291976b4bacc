"""The email about a locked position that has matured."""

from clearwater.kit.emails import Email


def matured(*, amount: str, interest: str, owed: str = "", renewed_until: str = "") -> Email:
    """`owed` is interest that could not be paid yet; without `renewed_until` the amount is back."""
    return Email(
        "earn/matured",
        {"amount": amount, "interest": interest, "owed": owed, "renewed_until": renewed_until},
    )
