"""Create the gifts of play money that clients of a demo get."""

import sqlalchemy as sa
from alembic import op

revision = "20261115_1730"
down_revision = "20261115_1710"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "faucet_gifts",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("number BETWEEN 1 AND 10", name=op.f("ck_faucet_gifts_number")),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_faucet_gifts_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("client_id", "day", "number", name=op.f("pk_faucet_gifts")),
    )
    op.create_index(op.f("ix_faucet_gifts_client_id_key_hash"), "faucet_gifts", ["client_id", "key_hash"])


def downgrade() -> None:
    op.drop_table("faucet_gifts")
