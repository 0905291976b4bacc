"""Create sites, navigation rules and idempotency keys, with one site for this machine."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261115_0945"
down_revision = None
branch_labels = None
depends_on = None

FIRST_SITE = "019a8a3e-6000-7000-8000-000000000001"


def upgrade() -> None:
    create_sites()
    op.create_table(
        "navigation_rules",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("site_id", sa.Uuid(), sa.ForeignKey("sites.id", ondelete="CASCADE"), nullable=False),
        sa.Column("position", sa.Integer(), server_default="0", nullable=False),
        sa.Column("pattern", sa.String(500), nullable=False),
        sa.Column("redirect", sa.String(2000)),
        sa.Column("app_middleware", JSONB(), server_default="{}", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
    )
    op.create_index(
        "ix_navigation_rules_site_id_position_id", "navigation_rules", ["site_id", "position", "id"]
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("owner", sa.String(80), primary_key=True),
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("fingerprint", sa.LargeBinary(), nullable=False),
        sa.Column("status", sa.Integer()),
        sa.Column("headers", JSONB()),
        sa.Column("body", sa.LargeBinary()),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
    )
    op.create_index("ix_idempotency_keys_created_at", "idempotency_keys", ["created_at"])


def create_sites() -> None:
    sites = op.create_table(
        "sites",
        sa.Column("id", sa.Uuid(), primary_key=True),
        sa.Column("sitename", sa.String(60), nullable=False),
        sa.Column("contact_telegram", sa.String(254), server_default="", nullable=False),
        sa.Column("contact_email", sa.String(254), server_default="", nullable=False),
        sa.Column("chat_domain", sa.String(253), server_default="", nullable=False),
        sa.Column("chat_token", sa.String(200), server_default="", nullable=False),
        sa.Column("chat_secret", sa.String(200), server_default="", nullable=False),
        sa.Column("chat_identity", sa.String(10), server_default="server", nullable=False),
        sa.Column("accent", sa.String(7), server_default="#35d0ba", nullable=False),
        sa.Column("logo", sa.String(500), server_default="/logo.svg", nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.CheckConstraint("chat_identity IN ('server', 'client')", name="ck_sites_chat_identity"),
        sa.CheckConstraint("accent ~ '^#[0-9a-f]{6}$'", name="ck_sites_accent"),
    )
    hosts = op.create_table(
        "site_hosts",
        sa.Column("hostname", sa.String(253), primary_key=True),
        sa.Column("site_id", sa.Uuid(), sa.ForeignKey("sites.id", ondelete="CASCADE"), nullable=False),
    )
    op.create_index("ix_site_hosts_site_id", "site_hosts", ["site_id"])
    op.bulk_insert(sites, [{"id": FIRST_SITE, "sitename": "Clearwater"}])
    op.bulk_insert(
        hosts,
        [{"hostname": name, "site_id": FIRST_SITE} for name in ("localhost", "127.0.0.1", "[::1]")],
    )


def downgrade() -> None:
    for table in ("idempotency_keys", "navigation_rules", "site_hosts", "sites"):
        op.drop_table(table)
