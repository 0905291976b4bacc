"""Open deposits and withdrawals of a demo's coins that have a development chain.

Demos were seeded with both switched off, which nothing enforced.
"""

from alembic import op

revision = "20261117_2200"
down_revision = "20261117_2145"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.execute(
        "UPDATE coin_details SET deposit = true, withdraw = true"
        " WHERE symbol IN ('BTC', 'ETH', 'LTC', 'USDT') AND icon LIKE '/api/v1/demo/icons/%'"
    )


def downgrade() -> None:
    """The switches do not matter to the versions before."""
