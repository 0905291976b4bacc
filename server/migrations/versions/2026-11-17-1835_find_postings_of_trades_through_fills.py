"""Find the postings of trades through their fills, and keep them out of the indexes by owner.

Most postings are of trades, and each cost the engine an entry in two indexes. A fill now names the first of
its postings; the others follow it, and fills are indexed by client.

An engine of the version before goes on: it names no posting, and a trigger finds it. The trigger comes after
the statement, because the parts of a statement run in no certain order, and the postings may not be there
before. It runs as the owner of the tables: the application may not change a fill. An api of the version
before goes on, too, but its lists of transactions have no index and read postings from the newest one back.

Trading waits meanwhile: 10 s for 300,000 fills.
"""

import sqlalchemy as sa
from alembic import op

revision = "20261117_1835"
down_revision = "20261117_1810"
branch_labels = None
depends_on = None

FILL_TYPE = """
    CREATE TYPE batch_fills_2 AS (
        id int8, pair text, price int8, quantity int8, quote_quantity int8, taker_side text,
        taker_order_id int8, maker_order_id int8, taker_client text, maker_client text,
        taker_fee int8, maker_fee int8, at_ms int8, posting_id int8
    )
"""
LINK_FILLS = """
    UPDATE fills SET posting_id = first.id
    FROM (SELECT reference, min(id) AS id FROM postings WHERE kind = 'trade' GROUP BY reference) AS first
    WHERE first.reference = fills.id::text
"""
# The newer of the two that a fill has is found first, reading back from the newest one of all.
FUNCTION = """
    CREATE FUNCTION link_fill() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
    SET search_path FROM CURRENT AS $$
    BEGIN
        UPDATE fills SET posting_id = (
            SELECT id - 1 FROM postings WHERE kind = 'trade' AND reference = NEW.id::text
            ORDER BY id DESC LIMIT 1
        ) WHERE id = NEW.id;
        RETURN NULL;
    END $$
"""
TRIGGER = """
    CREATE TRIGGER fill_of_an_older_engine AFTER INSERT ON fills FOR EACH ROW
    WHEN (NEW.posting_id = 0) EXECUTE FUNCTION link_fill()
"""
INDEXES = {"ix_postings_source": "source_owner", "ix_postings_target": "target_owner"}


def create_indexes(condition: str) -> None:
    for name, owner in INDEXES.items():
        op.drop_index(name, "postings")
        op.create_index(name, "postings", [owner, "id"], postgresql_where=sa.text(condition))


def upgrade() -> None:
    op.add_column("fills", sa.Column("posting_id", sa.BigInteger(), server_default="0", nullable=False))
    op.execute(LINK_FILLS)
    op.execute(FUNCTION)
    op.execute(TRIGGER)
    op.execute(FILL_TYPE)
    create_indexes("kind NOT IN ('hold', 'release', 'trade', 'fee')")


def downgrade() -> None:
    create_indexes("kind NOT IN ('hold', 'release')")
    op.execute("DROP TYPE batch_fills_2")
    op.execute("DROP TRIGGER fill_of_an_older_engine ON fills")
    op.execute("DROP FUNCTION link_fill()")
    op.drop_column("fills", "posting_id")
