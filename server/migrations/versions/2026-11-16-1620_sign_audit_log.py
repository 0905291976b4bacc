"""Say under which key an entry of the audit log was signed; those there are were not."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1620"
down_revision = "20261116_1606"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("audit_log", sa.Column("key_id", sa.LargeBinary(), nullable=True))


def downgrade() -> None:
    op.drop_column("audit_log", "key_id")
