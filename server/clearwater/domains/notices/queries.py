"""All SQL of notices and announcements."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import (
    ARRAY,
    DateTime,
    Uuid,
    bindparam,
    delete,
    func,
    literal,
    or_,
    select,
    text,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.notices.models import (
    Announcement,
    AnnouncementRead,
    FillCursor,
    NoticeRow,
    NoticeSetting,
    PartialFill,
    ReadMarker,
)
from clearwater.kit.keyset import decode_cursor, encode_cursor
from clearwater.kit.notices import ANNOUNCEMENT
from clearwater.kit.paging import PageRequest
from clearwater.kit.prepared_reads import PreparedReads, Statement

# Of a reader. Counts announcements since the client registered, unless the client does not want them in the
# list.
HIDES_ANNOUNCEMENTS = """EXISTS (
    SELECT FROM notice_settings s
    WHERE s.client_id = reader.id AND s.kind = 'announcement' AND NOT s.in_app)
"""
UNREAD = f"""
    (SELECT count(*) FROM notices n WHERE n.client_id = reader.id AND n.is_listed AND n.read_at IS NULL)
    + CASE WHEN {HIDES_ANNOUNCEMENTS} THEN 0
      ELSE (SELECT count(*) FROM announcements a
            WHERE a.site_id = reader.site_id AND a.created_at >= reader.since
              AND NOT EXISTS (SELECT FROM announcement_markers m
                              WHERE m.client_id = reader.id AND m.read_at >= a.created_at)
              AND NOT EXISTS (SELECT FROM announcement_reads r
                              WHERE r.client_id = reader.id AND r.announcement_id = a.id))
      END
"""  # noqa: S608 (constants)
COUNT_UNREAD = text(
    f"SELECT reader.id, {UNREAD} FROM unnest(:ids, :sites, :since) AS reader (id, site_id, since)"  # noqa: S608
).bindparams(
    bindparam("ids", type_=ARRAY(Uuid)),
    bindparam("sites", type_=ARRAY(Uuid)),
    bindparam("since", type_=ARRAY(DateTime(timezone=True))),
)
OWN = """
    SELECT id, kind, data, created_at, read_at FROM notices n
    WHERE n.client_id = reader.id AND n.is_listed
"""
# With the time of the marker for those that a client has marked as read together.
ANNOUNCED = f"""
    SELECT * FROM (
        SELECT a.id, 'announcement' AS kind, a.data, a.created_at, coalesce(r.read_at, m.read_at) AS read_at
        FROM announcements a
        LEFT JOIN announcement_reads r ON r.announcement_id = a.id AND r.client_id = reader.id
        LEFT JOIN announcement_markers m ON m.client_id = reader.id AND m.read_at >= a.created_at
        WHERE a.site_id = reader.site_id AND a.created_at >= reader.since
    ) AS announced
    WHERE NOT {HIDES_ANNOUNCEMENTS}
"""  # noqa: S608 (constants)
# A row without an id where the page is empty.
SELECT_PAGE = f"""
    SELECT listed.*, unread
    FROM (VALUES ($1::uuid, $2::uuid, $3::timestamptz)) AS reader (id, site_id, since),
        LATERAL (SELECT {UNREAD} AS unread) AS counted
        LEFT JOIN LATERAL (
            SELECT * FROM ({{arms}}) AS arms ORDER BY created_at DESC, id DESC LIMIT {{limit}}
        ) AS listed ON true
    ORDER BY listed.created_at DESC, listed.id DESC
"""  # noqa: S608 (constants)
# The oldest ones of clients who have too many.
TRIM = text("""
    DELETE FROM notices WHERE id IN (
        SELECT old.id FROM unnest(:ids) AS owner (id), LATERAL (
            SELECT n.id FROM notices n WHERE n.client_id = owner.id
            ORDER BY n.created_at DESC, n.id DESC OFFSET :most
        ) AS old)
