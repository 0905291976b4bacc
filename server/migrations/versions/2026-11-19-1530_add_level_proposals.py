"""Other terms of a membership level take two people."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261119_1530"
down_revision = "20261119_1430"
branch_labels = None
depends_on = None

TABLE = "level_proposals"


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("level", sa.String(20), nullable=False),
        sa.Column("before", JSONB(), nullable=False),
        sa.Column("asked", JSONB(), nullable=False),
        sa.Column("reason", sa.String(500), nullable=False),
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
            name=op.f("ck_level_proposals_status"),
        ),
        sa.CheckConstraint(
            "(status = 'proposed') = (decided_by_id IS NULL)", name=op.f("ck_level_proposals_is_decided")
        ),
        sa.CheckConstraint("decided_by_id <> proposed_by_id", name=op.f("ck_level_proposals_two_people")),
        sa.ForeignKeyConstraint(
            ["site_id"], ["sites.id"], name=op.f("fk_level_proposals_site_id_sites"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["proposed_by_id"], ["staff.id"], name=op.f("fk_level_proposals_proposed_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["staff.id"], name=op.f("fk_level_proposals_decided_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_level_proposals")),
    )
    op.create_index(
        op.f("ix_level_proposals_site_id_proposed_at_id"), TABLE, ["site_id", "proposed_at", "id"]
    )
    op.create_index(
        "uq_level_proposals_open",
        TABLE,
        ["site_id", "level"],
        unique=True,
        postgresql_where=sa.text("status IN ('proposed', 'approved')"),
    )


def downgrade() -> None:
    op.drop_table(TABLE)
