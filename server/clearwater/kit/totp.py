"""One-time codes by time (RFC 6238). Each works once: the caller stores the accepted step."""

import hmac
from datetime import datetime

import pyotp

STEP_SECONDS = 30
# How many steps a clock may be off, either way.
DRIFT_STEPS = 1


def new_secret() -> str:
    return pyotp.random_base32()


def provisioning_uri(secret: str, *, account: str, issuer: str) -> str:
    """What authenticator apps read from a QR code."""
    return pyotp.TOTP(secret).provisioning_uri(name=account, issuer_name=issuer)


def find_step(secret: str, code: str, *, last_step: int | None, now: datetime) -> int | None:
    """The step whose code this is, or None. Steps up to the last accepted one are used up."""
    current = int(now.timestamp()) // STEP_SECONDS
    totp = pyotp.TOTP(secret)
    found = None
    for step in range(current - DRIFT_STEPS, current + DRIFT_STEPS + 1):
        is_right = hmac.compare_digest(totp.at(step * STEP_SECONDS).encode(), code.encode())
        if is_right and (last_step is None or step > last_step):
            found = step
    return found
