"""The emails about withdrawals."""

from clearwater.kit.emails import Email


def withdrawal_code(digits: str, *, amount: str, receive: str, network: str, address: str) -> Email:
    return Email(
        "wallets/withdrawal_code",
        {"digits": digits, "amount": amount, "receive": receive, "network": network, "address": address},
    )


def withdrawal_sent(*, receive: str, network: str, address: str, tx_id: str) -> Email:
    """It is on the chain; its confirmations are still to come."""
    return Email(
        "wallets/withdrawal_sent",
        {"receive": receive, "network": network, "address": address, "tx_id": tx_id},
    )


def withdrawal_completed(*, receive: str, network: str, address: str) -> Email:
    return Email("wallets/withdrawal_completed", {"receive": receive, "network": network, "address": address})


def withdrawal_rejected(*, amount: str, reason: str) -> Email:
    return Email("wallets/withdrawal_rejected", {"amount": amount, "reason": reason})


def withdrawals_paused(*, time: str) -> Email:
    """After many wrong codes."""
    return Email("wallets/withdrawals_paused", {"time": time})


def address_saved(*, label: str, coin: str, network: str, address: str) -> Email:
    return Email(
        "wallets/address_saved", {"label": label, "coin": coin, "network": network, "address": address}
    )


def allow_list_ends(*, time: str) -> Email:
    return Email("wallets/allow_list_ends", {"time": time})
