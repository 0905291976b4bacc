"""Which version of the terms asks to be accepted, and who has accepted which."""

import sqlalchemy as sa
from alembic import op

revision = "20261119_2020"
down_revision = "20261119_1530"
branch_labels = None
depends_on = None

TABLE = "terms_acceptances"


def upgrade() -> None:
    op.add_column("content_entries", sa.Column("required_version", sa.Integer(), nullable=True))
    op.add_column("content_entries", sa.Column("required_at", sa.DateTime(timezone=True), nullable=True))
    op.add_column(
        "content_versions",
        sa.Column("asks_acceptance", sa.Boolean(), server_default="false", nullable=False),
    )
    op.create_table(
        TABLE,
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("entry_id", sa.Uuid(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("accepted_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_terms_acceptances_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["entry_id"], ["content_entries.id"], name=op.f("fk_terms_acceptances_entry_id_content_entries")
        ),
        sa.PrimaryKeyConstraint("client_id", "entry_id", "version", name=op.f("pk_terms_acceptances")),
    )


def downgrade() -> None:
    op.drop_table(TABLE)
    op.drop_column("content_versions", "asks_acceptance")
    op.drop_column("content_entries", "required_at")
    op.drop_column("content_entries", "required_version")
