"""Add when the payment of a withdrawal that the signer has refused is planned again."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_0110"
down_revision = "20261118_0105"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("withdrawals", sa.Column("retry_at", sa.DateTime(timezone=True), nullable=True))


def downgrade() -> None:
    op.drop_column("withdrawals", "retry_at")
