"""Membership levels: requirements, benefits, and the level of a client."""

import uuid
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import LevelGap, LevelRequired, MissingForLevel
from clearwater.domains.clients.service import Client
from clearwater.domains.kyc import service as kyc
from clearwater.domains.membership import queries
from clearwater.domains.membership.defaults import default_levels
from clearwater.domains.membership.ladder import (
    EarnedLevel,
    Facts,
    earned_rank,
    evaluate,
    gap_to,
    rank_of,
)
from clearwater.domains.membership.models import Level
from clearwater.domains.membership.ports import Figures, TradingFacts
from clearwater.domains.membership.schemas import ClientLevelView, NextLevel, WithdrawDay
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.fields import plain
from clearwater.kit.from_app import FromApp
from clearwater.kit.notices import Notice, announce

AppTradingFacts = Annotated[TradingFacts, Depends(FromApp[TradingFacts]("trading_facts"))]

__all__ = [
    "AppTradingFacts",
    "Figures",
    "Level",
    "TradingFacts",
    "ensure_levels",
    "evaluate_level",
    "level_of",
    "list_levels",
    "require_rank",
]

DEMOTION_BATCH = 200

HasSecondFactor = Callable[[AsyncSession, Client], Awaitable[bool]]


@dataclass(frozen=True)
class Position:
    """A client's level among the levels of the site."""

    ladder: Sequence[Level]
    level: Level
    facts: Facts
    figures: Figures
    earned_level: EarnedLevel


async def list_levels(session: AsyncSession, site_id: uuid.UUID) -> Sequence[Level]:
    """The site's levels, lowest first; the defaults if it has none yet."""
    return await queries.list_levels(session, site_id) or default_levels(site_id)


async def ensure_levels(session: AsyncSession, site_id: uuid.UUID) -> None:
    """Insert the default levels of a site; existing ones are not changed."""
    names = [column.name for column in Level.__table__.columns]
    defaults = [{name: getattr(level, name) for name in names} for level in default_levels(site_id)]
    await queries.insert_levels(session, defaults)


async def find_position(
    session: AsyncSession, trading: TradingFacts, client: Client, *, has_second_factor: bool, now: datetime
) -> Position:
    ladder = await list_levels(session, client.site_id)
    identity = await kyc.facts_of(session, client.id)
    figures = await trading.figures_of(session, client.id, now=now)
    facts = Facts(
        kyc_approved_at=identity.approved_at,
        has_second_factor=has_second_factor,
        volume_30d=figures.volume_30d,
        balance=figures.balance,
    )
    earned_level = await queries.find_earned_level(session, client.id)
    rank = rank_of(ladder, facts, earned_level, now=now)
    level = next(level for level in ladder if level.rank == rank)
    return Position(ladder, level, facts, figures, earned_level)


async def level_of(
    session: AsyncSession, trading: TradingFacts, client: Client, *, has_second_factor: bool, now: datetime
) -> Level:
    position = await find_position(session, trading, client, has_second_factor=has_second_factor, now=now)
    return position.level


async def require_rank(
    session: AsyncSession,
    trading: TradingFacts,
    client: Client,
    rank: int,
    *,
    has_second_factor: bool,
    now: datetime,
) -> None:
    """Raise LevelRequired, with what is missing, if the client is below a rank."""
    position = await find_position(session, trading, client, has_second_factor=has_second_factor, now=now)
    if position.level.rank >= rank:
        return
    required = next(level for level in position.ladder if level.rank == rank)
    raise LevelRequired(
        f"This requires level {required.name}. Your level: {position.level.name}.",
        fields=LevelGap(
            required=required.key,
            current=position.level.key,
            missing=_missing(required, position.facts),
        ),
    )


def _missing(level: Level, facts: Facts) -> MissingForLevel:
    gap = gap_to(level, facts)
    return MissingForLevel(
        kyc=gap.kyc,
        two_factor=gap.two_factor if level.requires_two_factor else None,
        volume_30d=plain(gap.volume_30d),
        balance=plain(gap.balance),
    )


async def evaluate_level(
    session: AsyncSession, trading: TradingFacts, client: Client, *, has_second_factor: bool, now: datetime
) -> Position:
    """The client's position; stores a promotion or the start of a grace period."""
    position = await find_position(session, trading, client, has_second_factor=has_second_factor, now=now)
    evaluated = evaluate(position.earned_level, earned_rank(position.ladder, position.facts), now=now)
    if evaluated != position.earned_level:
        await queries.save_earned_level(session, client.id, evaluated, now=now)
        if evaluated.rank != position.earned_level.rank:
            await announce(session, Notice("level", client.id, {"level": position.level.key}))
    return position


def present(position: Position, *, now: datetime) -> ClientLevelView:
    level = position.level
    following = next((higher for higher in position.ladder if higher.rank > level.rank), None)
    used = position.figures.withdrawn_day
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return ClientLevelView(
        key=level.key,
        rank=level.rank,
        name=level.name,
        volume_30d=plain(position.figures.volume_30d),
        balance=plain(position.figures.balance),
        next=None
        if following is None
        else NextLevel(key=following.key, missing=_missing(following, position.facts)),
        withdraw=WithdrawDay(
            used_day=plain(used),
            left_day=plain(max(level.withdraw_day - used, Decimal(0))),
            resets_at=int(midnight.timestamp()),
        ),
    )


async def demote_levels(
    sessions: SessionFactory, trading: TradingFacts, has_second_factor: HasSecondFactor, *, now: datetime
) -> None:
    """Re-evaluate every client with an earned level: start, end or expire the grace period.

    One transaction per batch; idempotent.
    """
    after: uuid.UUID | None = None
    while True:
        async with transaction(sessions) as session:
            held = await queries.list_held(session, after=after, limit=DEMOTION_BATCH)
            for client_id in held:
                # Rows are locked in the order of ids, so that two workers cannot deadlock.
                client = await clients.lock_client(session, client_id)
                await evaluate_level(
                    session,
                    trading,
                    client,
                    has_second_factor=await has_second_factor(session, client),
                    now=now,
                )
        if len(held) < DEMOTION_BATCH:
            return
        after = held[-1]
