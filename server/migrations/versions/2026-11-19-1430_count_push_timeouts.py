"""How often in a row a push service did not answer in time."""

import sqlalchemy as sa
from alembic import op

revision = "20261119_1430"
down_revision = "20261119_1400"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "push_subscriptions", sa.Column("timeouts", sa.Integer(), server_default="0", nullable=False)
    )


def downgrade() -> None:
    op.drop_column("push_subscriptions", "timeouts")
