"""Add the languages of a site and of a client."""

import sqlalchemy as sa
from alembic import op

revision = "20261118_1200"
down_revision = "20261118_0800"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column(
        "sites", sa.Column("languages", sa.ARRAY(sa.String(12)), server_default="{en,es}", nullable=False)
    )
    op.create_check_constraint("languages", "sites", "cardinality(languages) > 0")
    op.add_column("clients", sa.Column("language", sa.String(12), server_default="en", nullable=False))


def downgrade() -> None:
    op.drop_column("clients", "language")
    op.drop_constraint(op.f("ck_sites_languages"), "sites")
    op.drop_column("sites", "languages")
