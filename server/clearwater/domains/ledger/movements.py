"""SQL of an owner's postings: the list of transactions, and the movements of a time. Read-only."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import ColumnElement, Select, func, select, text, union_all
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased, joinedload

from clearwater.domains.ledger.models import SHOWN, PostingRow, Transfer
from clearwater.kit.db import first_id_since
from clearwater.kit.paging import Keyset, Listing, PageRequest

KINDS_OF_TYPE = {"fee": ("fee", "withdrawal_fee")}
DEPOSIT_STATUSES = {"credited": "credited", "orphaned": "reversed"}


@dataclass(frozen=True)
class TransactionFilter:
    """Filter for a client's transactions."""

    type: str | None = None
    coin: str | None = None
    status: str | None = None
    from_ms: int | None = None
    to_ms: int | None = None


async def find_transactions(
    session: AsyncSession, owner: str, wanted: TransactionFilter, page: PageRequest
) -> Listing[PostingRow]:
    """One page of the postings that changed an owner's total balance.

    Debits and credits are read from an index each, no further than the page needs, and merged.
    """
    conditions = await _conditions(session, wanted)
    arms: list[Select[Any]] = []
    for side in (PostingRow.source_owner, PostingRow.target_owner):
        arm: Select[Any] = select(PostingRow).where(side == owner, *conditions)
        arms.append(Keyset[Any]((PostingRow.id,)).after(arm, page.cursor).limit(page.limit + 1))
    moves = aliased(PostingRow, union_all(*arms).subquery())
    return Listing(select(moves).options(joinedload(moves.transfer)), Keyset((moves.id,)))


async def _conditions(session: AsyncSession, wanted: TransactionFilter) -> list[ColumnElement[bool]]:
    # A literal condition, because only then the planner uses the partial indexes.
    found: list[Any] = [text(SHOWN), PostingRow.source_owner != PostingRow.target_owner]
    if wanted.type is not None:
        found.append(PostingRow.kind.in_(KINDS_OF_TYPE.get(wanted.type, (wanted.type,))))
    if wanted.coin is not None:
        found.append(PostingRow.coin == wanted.coin)
    if wanted.status in DEPOSIT_STATUSES:
        reached = Transfer.status == DEPOSIT_STATUSES[wanted.status]
        found += [PostingRow.kind == "deposit", PostingRow.transfer.has(reached)]
    elif wanted.status is not None:
        found.append(PostingRow.kind != "deposit")
    table = PostingRow.__tablename__
    if wanted.from_ms is not None:
        found.append(PostingRow.id >= await first_id_since(session, table, wanted.from_ms))
    if wanted.to_ms is not None:
        found.append(PostingRow.id < await first_id_since(session, table, wanted.to_ms))
    return found


async def find_first_movement(session: AsyncSession, owner: str) -> int | None:
    """Time of an owner's first posting; None without any."""
    firsts = [
        select(PostingRow.at_ms)
        .where(side == owner, text(SHOWN))
        .order_by(PostingRow.id)
        .limit(1)
        .scalar_subquery()
        for side in (PostingRow.source_owner, PostingRow.target_owner)
    ]
    found: int | None = await session.scalar(select(func.least(*firsts)))
    return found


async def sum_movements(
    session: AsyncSession, owner: str, *, since_ms: int, length_ms: int, last: int
) -> dict[int, dict[str, int]]:
    """Net change of an owner's balances since a time, by step and coin; the last step has all later ones."""
    first = await first_id_since(session, PostingRow.__tablename__, since_ms)
    step = func.least((PostingRow.at_ms - since_ms) // length_ms, last).label("step")
    arms = [
        select(step, PostingRow.coin, (PostingRow.amount * sign).label("amount")).where(
            side == owner,
            text(SHOWN),
            PostingRow.source_owner != PostingRow.target_owner,
            PostingRow.id >= first,
        )
        for side, sign in ((PostingRow.source_owner, -1), (PostingRow.target_owner, 1))
    ]
    moves = union_all(*arms).subquery()
    summed = select(moves.c.step, moves.c.coin, func.sum(moves.c.amount)).group_by(moves.c.step, moves.c.coin)
    found: dict[int, dict[str, int]] = {}
    for place, coin, amount in await session.execute(summed):
        found.setdefault(int(place), {})[coin] = int(amount)
    return found
