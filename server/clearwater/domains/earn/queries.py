"""SQL of earn. Only the engine writes products and positions."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import JSON, BigInteger, Integer, Select, String, column, exists, func, select, table, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.coding import decode
from clearwater.core.earn_commands import Redeem, Subscribe
from clearwater.core.earn_events import EarnPositionChanged
from clearwater.domains.earn.models import (
    MATURED_SQL,
    OPEN_SQL,
    AnnouncedMaturity,
    EarnPositionRow,
    EarnProductRow,
    EarnText,
)
from clearwater.kit.db import first_id_since
from clearwater.kit.paging import Keyset

NEWEST_FIRST: Keyset[EarnPositionRow] = Keyset([EarnPositionRow.id])
# Tables of another domain, read here and never written.
JOURNAL = table(
    "journal", column("seq", BigInteger), column("rules_version", Integer), column("payload", JSON)
)
POSTINGS = table(
    "postings",
    *(column(name, BigInteger) for name in ("id", "seq")),
    *(column(name, String) for name in ("kind", "source_owner", "reference")),
)


class Count(NamedTuple):
    """Active positions of a product, and those with interest to get, that count alike."""

    positions: int
    row: EarnPositionChanged


def select_positions(owner: str, *, status: str | None) -> Select[EarnPositionRow]:
    statement: Select[EarnPositionRow] = select(EarnPositionRow).where(EarnPositionRow.client == owner)
    return statement if status is None else statement.where(EarnPositionRow.status == status)


async def find_position(session: AsyncSession, owner: str, position_id: int) -> EarnPositionRow | None:
    """A client's position; None for another client's."""
    row = await session.get(EarnPositionRow, position_id)
    return row if row is not None and row.client == owner else None


async def find_by_key(session: AsyncSession, owner: str, key: str) -> EarnPositionRow | None:
    """The position that was asked for under a key."""
    found: EarnPositionRow | None = await session.scalar(
        select(EarnPositionRow).where(EarnPositionRow.client == owner, EarnPositionRow.idempotency_key == key)
    )
    return found


async def requested_terms(session: AsyncSession, row: EarnPositionRow) -> Subscribe:
    """What was asked for when a position began; the journal alone still knows it."""
    statement = await _select_entries(session, row, "earn_subscribe")
    version, fields = (await session.execute(statement)).one()
    asked = decode(Subscribe.__name__, fields, version)
    assert isinstance(asked, Subscribe), "a position comes from no other entry"
    return asked


async def find_redemption(session: AsyncSession, row: EarnPositionRow, key: str) -> Redeem | None:
    """What was asked for when something was taken out of a position under a key."""
    statement = await _select_entries(session, row, "earn_redeem")
    has_key = JOURNAL.c.payload["idempotency_key"].as_string() == key
    found = (await session.execute(statement.where(has_key))).one_or_none()
    if found is None:
        return None
    asked = decode(Redeem.__name__, found.payload, found.rules_version)
    assert isinstance(asked, Redeem), "nothing else with a key is taken out"
    return asked


async def _select_entries(session: AsyncSession, row: EarnPositionRow, kind: str) -> Select[int, Any]:
    """Select the first journal entry that made a posting of this kind for a position."""
    first = await first_id_since(session, POSTINGS.name, row.started_ms)
    statement: Select[int, Any] = (
        select(JOURNAL.c.rules_version, JOURNAL.c.payload)
        .join(POSTINGS, POSTINGS.c.seq == JOURNAL.c.seq)
        .where(
            POSTINGS.c.id >= first,
            POSTINGS.c.source_owner == row.client,
            # A literal, because only then the planner uses the partial index by owner.
            POSTINGS.c.kind == text(f"'{kind}'"),
            POSTINGS.c.reference == f"earn-{row.id}",
        )
        .order_by(POSTINGS.c.id)
        .limit(1)
    )
    return statement


async def sum_held(session: AsyncSession, owner: str) -> dict[str, int]:
    """What a client has in each product."""
    rows = await session.execute(
        select(EarnPositionRow.product, func.sum(EarnPositionRow.amount))
        .where(EarnPositionRow.client == owner, EarnPositionRow.status == "active")
        .group_by(EarnPositionRow.product)
    )
    return {product: int(amount) for product, amount in rows}


async def sum_positions(session: AsyncSession) -> list[Count]:
    """All positions that cost interest, added up where they have the same rate and the same hours."""
    row = EarnPositionRow
    alike = (row.product, row.rate_ppm, row.accrued_hour, row.matures_ms)
    found = await session.execute(
        select(
            *alike,
            func.count().filter(row.status == "active"),
            func.sum(row.amount),
            func.sum(row.owed),
        )
        .where(text(OPEN_SQL))
        .group_by(*alike)
    )
    return [
        Count(
            positions,
            EarnPositionChanged(
                position_id=0,
                client="",
                product=product,
                amount=int(amount),
                rate_ppm=rate_ppm,
                accrued_hour=accrued_hour,
                owed=int(owed),
                carried=0,
                paid=0,
                started_at=0,
                matures_at=matures_ms,
                auto_renew=False,
                due_at=0,
                status="active",
                idempotency_key=None,
                at=0,
            ),
        )
        for product, rate_ppm, accrued_hour, matures_ms, positions, amount, owed in found
    ]


async def list_texts(session: AsyncSession) -> dict[str, str]:
    rows: Sequence[EarnText] = (await session.scalars(select(EarnText))).all()
    return {row.product: row.source_of_yield for row in rows}


async def put_text(session: AsyncSession, product: str, source_of_yield: str, *, now: datetime) -> None:
    values = {"source_of_yield": source_of_yield, "updated_at": now}
    await session.execute(
        insert(EarnText)
        .values(product=product, **values)
        .on_conflict_do_update(index_elements=["product"], set_=values)
    )


async def get_coin(session: AsyncSession, product: str) -> str:
    return (await session.get_one(EarnProductRow, product)).coin


async def list_matured(session: AsyncSession, *, limit: int) -> Sequence[EarnPositionRow]:
    """Locked positions whose last maturity was not written about, the earliest first.

    The engine works maturities off in their order, so nothing comes before the last hour that was.
    """
    row, known = EarnPositionRow, AnnouncedMaturity
    last = select(func.coalesce(func.max(known.hour), 0)).scalar_subquery()
    is_known = exists().where(known.position_id == row.id, known.hour == row.accrued_hour)
    statement = (
        select(row)
        # A literal condition, because only then the planner uses the partial index.
        .where(text(MATURED_SQL), row.accrued_hour >= last, ~is_known)
        .order_by(row.accrued_hour, row.id)
        .limit(limit)
    )
    return (await session.scalars(statement)).all()


async def sum_announced(session: AsyncSession, rows: Sequence[EarnPositionRow]) -> dict[int, int]:
    """How much interest positions had been paid when they were last written about."""
    known = AnnouncedMaturity
    found = await session.execute(
        select(known.position_id, func.max(known.paid).label("paid"))
        .where(known.position_id.in_([row.id for row in rows]))
        .group_by(known.position_id)
    )
    return {row.position_id: row.paid for row in found}


async def note_maturities(session: AsyncSession, rows: Sequence[EarnPositionRow]) -> list[EarnPositionRow]:
    """Note that maturities are written about; those of the rows that nobody else has noted meanwhile."""
    if not rows:
        return []
    values = [{"position_id": row.id, "hour": row.accrued_hour, "paid": row.paid} for row in rows]
    statement = insert(AnnouncedMaturity).values(values).on_conflict_do_nothing()
    noted = set(await session.scalars(statement.returning(AnnouncedMaturity.position_id)))
    return [row for row in rows if row.id in noted]


def position_of(row: EarnPositionRow) -> EarnPositionChanged:
    """A row as the event that it was written by."""
    return EarnPositionChanged(
        position_id=row.id,
        client=row.client,
        product=row.product,
        amount=row.amount,
        rate_ppm=row.rate_ppm,
        accrued_hour=row.accrued_hour,
        owed=row.owed,
        carried=row.carried,
        paid=row.paid,
        started_at=row.started_ms,
        matures_at=row.matures_ms,
        auto_renew=row.auto_renew,
        due_at=row.due_ms,
        status=row.status,  # type: ignore[arg-type]
        idempotency_key=row.idempotency_key,
        at=row.updated_ms,
        redemption_key=row.redemption_key,
    )
