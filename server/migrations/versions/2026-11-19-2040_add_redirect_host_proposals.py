"""External hosts of navigation rules, and new sites, take two people."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261119_2040"
down_revision = "20261119_2020"
branch_labels = None
depends_on = None

TABLE = "redirect_host_proposals"


def upgrade() -> None:
    op.alter_column("site_proposals", "site_id", existing_type=sa.Uuid(), nullable=True)
    op.create_table(
        TABLE,
        sa.Column("hostname", sa.String(253), nullable=False),
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
            name=op.f("ck_redirect_host_proposals_status"),
        ),
        sa.CheckConstraint(
            "(status = 'proposed') = (decided_by_id IS NULL)",
            name=op.f("ck_redirect_host_proposals_is_decided"),
        ),
        sa.CheckConstraint(
            "decided_by_id <> proposed_by_id", name=op.f("ck_redirect_host_proposals_two_people")
        ),
        sa.ForeignKeyConstraint(
            ["proposed_by_id"], ["staff.id"], name=op.f("fk_redirect_host_proposals_proposed_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["staff.id"], name=op.f("fk_redirect_host_proposals_decided_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_redirect_host_proposals")),
    )
    op.create_index(op.f("ix_redirect_host_proposals_proposed_at_id"), TABLE, ["proposed_at", "id"])
    op.create_index(
        "uq_redirect_host_proposals_open",
        TABLE,
        ["hostname"],
        unique=True,
        postgresql_where=sa.text("status IN ('proposed', 'approved')"),
    )


def downgrade() -> None:
    op.drop_table(TABLE)
    op.execute("DELETE FROM site_proposals WHERE site_id IS NULL")
    op.alter_column("site_proposals", "site_id", existing_type=sa.Uuid(), nullable=False)
