"""The emails about prices that were reached, orders filled, deposits credited, and announcements."""

from clearwater.kit.emails import Email


def price_alert(*, symbol: str, direction: str, price: str, last_price: str) -> Email:
    quote = symbol.partition("-")[2]
    return Email(
        "notices/price_alert",
        {
            "symbol": symbol,
            "is_above": direction == "above",
            "price": f"{price} {quote}",
            "last_price": f"{last_price} {quote}",
        },
    )


def order_filled(*, symbol: str, side: str, status: str, quantity: str, average_price: str) -> Email:
    base, _, quote = symbol.partition("-")
    return Email(
        "notices/order_filled",
        {
            "symbol": symbol,
            "is_buy": side == "buy",
            "is_partial": status == "partially_filled",
            "quantity": f"{quantity} {base}",
            "average_price": f"{average_price} {quote}",
        },
    )


def deposit_credited(*, amount: str) -> Email:
    return Email("notices/deposit_credited", {"amount": amount})


def announcement(*, title: str) -> Email:
    return Email("notices/announcement", {"title": title})
