"""What the heads of pages and the sitemap say of live content."""

import uuid
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.content import queries
from clearwater.domains.content.live import choose_text
from clearwater.domains.content.models import LiveEntry
from clearwater.domains.content.schemas import FaqEntry

MAX_QUESTIONS = 50


class NewsFacts(NamedTuple):
    """A news entry for its document."""

    title: str
    summary: str
    cover: str | None
    published_at: int
    updated_at: int


async def find_news(
    session: AsyncSession, site_id: uuid.UUID, key: str, languages: list[str]
) -> NewsFacts | None:
    """The live entry with an id or a slug, in the best language that it has."""
    live = await queries.find_live(session, site_id, "news", key)
    if live is None:
        return None
    text = choose_text(live, languages)
    times = int(live.published_at.timestamp()), int(live.updated_at.timestamp())
    return NewsFacts(text.title, text.summary, live.cover, *times)


async def list_questions(session: AsyncSession, site_id: uuid.UUID, languages: list[str]) -> list[FaqEntry]:
    """The first questions of the FAQ."""
    rows = await queries.list_faq(session, site_id, category=None, after=None, limit=MAX_QUESTIONS)
    return [FaqEntry.of(live, choose_text(live, languages)) for live in rows]


async def list_news_addresses(
    session: AsyncSession, site_id: uuid.UUID, *, limit: int
) -> list[tuple[str, int]]:
    """The slugs of all news, newest first, each with the time of its last change."""
    statement = queries.select_news(site_id, category=None, coin=None)
    rows = await session.scalars(statement.order_by(LiveEntry.published_at.desc()).limit(limit))
    return [(live.slug, int(live.updated_at.timestamp())) for live in rows]
