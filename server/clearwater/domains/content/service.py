"""The use cases of content for editors, and what other domains may call."""

import asyncio
import uuid
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Literal, NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.content import live, markdown, queries, terms
from clearwater.domains.content.errors import NotLive, VersionConflict
from clearwater.domains.content.live import NEWS_CHANGED, NEWS_PUBLISHED, TERMS_SLUG, choose_text
from clearwater.domains.content.models import Entry, LiveEntry, Version
from clearwater.domains.content.page_facts import find_news, list_news_addresses, list_questions
from clearwater.domains.content.schemas import (
    ContentFields,
    NewContent,
    NewsLink,
    first_title,
    require_category,
)
from clearwater.domains.content.starter import StarterEntry, load_faq, load_news, load_terms
from clearwater.domains.files import service as files
from clearwater.domains.sites import service as sites
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.staff.service import Operator
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id

__all__ = [
    "NEWS_CHANGED",
    "NEWS_PUBLISHED",
    "add_starters",
    "find_news",
    "find_news_titles",
    "languages_for",
    "list_news_addresses",
    "list_questions",
    "terms",
]

STARTERS = {"faq": load_faq, "news": load_news, "page": load_terms}


def languages_for(site: CurrentSite, language: str) -> list[str]:
    """The languages in which a visitor reads an entry, best first."""
    return list(dict.fromkeys([language, *sites.offered_languages(site)]))


async def get_live(session: AsyncSession, site_id: uuid.UUID, kind: str, key: str) -> LiveEntry:
    """The live entry with an id or a slug."""
    found = await queries.find_live(session, site_id, kind, key)
    if found is None:
        raise NotFound("Not found. It may have been removed.")
    return found


class PublishedNews(NamedTuple):
    """A news entry that is live; its title by language."""

    news_id: str
    site_id: uuid.UUID
    slug: str
    title: Mapping[str, str]
    published_at: datetime


async def list_published_news(session: AsyncSession, *, since: datetime) -> list[PublishedNews]:
    """The news of all sites published since then, the oldest first."""
    return [
        PublishedNews(
            str(entry.entry_id),
            entry.site_id,
            entry.slug,
            {text.language: text.title for text in entry.texts},
            entry.published_at,
        )
        for entry in await queries.list_published_news(session, since=since)
    ]


async def find_neighbours(
    session: AsyncSession, shown: LiveEntry, languages: Sequence[str]
) -> tuple[NewsLink | None, NewsLink | None]:
    previous, following = await queries.find_neighbours(session, shown)
    return _link(previous, languages), _link(following, languages)


async def find_news_titles(session: AsyncSession, site_id: uuid.UUID, entry_id: uuid.UUID) -> dict[str, str]:
    """The titles of a live news entry by language; empty when it is not live."""
    found = await queries.find_live(session, site_id, "news", str(entry_id))
    return {text.language: text.title for text in found.texts} if found else {}


async def get_entry(session: AsyncSession, entry_id: uuid.UUID) -> Entry:
    entry = await queries.find_entry(session, entry_id)
    if entry is None:
        raise NotFound("Entry not found.")
    return entry


async def get_version(session: AsyncSession, entry_id: uuid.UUID, number: int) -> Version:
    version = await queries.find_version(session, entry_id, number)
    if version is None:
        raise NotFound("Version not found.")
    return version


async def create(session: AsyncSession, editor: Operator, new: NewContent, *, now: datetime) -> Entry:
    if new.site_id not in {site.id for site in await sites.list_sites(session)}:
        raise _refusal("site_id", "site", "There is no such site.")
    entry = _new_entry(new.site_id, new.kind, now=now)
    await queries.lock_site(session, new.site_id)
    await add_version(session, entry, new, staff_id=editor.id, now=now)
    return entry


async def save_draft(
    session: AsyncSession,
    editor: Operator,
    entry_id: uuid.UUID,
    fields: ContentFields,
    *,
    expected_version: int,
    now: datetime,
) -> Entry:
    """Add a version on top of the one that the editor has seen; raises when there is a newer one."""
    entry = await _lock(session, entry_id, expected_version)
    try:
        require_category(entry.kind, fields.category)
    except ValueError as error:
        raise _refusal("category", "category", str(error)) from None
    await add_version(session, entry, fields, staff_id=editor.id, now=now)
    return entry


async def restore(
    session: AsyncSession,
    editor: Operator,
    entry_id: uuid.UUID,
    number: int,
    *,
    expected_version: int,
    now: datetime,
) -> Entry:
    """Make an old version the draft again, as a new version."""
    entry = await _lock(session, entry_id, expected_version)
    old = await get_version(session, entry_id, number)
    fields = ContentFields.model_validate(
        {
            "slug": old.slug,
            "category": old.category,
            "coins": old.coins,
            "pinned": old.is_pinned,
            "position": old.position,
            "cover": old.cover,
            "texts": old.texts,
        }
    )
    await add_version(session, entry, fields, staff_id=editor.id, restored_from=number, now=now)
    return entry


async def publish(
    session: AsyncSession, entry_id: uuid.UUID, *, expected_version: int, at: int | None, now: datetime
) -> Entry:
    """Publish the draft now, or at a time to come; the version that was seen is what goes live."""
    entry = await _lock(session, entry_id, expected_version)
    version = await get_version(session, entry_id, entry.latest_version)
    due = None if at is None else datetime.fromtimestamp(at, UTC)
    if due is None or due <= now:
        await live.put_live(session, entry, version, now=now)
    else:
        entry.scheduled_version, entry.scheduled_at = version.number, due
        entry.slugs = list(dict.fromkeys([*entry.slugs, version.slug]))
    await session.flush()
    return entry


