"""Create clients, sessions with all that proves who somebody is, and the outbox."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261115_1100"
down_revision = "20261115_0945"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "attempt_counts",
        sa.Column("key", sa.String(length=300), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.Column("locks", sa.Integer(), server_default="0", nullable=False),
        sa.Column("window_started_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("locked_until", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_attempt_counts")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("recipient", sa.String(length=320), nullable=False),
        sa.Column("sender_name", sa.String(length=60), nullable=False),
        sa.Column("subject", sa.String(length=200), nullable=False),
        sa.Column("text_body", sa.Text(), nullable=False),
        sa.Column("html_body", sa.Text(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("sent_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("attempts", sa.Integer(), server_default="0", nullable=False),
        sa.Column("next_attempt_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_error", sa.String(length=500), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
    )
    op.create_index(
        op.f("ix_outbox_recipient_created_at"), "outbox", ["recipient", "created_at"], unique=False
    )
    op.create_index(
        "ix_outbox_waiting",
        "outbox",
        ["next_attempt_at"],
        unique=False,
        postgresql_where=sa.text("sent_at IS NULL"),
    )
    op.create_table(
        "clients",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("email_is_confirmed", sa.Boolean(), server_default="false", nullable=False),
        sa.Column("password_hash", sa.String(length=200), nullable=False),
        sa.Column("accepted_terms_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("referral_code", sa.String(length=32), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("frozen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("password_changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("email_changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("second_factor_changed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("username", sa.String(length=20), nullable=True),
        sa.Column("avatar", sa.String(length=200), nullable=True),
        sa.Column("sex", sa.String(length=10), nullable=True),
        sa.Column("location", JSONB(), nullable=True),
        sa.Column("description", sa.String(length=280), nullable=True),
        sa.Column("phone", sa.String(length=16), nullable=True),
        sa.Column("anti_phishing_code", sa.String(length=20), nullable=True),
        sa.Column("site_data", JSONB(), server_default="{}", nullable=False),
        sa.Column("first_name", sa.String(length=100), nullable=True),
        sa.Column("last_name", sa.String(length=100), nullable=True),
        sa.Column("middle_name", sa.String(length=100), nullable=True),
        sa.Column("birth_date", sa.Date(), nullable=True),
        sa.Column("country", sa.String(length=2), nullable=True),
        sa.Column("region", sa.String(length=100), nullable=True),
        sa.Column("city", sa.String(length=100), nullable=True),
        sa.Column("address", sa.String(length=200), nullable=True),
        sa.Column("postal_code", sa.String(length=20), nullable=True),
        sa.Column("totp_secret", sa.LargeBinary(), nullable=True),
        sa.Column("totp_pending_secret", sa.LargeBinary(), nullable=True),
        sa.Column("totp_last_step", sa.Integer(), nullable=True),
        sa.CheckConstraint("sex IN ('male', 'female', 'other')", name=op.f("ck_clients_sex")),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_clients_site_id_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clients")),
        sa.UniqueConstraint("site_id", "email", name=op.f("uq_clients_site_id_email")),
        sa.UniqueConstraint("site_id", "username", name=op.f("uq_clients_site_id_username")),
    )
    op.create_index(op.f("ix_clients_site_id"), "clients", ["site_id"], unique=False)
    op.create_table(
        "api_keys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("key_hash", sa.LargeBinary(), nullable=False),
        sa.Column("scopes", sa.ARRAY(sa.String(length=20)), nullable=False),
        sa.Column("ip_allow_list", sa.ARRAY(sa.String(length=45)), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_api_keys_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_api_keys")),
        sa.UniqueConstraint("key_hash", name=op.f("uq_api_keys_key_hash")),
    )
    op.create_index(op.f("ix_api_keys_client_id"), "api_keys", ["client_id"], unique=False)
    op.create_table(
        "login_events",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("device", sa.String(length=200), nullable=False),
        sa.Column("ip", sa.String(length=45), nullable=False),
        sa.Column("outcome", sa.String(length=40), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_login_events_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_login_events")),
    )
    op.create_index(
        op.f("ix_login_events_client_id_at_id"), "login_events", ["client_id", "at", "id"], unique=False
    )
    op.create_table(
        "one_time_codes",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("purpose", sa.String(length=30), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("link_hash", sa.LargeBinary(), nullable=False),
        sa.Column("target", sa.String(length=254), nullable=True),
        sa.Column("attempts_left", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_one_time_codes_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_one_time_codes")),
        sa.UniqueConstraint("link_hash", name=op.f("uq_one_time_codes_link_hash")),
    )
    op.create_index(op.f("ix_one_time_codes_code_hash"), "one_time_codes", ["code_hash"], unique=False)
    op.create_index(
        "uq_one_time_codes_open",
        "one_time_codes",
        ["client_id", "purpose"],
        unique=True,
        postgresql_where=sa.text("used_at IS NULL"),
    )
    op.create_table(
        "passkey_challenges",
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_passkey_challenges_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("challenge", name=op.f("pk_passkey_challenges")),
    )
    op.create_index(
        op.f("ix_passkey_challenges_expires_at"), "passkey_challenges", ["expires_at"], unique=False
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_passkeys_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_passkeys_client_id"), "passkeys", ["client_id"], unique=False)
    op.create_table(
        "recovery_codes",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("code_hash", sa.LargeBinary(), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_recovery_codes_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("client_id", "code_hash", name=op.f("pk_recovery_codes")),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("sid_hash", sa.LargeBinary(), nullable=True),
        sa.Column("device", sa.String(length=200), nullable=False),
        sa.Column("ip", sa.String(length=45), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("stepped_up_until", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_sessions_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    op.create_index(
        op.f("ix_sessions_client_id_created_at"), "sessions", ["client_id", "created_at"], unique=False
    )
    op.create_index(op.f("ix_sessions_expires_at"), "sessions", ["expires_at"], unique=False)


def downgrade() -> None:
    for table in (
        "api_keys",
        "passkey_challenges",
        "passkeys",
        "recovery_codes",
        "one_time_codes",
        "login_events",
        "sessions",
        "clients",
        "outbox",
        "attempt_counts",
    ):
        op.drop_table(table)
