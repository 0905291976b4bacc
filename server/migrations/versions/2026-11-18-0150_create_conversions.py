"""Create the conversions that were carried out, and the type of the rows that the engine writes."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_0150"
down_revision = "20261118_0138"
branch_labels = None
depends_on = None

ROW = (
    "reference text, client text, from_coin text, to_coin text, paid int8, received int8, fee int8, "
    "first_order_id int8, last_order_id int8, at_ms int8, seq int8"
)


def upgrade() -> None:
    op.create_table(
        "conversions",
        sa.Column("reference", sa.String(120), nullable=False),
        sa.Column("client", sa.String(36), nullable=False),
        sa.Column("from_coin", sa.String(20), nullable=False),
        sa.Column("to_coin", sa.String(20), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("received", sa.BigInteger(), nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("first_order_id", sa.BigInteger(), nullable=False),
        sa.Column("last_order_id", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("reference", name=op.f("pk_conversions")),
    )
    op.create_index(op.f("ix_conversions_client_seq"), "conversions", ["client", "seq"])
    op.create_index(op.f("ix_conversions_seq"), "conversions", ["seq"])
    op.execute(f"CREATE TYPE batch_conversions AS ({ROW})")


def downgrade() -> None:
    op.execute("DROP TYPE batch_conversions")
    op.drop_table("conversions")
