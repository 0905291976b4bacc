"""Rank matches in the FAQ by their titles, and look up words of a query in the vocabulary alone."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261118_1410"
down_revision = "20261118_1330"
branch_labels = None
depends_on = None

INDEXES = (
    ("content_live_texts", "search"),
    ("content_live_texts", "words"),
    ("content_words", "trigrams"),
)
# The dictionary of each language, in the migration for good: the code's own may change.
FILL_TEXTS = """
    UPDATE content_live_texts SET
        search = strip(search),
        title_search = to_tsvector(
            CAST(
                CASE language WHEN 'en' THEN 'english' WHEN 'es' THEN 'spanish' ELSE 'simple' END AS regconfig
            ),
            title
        ) || to_tsvector('simple', title)
    WHERE search IS NOT NULL
"""
FILL_WORDS = """
    UPDATE content_words SET stems = tsvector_to_array(to_tsvector(
        CAST(CASE language WHEN 'en' THEN 'english' WHEN 'es' THEN 'spanish' ELSE 'simple' END AS regconfig),
        word
    ))
"""


def upgrade() -> None:
    op.add_column("content_live_texts", sa.Column("title_search", postgresql.TSVECTOR(), nullable=True))
    op.execute(FILL_TEXTS)
    op.add_column(
        "content_words", sa.Column("stems", sa.ARRAY(sa.Text()), nullable=False, server_default="{}")
    )
    op.execute(FILL_WORDS)
    op.alter_column("content_words", "stems", server_default=None)
    op.alter_column("content_words", "word", type_=sa.String(40, collation="C"))
    for table, column in INDEXES:
        op.drop_index(op.f(f"ix_{table}_{column}"), table_name=table)
    for table, column in (*INDEXES, ("content_words", "stems")):
        _create_index(table, column, postgresql_with={"fastupdate": "off"})


def downgrade() -> None:
    for table, column in (*INDEXES, ("content_words", "stems")):
        op.drop_index(op.f(f"ix_{table}_{column}"), table_name=table)
    op.alter_column("content_words", "word", type_=sa.String(40, collation="default"))
    op.drop_column("content_words", "stems")
    op.drop_column("content_live_texts", "title_search")
    for table, column in INDEXES:
        _create_index(table, column)


def _create_index(table: str, column: str, **options: object) -> None:
    op.create_index(op.f(f"ix_{table}_{column}"), table, [column], postgresql_using="gin", **options)
