"""Emails about decisions on identity checks."""

from clearwater.domains.clients.service import KycReason
from clearwater.kit.emails import Email


def approved(link: str) -> Email:
    return Email("kyc/approved", {"link": link})


def rejected(link: str, *, reason: KycReason, message: str) -> Email:
    return Email("kyc/rejected", {"reason": reason, "message": message, "link": link})


def revoked(link: str, *, message: str) -> Email:
    return Email("kyc/revoked", {"message": message, "link": link})