async def unpublish(session: AsyncSession, entry_id: uuid.UUID) -> Entry:
    """Hide an entry from visitors and cancel its schedule; its versions stay."""
    entry = await _lock(session, entry_id)
    if entry.live_version is None and entry.scheduled_version is None:
        raise NotLive
    await live.take_down(session, entry)
    return entry


async def add_starters(
    sessions: SessionFactory, kind: Literal["faq", "news", "page"], *, now: datetime
) -> None:
    """Publish the entries to begin with for every site that has never had one, each site in a transaction.

    Entries are never deleted, so a site whose editors have unpublished all of them does not get them again.
    News are those of a demo, as if published over the last weeks; the page is that of the terms.
    """
    async with sessions() as session:
        missing = await queries.list_sites_without(session, kind, _starter_slug(kind))
    for site_id in missing:
        starters = await asyncio.to_thread(STARTERS[kind])
        async with transaction(sessions) as session:
            await _add_starters(session, site_id, kind, starters, now=now)


async def _add_starters(
    session: AsyncSession, site_id: uuid.UUID, kind: str, starters: Sequence[StarterEntry], *, now: datetime
) -> None:
    await queries.lock_site(session, site_id)
    if await queries.has_entries(session, site_id, kind, _starter_slug(kind)):
        return
    for starter in starters:
        at = starter.published_at(now)
        entry = _new_entry(site_id, kind, now=at)
        version = await add_version(session, entry, starter.fields, staff_id=None, now=at)
        await live.put_live(session, entry, version, now=at)


def _starter_slug(kind: str) -> str | None:
    """A site has other pages, too."""
    return TERMS_SLUG if kind == "page" else None


def _new_entry(site_id: uuid.UUID, kind: str, *, now: datetime) -> Entry:
    return Entry(
        id=new_id(),
        site_id=site_id,
        kind=kind,
        latest_version=0,
        title="",
        slugs=[],
        created_at=now,
        updated_at=now,
    )


async def lock_due(session: AsyncSession, entry_id: uuid.UUID, *, now: datetime) -> Entry | None:
    """Lock an entry whose scheduled version is due; None when it is no longer."""
    entry = await _lock(session, entry_id)
    is_due = entry.scheduled_at is not None and entry.scheduled_at <= now
    return entry if is_due else None


def describe(entry: Entry) -> dict[str, object]:
    """An entry for the audit log."""
    described: dict[str, object] = {
        "kind": entry.kind,
        "slug": entry.slugs[0],
        "version": entry.latest_version,
        "live_version": entry.live_version,
    }
    if entry.scheduled_at is not None:
        described["scheduled_version"] = entry.scheduled_version
        described["scheduled_at"] = int(entry.scheduled_at.timestamp())
    return described


async def add_version(
    session: AsyncSession,
    entry: Entry,
    fields: ContentFields,
    *,
    staff_id: uuid.UUID | None,
    restored_from: int | None = None,
    now: datetime,
) -> Version:
    """Append a version, which becomes the draft. The caller has locked the site, and an old entry."""
    if await queries.is_slug_taken(session, entry, fields.slug):
        raise _refusal("slug", "taken", "Another entry of this site uses this slug.")
    version = Version(
        entry_id=entry.id,
        number=entry.latest_version + 1,
        slug=fields.slug,
        category=fields.category,
        coins=fields.coins,
        is_pinned=fields.pinned,
        position=fields.position,
        cover=fields.cover,
        asks_acceptance=fields.asks_acceptance,
        texts={tag: text.model_dump() for tag, text in fields.texts.items()},
        restored_from=restored_from,
        staff_id=staff_id,
        created_at=now,
    )
    await _claim_pictures(session, version, now=now)
    entry.latest_version = version.number
    entry.title, entry.category, entry.updated_at = first_title(version.texts), version.category, now
    entry.slugs = list(dict.fromkeys([version.slug, *await _published_slugs(session, entry)]))
    session.add(entry)
    await session.flush()
    session.add(version)
    await session.flush()
    return version


async def _published_slugs(session: AsyncSession, entry: Entry) -> list[str]:
    """The slugs of the live and of the scheduled version."""
    numbers = [number for number in (entry.live_version, entry.scheduled_version) if number is not None]
    return [(await get_version(session, entry.id, number)).slug for number in numbers]


async def _claim_pictures(session: AsyncSession, version: Version, *, now: datetime) -> None:
    urls = {"cover": [version.cover] if version.cover is not None else []}
    for language, text in version.texts.items():
        images = sorted(markdown.list_images(text["body_markdown"]))
        urls[f"texts.{language}.body_markdown"] = [files.url_of(file_id) for file_id in images]
    for field, shown in urls.items():
        for url in shown:
            await files.claim_staff_file(session, url, "news", field=field, now=now)


async def _lock(session: AsyncSession, entry_id: uuid.UUID, expected_version: int | None = None) -> Entry:
    """Lock the site, then the entry, which must still be at the version that the editor has seen."""
    await queries.lock_site(session, (await get_entry(session, entry_id)).site_id)
    entry = await queries.lock_entry(session, entry_id)
    assert entry is not None, "entries are never deleted"
    if expected_version is not None and entry.latest_version != expected_version:
        raise VersionConflict
    return entry


def _link(shown: LiveEntry | None, languages: Sequence[str]) -> NewsLink | None:
    if shown is None:
        return None
    return NewsLink(id=shown.entry_id, slug=shown.slug, title=choose_text(shown, languages).title)


def _refusal(field: str, code: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field=field, code=code, message=message)])
