"""Add sweeps that staff request, and who proposed to reverse a removed deposit."""

import sqlalchemy as sa
from alembic import op

revision = "20261117_2145"
down_revision = "20261117_1847"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("networks", sa.Column("sweep_requested_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column("wallet_incidents", sa.Column("reversal_proposed_by_id", sa.Uuid(), nullable=True))
    op.add_column("wallet_incidents", sa.Column("reversal_proposed_by", sa.String(254), nullable=True))
    op.add_column(
        "wallet_incidents", sa.Column("reversal_proposed_at", sa.DateTime(timezone=True), nullable=True)
    )
    op.create_foreign_key(
        op.f("fk_wallet_incidents_reversal_proposed_by_id_staff"),
        "wallet_incidents",
        "staff",
        ["reversal_proposed_by_id"],
        ["id"],
    )


def downgrade() -> None:
    for name in ("reversal_proposed_at", "reversal_proposed_by", "reversal_proposed_by_id"):
        op.drop_column("wallet_incidents", name)
    op.drop_column("networks", "sweep_requested_at")
