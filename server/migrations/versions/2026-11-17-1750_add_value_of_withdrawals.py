"""Add how much of a day's limit a withdrawal takes, and since when it is held.

The engine writes transfers with a row type of its own; the former one stays for an engine of the version
before, whose withdrawals have no limit.
"""

import sqlalchemy as sa
from alembic import op

revision = "20261117_1750"
down_revision = "20261117_1600"
branch_labels = None
depends_on = None

ROW = (
    "reference text, kind text, status text, client text, coin text, network text, "
    "amount int8, fee int8, at_ms int8, seq int8, value int8, held_ms int8"
)


def upgrade() -> None:
    for name in ("value", "held_ms"):
        op.add_column("transfers", sa.Column(name, sa.BigInteger(), server_default="0", nullable=False))
    op.create_index(
        "ix_transfers_withdrawals_held_ms",
        "transfers",
        ["held_ms"],
        postgresql_where=sa.text("kind = 'withdrawal'"),
    )
    op.execute(f"CREATE TYPE batch_transfers_2 AS ({ROW})")


def downgrade() -> None:
    op.execute("DROP TYPE batch_transfers_2")
    op.drop_index("ix_transfers_withdrawals_held_ms", table_name="transfers")
    for name in ("held_ms", "value"):
        op.drop_column("transfers", name)
