"""Schemas of content, for visitors and for editors."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator
from pydantic_core import PydanticCustomError

from clearwater.domains.content.categories import CATEGORIES
from clearwater.domains.content.models import Entry, LiveEntry, LiveText, Version
from clearwater.kit.fields import Line, Prose
from clearwater.kit.languages import load_languages

ContentKind = Literal["news", "faq", "page"]
NewsCategory = Literal["announcement", "listing", "product", "maintenance", "market"]
FaqCategory = Literal["account", "security", "deposits", "withdrawals", "trading", "products"]
ContentStatus = Literal["draft", "scheduled", "published"]
SLUG = r"^[a-z0-9]+(-[a-z0-9]+)*$"
MAX_BODY = 20_000
MAX_COINS = 10

Slug = Annotated[str, Field(min_length=1, max_length=80, pattern=SLUG, examples=["bitcoin-is-listed"])]
Markdown = Annotated[Prose, Field(max_length=MAX_BODY)]


class NewsView(BaseModel):
    """A news entry in one language."""

    id: uuid.UUID
    slug: str
    title: str
    summary: str
    body_html: str
    cover: str | None
    category: NewsCategory
    coins: list[str]
    published_at: int
    pinned: bool
    language: str

    @classmethod
    def of(cls, live: LiveEntry, text: LiveText) -> Self:
        return cls.model_validate(_news_columns(live, text))


class NewsLink(BaseModel):
    id: uuid.UUID
    slug: str
    title: str


class NewsArticle(NewsView):
    """A news entry and its neighbours in time."""

    previous: NewsLink | None = Field(description="The one published before it.")
    next: NewsLink | None = Field(description="The one published after it.")

    @classmethod
    def between(
        cls, live: LiveEntry, text: LiveText, previous: NewsLink | None, following: NewsLink | None
    ) -> Self:
        return cls.model_validate(_news_columns(live, text) | {"previous": previous, "next": following})


def _news_columns(live: LiveEntry, text: LiveText) -> dict[str, object]:
    return {
        "id": live.entry_id,
        "slug": live.slug,
        "title": text.title,
        "summary": text.summary,
        "body_html": text.body_html,
        "cover": live.cover,
        "category": live.category,
        "coins": live.coins,
        "published_at": int(live.published_at.timestamp()),
        "pinned": live.is_pinned,
        "language": text.language,
    }


class NewsCategoryCount(BaseModel):
    key: NewsCategory
    count: int


class NewsCategories(BaseModel):
    items: list[NewsCategoryCount]


class FaqMatch(BaseModel):
    """Where an entry matches: escaped text with <mark> around the words."""

    question_html: str
    snippet_html: str


class FaqEntry(BaseModel):
    id: uuid.UUID
    slug: str
    category: FaqCategory
    question: str
    answer_html: str
    match: FaqMatch | None = Field(description="Only in answers to a search.")

    @classmethod
    def of(cls, live: LiveEntry, text: LiveText) -> Self:
        return cls.model_validate(
            {
                "id": live.entry_id,
                "slug": live.slug,
                "category": live.category,
                "question": text.title,
                "answer_html": text.body_html,
                "match": None,
            }
        )


class FaqCategoryCount(BaseModel):
    key: FaqCategory
    name: str
    count: int


class FaqPage(BaseModel):
    items: list[FaqEntry]
    categories: list[FaqCategoryCount]
    next_cursor: str | None


class HelpfulDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    helpful: bool


class PageView(BaseModel):
    """A page's text in one language."""

    slug: str
    title: str
    body_html: str
    updated_at: int
    version: int
    language: str

    @classmethod
    def of(cls, live: LiveEntry, text: LiveText, version: int) -> Self:
        return cls(
            version=version,
            slug=live.slug,
            title=text.title,
            body_html=text.body_html,
            updated_at=int(live.updated_at.timestamp()),
            language=text.language,
        )


class Pages(BaseModel):
    items: list[PageView]


class AcceptedTerms(BaseModel):
    """The version of the terms that the client has read."""

    model_config = ConfigDict(extra="forbid")

    version: int = Field(ge=1)


class ContentText(BaseModel):
    """An entry in one language. The title of an FAQ entry is its question, the body its answer."""

    model_config = ConfigDict(extra="forbid")

    title: Annotated[Line, Field(min_length=1, max_length=200)]
    summary: Annotated[Line, Field(max_length=500)] = ""
    body_markdown: Markdown = ""


class ContentFields(BaseModel):
    """What a version consists of."""

    model_config = ConfigDict(extra="forbid")

    slug: Slug
    category: NewsCategory | FaqCategory | None = None
    coins: Annotated[
        list[Annotated[str, Field(pattern=r"^[A-Z0-9]{1,20}$")]], Field(max_length=MAX_COINS)
    ] = Field(default_factory=list)
    pinned: bool = False
    position: Annotated[int, Field(ge=0, le=10_000)] = Field(
        default=0, description="Sort order of an FAQ entry in its category."
    )
    cover: Annotated[str, Field(max_length=200)] | None = Field(
        default=None, description="The url of a picture that was uploaded for content."
    )
    asks_acceptance: bool = Field(
        default=False, description="Of the page `terms`: clients accept this version at their next sign-in."
    )
    texts: Annotated[dict[str, ContentText], Field(min_length=1, max_length=20)]

    @field_validator("texts")
    @classmethod
    def _require_languages(cls, texts: dict[str, ContentText]) -> dict[str, ContentText]:
        unknown = sorted(set(texts) - set(load_languages()))
        if unknown:
            raise PydanticCustomError("language", "There is no language {tag}.", {"tag": unknown[0][:12]})
        return texts

    @field_validator("coins")
    @classmethod
    def _without_repetition(cls, coins: list[str]) -> list[str]:
        return list(dict.fromkeys(coins))


