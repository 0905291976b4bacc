"""A client's notices: the list, what is read, and how the client wants to be notified."""

from collections.abc import Sequence
from datetime import datetime
from typing import get_args

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.service import Client
from clearwater.domains.notices import queries
from clearwater.domains.notices.delivery import DEFAULTS, MAILED_ELSEWHERE, reader_of, wanted_of
from clearwater.domains.notices.queries import NoticeFilter
from clearwater.domains.notices.schemas import (
    Kind,
    KindSettings,
    NoticePage,
    NoticeSettings,
    NoticeSettingsChange,
    ReadNotices,
    notice_of,
)
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.paging import PageRequest

KINDS: Sequence[Kind] = get_args(Kind)
FIXED_EMAIL = "These emails are always sent the same way."


async def list_notices(
    session: AsyncSession, client: Client, wanted: NoticeFilter, request: PageRequest
) -> NoticePage:
    """A page of the notices, with the announcements of the site among them."""
    reader = reader_of(client)
    settings = await queries.find_settings(session, [client.id])
    is_announced = wanted_of(settings, client.id, "announcement").in_app
    found = queries.select_notices(reader, wanted, with_announcements=is_announced)
    limited = found.order.after(found.statement, request.cursor).limit(request.limit + 1)
    rows = (await session.execute(limited)).all()
    shown = rows[: request.limit]
    return NoticePage(
        items=[notice_of(row) for row in shown],
        next_cursor=found.order.cursor_of(shown[-1]) if len(rows) > request.limit else None,
        unread=await count_unread(session, client),
    )


async def count_unread(session: AsyncSession, client: Client) -> int:
    return (await queries.count_unread(session, [reader_of(client)]))[client.id]


async def mark_read(session: AsyncSession, client: Client, read: ReadNotices, *, now: datetime) -> int:
    """Mark notices as read; how many are unread then."""
    reader = reader_of(client)
    if read.all:
        await queries.read_all(session, reader, now=now)
    elif read.ids:
        await queries.read_some(session, reader, read.ids, now=now)
    else:
        message = "Send ids, or all."
        raise ValidationFailed(errors=[FieldError(field="ids", code="missing", message=message)])
    return await count_unread(session, client)


async def show_settings(session: AsyncSession, client: Client) -> NoticeSettings:
    settings = await queries.find_settings(session, [client.id])
    return NoticeSettings(**{kind: wanted_of(settings, client.id, kind) for kind in KINDS})


async def change_settings(
    session: AsyncSession, client: Client, change: NoticeSettingsChange
) -> NoticeSettings:
    """Change how the client is notified of some kinds.

    Emails about money and security are the business of their own domains, and cannot be switched off.
    """
    before = await show_settings(session, client)
    for kind in KINDS:
        wanted = getattr(change, kind)
        if wanted is None:
            continue
        known: KindSettings = getattr(before, kind)
        changed = known.model_copy(update=wanted.model_dump(exclude_none=True))
        if kind in MAILED_ELSEWHERE and changed.email != DEFAULTS[kind].email:
            field = f"{kind}.email"
            raise ValidationFailed(
                FIXED_EMAIL, errors=[FieldError(field=field, code="fixed", message=FIXED_EMAIL)]
            )
        await queries.save_setting(session, client.id, kind, **changed.model_dump())
    return await show_settings(session, client)
