"""Create the list of outside hosts that rules may redirect to."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1551"
down_revision = "20261116_1550"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "redirect_hosts",
        sa.Column("hostname", sa.String(length=253), nullable=False),
        sa.Column("added_by", sa.String(length=40), nullable=False),
        sa.Column("added_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("hostname", name=op.f("pk_redirect_hosts")),
    )


def downgrade() -> None:
    op.drop_table("redirect_hosts")
