"""Background jobs of security."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.security import queries
from clearwater.domains.security.codes import KEPT_FOR
from clearwater.domains.security.second_factor import TOTP_PURPOSE
from clearwater.kit.secrets import SealedColumn

# What a rotation of the keys seals anew.
SEALED_COLUMNS = (
    SealedColumn("clients", "totp_secret", TOTP_PURPOSE),
    SealedColumn("clients", "totp_pending_secret", TOTP_PURPOSE),
)


async def purge_expired(session: AsyncSession, now: datetime) -> None:
    """Forget codes and challenges that are past their time."""
    await queries.purge_codes(session, before=now - KEPT_FOR)
    await queries.purge_challenges(session, now=now)
    await session.commit()
