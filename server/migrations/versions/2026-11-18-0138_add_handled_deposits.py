"""Add who has handled a deposit that the ledger cannot assign, when and how."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_0138"
down_revision = "20261118_0128"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("deposits", sa.Column("handled_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("deposits", sa.Column("handled_by", sa.String(254), nullable=True))
    op.add_column("deposits", sa.Column("remark", sa.String(300), nullable=True))


def downgrade() -> None:
    for name in ("remark", "handled_by", "handled_at"):
        op.drop_column("deposits", name)
