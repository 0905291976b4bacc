"""The SQL of entries, their versions and what of them is live; that of the search is in search_queries.py."""

import uuid
from collections.abc import Sequence
from datetime import date, datetime

from sqlalchemy import (
    ColumnElement,
    Select,
    any_,
    case,
    delete,
    exists,
    func,
    literal,
    or_,
    select,
    tuple_,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY, insert
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload
from sqlalchemy.types import String

from clearwater.domains.content.categories import CATEGORIES
from clearwater.domains.content.models import Entry, HelpfulVote, LiveEntry, TermsAcceptance, Version
from clearwater.kit.db import SessionFactory, delete_in_batches
from clearwater.kit.paging import Keyset

ENTRY_ORDER = Keyset[Entry]((Entry.updated_at, Entry.id))
VERSION_ORDER = Keyset[Version]((Version.number,))
NEWS_ORDER = Keyset[LiveEntry]((LiveEntry.is_pinned, LiveEntry.published_at, LiveEntry.entry_id))
FEED_ORDER = Keyset[LiveEntry]((LiveEntry.published_at, LiveEntry.entry_id))
LOCK = "content:"


async def lock_site(session: AsyncSession, site_id: uuid.UUID) -> None:
    """Serialise changes of a site's slugs and of its words in the search, until the transaction ends."""
    key = func.hashtextextended(f"{LOCK}{site_id}", 0)
    await session.execute(select(func.pg_advisory_xact_lock(key)))


def select_entries(
    *, kind: str | None, site_id: uuid.UUID | None, status: str | None, q: str | None
) -> Select[Entry]:
    statement = select(Entry)
    if kind is not None:
        statement = statement.where(Entry.kind == kind)
    if site_id is not None:
        statement = statement.where(Entry.site_id == site_id)
    if status is not None:
        statement = statement.where(*_status(status))
    if q:
        found = Entry.title.icontains(q, autoescape=True)
        statement = statement.where(
            or_(found, func.array_to_string(Entry.slugs, " ").icontains(q, autoescape=True))
        )
    return statement


def _status(status: str) -> tuple[ColumnElement[bool], ...]:
    if status == "scheduled":
        return (Entry.scheduled_version.is_not(None),)
    is_live = Entry.live_version.is_not(None) if status == "published" else Entry.live_version.is_(None)
    return (Entry.scheduled_version.is_(None), is_live)


async def find_entry(session: AsyncSession, entry_id: uuid.UUID) -> Entry | None:
    return await session.get(Entry, entry_id)


async def lock_entry(session: AsyncSession, entry_id: uuid.UUID) -> Entry | None:
    return await session.scalar(
        select(Entry).where(Entry.id == entry_id).with_for_update().execution_options(populate_existing=True)
    )


async def find_version(session: AsyncSession, entry_id: uuid.UUID, number: int) -> Version | None:
    return await session.get(Version, (entry_id, number))


def select_versions(entry_id: uuid.UUID) -> Select[Version]:
    return select(Version).where(Version.entry_id == entry_id)


async def is_slug_taken(session: AsyncSession, entry: Entry, slug: str) -> bool:
    """Whether another entry of the site and kind has this slug, in any of its versions that count."""
    wanted = literal([slug], ARRAY(String(80)))
    return bool(
        await session.scalar(
            select(Entry.id)
            .where(
                Entry.site_id == entry.site_id,
                Entry.kind == entry.kind,
                Entry.slugs.op("&&")(wanted),
                Entry.id != entry.id,
            )
            .limit(1)
        )
    )


async def has_entries(session: AsyncSession, site_id: uuid.UUID, kind: str, slug: str | None = None) -> bool:
    found = select(Entry.id).where(Entry.site_id == site_id, *_ever_written(kind, slug)).limit(1)
    return await session.scalar(found) is not None


def _ever_written(kind: str, slug: str | None) -> tuple[ColumnElement[bool], ...]:
    """Entries of a kind, those that had a slug in any version if there is one."""
    had_slug = exists().where(Version.entry_id == Entry.id, Version.slug == slug)
    return (Entry.kind == kind,) if slug is None else (Entry.kind == kind, had_slug)


async def list_sites_without(
    session: AsyncSession, kind: str, slug: str | None = None
) -> Sequence[uuid.UUID]:
    """The sites that have never had an entry of a kind, or one with a slug."""
    sites = Entry.metadata.tables["sites"]
    has_one = exists().where(Entry.site_id == sites.c.id, *_ever_written(kind, slug))
    return (await session.scalars(select(sites.c.id).where(~has_one))).all()


async def list_due(session: AsyncSession, *, now: datetime, limit: int) -> Sequence[uuid.UUID]:
    due = select(Entry.id).where(Entry.scheduled_at <= now).order_by(Entry.scheduled_at, Entry.id)
    return (await session.scalars(due.limit(limit))).all()


async def delete_live(session: AsyncSession, entry_id: uuid.UUID) -> None:
    await session.execute(delete(LiveEntry).where(LiveEntry.entry_id == entry_id))


def select_live(site_id: uuid.UUID, kind: str) -> Select[LiveEntry]:
    return (
        select(LiveEntry)
        .options(selectinload(LiveEntry.texts))
        .where(LiveEntry.site_id == site_id, LiveEntry.kind == kind)
    )


def select_news(site_id: uuid.UUID, *, category: str | None, coin: str | None) -> Select[LiveEntry]:
    statement = select_live(site_id, "news")
    if category is not None:
        statement = statement.where(LiveEntry.category == category)
    if coin is not None:
        statement = statement.where(literal(coin) == any_(LiveEntry.coins))
    return statement


async def list_published_news(session: AsyncSession, *, since: datetime) -> Sequence[LiveEntry]:
    """The live news published since then, the oldest first."""
    answer = await session.scalars(
        select(LiveEntry)
        .options(selectinload(LiveEntry.texts))
        .where(LiveEntry.kind == "news", LiveEntry.published_at >= since)
        .order_by(LiveEntry.published_at, LiveEntry.entry_id)
    )
    return answer.all()


async def find_live(session: AsyncSession, site_id: uuid.UUID, kind: str, key: str) -> LiveEntry | None:
    """The live entry with this id or slug."""
    statement = select_live(site_id, kind)
    try:
        found = await session.scalar(statement.where(LiveEntry.entry_id == uuid.UUID(key)))
    except ValueError:
        found = None
    return found or await session.scalar(statement.where(LiveEntry.slug == key))


async def find_live_page(session: AsyncSession, site_id: uuid.UUID, slug: str) -> Entry | None:
    """The entry of a live page; its `live_version` is what visitors see."""
    shown = select(Entry).join(LiveEntry, LiveEntry.entry_id == Entry.id)
    return await session.scalar(
        shown.where(LiveEntry.site_id == site_id, LiveEntry.kind == "page", LiveEntry.slug == slug)
    )


async def has_accepted(
    session: AsyncSession, client_id: uuid.UUID, entry_id: uuid.UUID, version: int
) -> bool:
    """Whether a client has accepted this version of the terms, or a later one."""
    accepted = select(TermsAcceptance.version).where(
        TermsAcceptance.client_id == client_id,
        TermsAcceptance.entry_id == entry_id,
        TermsAcceptance.version >= version,
    )
    return await session.scalar(accepted.limit(1)) is not None


async def add_acceptance(session: AsyncSession, acceptance: dict[str, object]) -> None:
    await session.execute(insert(TermsAcceptance).values(acceptance).on_conflict_do_nothing())


async def find_neighbours(
    session: AsyncSession, live: LiveEntry
) -> tuple[LiveEntry | None, LiveEntry | None]:
    """The news published just before and just after."""
    place = tuple_(LiveEntry.published_at, LiveEntry.entry_id)
    own = tuple_(live.published_at, live.entry_id)
    others = select_live(live.site_id, "news").limit(1)
    older = others.where(place < own).order_by(LiveEntry.published_at.desc(), LiveEntry.entry_id.desc())
    newer = others.where(place > own).order_by(LiveEntry.published_at, LiveEntry.entry_id)
    return await session.scalar(older), await session.scalar(newer)


async def count_categories(session: AsyncSession, site_id: uuid.UUID, kind: str) -> dict[str, int]:
    rows = await session.execute(
        select(LiveEntry.category, func.count())
        .where(LiveEntry.site_id == site_id, LiveEntry.kind == kind)
        .group_by(LiveEntry.category)
    )
    return {str(category): count for category, count in rows}


FAQ_RANK = case({key: rank for rank, key in enumerate(CATEGORIES["faq"])}, value=LiveEntry.category)
FAQ_PLACE = (FAQ_RANK, LiveEntry.position, LiveEntry.entry_id)


async def list_faq(
    session: AsyncSession,
    site_id: uuid.UUID,
    *,
    category: str | None,
    after: tuple[int, int, uuid.UUID] | None,
    limit: int,
) -> Sequence[LiveEntry]:
    """FAQ entries in the order of the categories, and of the entries in each."""
    statement = select_live(site_id, "faq").order_by(*FAQ_PLACE).limit(limit)
    if category is not None:
        statement = statement.where(LiveEntry.category == category)
    if after is not None:
        statement = statement.where(tuple_(*FAQ_PLACE) > tuple_(*after))
    return (await session.scalars(statement)).all()


async def add_vote(session: AsyncSession, entry_id: uuid.UUID, voter: bytes, day: date) -> bool:
    """Whether the vote counts: the first of a visitor on a day does."""
    vote = insert(HelpfulVote).values(entry_id=entry_id, voter=voter, day=day)
    added = await session.execute(vote.on_conflict_do_nothing().returning(HelpfulVote.entry_id))
    return added.first() is not None


async def count_vote(session: AsyncSession, entry_id: uuid.UUID, *, is_helpful: bool) -> None:
    column = Entry.helpful_count if is_helpful else Entry.unhelpful_count
    await session.execute(update(Entry).where(Entry.id == entry_id).values({column: column + 1}))


async def purge_votes(sessions: SessionFactory, *, before: date) -> None:
    await delete_in_batches(sessions, HelpfulVote, HelpfulVote.day < before)
