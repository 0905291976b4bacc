"""Create the address of the leading engine."""

import sqlalchemy as sa
from alembic import op

revision = "20261117_0830"
down_revision = "20261116_1621"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "engine_leader",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("address", sa.String(length=300), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engine_leader")),
    )


def downgrade() -> None:
    op.drop_table("engine_leader")
