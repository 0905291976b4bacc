"""Changes of a level: what they may be, and how they are made.

Its name is one person's to change. All else of it costs the house or clients money and reaches every client
of the level, so it takes two (`proposals`), or the command line.
"""

import uuid
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import PPM
from clearwater.domains.membership import queries
from clearwater.domains.membership.default_levels import ensure_levels
from clearwater.domains.membership.errors import LevelConflict
from clearwater.domains.membership.models import Level
from clearwater.domains.membership.schemas import LevelChange, LevelView
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.service import Operator, record
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.notices import Notice, announce

HIGHEST_FEE = Decimal("0.1")
IDENTITY = ("site_id", "key", "rank")
OF_ONE_PERSON = {"name"}
# Columns of requirements, which must not fall from one level to the next.
REQUIREMENTS = {
    "requires_kyc": "requirements.kyc",
    "requires_two_factor": "requirements.two_factor",
    "volume_30d": "requirements.volume_30d",
    "balance": "requirements.balance",
}


@dataclass(frozen=True)
class Plan:
    """A change that can be made of a locked level: what of it differs, before and after."""

    level: Level
    changed: Level
    before: dict[str, Any]
    after: dict[str, Any]


async def plan(session: AsyncSession, site_id: uuid.UUID, key: str, change: LevelChange) -> Plan:
    """Lock the levels of the site, so that concurrent changes are validated one after the other."""
    ladder, level = await _lock(session, site_id, key)
    return _plan(ladder, level, change)


async def plan_part(session: AsyncSession, site_id: uuid.UUID, key: str, wanted: Mapping[str, Any]) -> Plan:
    """`plan`, where what is not wanted stays."""
    ladder, level = await _lock(session, site_id, key)
    return _plan(ladder, level, LevelChange.model_validate(_terms_of(level) | dict(wanted)))


async def make(session: AsyncSession, planned: Plan) -> None:
    """Takes effect with the next request of each client."""
    for column in Level.__table__.columns:
        setattr(planned.level, column.name, getattr(planned.changed, column.name))
    await session.flush()
    # The fees of all who trade at this level are cached.
    await announce(session, Notice("levels", None))


async def rename(
    session: AsyncSession, operator: Operator, hostname: str, key: str, change: LevelChange, *, now: datetime
) -> Level:
    """Change what one person may: the name."""
    site = await sites.get_site(session, hostname)
    planned = await plan(session, site.id, key, change)
    if planned.after.keys() - OF_ONE_PERSON:
        raise LevelConflict("Requirements, fees, limits and features take two people. Propose them.")
    return await _make_known(session, operator, hostname, planned, now=now)


async def set_terms(
    session: AsyncSession, hostname: str, key: str, wanted: Mapping[str, Any], *, now: datetime
) -> Level:
    """Change what is given of a level, each field by its own name, for the command line."""
    site = await sites.get_site(session, hostname)
    ladder, level = await _lock(session, site.id, key)
    present = _terms_of(level)
    for group in (present, present["requirements"], present["fees"], present["limits"]):
        group.update({name: value for name, value in wanted.items() if name in group})
    planned = _plan(ladder, level, LevelChange.model_validate(present))
    return await _make_known(session, None, hostname, planned, now=now)


async def _make_known(
    session: AsyncSession, operator: Operator | None, hostname: str, planned: Plan, *, now: datetime
) -> Level:
    await make(session, planned)
    subject = f"level:{planned.level.key}"
    detail = {"site": hostname, "before": planned.before, "after": planned.after}
    await record(session, operator, "level.changed", subject=subject, detail=detail, now=now)
    return planned.level


async def _lock(session: AsyncSession, site_id: uuid.UUID, key: str) -> tuple[Sequence[Level], Level]:
    await ensure_levels(session, site_id)
    ladder = await queries.lock_levels(session, site_id)
    level = next((level for level in ladder if level.key == key), None)
    if level is None:
        raise NotFound("Level not found.")
    return ladder, level


def _plan(ladder: Sequence[Level], level: Level, change: LevelChange) -> Plan:
    changed = _changed(level, change)
    if faults := list(_find_faults(ladder, changed)):
        raise ValidationFailed(
            faults[0][1],
            errors=[FieldError(field=field, code="level", message=message) for field, message in faults],
        )
    old, new = _terms_of(level), _terms_of(changed)
    names = [name for name in new if new[name] != old[name]]
    return Plan(level, changed, {name: old[name] for name in names}, {name: new[name] for name in names})


def _terms_of(level: Level) -> dict[str, Any]:
    return LevelView.of(level).model_dump(exclude={"key", "rank"})


def _changed(level: Level, change: LevelChange) -> Level:
    """The level as it would be; in no session."""
    features = list(dict.fromkeys(change.features))
    return Level(
        **{column: getattr(level, column) for column in IDENTITY},
        name=change.name,
        requires_kyc=change.requirements.kyc,
        requires_two_factor=change.requirements.two_factor,
        volume_30d=Decimal(change.requirements.volume_30d),
        balance=Decimal(change.requirements.balance),
        maker_fee=Decimal(change.fees.maker),
        taker_fee=Decimal(change.fees.taker),
        withdraw_day=Decimal(change.limits.withdraw_day),
        # Their order says nothing.
        features=level.features if set(features) == set(level.features) else features,
    )


def _find_faults(ladder: Sequence[Level], level: Level) -> Iterator[tuple[str, str]]:
    """Which field is wrong, and a sentence."""
    for side, fee in (("maker", level.maker_fee), ("taker", level.taker_fee)):
        if fee > HIGHEST_FEE:
            yield f"fees.{side}", "Maximum fee: 0.1 (10%)."
        if fee * PPM % 1:
            yield f"fees.{side}", "A fee has at most 6 decimals."
    if level.withdraw_day <= 0:
        yield "limits.withdraw_day", "Every level must allow withdrawals."
    for column, field in REQUIREMENTS.items():
        asked = getattr(level, column)
        if level.rank == 0 and asked:
            yield field, "The lowest level has no requirements."
        elif any(getattr(lower, column) > asked for lower in ladder if lower.rank < level.rank):
            yield field, "A lower level requires more than this."
        elif any(getattr(higher, column) < asked for higher in ladder if higher.rank > level.rank):
            yield field, "A higher level requires less than this."
