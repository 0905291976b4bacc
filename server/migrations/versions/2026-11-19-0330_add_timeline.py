"""Count how often an operator has accepted that the journal lacks acknowledged entries."""

import sqlalchemy as sa
from alembic import op

revision = "20261119_0330"
down_revision = "20261118_1410"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("engine_leader", sa.Column("timeline", sa.Integer(), server_default="0", nullable=False))


def downgrade() -> None:
    op.drop_column("engine_leader", "timeline")
