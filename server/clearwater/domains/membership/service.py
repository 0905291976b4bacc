"""Membership levels: requirements, benefits, and the level of a client."""

import uuid
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from decimal import ROUND_DOWN, Decimal
from typing import Annotated, Protocol

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import LevelGap, LevelRequired, MissingForLevel
from clearwater.domains.clients.service import Client
from clearwater.domains.kyc import service as kyc
from clearwater.domains.membership import queries
from clearwater.domains.membership.default_levels import default_levels
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
from clearwater.domains.membership.schemas import (
    ClientLevelView,
    NextLevel,
    WithdrawDay,
)
from clearwater.domains.membership.terms import set_terms
from clearwater.kit.app_services import AppService
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.fields import format_decimal
from clearwater.kit.messages import Message
from clearwater.kit.notices import Notice, announce

app_trading_facts = AppService[TradingFacts]("trading_facts")
AppTradingFacts = Annotated[TradingFacts, Depends(app_trading_facts)]

__all__ = [
    "AppTradingFacts",
    "Figures",
    "Level",
    "Position",
    "TradingFacts",
    "evaluate_level",
    "evaluate_levels",
    "find_position",
    "level_of",
    "list_levels",
    "require_rank",
    "set_terms",
    "withdraw_day_of",
]

DEMOTION_BATCH = 200

FindWithSecondFactor = Callable[[AsyncSession, Collection[Client]], Awaitable[Collection[uuid.UUID]]]
CENT = Decimal("0.01")


@dataclass(frozen=True)
class Position:
    """A client's level among the levels of the site."""

    ladder: Sequence[Level]
    level: Level
    facts: Facts
    figures: Figures
    earned_level: EarnedLevel


class Positions(Protocol):
    """Positions from memory, as of the last change; wired by the entry points."""

    async def position_of(self, client: Client) -> Position: ...


app_positions = AppService[Positions]("client_facts")


async def list_levels(session: AsyncSession, site_id: uuid.UUID) -> Sequence[Level]:
    """The site's levels, lowest first; the defaults if it has none yet."""
    return (await queries.list_levels(session, [site_id])).get(site_id) or default_levels(site_id)


async def find_positions(
    session: AsyncSession,
    trading: TradingFacts,
    clients_by_id: Mapping[uuid.UUID, Client],
    *,
    with_second_factor: Collection[uuid.UUID],
    now: datetime,
) -> dict[uuid.UUID, Position]:
    """The position of each client; the number of queries does not depend on how many they are."""
    ladders = await queries.list_levels(session, {client.site_id for client in clients_by_id.values()})
    approvals = await kyc.find_approvals(session, clients_by_id)
    figures = await trading.figures_of(session, clients_by_id, now=now)
    earned_levels = await queries.find_earned_levels(session, clients_by_id)
    positions = {}
    for client_id, client in clients_by_id.items():
        ladder = ladders.get(client.site_id) or default_levels(client.site_id)
        facts = Facts(
            kyc_approved_at=approvals.get(client_id),
            has_second_factor=client_id in with_second_factor,
            volume_30d=figures[client_id].volume_30d,
            balance=figures[client_id].balance,
        )
        earned_level = earned_levels.get(client_id, EarnedLevel())
        rank = rank_of(ladder, facts, earned_level, now=now)
        level = next(level for level in ladder if level.rank == rank)
        positions[client_id] = Position(ladder, level, facts, figures[client_id], earned_level)
    return positions


FindPositions = Callable[..., Awaitable[dict[uuid.UUID, Position]]]


async def _position_of(
    find: FindPositions,
    session: AsyncSession,
    trading: TradingFacts,
    client: Client,
    *,
    has_second_factor: bool,
    now: datetime,
) -> Position:
    with_second_factor = {client.id} if has_second_factor else set()
    found = await find(session, trading, {client.id: client}, with_second_factor=with_second_factor, now=now)
    return found[client.id]


async def find_position(
    session: AsyncSession, trading: TradingFacts, client: Client, *, has_second_factor: bool, now: datetime
) -> Position:
    """`find_positions` of one client."""
    return await _position_of(
        find_positions, session, trading, client, has_second_factor=has_second_factor, now=now
    )


async def level_of(
    session: AsyncSession, trading: TradingFacts, client: Client, *, has_second_factor: bool, now: datetime
) -> Level:
    return (await find_position(session, trading, client, has_second_factor=has_second_factor, now=now)).level


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
    require_position(
        await find_position(session, trading, client, has_second_factor=has_second_factor, now=now), rank
    )


