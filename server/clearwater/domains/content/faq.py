"""The use cases of the FAQ for visitors: lists, search and votes."""

import re
import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.content import queries, search, search_queries
from clearwater.domains.content.categories import CATEGORIES, name_faq_category
from clearwater.domains.content.live import choose_text
from clearwater.domains.content.models import LiveEntry
from clearwater.domains.content.schemas import FaqCategoryCount, FaqEntry, FaqMatch, FaqPage
from clearwater.domains.content.search_queries import FoundText
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.secrets import Seal

CURSOR = re.compile(r"(\d)\.(\d{1,5})\.([0-9a-f]{32})")
VOTER_PURPOSE = "content-vote"


@dataclass(frozen=True)
class FaqRequest:
    """What a visitor wants to see of a site's FAQ; the first language is the best."""

    site_id: uuid.UUID
    languages: Sequence[str]
    category: str | None
    limit: int


async def list_faq(session: AsyncSession, asked: FaqRequest, *, cursor: str | None) -> FaqPage:
    after = _decode(cursor) if cursor is not None else None
    rows = await queries.list_faq(
        session, asked.site_id, category=asked.category, after=after, limit=asked.limit + 1
    )
    shown = rows[: asked.limit]
    items = [FaqEntry.of(live, choose_text(live, asked.languages)) for live in shown]
    following = _encode(shown[-1]) if len(rows) > asked.limit else None
    return FaqPage(items=items, categories=await _categories(session, asked), next_cursor=following)


async def search_faq(session: AsyncSession, asked: FaqRequest, query: str) -> FaqPage:
    """The entries that match best; a query without any word matches none."""
    words = search.split_words(query)
    items: list[FaqEntry] = []
    if words:
        await search_queries.use_indexes(session)
    for position, language in enumerate(asked.languages if words else ()):
        preferred = asked.languages[:position]
        if preferred and not await search_queries.has_untranslated(session, asked.site_id, preferred[0]):
            break
        terms = await _find_terms(session, asked.site_id, language, words)
        found = await search_queries.search(
            session,
            asked.site_id,
            language,
            terms,
            category=asked.category,
            preferred=preferred,
            limit=asked.limit - len(items),
        )
        marker = search.Marker(terms)
        items += [_matched(text, marker) for text in found]
        if len(items) >= asked.limit:
            break
    return FaqPage(items=items, categories=await _categories(session, asked), next_cursor=None)


async def vote(
    session: AsyncSession,
    seal: Seal,
    *,
    site_id: uuid.UUID,
    entry_id: uuid.UUID,
    voter: str,
    is_helpful: bool,
    now: datetime,
) -> None:
    """Count whether an answer helped, once per visitor and entry a day."""
    live = await queries.find_live(session, site_id, "faq", str(entry_id))
    if live is None:
        raise NotFound("FAQ entry not found.")
    hashed = seal.digest(voter, purpose=VOTER_PURPOSE)
    if await queries.add_vote(session, entry_id, hashed, now.date()):
        await queries.count_vote(session, entry_id, is_helpful=is_helpful)


async def _find_terms(
    session: AsyncSession, site_id: uuid.UUID, language: str, words: Sequence[str]
) -> list[search.Term]:
    """What the words of a query stand for in a language: themselves, or near words when no text has them."""
    looked_up = await search_queries.look_up_words(session, site_id, language, words)
    has_other = any(not known.is_stop_word for known in looked_up)
    terms: list[search.Term] = []
    for position, (word, known) in enumerate(zip(words, looked_up, strict=True)):
        if known.is_stop_word and has_other:
            continue
        folded, is_prefix = search.fold(word), position == len(words) - 1
        corrections: list[str] = []
        candidates: dict[str, list[str]] = {}
        if not known.is_known and len(folded) >= search.MIN_CORRECTED:
            candidates = await search_queries.find_candidates(
                session, site_id, language, folded, is_prefix=is_prefix
            )
            corrections = search.choose_corrections(folded, candidates, is_prefix=is_prefix)
        if corrections:
            stems = [stem for correction in corrections for stem in candidates[correction]]
            terms.append(search.Term(tuple(corrections), tuple(stems), is_prefix=False))
        else:
            terms.append(search.Term((folded,), known.stems, is_prefix=is_prefix))
    return terms


def _matched(text: FoundText, marker: search.Marker) -> FaqEntry:
    match = FaqMatch(
        question_html=marker.mark(text.title),
        snippet_html=marker.mark_snippet(text.body_text),
    )
    return FaqEntry.model_validate(
        {
            "id": text.entry_id,
            "slug": text.slug,
            "category": text.category,
            "question": text.title,
            "answer_html": text.body_html,
            "match": match,
        }
    )


async def _categories(session: AsyncSession, asked: FaqRequest) -> list[FaqCategoryCount]:
    counts = await queries.count_categories(session, asked.site_id, "faq")
    return [
        FaqCategoryCount.model_validate(
            {"key": key, "name": name_faq_category(key, asked.languages[0]), "count": counts[key]}
        )
        for key in CATEGORIES["faq"]
        if key in counts
    ]


def _encode(live: LiveEntry) -> str:
    assert live.category is not None
    return f"{CATEGORIES['faq'].index(live.category)}.{live.position}.{live.entry_id.hex}"


def _decode(cursor: str) -> tuple[int, int, uuid.UUID]:
    parts = CURSOR.fullmatch(cursor)
    if parts is None:
        message = "Send next_cursor as it was answered."
        raise ValidationFailed(errors=[FieldError(field="cursor", code="cursor", message=message)])
    return int(parts[1]), int(parts[2]), uuid.UUID(parts[3])
