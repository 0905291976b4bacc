"""What is live: put there when a version is published, and read in the language of a visitor."""

import asyncio
from collections.abc import Sequence
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.content import markdown, queries, search_queries
from clearwater.domains.content.models import Entry, LiveEntry, LiveText, Version
from clearwater.domains.content.search_queries import RenderedText
from clearwater.kit.notices import Notice, announce

NEWS_PUBLISHED = "news_published"
# An entry that was live before has another text, or is gone.
NEWS_CHANGED = "news_changed"
# The page that clients accept: who has accepted which version is known by version.
TERMS_SLUG = "terms"
TERMS_CHANGED = "terms_changed"


async def put_live(session: AsyncSession, entry: Entry, version: Version, *, now: datetime) -> None:
    """Make a version what visitors see. The caller has locked the site and the entry.

    An entry that is live already keeps its time: a corrected word does not make it news again.
    """
    rendered = await asyncio.to_thread(_render, version)
    before = entry.slugs
    is_new = entry.live_version is None
    if not is_new:
        await _remove(session, entry)
    if entry.published_at is None:
        entry.published_at = now
    entry.live_version = version.number
    if version.asks_acceptance:
        entry.required_version, entry.required_at = version.number, now
    entry.scheduled_version = entry.scheduled_at = None
    entry.slugs = list(dict.fromkeys([entry.slugs[0], version.slug]))
    session.add(
        LiveEntry(
            entry_id=entry.id,
            site_id=entry.site_id,
            kind=entry.kind,
            slug=version.slug,
            category=version.category,
            coins=version.coins,
            is_pinned=version.is_pinned,
            position=version.position,
            cover=version.cover,
            published_at=entry.published_at,
            updated_at=now,
        )
    )
    await session.flush()
    for text in rendered:
        await search_queries.add_text(session, entry.site_id, entry.id, text, is_searched=entry.kind == "faq")
    await _announce(session, entry, NEWS_PUBLISHED if is_new else NEWS_CHANGED, before)


async def take_down(session: AsyncSession, entry: Entry) -> None:
    """Hide an entry from visitors, and cancel its schedule."""
    was_live, before = entry.live_version is not None, entry.slugs
    if was_live:
        await _remove(session, entry)
    entry.live_version = entry.published_at = None
    entry.scheduled_version = entry.scheduled_at = None
    entry.slugs = entry.slugs[:1]
    await session.flush()
    if was_live:
        await _announce(session, entry, NEWS_CHANGED, before)


def choose_text(live: LiveEntry, languages: Sequence[str]) -> LiveText:
    """The text in the best language that the entry has."""
    by_language = {text.language: text for text in live.texts}
    return next((by_language[language] for language in languages if language in by_language), live.texts[0])


async def _remove(session: AsyncSession, entry: Entry) -> None:
    if entry.kind == "faq":
        await search_queries.delete_unused_words(session, entry.site_id, entry.id)
    await queries.delete_live(session, entry.id)


async def _announce(session: AsyncSession, entry: Entry, kind: str, before: Sequence[str]) -> None:
    """Announce a change of news or of the terms; `before` are the addresses that the entry had."""
    if entry.kind == "news":
        detail = {"site_id": str(entry.site_id), "entry_id": str(entry.id)}
        await announce(session, Notice(kind, None, detail))
    elif TERMS_SLUG in (*before, *entry.slugs):
        await announce(session, Notice(TERMS_CHANGED, None))


def _render(version: Version) -> list[RenderedText]:
    rendered = []
    for language, text in version.texts.items():
        body_html = markdown.render(text["body_markdown"])
        rendered.append(
            RenderedText(
                language=language,
                title=text["title"],
                summary=text["summary"],
                body_html=body_html,
                body_text=markdown.plain_text(body_html),
            )
        )
    return rendered
