"""Keep what trailing orders have seen once for all of them, and which prices still have orders to trigger."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1500"
down_revision = "20261116_1441"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "trailing_marks",
        sa.Column("pair", sa.String(length=41), nullable=False),
        sa.Column("side", sa.String(length=4), nullable=False),
        sa.Column("order_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("pair", "side", "order_id", name=op.f("pk_trailing_marks")),
    )
    # Under the first rules nothing was ever left to be triggered later.
    for name in ("due_low", "due_high"):
        op.add_column("pairs", sa.Column(name, sa.BigInteger(), nullable=False, server_default="0"))
        op.alter_column("pairs", name, server_default=None)


def downgrade() -> None:
    op.drop_column("pairs", "due_high")
    op.drop_column("pairs", "due_low")
    op.drop_table("trailing_marks")
