"""Create the quotes of conversions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261118_0155"
down_revision = "20261118_0150"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "convert_quotes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client", sa.String(36), nullable=False),
        sa.Column("legs", postgresql.JSONB(), nullable=False),
        sa.Column("from_coin", sa.String(20), nullable=False),
        sa.Column("to_coin", sa.String(20), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.BigInteger(), nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("paid > 0 AND received > 0 AND fee >= 0", name=op.f("ck_convert_quotes_amounts")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_convert_quotes")),
    )
    op.create_index(op.f("ix_convert_quotes_expires_ms"), "convert_quotes", ["expires_ms"])


def downgrade() -> None:
    op.drop_table("convert_quotes")
