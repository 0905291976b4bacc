"""Known devices of staff: a signed HttpOnly cookie set at sign-in.

Failed sign-ins from a known device are counted separately, so that a stranger who guesses passwords cannot
lock out the owner. The cookie is no credential: password and code are still required.
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
    """The id of the device, if the cookie belongs to this login and has not expired."""
    name, _, proof = shown.rpartition(".")
    _, _, made_at = name.partition(".")
    if not made_at.isascii() or not made_at.isdigit() or len(made_at) > 12:
        return None
    if not hmac.compare_digest(proof.encode(), _proof(seal, login, name).encode()):
        return None
    return name if now.timestamp() - int(made_at) < KNOWN_FOR.total_seconds() else None


def _proof(seal: Seal, login: str, name: str) -> str:
    return seal.digest(f"{login}:{name}", purpose=PURPOSE).hex()
