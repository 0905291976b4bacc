"""Two people end the incident of a removed deposit, whether its credit is taken back or stays."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261119_1300"
down_revision = "20261119_1130"
branch_labels = None
depends_on = None

TABLE = "incident_proposals"
COLUMNS = ("reversal_proposed_at", "reversal_proposed_by", "reversal_proposed_by_id")


def upgrade() -> None:
    op.create_table(
        TABLE,
        sa.Column("incident_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("deposit", sa.String(140), nullable=False),
        sa.Column("reason", sa.String(300), nullable=False),
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
            name=op.f("ck_incident_proposals_status"),
        ),
        sa.CheckConstraint(
            "(status = 'proposed') = (decided_by_id IS NULL)", name=op.f("ck_incident_proposals_is_decided")
        ),
        sa.CheckConstraint("decided_by_id <> proposed_by_id", name=op.f("ck_incident_proposals_two_people")),
        sa.CheckConstraint("kind IN ('reversal', 'keep')", name=op.f("ck_incident_proposals_kind")),
        sa.ForeignKeyConstraint(
            ["incident_id"],
            ["wallet_incidents.id"],
            name=op.f("fk_incident_proposals_incident_id_wallet_incidents"),
        ),
        sa.ForeignKeyConstraint(
            ["proposed_by_id"], ["staff.id"], name=op.f("fk_incident_proposals_proposed_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["staff.id"], name=op.f("fk_incident_proposals_decided_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_incident_proposals")),
    )
    op.create_index(op.f("ix_incident_proposals_incident_id_id"), TABLE, ["incident_id", "id"])
    op.create_index(
        "uq_incident_proposals_open",
        TABLE,
        ["incident_id"],
        unique=True,
        postgresql_where=sa.text("status IN ('proposed', 'approved')"),
    )
    # What was proposed is proposed again: an approval needs the proposal of a colleague that is still here.
    op.drop_constraint(
        op.f("fk_wallet_incidents_reversal_proposed_by_id_staff"), "wallet_incidents", type_="foreignkey"
    )
    for name in COLUMNS:
        op.drop_column("wallet_incidents", name)


def downgrade() -> None:
    op.add_column("wallet_incidents", sa.Column("reversal_proposed_by_id", sa.Uuid()))
    op.add_column("wallet_incidents", sa.Column("reversal_proposed_by", sa.String(254)))
    op.add_column("wallet_incidents", sa.Column("reversal_proposed_at", sa.DateTime(timezone=True)))
    op.create_foreign_key(
        op.f("fk_wallet_incidents_reversal_proposed_by_id_staff"),
        "wallet_incidents",
        "staff",
        ["reversal_proposed_by_id"],
        ["id"],
    )
    op.drop_table(TABLE)
