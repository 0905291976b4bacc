"""Emails about changes of security settings, so that the owner notices a change by somebody else."""

from collections.abc import Sequence
from datetime import datetime

from clearwater.kit.emails import Email, format_time


def totp_added() -> Email:
    return Email("security/totp_added")


def totp_removed() -> Email:
    return Email("security/totp_removed")


def passkey_added(name: str) -> Email:
    return Email("security/passkey_added", {"name": name})


def passkey_removed() -> Email:
    return Email("security/passkey_removed")


def api_key_created(name: str, scopes: Sequence[str]) -> Email:
    return Email("security/api_key_created", {"name": name, "scopes": tuple(scopes)})


def api_key_deleted(name: str) -> Email:
    return Email("security/api_key_deleted", {"name": name})


def password_changed(
    *, was_reset: bool, device: str, ip: str, now: datetime, api_keys: Sequence[str] = ()
) -> Email:
    """A reset ends all sessions, a change all but the current one."""
    return Email(
        "security/password_changed",
        {
            "was_reset": was_reset,
            "api_keys": tuple(api_keys),
            "device": device,
            "ip": ip,
            "time": format_time(now),
        },
    )


def email_change_code(digits: str) -> Email:
    return Email("security/email_change_code", {"digits": digits})


def email_change_requested(new_email: str) -> Email:
    return Email("security/email_change_requested", {"new_email": new_email})


def email_changed(new_email: str) -> Email:
    return Email("security/email_changed", {"new_email": new_email})
