"""Which email is sent for a notice."""

from collections.abc import Mapping
from typing import Any

from clearwater.domains.notices import emails
from clearwater.domains.notices.texts import title_of
from clearwater.kit.emails import Email


def email_of(kind: str, data: Mapping[str, Any], language: str) -> Email:
    """The email about a notice of a kind that is mailed from here."""
    if kind == "fill":
        return emails.order_filled(
            symbol=data["symbol"],
            side=data["side"],
            status=data["status"],
            quantity=data["quantity"],
            average_price=data["average_price"],
        )
    if kind == "price_alert":
        return emails.price_alert(
            symbol=data["symbol"],
            direction=data["direction"],
            price=data["price"],
            last_price=data["last_price"],
        )
    if kind == "deposit":
        return emails.deposit_credited(amount=f"{data['amount']} {data['coin']}")
    return emails.announcement(title=title_of(data, language))
