"""Say of every journal entry by which rules it was carried out, and of a checkpoint what shape it has."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1440"
down_revision = "20261115_2010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # All that there is was carried out by the first rules. Without a default from here on: whoever writes an
    # entry has to say.
    op.add_column(
        "journal", sa.Column("rules_version", sa.SmallInteger(), nullable=False, server_default="1")
    )
    op.alter_column("journal", "rules_version", server_default=None)
    op.add_column("checkpoints", sa.Column("shape", sa.String(length=16), nullable=False, server_default=""))
    op.alter_column("checkpoints", "shape", server_default=None)


def downgrade() -> None:
    op.drop_column("checkpoints", "shape")
    op.drop_column("journal", "rules_version")
