"""Add what staff propose for pre-markets, and what clients were told about them."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261118_0400"
down_revision = "20261118_0300"
branch_labels = None
depends_on = None

IS_OPEN = sa.text("status IN ('proposed', 'approved')")
IS_MATCHED = sa.text("status = 'matched'")


def upgrade() -> None:
    op.create_table(
        "premarket_mailings",
        sa.Column("symbol", sa.String(length=20), nullable=False),
        sa.Column("ended_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("symbol", name=op.f("pk_premarket_mailings")),
    )
    op.create_table(
        "premarket_announcements",
        sa.Column("symbol", sa.String(length=20), nullable=False),
        sa.Column("client", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("contracts", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("announced_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["symbol"],
            ["premarket_mailings.symbol"],
            name=op.f("fk_premarket_announcements_symbol_premarket_mailings"),
        ),
        sa.PrimaryKeyConstraint("symbol", "client", "kind", name=op.f("pk_premarket_announcements")),
    )
    op.create_table(
        "premarket_proposals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("symbol", sa.String(length=20), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("delivery_ms", sa.BigInteger(), nullable=True),
        sa.Column("note", sa.String(length=500), nullable=False),
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
        sa.CheckConstraint(
            "(kind = 'list') = (delivery_ms IS NOT NULL)", name=op.f("ck_premarket_proposals_delivery")
        ),
        sa.CheckConstraint(
            "(status = 'proposed') = (decided_by_id IS NULL)", name=op.f("ck_premarket_proposals_is_decided")
        ),
        sa.CheckConstraint("kind IN ('list', 'cancel')", name=op.f("ck_premarket_proposals_kind")),
        sa.CheckConstraint(
            "status IN ('proposed', 'approved', 'rejected', 'done', 'refused')",
            name=op.f("ck_premarket_proposals_status"),
        ),
        sa.CheckConstraint("decided_by_id <> proposed_by_id", name=op.f("ck_premarket_proposals_two_people")),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["staff.id"], name=op.f("fk_premarket_proposals_decided_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["proposed_by_id"], ["staff.id"], name=op.f("fk_premarket_proposals_proposed_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_premarket_proposals")),
    )
    op.create_index(
        "ix_premarket_proposals_open",
        "premarket_proposals",
        ["symbol"],
        unique=True,
        postgresql_where=IS_OPEN,
    )
    op.create_index(
        op.f("ix_premarket_proposals_proposed_at_id"), "premarket_proposals", ["proposed_at", "id"]
    )
    op.create_index(
        "ix_premarket_contracts_buying",
        "premarket_contracts",
        ["buyer", "symbol"],
        postgresql_where=IS_MATCHED,
    )
    op.create_index(
        "ix_premarket_contracts_selling",
        "premarket_contracts",
        ["seller", "symbol"],
        postgresql_where=IS_MATCHED,
    )


def downgrade() -> None:
    op.drop_index("ix_premarket_contracts_selling", table_name="premarket_contracts")
    op.drop_index("ix_premarket_contracts_buying", table_name="premarket_contracts")
    op.drop_table("premarket_proposals")
    op.drop_table("premarket_announcements")
    op.drop_table("premarket_mailings")
