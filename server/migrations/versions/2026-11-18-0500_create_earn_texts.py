"""Create the texts of earn products, and the maturities that clients were written to about."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_0500"
down_revision = "20261118_0400"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "earn_texts",
        sa.Column("product", sa.String(40), nullable=False),
        sa.Column("source_of_yield", sa.String(500), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("product", name=op.f("pk_earn_texts")),
    )
    op.create_table(
        "earn_maturities",
        sa.Column("position_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hour", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("position_id", "hour", name=op.f("pk_earn_maturities")),
    )
    op.create_index(op.f("ix_earn_maturities_hour"), "earn_maturities", ["hour"])
    op.create_index(
        "ix_earn_positions_matured",
        "earn_positions",
        ["accrued_hour", "id"],
        postgresql_where=sa.text("matures_ms > 0 AND accrued_hour * 3600000 >= started_ms + 3600000"),
    )


def downgrade() -> None:
    op.drop_index("ix_earn_positions_matured", table_name="earn_positions")
    op.drop_table("earn_maturities")
    op.drop_table("earn_texts")
