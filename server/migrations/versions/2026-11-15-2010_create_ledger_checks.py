"""Create the checks of the whole ledger."""

import sqlalchemy as sa
from alembic import op

revision = "20261115_2010"
down_revision = "20261115_2000"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ledger_checks",
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("ok", sa.Boolean(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("checked_at", name=op.f("pk_ledger_checks")),
    )


def downgrade() -> None:
    op.drop_table("ledger_checks")
