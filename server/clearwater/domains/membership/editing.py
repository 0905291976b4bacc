"""Changes of levels by staff: no level may require less than the one below."""

from collections.abc import Sequence
from datetime import datetime
from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import PPM
from clearwater.domains.membership import queries
from clearwater.domains.membership.models import Level
from clearwater.domains.membership.schemas import LevelChange, LevelView
from clearwater.domains.membership.service import ensure_levels
from clearwater.domains.sites import service as sites
from clearwater.domains.staff import service as staff
from clearwater.domains.staff.service import Operator
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed

HIGHEST_FEE = Decimal("0.1")


async def change_level(
    session: AsyncSession, operator: Operator, hostname: str, key: str, change: LevelChange, *, now: datetime
) -> Level:
    site = await sites.get_site(session, hostname)
    await ensure_levels(session, site.id)
    ladder = await queries.lock_levels(session, site.id)
    level = next((level for level in ladder if level.key == key), None)
    if level is None:
        raise NotFound("Level not found.")
    before = LevelView.of(level).model_dump()
    _apply(level, change)
    if faults := _find_faults(ladder, level):
        raise ValidationFailed(errors=faults)
    await session.flush()
    detail = {"site": hostname, "before": before, "after": LevelView.of(level).model_dump()}
    await staff.record(session, operator, "level.changed", subject=f"level:{key}", detail=detail, now=now)
    return level


def _apply(level: Level, change: LevelChange) -> None:
    level.name = change.name
    level.requires_kyc = change.requirements.kyc
    level.requires_two_factor = change.requirements.two_factor
    level.volume_30d = Decimal(change.requirements.volume_30d)
    level.balance = Decimal(change.requirements.balance)
    level.maker_fee = Decimal(change.fees.maker)
    level.taker_fee = Decimal(change.fees.taker)
    level.withdraw_day = Decimal(change.limits.withdraw_day)
    level.features = list(dict.fromkeys(change.features))


def _find_faults(ladder: Sequence[Level], level: Level) -> list[FieldError]:
    found = [
        (f"fees.{side}", "Maximum fee: 0.1 (10%).")
        for side, fee in (("maker", level.maker_fee), ("taker", level.taker_fee))
        if fee > HIGHEST_FEE
    ]
    found += [
        (f"fees.{side}", "A fee has at most 6 decimals.")
        for side, fee in (("maker", level.maker_fee), ("taker", level.taker_fee))
        if fee * PPM % 1
    ]
    if level.withdraw_day <= 0:
        found.append(("limits.withdraw_day", "Every level must allow withdrawals."))
    for column, field in REQUIREMENTS.items():
        asked = getattr(level, column)
        if level.rank == 0 and asked:
            found.append((field, "The lowest level has no requirements."))
        elif any(getattr(lower, column) > asked for lower in ladder if lower.rank < level.rank):
            found.append((field, "A lower level requires more than this."))
        elif any(getattr(higher, column) < asked for higher in ladder if higher.rank > level.rank):
            found.append((field, "A higher level requires less than this."))
    return [FieldError(field=field, code="level", message=message) for field, message in found]


REQUIREMENTS = {
    "requires_kyc": "requirements.kyc",
    "requires_two_factor": "requirements.two_factor",
    "volume_30d": "requirements.volume_30d",
    "balance": "requirements.balance",
}
