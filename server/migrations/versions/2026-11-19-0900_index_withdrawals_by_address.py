"""Find a day's withdrawals to an address: reviews count them together."""

from alembic import op

revision = "20261119_0900"
down_revision = "20261119_0330"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_index("ix_withdrawals_address_confirmed_at", "withdrawals", ["address", "confirmed_at"])


def downgrade() -> None:
    op.drop_index("ix_withdrawals_address_confirmed_at", table_name="withdrawals")