""").bindparams(bindparam("ids", type_=ARRAY(Uuid)))


class Reader(NamedTuple):
    """A client, as far as lists of notices are concerned."""

    id: uuid.UUID
    site_id: uuid.UUID
    since: datetime


class NoticeFilter(NamedTuple):
    kind: str | None = None
    is_unread: bool = False


class Listed(NamedTuple):
    """A notice or an announcement in a client's list."""

    id: uuid.UUID
    kind: str
    data: dict[str, Any]
    created_at: datetime
    read_at: datetime | None


class NoticeList(NamedTuple):
    """A page of a client's notices, the next cursor, and how many of all are unread."""

    rows: list[Listed]
    next_cursor: str | None
    unread: int


async def read_notices(
    reads: PreparedReads, reader: Reader, wanted: NoticeFilter, page: PageRequest
) -> NoticeList:
    """A client's notices with the announcements of the site among them, newest first."""
    statement = Statement()
    for value in reader:
        statement.bind(value)
    limit, conditions = statement.bind(page.limit + 1), []
    if wanted.is_unread:
        conditions.append("read_at IS NULL")
    if page.cursor is not None:
        created_at, notice_id = map(statement.bind, decode_cursor(page.cursor, datetime, uuid.UUID))
        conditions.append(f"(created_at, id) < ({created_at}, {notice_id})")
    end = f"ORDER BY created_at DESC, id DESC LIMIT {limit}"
    arms = []
    if wanted.kind != ANNOUNCEMENT:
        own = conditions if wanted.kind is None else [*conditions, f"kind = {statement.bind(wanted.kind)}"]
        arms.append(f"({' AND '.join([OWN, *own])} {end})")
    if wanted.kind in (None, ANNOUNCEMENT):
        arms.append(f"({' AND '.join([ANNOUNCED, *conditions])} {end})")
    sql = SELECT_PAGE.format(arms=" UNION ALL ".join(arms), limit=limit)
    rows = await reads.fetch(sql, *statement.values)
    shown = [
        Listed(row["id"], row["kind"], msgspec.json.decode(row["data"]), row["created_at"], row["read_at"])
        for row in rows[: page.limit]
        if row["id"] is not None
    ]
    last = shown[-1] if len(rows) > page.limit else None
    return NoticeList(
        shown, None if last is None else encode_cursor([last.created_at, last.id]), rows[0]["unread"]
    )


async def count_unread(session: AsyncSession, readers: Sequence[Reader]) -> dict[uuid.UUID, int]:
    columns: Mapping[str, list[Any]] = {
        "ids": [reader.id for reader in readers],
        "sites": [reader.site_id for reader in readers],
        "since": [reader.since for reader in readers],
    }
    rows = await session.execute(COUNT_UNREAD, columns)
    return {client_id: int(unread) for client_id, unread in rows}


async def insert_notices(session: AsyncSession, rows: Sequence[dict[str, Any]]) -> set[uuid.UUID]:
    """Insert notices; the ids of those whose subject had none before."""
    statement = (
        insert(NoticeRow)
        .values(rows)
        .on_conflict_do_nothing(index_elements=[NoticeRow.client_id, NoticeRow.subject])
    )
    return set(await session.scalars(statement.returning(NoticeRow.id)))


async def trim(session: AsyncSession, client_ids: Collection[uuid.UUID], *, most: int) -> None:
    """Delete the oldest notices of clients who have more than so many."""
    await session.execute(TRIM, {"ids": list(client_ids), "most": most})


async def read_some(
    session: AsyncSession, reader: Reader, ids: Sequence[uuid.UUID], *, now: datetime
) -> None:
    """Mark notices and announcements as read; those of others, and unknown ones, are left alone."""
    await session.execute(
        update(NoticeRow)
        .where(NoticeRow.client_id == reader.id, NoticeRow.id.in_(ids), NoticeRow.read_at.is_(None))
        .values(read_at=now)
    )
    found = select(literal(reader.id), Announcement.id, literal(now)).where(
        Announcement.id.in_(ids), Announcement.site_id == reader.site_id
    )
    columns = [AnnouncementRead.client_id, AnnouncementRead.announcement_id, AnnouncementRead.read_at]
    await session.execute(insert(AnnouncementRead).from_select(columns, found).on_conflict_do_nothing())


