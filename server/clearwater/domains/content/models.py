"""The tables of content: entries, their versions, and what of them is live."""

import uuid
from datetime import date, datetime
from typing import Any

from sqlalchemy import (
    ARRAY,
    Boolean,
    CheckConstraint,
    Date,
    DateTime,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Text,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB, TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column, relationship

from clearwater.kit.db import Base, append_only


def gin_index(column: str) -> Index:
    """Without the list of pending rows, which every search would have to scan."""
    return Index(None, column, postgresql_using="gin", postgresql_with={"fastupdate": "off"})


class Entry(Base):
    """A news entry, an FAQ entry or a page of one site. Its newest version is the draft."""

    __tablename__ = "content_entries"
    __table_args__ = (
        CheckConstraint("kind IN ('news', 'faq', 'page')", name="kind"),
        Index(None, "kind", "updated_at", "id"),
        Index(None, "site_id", "kind"),
        Index("ix_content_entries_due", "scheduled_at", postgresql_where=text("scheduled_at IS NOT NULL")),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id"))
    kind: Mapped[str] = mapped_column(String(10))
    latest_version: Mapped[int]
    # The title of the newest version in its first language, for the list.
    title: Mapped[str] = mapped_column(String(200))
    category: Mapped[str | None] = mapped_column(String(20))
    # The slugs of the draft, of the scheduled version and of the live one: no other entry may take them.
    slugs: Mapped[list[str]] = mapped_column(ARRAY(String(80)))
    live_version: Mapped[int | None]
    published_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    scheduled_version: Mapped[int | None]
    scheduled_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    # Of the terms: the last published version that asked to be accepted, and since when it is live.
    required_version: Mapped[int | None]
    required_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
    helpful_count: Mapped[int] = mapped_column(Integer, server_default="0")
    unhelpful_count: Mapped[int] = mapped_column(Integer, server_default="0")
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class Version(Base):
    """An entry as it was saved once. `texts` has a title, a summary and a body in markdown by language."""

    __tablename__ = "content_versions"
    __table_args__ = ({"info": append_only()},)

    entry_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("content_entries.id"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    slug: Mapped[str] = mapped_column(String(80))
    category: Mapped[str | None] = mapped_column(String(20))
    coins: Mapped[list[str]] = mapped_column(ARRAY(String(20)))
    is_pinned: Mapped[bool] = mapped_column(Boolean)
    position: Mapped[int]
    cover: Mapped[str | None] = mapped_column(String(200))
    texts: Mapped[dict[str, dict[str, Any]]] = mapped_column(JSONB)
    # Of the terms: clients have to accept this version.
    asks_acceptance: Mapped[bool] = mapped_column(Boolean, server_default="false")
    restored_from: Mapped[int | None]
    # None for the texts that every new site begins with.
    staff_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class LiveEntry(Base):
    """A published entry as visitors see it."""

    __tablename__ = "content_live"
    __table_args__ = (
        Index(None, "site_id", "kind", "slug", unique=True),
        Index(None, "site_id", "kind", "is_pinned", "published_at", "entry_id"),
    )

    entry_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("content_entries.id"), primary_key=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id"))
    kind: Mapped[str] = mapped_column(String(10))
    slug: Mapped[str] = mapped_column(String(80))
    category: Mapped[str | None] = mapped_column(String(20))
    coins: Mapped[list[str]] = mapped_column(ARRAY(String(20)))
    is_pinned: Mapped[bool] = mapped_column(Boolean)
    position: Mapped[int]
    cover: Mapped[str | None] = mapped_column(String(200))
    published_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    texts: Mapped[list["LiveText"]] = relationship(lazy="raise", order_by="LiveText.language")


class LiveText(Base):
    """A published entry in one language: rendered for readers, and prepared for the search."""

    __tablename__ = "content_live_texts"
    __table_args__ = (
        gin_index("search"),
        gin_index("words"),
    )

    entry_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("content_live.entry_id", ondelete="CASCADE"), primary_key=True
    )
    language: Mapped[str] = mapped_column(String(12), primary_key=True)
    title: Mapped[str] = mapped_column(String(200))
    summary: Mapped[str] = mapped_column(String(500))
    body_html: Mapped[str] = mapped_column(Text)
    body_text: Mapped[str] = mapped_column(Text)
    # Only FAQ entries are searched; those of other kinds have none of these. What ranks a match is its title:
    # the positions of every word of a body would take longer to read than all the rest.
    search: Mapped[str | None] = mapped_column(TSVECTOR, deferred=True)
    title_search: Mapped[str | None] = mapped_column(TSVECTOR, deferred=True)
    words: Mapped[list[str]] = mapped_column(ARRAY(Text), deferred=True)


class SearchWord(Base):
    """A word of the live FAQ entries of a site, with its trigrams: misspelt words are corrected to it."""

    __tablename__ = "content_words"
    __table_args__ = (gin_index("stems"), gin_index("trigrams"))

    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id"), primary_key=True)
    language: Mapped[str] = mapped_column(String(12), primary_key=True)
    # Without accents. In an order in which a prefix is a range.
    word: Mapped[str] = mapped_column(String(40, collation="C"), primary_key=True)
    stems: Mapped[list[str]] = mapped_column(ARRAY(Text))
    trigrams: Mapped[list[str]] = mapped_column(ARRAY(String(3)))


class TermsAcceptance(Base):
    """That a client has accepted a version of the site's terms."""

    __tablename__ = "terms_acceptances"

    client_id: Mapped[uuid.UUID] = mapped_column(
        ForeignKey("clients.id", ondelete="CASCADE"), primary_key=True
    )
    entry_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("content_entries.id"), primary_key=True)
    version: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    accepted_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))


class HelpfulVote(Base):
    """That a visitor has voted on an FAQ entry on a day; kept while the day lasts."""

    __tablename__ = "content_votes"
    __table_args__ = (Index(None, "day"),)

    entry_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("content_entries.id"), primary_key=True)
    day: Mapped[date] = mapped_column(Date, primary_key=True)
    # A keyed hash of the client or of the network address.
    voter: Mapped[bytes] = mapped_column(LargeBinary(32), primary_key=True)
