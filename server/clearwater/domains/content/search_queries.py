"""The SQL of the FAQ's search.

Each text is indexed with the stems of its language, with those of its words without accents, and with these
words as they are: the last serve the prefix of a word that is still being typed.
"""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.content.search import MAX_WORD, Term, dictionary_of, fold, list_words, trigrams_of

MAX_CANDIDATES = 20

ADD_TEXT = text("""
    INSERT INTO content_live_texts
        (entry_id, language, title, summary, body_html, body_text, search, title_search, words)
    SELECT
        :entry_id, :language, CAST(:title AS text), :summary, :body_html, CAST(:body_text AS text),
        CASE WHEN is_searched THEN
            strip(
                title
                || to_tsvector(dictionary, CAST(:body_text AS text))
                || to_tsvector(dictionary, CAST(:folded_body AS text))
                || to_tsvector('simple', CAST(:folded_body AS text))
            )
        END,
        CASE WHEN is_searched THEN title END,
        CAST(:words AS text[])
    FROM (
        SELECT CAST(:is_searched AS boolean) AS is_searched, CAST(:dictionary AS regconfig) AS dictionary
    ) AS asked,
        LATERAL (
            SELECT to_tsvector(dictionary, CAST(:title AS text))
                || to_tsvector(dictionary, CAST(:folded_title AS text))
                || to_tsvector('simple', CAST(:folded_title AS text)) AS title
        ) AS titles
""")
ADD_WORDS = text("""
    INSERT INTO content_words (site_id, language, word, stems, trigrams)
    SELECT
        CAST(:site_id AS uuid), CAST(:language AS text), word,
        tsvector_to_array(to_tsvector(CAST(:dictionary AS regconfig), written || ' ' || word)),
        string_to_array(trigrams, '|')
    FROM unnest(CAST(:words AS text[]), CAST(:written AS text[]), CAST(:trigrams AS text[]))
        AS new (word, written, trigrams)
    ON CONFLICT DO NOTHING
""")
DELETE_UNUSED_WORDS = text("""
    DELETE FROM content_words AS known
    USING content_live_texts AS old
    WHERE old.entry_id = :entry_id AND known.site_id = :site_id AND known.language = old.language
        AND known.word = ANY (old.words)
        AND NOT EXISTS (
            SELECT FROM content_live_texts AS other JOIN content_live USING (entry_id)
            WHERE site_id = :site_id AND other.language = old.language
                AND other.entry_id <> :entry_id AND other.words @> ARRAY[CAST(known.word AS text)]
        )
""")
# What a word of the query stands for, and whether any text of the site has it.
LOOK_UP_WORDS = text("""
    SELECT
        cardinality(stems) = 0 AS is_stop_word,
        stems,
        EXISTS (
            SELECT FROM content_words
            WHERE site_id = :site_id AND language = CAST(:language AS text)
                AND word >= folded AND word <= last
        ) OR EXISTS (
            SELECT FROM content_words AS known
            WHERE site_id = :site_id AND language = CAST(:language AS text) AND known.stems && asked_for.stems
        ) AS is_known
    FROM unnest(CAST(:words AS text[]), CAST(:folded AS text[]), CAST(:last AS text[]))
        WITH ORDINALITY AS asked (word, folded, last, number),
        LATERAL (
            SELECT tsvector_to_array(
                to_tsvector(CAST(:dictionary AS regconfig), asked.word || ' ' || folded)
            ) AS stems
        ) AS asked_for
    ORDER BY number
""")
FIND_CANDIDATES = text("""
    SELECT word, stems FROM content_words,
        LATERAL (
            SELECT count(*) AS shared FROM unnest(trigrams) AS part
            WHERE part = ANY (CAST(:trigrams AS text[]))
        ) AS counted
    WHERE site_id = :site_id AND language = CAST(:language AS text)
        AND trigrams && CAST(:trigrams AS varchar[])
        AND length(word) BETWEEN CAST(:shortest AS int) AND CAST(:longest AS int)
    ORDER BY shared DESC, abs(length(word) - CAST(:length AS int)), word
    LIMIT :most
""")
HAS_UNTRANSLATED = text("""
    SELECT EXISTS (
        SELECT FROM content_live
        WHERE site_id = :site_id AND kind = 'faq'
            AND NOT EXISTS (
                SELECT FROM content_live_texts AS own
                WHERE own.entry_id = content_live.entry_id AND own.language = CAST(:language AS text)
            )
    )
""")

# The words of long texts are stored beside their rows. The planner does not know what it takes to read them,
# and for a frequent word it would read those of every text instead of the index.
USE_INDEXES = text("SET LOCAL enable_seqscan = off")


