"""Emails about registration and about freezing an account."""

from clearwater.kit.emails import Email


def confirmation(*, digits: str, link: str) -> Email:
    return Email("clients/confirmation", {"digits": digits, "link": link})


def frozen_by_client() -> Email:
    return Email("clients/frozen_by_client")


def frozen_by_staff() -> Email:
    return Email("clients/frozen_by_staff")


def unfrozen_by_staff() -> Email:
    return Email("clients/unfrozen_by_staff")