class ContentDraft(ContentFields):
    """A new version of an entry, on top of the version that the editor has seen."""

    expected_version: int = Field(ge=1)


class NewContent(ContentFields):
    """A new entry. It is a draft until it is published."""

    kind: ContentKind
    site_id: uuid.UUID

    @model_validator(mode="after")
    def _require_category(self) -> Self:
        require_category(self.kind, self.category)
        return self


def require_category(kind: str, category: str | None) -> None:
    allowed = CATEGORIES[kind]
    if (category not in allowed) if allowed else (category is not None):
        raise PydanticCustomError("category", "Choose a category of this kind.")


class PublishRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    expected_version: int = Field(ge=1)
    at: int | None = Field(
        default=None, ge=0, le=4_102_444_800, description="Unix time; a future one schedules the version."
    )


class RestoreRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    number: int = Field(ge=1)
    expected_version: int = Field(ge=1)


class ContentPreviewRequest(BaseModel):
    model_config = ConfigDict(extra="forbid")

    body_markdown: Markdown


class ContentPreview(BaseModel):
    html: str


class ContentSite(BaseModel):
    """A site that entries can belong to."""

    id: uuid.UUID
    sitename: str
    hosts: list[str]
    languages: list[str]


class ContentRow(BaseModel):
    """An entry in the list of editors."""

    id: uuid.UUID
    site_id: uuid.UUID
    kind: ContentKind
    title: str
    slug: str
    category: NewsCategory | FaqCategory | None
    status: ContentStatus
    has_changes: bool = Field(description="Published, and the draft is newer than what is live.")
    latest_version: int
    live_version: int | None
    published_at: int | None
    scheduled_version: int | None
    scheduled_at: int | None
    helpful: int
    unhelpful: int
    updated_at: int

    @classmethod
    def of(cls, entry: Entry) -> Self:
        return cls.model_validate(entry_columns(entry))


def status_of(entry: Entry) -> ContentStatus:
    if entry.scheduled_version is not None:
        return "scheduled"
    return "draft" if entry.live_version is None else "published"


def entry_columns(entry: Entry) -> dict[str, object]:
    def seconds(at: datetime | None) -> int | None:
        return None if at is None else int(at.timestamp())

    return {
        "id": entry.id,
        "site_id": entry.site_id,
        "kind": entry.kind,
        "title": entry.title,
        "slug": entry.slugs[0],
        "category": entry.category,
        "status": status_of(entry),
        "has_changes": entry.live_version is not None and entry.live_version != entry.latest_version,
        "latest_version": entry.latest_version,
        "live_version": entry.live_version,
        "published_at": seconds(entry.published_at),
        "scheduled_version": entry.scheduled_version,
        "scheduled_at": seconds(entry.scheduled_at),
        "helpful": entry.helpful_count,
        "unhelpful": entry.unhelpful_count,
        "updated_at": seconds(entry.updated_at),
    }


class ContentVersionRow(BaseModel):
    """A version in the history of an entry."""

    number: int
    title: str
    author: str | None = Field(description="Who saved it; null for a text that the site began with.")
    restored_from: int | None
    created_at: int

    @classmethod
    def by(cls, version: Version, logins: Mapping[uuid.UUID, str]) -> Self:
        return cls.model_validate(_version_columns(version, logins))


class ContentVersion(ContentVersionRow):
    """A version with everything in it."""

    slug: str
    category: NewsCategory | FaqCategory | None
    coins: list[str]
    pinned: bool
    position: int
    cover: str | None
    asks_acceptance: bool
    texts: dict[str, ContentText]

    @classmethod
    def by(cls, version: Version, logins: Mapping[uuid.UUID, str]) -> Self:
        return cls.model_validate(
            _version_columns(version, logins)
            | {
                "slug": version.slug,
                "category": version.category,
                "coins": version.coins,
                "pinned": version.is_pinned,
                "position": version.position,
                "cover": version.cover,
                "asks_acceptance": version.asks_acceptance,
                "texts": version.texts,
            }
        )


def _version_columns(version: Version, logins: Mapping[uuid.UUID, str]) -> dict[str, object]:
    return {
        "number": version.number,
        "title": first_title(version.texts),
        "author": logins.get(version.staff_id) if version.staff_id else None,
        "restored_from": version.restored_from,
        "created_at": int(version.created_at.timestamp()),
    }


def first_title(texts: Mapping[str, Mapping[str, str]]) -> str:
    """The title in the first language of the installation that the texts have."""
    return next(texts[tag]["title"] for tag in (*load_languages(), *texts) if tag in texts)


class ContentForStaff(ContentRow):
    """An entry and its newest version."""

    draft: ContentVersion
