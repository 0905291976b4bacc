"""Background jobs of security."""

from datetime import datetime

from clearwater.domains.security.codes import KEPT_FOR
from clearwater.domains.security.models import OneTimeCode, PasskeyChallenge
from clearwater.domains.security.second_factor import TOTP_PURPOSE
from clearwater.kit.db import SessionFactory, delete_in_batches
from clearwater.kit.secrets import SealedColumn

# What a key rotation re-encrypts.
SEALED_COLUMNS = (
    SealedColumn("clients", "totp_secret", TOTP_PURPOSE),
    SealedColumn("clients", "totp_pending_secret", TOTP_PURPOSE),
)


async def purge_expired(sessions: SessionFactory, *, now: datetime) -> None:
    """Delete expired codes and challenges."""
    await delete_in_batches(sessions, OneTimeCode, OneTimeCode.created_at < now - KEPT_FOR)
    await delete_in_batches(sessions, PasskeyChallenge, PasskeyChallenge.expires_at <= now)
