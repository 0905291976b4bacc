"""Know the devices of clients, bind mailed codes to who asked, and let a session's cookie be renewed."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1605"
down_revision = "20261116_1440"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "known_devices",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_known_devices_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_known_devices")),
        sa.UniqueConstraint("client_id", "token_hash", name=op.f("uq_known_devices_client_id_token_hash")),
    )
    op.create_index(op.f("ix_known_devices_token_hash"), "known_devices", ["token_hash"])
    op.add_column("one_time_codes", sa.Column("browser_hash", sa.LargeBinary()))
    op.add_column("one_time_codes", sa.Column("asked_from", sa.String(length=60)))
    op.drop_index("uq_one_time_codes_open", table_name="one_time_codes")
    op.create_index(
        "uq_one_time_codes_open",
        "one_time_codes",
        ["client_id", "purpose"],
        unique=True,
        postgresql_where=sa.text("used_at IS NULL AND purpose IN ('email_confirmation', 'email_change')"),
    )
    op.add_column("sessions", sa.Column("previous_sid_hash", sa.LargeBinary()))
    op.add_column("sessions", sa.Column("sid_renewed_at", sa.DateTime(timezone=True)))
    op.create_index(op.f("ix_sessions_sid_hash"), "sessions", ["sid_hash"])


def downgrade() -> None:
    op.drop_index(op.f("ix_sessions_sid_hash"), table_name="sessions")
    op.drop_column("sessions", "sid_renewed_at")
    op.drop_column("sessions", "previous_sid_hash")
    op.drop_index("uq_one_time_codes_open", table_name="one_time_codes")
    op.execute("DELETE FROM one_time_codes WHERE purpose IN ('knock', 'password_reset')")
    op.create_index(
        "uq_one_time_codes_open",
        "one_time_codes",
        ["client_id", "purpose"],
        unique=True,
        postgresql_where=sa.text("used_at IS NULL"),
    )
    op.drop_column("one_time_codes", "asked_from")
    op.drop_column("one_time_codes", "browser_hash")
    op.drop_table("known_devices")
