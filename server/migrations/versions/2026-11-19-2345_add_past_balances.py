"""Keep what clients had at the end of each quarter of an hour, so that no chart adds up their history.

The worker fills the table, after a start of this version with everything from before. Until then charts are
added up as before.
"""

import sqlalchemy as sa
from alembic import op

revision = "20261119_2345"
down_revision = "20261119_2330"
branch_labels = None
depends_on = None

TABLE, CURSOR = "past_balances", "past_balance_cursor"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("owner", sa.String(36), nullable=False),
        sa.Column("coin", sa.String(20), nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("owner", "coin", "until_ms", name=op.f("pk_past_balances")),
    )
    op.create_table(
        CURSOR,
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_past_balance_cursor")),
    )
    op.execute("INSERT INTO past_balance_cursor (id, until_ms) VALUES (1, 0)")


def downgrade() -> None:
    op.drop_table(CURSOR)
    op.drop_table(TABLE)
