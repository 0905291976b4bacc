"""Create news, FAQ and pages: entries, their versions, and what of them is live."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261118_1310"
down_revision = "20261118_1200"
branch_labels = None
depends_on = None


def upgrade() -> None:
    _create_entries()
    _create_live()
    op.create_table(
        "content_votes",
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("voter", sa.LargeBinary(32), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["content_entries.id"], name=op.f("fk_content_votes_entry_id_content_entries")
        ),
        sa.PrimaryKeyConstraint("entry_id", "day", "voter", name=op.f("pk_content_votes")),
    )
    op.create_index(op.f("ix_content_votes_day"), "content_votes", ["day"])


def _create_entries() -> None:
    op.create_table(
        "content_entries",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("latest_version", sa.Integer(), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("category", sa.String(20), nullable=True),
        sa.Column("slugs", sa.ARRAY(sa.String(80)), nullable=False),
        sa.Column("live_version", sa.Integer(), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("scheduled_version", sa.Integer(), nullable=True),
        sa.Column("scheduled_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("helpful_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("unhelpful_count", sa.Integer(), server_default="0", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("kind IN ('news', 'faq', 'page')", name=op.f("ck_content_entries_kind")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_content_entries_site_id_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_content_entries")),
    )
    op.create_index(
        op.f("ix_content_entries_kind_updated_at_id"), "content_entries", ["kind", "updated_at", "id"]
    )
    op.create_index(op.f("ix_content_entries_site_id_kind"), "content_entries", ["site_id", "kind"])
    op.create_index(
        "ix_content_entries_due",
        "content_entries",
        ["scheduled_at"],
        postgresql_where=sa.text("scheduled_at IS NOT NULL"),
    )
    op.create_table(
        "content_versions",
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("slug", sa.String(80), nullable=False),
        sa.Column("category", sa.String(20), nullable=True),
        sa.Column("coins", sa.ARRAY(sa.String(20)), nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("cover", sa.String(200), nullable=True),
        sa.Column("texts", postgresql.JSONB(), nullable=False),
        sa.Column("restored_from", sa.Integer(), nullable=True),
        sa.Column("staff_id", sa.Uuid(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["content_entries.id"], name=op.f("fk_content_versions_entry_id_content_entries")
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_content_versions_staff_id_staff")),
        sa.PrimaryKeyConstraint("entry_id", "number", name=op.f("pk_content_versions")),
    )


def _create_live() -> None:
    op.create_table(
        "content_live",
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("slug", sa.String(80), nullable=False),
        sa.Column("category", sa.String(20), nullable=True),
        sa.Column("coins", sa.ARRAY(sa.String(20)), nullable=False),
        sa.Column("is_pinned", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("cover", sa.String(200), nullable=True),
        sa.Column("published_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["content_entries.id"], name=op.f("fk_content_live_entry_id_content_entries")
        ),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_content_live_site_id_sites")),
        sa.PrimaryKeyConstraint("entry_id", name=op.f("pk_content_live")),
    )
    op.create_index(
        op.f("ix_content_live_site_id_kind_slug"), "content_live", ["site_id", "kind", "slug"], unique=True
    )
    op.create_index(
        op.f("ix_content_live_site_id_kind_is_pinned_published_at_entry_id"),
        "content_live",
        ["site_id", "kind", "is_pinned", "published_at", "entry_id"],
    )
    op.create_table(
        "content_live_texts",
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("language", sa.String(12), nullable=False),
        sa.Column("title", sa.String(200), nullable=False),
        sa.Column("summary", sa.String(500), nullable=False),
        sa.Column("body_html", sa.Text(), nullable=False),
        sa.Column("body_text", sa.Text(), nullable=False),
        sa.Column("search", postgresql.TSVECTOR(), nullable=True),
        sa.Column("words", sa.ARRAY(sa.Text()), nullable=False),
        sa.ForeignKeyConstraint(
            ["entry_id"],
            ["content_live.entry_id"],
            name=op.f("fk_content_live_texts_entry_id_content_live"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("entry_id", "language", name=op.f("pk_content_live_texts")),
    )
    for column in ("search", "words"):
        op.create_index(
            op.f(f"ix_content_live_texts_{column}"), "content_live_texts", [column], postgresql_using="gin"
        )
    op.create_table(
        "content_words",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("language", sa.String(12), nullable=False),
        sa.Column("word", sa.String(40), nullable=False),
        sa.Column("trigrams", sa.ARRAY(sa.String(3)), nullable=False),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_content_words_site_id_sites")),
        sa.PrimaryKeyConstraint("site_id", "language", "word", name=op.f("pk_content_words")),
    )
    op.create_index(op.f("ix_content_words_trigrams"), "content_words", ["trigrams"], postgresql_using="gin")


def downgrade() -> None:
    for table in (
        *("content_votes", "content_words", "content_live_texts", "content_live"),
        *("content_versions", "content_entries"),
    ):
        op.drop_table(table)
