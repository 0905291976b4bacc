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
from clearwater.kit.prepared_reads import PreparedReads

KINDS: Sequence[Kind] = get_args(Kind)
FIXED_EMAIL = "These emails are always sent the same way."


async def list_notices(
    reads: PreparedReads, client: Client, wanted: NoticeFilter, request: PageRequest
) -> NoticePage:
    """A page of the notices, with the announcements of the site among them."""
    found = await queries.read_notices(reads, reader_of(client), wanted, request)
    return NoticePage(
        items=[notice_of(row) for row in found.rows], next_cursor=found.next_cursor, unread=found.unread
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