def _missing(level: Level, facts: Facts) -> MissingForLevel:
    gap = gap_to(level, facts)
    return MissingForLevel(
        kyc=gap.kyc,
        two_factor=gap.two_factor if level.requires_two_factor else None,
        volume_30d=format_decimal(gap.volume_30d),
        balance=format_decimal(gap.balance),
    )


def with_balance(position: Position, balance: Decimal, *, now: datetime) -> Position:
    """A position at another balance and time."""
    facts = replace(position.facts, balance=balance)
    rank = rank_of(position.ladder, facts, position.earned_level, now=now)
    level = next(level for level in position.ladder if level.rank == rank)
    figures = replace(position.figures, balance=balance)
    return Position(position.ladder, level, facts, figures, position.earned_level)


def is_due(position: Position, *, now: datetime) -> bool:
    """Whether a promotion, a demotion or the start of a grace period is to be stored."""
    earned = earned_rank(position.ladder, position.facts)
    return evaluate(position.earned_level, earned, now=now) != position.earned_level


def require_position(position: Position, rank: int) -> None:
    """Raise LevelRequired, with what is missing, if the client is below a rank."""
    if position.level.rank >= rank:
        return
    required = next(level for level in position.ladder if level.rank == rank)
    raise LevelRequired(
        Message(
            "This requires level {required}. Your level: {own}.",
            required=required.name,
            own=position.level.name,
        ),
        fields=LevelGap(
            required=required.key,
            current=position.level.key,
            missing=_missing(required, position.facts),
        ),
    )


async def evaluate_levels(
    session: AsyncSession,
    trading: TradingFacts,
    clients_by_id: Mapping[uuid.UUID, Client],
    *,
    with_second_factor: Collection[uuid.UUID],
    now: datetime,
) -> dict[uuid.UUID, Position]:
    """The clients' positions; stores promotions, demotions and the start of grace periods."""
    positions = await find_positions(
        session, trading, clients_by_id, with_second_factor=with_second_factor, now=now
    )
    changed, notices = {}, []
    for client_id, position in positions.items():
        evaluated = evaluate(position.earned_level, earned_rank(position.ladder, position.facts), now=now)
        if evaluated != position.earned_level:
            changed[client_id] = evaluated
        if evaluated.rank != position.earned_level.rank:
            notices.append(Notice("level", client_id, {"level": position.level.key}))
    await queries.save_earned_levels(session, changed, now=now)
    await announce(session, *notices)
    return positions


async def evaluate_level(
    session: AsyncSession, trading: TradingFacts, client: Client, *, has_second_factor: bool, now: datetime
) -> Position:
    """`evaluate_levels` of one client."""
    return await _position_of(
        evaluate_levels, session, trading, client, has_second_factor=has_second_factor, now=now
    )


def present(position: Position, *, now: datetime) -> ClientLevelView:
    level = position.level
    following = next((higher for higher in position.ladder if higher.rank > level.rank), None)
    return ClientLevelView(
        key=level.key,
        rank=level.rank,
        name=level.name,
        volume_30d=format_decimal(position.figures.volume_30d),
        balance=format_decimal(position.figures.balance),
        next=None
        if following is None
        else NextLevel(key=following.key, missing=_missing(following, position.facts)),
        withdraw=withdraw_day_of(position, now=now),
    )


def withdraw_day_of(position: Position, *, now: datetime) -> WithdrawDay:
    """The day's withdrawal limit as the ledger applies it to the next withdrawal."""
    used = position.figures.withdrawn_day
    left = position.level.withdraw_day.quantize(CENT, rounding=ROUND_DOWN) - used
    midnight = now.astimezone(UTC).replace(hour=0, minute=0, second=0, microsecond=0) + timedelta(days=1)
    return WithdrawDay(
        used_day=format_decimal(used),
        left_day=format_decimal(max(left, Decimal(0))),
        resets_at=int(midnight.timestamp()),
    )


async def demote_levels(
    sessions: SessionFactory,
    trading: TradingFacts,
    find_with_second_factor: FindWithSecondFactor,
    *,
    now: datetime,
) -> None:
    """Re-evaluate every client with an earned level: start, end or expire the grace period.

    One transaction per batch; idempotent.
    """
    after: uuid.UUID | None = None
    while True:
        async with transaction(sessions) as session:
            held = await queries.list_held(session, after=after, limit=DEMOTION_BATCH)
            locked = await clients.lock_clients(session, held)
            await evaluate_levels(
                session,
                trading,
                locked,
                with_second_factor=await find_with_second_factor(session, locked.values()),
                now=now,
            )
        if len(held) < DEMOTION_BATCH:
            return
        after = held[-1]
