"""Add the height from which staff resume a network after a reorganisation that is too deep."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_0128"
down_revision = "20261118_0110"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("networks", sa.Column("resume_height", sa.BigInteger(), nullable=True))


def downgrade() -> None:
    op.drop_column("networks", "resume_height")
