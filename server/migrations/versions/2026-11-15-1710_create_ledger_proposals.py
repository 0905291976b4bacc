"""Create the proposals of staff to move money."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261115_1710"
down_revision = "20261115_1700"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "ledger_proposals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=True),
        sa.Column("amount", sa.Numeric(precision=28, scale=8), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("proposed_by_id", sa.Uuid(), nullable=False),
        sa.Column("proposed_by", sa.String(length=40), nullable=False),
        sa.Column("proposed_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("decided_by_id", sa.Uuid(), nullable=True),
        sa.Column("decided_by", sa.String(length=40), nullable=True),
        sa.Column("decided_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("remark", sa.String(length=500), nullable=True),
        sa.Column("refusal", postgresql.JSONB(), nullable=True),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint("kind IN ('adjustment', 'funding')", name=op.f("ck_ledger_proposals_kind")),
        sa.CheckConstraint(
            "status IN ('proposed', 'approved', 'rejected', 'done', 'refused')",
            name=op.f("ck_ledger_proposals_status"),
        ),
        sa.CheckConstraint(
            "amount <> 0 AND (kind = 'adjustment' OR amount > 0)", name=op.f("ck_ledger_proposals_amount")
        ),
        sa.CheckConstraint(
            "(kind = 'adjustment') = (client_id IS NOT NULL)", name=op.f("ck_ledger_proposals_client")
        ),
        sa.CheckConstraint(
            "(kind = 'funding') = (network IS NOT NULL)", name=op.f("ck_ledger_proposals_network")
        ),
        sa.CheckConstraint(
            "(status = 'proposed') = (decided_by_id IS NULL)", name=op.f("ck_ledger_proposals_is_decided")
        ),
        sa.CheckConstraint("decided_by_id <> proposed_by_id", name=op.f("ck_ledger_proposals_two_people")),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_ledger_proposals_client_id_clients")
        ),
        sa.ForeignKeyConstraint(["coin"], ["coins.symbol"], name=op.f("fk_ledger_proposals_coin_coins")),
        sa.ForeignKeyConstraint(
            ["proposed_by_id"], ["staff.id"], name=op.f("fk_ledger_proposals_proposed_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["staff.id"], name=op.f("fk_ledger_proposals_decided_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_ledger_proposals")),
    )
    op.create_index(
        op.f("ix_ledger_proposals_proposed_at_id"), "ledger_proposals", ["proposed_at", "id"], unique=False
    )
    op.create_index(
        op.f("ix_ledger_proposals_client_id_proposed_at_id"),
        "ledger_proposals",
        ["client_id", "proposed_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_ledger_proposals_open",
        "ledger_proposals",
        ["id"],
        unique=False,
        postgresql_where=sa.text("status = 'approved'"),
    )


def downgrade() -> None:
    op.drop_table("ledger_proposals")
