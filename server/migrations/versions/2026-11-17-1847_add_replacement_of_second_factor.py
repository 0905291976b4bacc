"""Add when a client's second factor was replaced or removed, which pauses withdrawals."""

import sqlalchemy as sa
from alembic import op

revision = "20261117_1847"
down_revision = "20261117_1835"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "clients", sa.Column("second_factor_replaced_at", sa.DateTime(timezone=True), nullable=True)
    )
    # Whether it was the first one is not known of earlier changes.
    op.execute("UPDATE clients SET second_factor_replaced_at = second_factor_changed_at")


def downgrade() -> None:
    op.drop_column("clients", "second_factor_replaced_at")
