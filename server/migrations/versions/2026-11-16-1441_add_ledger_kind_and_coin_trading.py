"""Find what the ledger was opened as at once, and let the engine say which coins are traded."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1441"
down_revision = "20261116_1620"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_journal_opening", "journal", ["seq"], postgresql_where=sa.text("kind = 'OpenLedger'"))
    op.add_column("coins", sa.Column("trading", sa.Boolean(), nullable=False, server_default="true"))
    op.alter_column("coins", "trading", server_default=None)
    op.execute(
        "UPDATE coins SET trading = false FROM coin_details"
        " WHERE coin_details.symbol = coins.symbol AND NOT coin_details.trading"
    )
    op.drop_column("coin_details", "trading")


def downgrade() -> None:
    op.add_column("coin_details", sa.Column("trading", sa.Boolean(), nullable=False, server_default="true"))
    op.alter_column("coin_details", "trading", server_default=None)
    op.execute(
        "UPDATE coin_details SET trading = coins.trading FROM coins WHERE coin_details.symbol = coins.symbol"
    )
    op.drop_column("coins", "trading")
    op.drop_index("ix_journal_opening", table_name="journal")
