"""New hostnames of a site, and another chat, take two people."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261119_1400"
down_revision = "20261119_1330"
branch_labels = None
depends_on = None

TABLE = "site_proposals"


def upgrade() -> None:
    op.add_column("sites", sa.Column("chat_pages", sa.String(20), server_default="all", nullable=False))
    op.create_check_constraint(
        op.f("ck_sites_chat_pages"), "sites", "chat_pages IN ('all', 'without_secrets')"
    )
    op.create_table(
        TABLE,
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("asked", JSONB(), nullable=False),
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("proposed_by_id", sa.Uuid(), nullable=False),
        sa.Column("proposed_by", sa.String(40), nullable=False),
        sa.Column("proposed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_by_id", sa.Uuid()),
        sa.Column("decided_by", sa.String(40)),
        sa.Column("decided_at", sa.DateTime(timezone=True)),
        sa.Column("remark", sa.String(500)),
        sa.Column("refusal", JSONB()),
        sa.Column("ended_at", sa.DateTime(timezone=True)),
        sa.CheckConstraint(
            "status IN ('proposed', 'approved', 'rejected', 'done', 'refused')",
            name=op.f("ck_site_proposals_status"),
        ),
        sa.CheckConstraint(
            "(status = 'proposed') = (decided_by_id IS NULL)", name=op.f("ck_site_proposals_is_decided")
        ),
        sa.CheckConstraint("decided_by_id <> proposed_by_id", name=op.f("ck_site_proposals_two_people")),
        sa.ForeignKeyConstraint(
            ["site_id"], ["sites.id"], name=op.f("fk_site_proposals_site_id_sites"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["proposed_by_id"], ["staff.id"], name=op.f("fk_site_proposals_proposed_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["staff.id"], name=op.f("fk_site_proposals_decided_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_site_proposals")),
    )
    op.create_index(op.f("ix_site_proposals_site_id_id"), TABLE, ["site_id", "id"])
    op.create_index(
        "uq_site_proposals_open",
        TABLE,
        ["site_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('proposed', 'approved')"),
    )


def downgrade() -> None:
    op.drop_column("sites", "chat_pages")
    op.drop_table(TABLE)
