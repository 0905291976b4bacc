"""Add the key of the last partial redemption to earn positions.

The engine writes positions with a row type of its own; the former one stays for an engine of the version
before, whose redemptions have no key.
"""

import sqlalchemy as sa
from alembic import op

revision = "20261118_0800"
down_revision = "20261118_0500"
branch_labels = None
depends_on = None

ROW = (
    "id int8, client text, product text, amount int8, rate_ppm int8, accrued_hour int8, "
    "owed int8, carried int8, paid int8, started_ms int8, matures_ms int8, auto_renew bool, "
    "due_ms int8, status text, idempotency_key text, updated_ms int8, redemption_key text"
)


def upgrade() -> None:
    op.add_column("earn_positions", sa.Column("redemption_key", sa.String(32), nullable=True))
    op.execute(f"CREATE TYPE batch_earn_positions_2 AS ({ROW})")


def downgrade() -> None:
    op.execute("DROP TYPE batch_earn_positions_2")
    op.drop_column("earn_positions", "redemption_key")
