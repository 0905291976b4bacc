"""Create notices, alerts about prices and web push. Notices begin with the next fill."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261118_1320"
down_revision = "20261118_1310"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "account_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("detail", JSONB(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), server_default=sa.text("now()"), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_account_events")),
    )
    op.create_table(
        "notices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.Column("subject", sa.String(length=80), nullable=True),
        sa.Column("is_listed", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('fill', 'deposit', 'withdrawal', 'kyc', 'security', 'price_alert', 'announcement')",
            name=op.f("ck_notices_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_notices_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notices")),
        sa.UniqueConstraint("client_id", "subject", name=op.f("uq_notices_client_id_subject")),
    )
    op.create_index(
        op.f("ix_notices_client_id_created_at_id"), "notices", ["client_id", "created_at", "id"], unique=False
    )
    op.create_index(op.f("ix_notices_created_at"), "notices", ["created_at"], unique=False)
    op.create_index(
        "ix_notices_unread",
        "notices",
        ["client_id"],
        unique=False,
        postgresql_where=sa.text("is_listed AND read_at IS NULL"),
    )
    op.create_table(
        "notice_settings",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("in_app", sa.Boolean(), nullable=False),
        sa.Column("email", sa.Boolean(), nullable=False),
        sa.Column("push", sa.Boolean(), nullable=False),
        sa.CheckConstraint(
            "kind IN ('fill', 'deposit', 'withdrawal', 'kyc', 'security', 'price_alert', 'announcement')",
            name=op.f("ck_notice_settings_kind"),
        ),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_notice_settings_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("client_id", "kind", name=op.f("pk_notice_settings")),
    )
    op.create_index(
        "ix_notice_settings_announced",
        "notice_settings",
        ["client_id"],
        unique=False,
        postgresql_where=sa.text("kind = 'announcement' AND (email OR push)"),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("news_id", sa.String(length=64), nullable=False),
        sa.Column("data", JSONB(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_to", sa.Uuid(), nullable=True),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["site_id"], ["sites.id"], name=op.f("fk_announcements_site_id_sites"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_announcements")),
        sa.UniqueConstraint("site_id", "news_id", name=op.f("uq_announcements_site_id_news_id")),
    )
    op.create_index(
        op.f("ix_announcements_site_id_created_at_id"),
        "announcements",
        ["site_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_announcements_unsent",
        "announcements",
        ["id"],
        unique=False,
        postgresql_where=sa.text("sent_at IS NULL"),
    )
    op.create_table(
        "announcement_reads",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("announcement_id", sa.Uuid(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["announcement_id"],
            ["announcements.id"],
            name=op.f("fk_announcement_reads_announcement_id_announcements"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_announcement_reads_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("client_id", "announcement_id", name=op.f("pk_announcement_reads")),
    )
    op.create_index(
        op.f("ix_announcement_reads_announcement_id"), "announcement_reads", ["announcement_id"], unique=False
    )
    op.create_table(
        "announcement_markers",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("read_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_announcement_markers_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("client_id", name=op.f("pk_announcement_markers")),
    )
    op.create_table(
        "price_alerts",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("pair", sa.String(length=41), nullable=False),
        sa.Column("direction", sa.String(length=5), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("repeats", sa.Boolean(), nullable=False),
        sa.Column("is_armed", sa.Boolean(), nullable=False),
        sa.Column("after_fill_id", sa.BigInteger(), nullable=False),
        sa.Column("fired_ms", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("direction IN ('above', 'below')", name=op.f("ck_price_alerts_direction")),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_price_alerts_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_price_alerts")),
    )
    op.create_index(
        op.f("ix_price_alerts_client_id_created_at_id"),
        "price_alerts",
        ["client_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_price_alerts_pair_direction_is_armed_price"),
        "price_alerts",
        ["pair", "direction", "is_armed", "price"],
        unique=False,
    )
    op.create_table(
        "notice_cursor",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        sa.Column("fill_id", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_notice_cursor_one")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notice_cursor")),
    )
    op.create_table(
        "notice_partial_fills",
        sa.Column("order_id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("order_id", name=op.f("pk_notice_partial_fills")),
    )
    op.create_table(
        "push_subscriptions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("session_id", sa.Uuid(), nullable=False),
        sa.Column("endpoint", sa.String(length=1000), nullable=False),
        sa.Column("p256dh", sa.String(length=100), nullable=False),
        sa.Column("auth", sa.String(length=40), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_push_subscriptions_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["session_id"],
            ["sessions.id"],
            name=op.f("fk_push_subscriptions_session_id_sessions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_subscriptions")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_subscriptions_endpoint")),
    )
    op.create_index(
        op.f("ix_push_subscriptions_client_id"), "push_subscriptions", ["client_id"], unique=False
    )
    op.create_index(
        op.f("ix_push_subscriptions_session_id"), "push_subscriptions", ["session_id"], unique=False
    )
    op.create_table(
        "push_messages",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("subscription_id", sa.Uuid(), nullable=False),
        sa.Column("payload", sa.Text(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["subscription_id"],
            ["push_subscriptions.id"],
            name=op.f("fk_push_messages_subscription_id_push_subscriptions"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_messages")),
    )
    op.create_index(
        op.f("ix_push_messages_next_attempt_at"), "push_messages", ["next_attempt_at"], unique=False
    )
    op.create_index(
        op.f("ix_push_messages_subscription_id"), "push_messages", ["subscription_id"], unique=False
    )
    op.execute("INSERT INTO notice_cursor SELECT 1, coalesce(max(id), 0) FROM fills")


def downgrade() -> None:
    op.drop_table("push_messages")
    op.drop_table("push_subscriptions")
    op.drop_table("notice_partial_fills")
    op.drop_table("notice_cursor")
    op.drop_table("price_alerts")
    op.drop_table("announcement_markers")
    op.drop_table("announcement_reads")
    op.drop_table("announcements")
    op.drop_table("notice_settings")
    op.drop_table("notices")
    op.drop_table("account_events")
