"""Note when the pictures of a refused identity check were removed; find old tries to sign in."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1621"
down_revision = "20261116_1551"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("kyc_steps", sa.Column("pictures_purged_at", sa.DateTime(timezone=True), nullable=True))
    op.create_index("ix_login_events_at", "login_events", ["at"])


def downgrade() -> None:
    op.drop_index("ix_login_events_at", "login_events")
    op.drop_column("kyc_steps", "pictures_purged_at")