async def read_all(session: AsyncSession, reader: Reader, *, now: datetime) -> None:
    """Mark everything as read: one marker for all announcements."""
    await session.execute(
        update(NoticeRow)
        .where(NoticeRow.client_id == reader.id, NoticeRow.read_at.is_(None))
        .values(read_at=now)
    )
    newest = select(func.max(Announcement.created_at)).where(Announcement.site_id == reader.site_id)
    until = max(now, await session.scalar(newest) or now)
    marker = insert(ReadMarker).values(client_id=reader.id, read_at=until)
    await session.execute(
        marker.on_conflict_do_update(
            index_elements=[ReadMarker.client_id], set_={"read_at": marker.excluded.read_at}
        )
    )


async def find_settings(
    session: AsyncSession, client_ids: Collection[uuid.UUID]
) -> dict[tuple[uuid.UUID, str], NoticeSetting]:
    rows = await session.scalars(select(NoticeSetting).where(NoticeSetting.client_id.in_(client_ids)))
    return {(row.client_id, row.kind): row for row in rows}


async def save_setting(session: AsyncSession, client_id: uuid.UUID, kind: str, **values: bool) -> None:
    statement = insert(NoticeSetting).values(client_id=client_id, kind=kind, **values)
    await session.execute(
        statement.on_conflict_do_update(
            index_elements=[NoticeSetting.client_id, NoticeSetting.kind], set_=values
        )
    )


async def lock_cursor(session: AsyncSession, *, is_shared: bool = False) -> FillCursor:
    """The cursor; an alert that is made meanwhile shares the lock, so that no fill passes it by."""
    statement = select(FillCursor).with_for_update(read=is_shared)
    return (await session.scalars(statement.execution_options(populate_existing=True))).one()


async def list_partial_fills(session: AsyncSession) -> list[int]:
    return list(await session.scalars(select(PartialFill.order_id)))


async def add_partial_fills(session: AsyncSession, order_ids: Collection[int]) -> None:
    if order_ids:
        rows = [{"order_id": order_id} for order_id in sorted(order_ids)]
        await session.execute(insert(PartialFill).values(rows).on_conflict_do_nothing())


async def delete_partial_fills(session: AsyncSession, order_ids: Collection[int]) -> None:
    if order_ids:
        await session.execute(delete(PartialFill).where(PartialFill.order_id.in_(order_ids)))


async def insert_announcement(session: AsyncSession, **columns: Any) -> bool:
    """Store an announcement; False when it is known."""
    statement = insert(Announcement).values(columns).on_conflict_do_nothing().returning(Announcement.id)
    return await session.scalar(statement) is not None


async def lock_unsent(session: AsyncSession) -> Announcement | None:
    """The oldest announcement that not everybody who wants it by mail or push was sent."""
    return await session.scalar(
        select(Announcement)
        .where(Announcement.sent_at.is_(None))
        .order_by(Announcement.id)
        .limit(1)
        .with_for_update(skip_locked=True)
    )


async def list_announced(
    session: AsyncSession, after: uuid.UUID | None, *, limit: int
) -> Sequence[NoticeSetting]:
    """The next clients who want announcements by mail or push, by their ids."""
    statement = (
        select(NoticeSetting)
        .where(NoticeSetting.kind == "announcement", or_(NoticeSetting.email, NoticeSetting.push))
        .order_by(NoticeSetting.client_id)
        .limit(limit)
    )
    if after is not None:
        statement = statement.where(NoticeSetting.client_id > after)
    return (await session.scalars(statement)).all()
