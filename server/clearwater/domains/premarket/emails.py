"""The emails about contracts of pre-markets. Amounts come with their coin."""

from clearwater.kit.emails import Email


def delivery_due(*, symbol: str, quantity: str, missing: str, collateral: str, until: str) -> Email:
    """To a seller, when the window opens; `missing` is empty when the balance is enough."""
    return Email(
        "premarket/delivery_due",
        {
            "symbol": symbol,
            "quantity": quantity,
            "missing": missing,
            "collateral": collateral,
            "until": until,
        },
    )


def delivered(*, symbol: str, quantity: str) -> Email:
    """To a buyer."""
    return Email("premarket/delivered", {"symbol": symbol, "quantity": quantity})


def compensated(*, symbol: str, quantity: str, amount: str) -> Email:
    """To a buyer whose seller did not deliver."""
    return Email("premarket/compensated", {"symbol": symbol, "quantity": quantity, "amount": amount})


def defaulted(*, symbol: str, quantity: str, amount: str) -> Email:
    """To a seller who did not deliver."""
    return Email("premarket/defaulted", {"symbol": symbol, "quantity": quantity, "amount": amount})


def voided(*, symbol: str, amount: str) -> Email:
    """To both sides, when the pre-market was canceled or the coin was not listed in time."""
    return Email("premarket/voided", {"symbol": symbol, "amount": amount})
