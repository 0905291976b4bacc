"""Devices on which somebody of the staff has signed in: a cookie that no script reads and that proves itself.

Whoever shows one counts by themselves, so that no stranger's guesses at the login keep its owner waiting.
It opens nothing: password and code are asked for as ever.
"""

import hmac
from datetime import datetime, timedelta

from clearwater.kit.secrets import Seal, new_token

DEVICE_COOKIE = "operator-device"
KNOWN_FOR = timedelta(days=180)
PURPOSE = "staff-device"


def make_device(seal: Seal, login: str, *, now: datetime) -> str:
    name = f"{new_token()}.{int(now.timestamp())}"
    return f"{name}.{_proof(seal, login, name)}"


def find_device(seal: Seal, login: str, shown: str, *, now: datetime) -> str | None:
    """The name of the device, if it is one of this very login's and not too long ago."""
    name, _, proof = shown.rpartition(".")
    _, _, made_at = name.partition(".")
    if not made_at.isascii() or not made_at.isdigit() or len(made_at) > 12:
        return None
    if not hmac.compare_digest(proof.encode(), _proof(seal, login, name).encode()):
        return None
    return name if now.timestamp() - int(made_at) < KNOWN_FOR.total_seconds() else None


def _proof(seal: Seal, login: str, name: str) -> str:
    return seal.digest(f"{login}:{name}", purpose=PURPOSE).hex()
