"""All SQL of notices and announcements."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import (
    ARRAY,
    DateTime,
    Select,
    Uuid,
    and_,
    bindparam,
    delete,
    func,
    literal,
    or_,
    select,
    text,
    union_all,
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
from clearwater.kit.paging import Keyset

# Counts announcements since the client registered, unless the client does not want them in the list.
COUNT_UNREAD = text("""
    SELECT reader.id,
        (SELECT count(*) FROM notices n
         WHERE n.client_id = reader.id AND n.is_listed AND n.read_at IS NULL)
        + CASE WHEN EXISTS (SELECT FROM notice_settings s
                            WHERE s.client_id = reader.id AND s.kind = 'announcement' AND NOT s.in_app)
          THEN 0
          ELSE (SELECT count(*) FROM announcements a
                WHERE a.site_id = reader.site_id AND a.created_at >= reader.since
                  AND NOT EXISTS (SELECT FROM announcement_markers m
                                  WHERE m.client_id = reader.id AND m.read_at >= a.created_at)
                  AND NOT EXISTS (SELECT FROM announcement_reads r
                                  WHERE r.client_id = reader.id AND r.announcement_id = a.id))
          END
    FROM unnest(:ids, :sites, :since) AS reader (id, site_id, since)
""").bindparams(
    bindparam("ids", type_=ARRAY(Uuid)),
    bindparam("sites", type_=ARRAY(Uuid)),
    bindparam("since", type_=ARRAY(DateTime(timezone=True))),
)
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


class NoticeList(NamedTuple):
    """A client's notices with the announcements of the site among them."""

    statement: Select[Any]
    order: Keyset[Any]


def select_notices(reader: Reader, wanted: NoticeFilter, *, with_announcements: bool) -> NoticeList:
    own = select(NoticeRow.id, NoticeRow.kind, NoticeRow.data, NoticeRow.created_at, NoticeRow.read_at).where(
        NoticeRow.client_id == reader.id, NoticeRow.is_listed
    )
    merged = union_all(own, _announcements(reader)).subquery() if with_announcements else own.subquery()
    columns = merged.c
    statement = select(merged)
    if wanted.kind is not None:
        statement = statement.where(columns.kind == wanted.kind)
    if wanted.is_unread:
        statement = statement.where(columns.read_at.is_(None))
    return NoticeList(statement, Keyset((columns.created_at, columns.id)))  # type: ignore[arg-type]


def _announcements(reader: Reader) -> Select[Any]:
    """With the time of the marker for those that a client has marked as read together."""
    marked = (
        select(ReadMarker.read_at)
        .where(ReadMarker.client_id == reader.id, ReadMarker.read_at >= Announcement.created_at)
        .scalar_subquery()
    )
    return (
        select(
            Announcement.id,
            literal("announcement").label("kind"),
            Announcement.data,
            Announcement.created_at,
            func.coalesce(AnnouncementRead.read_at, marked).label("read_at"),
        )
        .outerjoin(
            AnnouncementRead,
            and_(
                AnnouncementRead.announcement_id == Announcement.id, AnnouncementRead.client_id == reader.id
            ),
        )
        .where(Announcement.site_id == reader.site_id, Announcement.created_at >= reader.since)
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