# Plain rows: objects of the tables would take longer than the search itself.
SEARCH = text("""
    SELECT entry_id, slug, category, title, body_html, body_text
    FROM content_live_texts AS found JOIN content_live USING (entry_id)
    WHERE site_id = :site_id AND language = CAST(:language AS text) AND search @@ CAST(:query AS tsquery)
        AND (CAST(:category AS text) IS NULL OR category = CAST(:category AS text))
        AND NOT EXISTS (
            SELECT FROM content_live_texts AS better
            WHERE better.entry_id = found.entry_id AND better.language = ANY (CAST(:preferred AS text[]))
        )
    ORDER BY ts_rank(title_search, CAST(:query AS tsquery)) DESC, position, entry_id
    LIMIT :limit
""")


@dataclass(frozen=True)
class KnownWord:
    """What the database knows of a word of a query."""

    is_stop_word: bool
    stems: tuple[str, ...]
    is_known: bool


class FoundText(NamedTuple):
    """A text that matches a search."""

    entry_id: uuid.UUID
    slug: str
    category: str
    title: str
    body_html: str
    body_text: str


@dataclass(frozen=True)
class RenderedText:
    """An entry in one language, as it is published."""

    language: str
    title: str
    summary: str
    body_html: str
    body_text: str


async def add_text(
    session: AsyncSession,
    site_id: uuid.UUID,
    entry_id: uuid.UUID,
    rendered: RenderedText,
    *,
    is_searched: bool,
) -> None:
    folded_title, folded_body = fold(rendered.title), fold(rendered.body_text)
    words = list_words(f"{rendered.title} {rendered.body_text}") if is_searched else {}
    dictionary = dictionary_of(rendered.language)
    await session.execute(
        ADD_TEXT,
        {
            **vars(rendered),
            "entry_id": entry_id,
            "is_searched": is_searched,
            "dictionary": dictionary,
            "folded_title": folded_title,
            "folded_body": folded_body,
            "words": list(words),
        },
    )
    await session.execute(
        ADD_WORDS,
        {
            "site_id": site_id,
            "language": rendered.language,
            "dictionary": dictionary,
            "words": list(words),
            "written": list(words.values()),
            "trigrams": ["|".join(trigrams_of(word)) for word in words],
        },
    )


async def delete_unused_words(session: AsyncSession, site_id: uuid.UUID, entry_id: uuid.UUID) -> None:
    """Delete the words that only this entry has; called before it is replaced or unpublished."""
    await session.execute(DELETE_UNUSED_WORDS, {"site_id": site_id, "entry_id": entry_id})


async def use_indexes(session: AsyncSession) -> None:
    """Have all that follows in the transaction search by index."""
    await session.execute(USE_INDEXES)


async def look_up_words(
    session: AsyncSession, site_id: uuid.UUID, language: str, words: Sequence[str]
) -> list[KnownWord]:
    """What is known of each word; the last one is the beginning of a word."""
    folded = [fold(word) for word in words]
    rows = await session.execute(
        LOOK_UP_WORDS,
        {
            "site_id": site_id,
            "language": language,
            "dictionary": dictionary_of(language),
            "words": words,
            "folded": folded,
            # The words that begin with the last one are those up to it and the largest character.
            "last": [*folded[:-1], f"{folded[-1]}\U0010ffff"],
        },
    )
    return [KnownWord(is_stop_word, tuple(stems), is_known) for is_stop_word, stems, is_known in rows]


async def find_candidates(
    session: AsyncSession, site_id: uuid.UUID, language: str, word: str, *, is_prefix: bool
) -> dict[str, list[str]]:
    """Words of the site that share most trigrams with a misspelt one, and their stems."""
    found = await session.execute(
        FIND_CANDIDATES,
        {
            "site_id": site_id,
            "language": language,
            "trigrams": trigrams_of(word),
            "length": len(word),
            "shortest": len(word) - 2,
            "longest": len(word) + (MAX_WORD if is_prefix else 2),
            "most": MAX_CANDIDATES,
        },
    )
    return {row.word: row.stems for row in found}


async def has_untranslated(session: AsyncSession, site_id: uuid.UUID, language: str) -> bool:
    """Whether some entries of the FAQ are shown in another language than this one."""
    return bool(await session.scalar(HAS_UNTRANSLATED, {"site_id": site_id, "language": language}))


async def search(
    session: AsyncSession,
    site_id: uuid.UUID,
    language: str,
    terms: Sequence[Term],
    *,
    category: str | None,
    preferred: Sequence[str],
    limit: int,
) -> list[FoundText]:
    """The entries that have all terms in this language, best first; without one, those that have any.

    Entries that a visitor sees in a preferred language are left out.
    """
    for operator in (" & ", " | "):
        rows = await session.execute(
            SEARCH,
            {
                "query": operator.join(term.tsquery() for term in terms),
                "site_id": site_id,
                "language": language,
                "category": category,
                "preferred": list(preferred),
                "limit": limit,
            },
        )
        found = [FoundText(*row) for row in rows]
        if found or len(terms) == 1:
            return found
    return []
