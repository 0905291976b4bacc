"""Let staff enrol themselves, and let two admins decide on changes of the staff."""

import sqlalchemy as sa
from alembic import op

revision = "20261116_1550"
down_revision = "20261116_1520"
branch_labels = None
depends_on = None

MOMENT = sa.DateTime(timezone=True)


def upgrade() -> None:
    _change_staff()
    _create_credentials()
    _create_proposals()


def _change_staff() -> None:
    op.alter_column("staff", "password_hash", existing_type=sa.String(200), nullable=True)
    op.alter_column("staff", "totp_secret", existing_type=sa.LargeBinary(), nullable=True)
    op.add_column("staff", sa.Column("enrolled_at", MOMENT, nullable=True))
    op.execute("UPDATE staff SET enrolled_at = created_at")
    op.add_column("staff", sa.Column("invited_by_id", sa.Uuid(), nullable=True))
    op.create_foreign_key(op.f("fk_staff_invited_by_id_staff"), "staff", "staff", ["invited_by_id"], ["id"])
    # Sessions of before have neither a second half nor a time of last use: everybody signs in once more.
    op.execute("DELETE FROM staff_sessions")
    op.add_column("staff_sessions", sa.Column("sid_hash", sa.LargeBinary(), nullable=True))
    op.add_column("staff_sessions", sa.Column("last_seen_at", MOMENT, nullable=False))
    op.add_column("staff_sessions", sa.Column("stepped_up_until", MOMENT, nullable=True))


def _create_credentials() -> None:
    op.create_table(
        "staff_enrolment_links",
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("token_hash", sa.LargeBinary(), nullable=False),
        sa.Column("made_by_id", sa.Uuid(), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_id"],
            ["staff.id"],
            name=op.f("fk_staff_enrolment_links_staff_id_staff"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["made_by_id"], ["staff.id"], name=op.f("fk_staff_enrolment_links_made_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("staff_id", name=op.f("pk_staff_enrolment_links")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_staff_enrolment_links_token_hash")),
    )
    op.create_table(
        "staff_passkeys",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("created_at", MOMENT, nullable=False),
        sa.Column("last_used_at", MOMENT, nullable=True),
        sa.ForeignKeyConstraint(
            ["staff_id"], ["staff.id"], name=op.f("fk_staff_passkeys_staff_id_staff"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_passkeys")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_staff_passkeys_credential_id")),
    )
    op.create_index(op.f("ix_staff_passkeys_staff_id"), "staff_passkeys", ["staff_id"])
    op.create_table(
        "staff_passkey_challenges",
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        sa.Column("purpose", sa.String(length=20), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=True),
        sa.Column("expires_at", MOMENT, nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_id"],
            ["staff.id"],
            name=op.f("fk_staff_passkey_challenges_staff_id_staff"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("challenge", name=op.f("pk_staff_passkey_challenges")),
    )
    op.create_index(
        op.f("ix_staff_passkey_challenges_expires_at"), "staff_passkey_challenges", ["expires_at"]
    )


def _create_proposals() -> None:
    op.create_table(
        "staff_proposals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=True),
        sa.Column("login", sa.String(length=40), nullable=False),
        sa.Column("role", sa.String(length=20), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("proposed_by_id", sa.Uuid(), nullable=False),
        sa.Column("proposed_by", sa.String(length=40), nullable=False),
        sa.Column("proposed_at", MOMENT, nullable=False),
        sa.Column("decided_by_id", sa.Uuid(), nullable=True),
        sa.Column("decided_by", sa.String(length=40), nullable=True),
        sa.Column("decided_at", MOMENT, nullable=True),
        sa.CheckConstraint(
            "kind IN ('create', 'role', 'reset', 'activate', 'deactivate')",
            name=op.f("ck_staff_proposals_kind"),
        ),
        sa.CheckConstraint(
            "status IN ('proposed', 'approved', 'rejected')", name=op.f("ck_staff_proposals_status")
        ),
        sa.CheckConstraint(
            "(kind IN ('create', 'role')) = (role IS NOT NULL)", name=op.f("ck_staff_proposals_role")
        ),
        sa.CheckConstraint(
            "(status = 'proposed') = (decided_by_id IS NULL)", name=op.f("ck_staff_proposals_is_decided")
        ),
        sa.CheckConstraint(
            "status <> 'approved' OR decided_by_id <> proposed_by_id",
            name=op.f("ck_staff_proposals_two_people"),
        ),
        sa.ForeignKeyConstraint(["staff_id"], ["staff.id"], name=op.f("fk_staff_proposals_staff_id_staff")),
        sa.ForeignKeyConstraint(
            ["proposed_by_id"], ["staff.id"], name=op.f("fk_staff_proposals_proposed_by_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["decided_by_id"], ["staff.id"], name=op.f("fk_staff_proposals_decided_by_id_staff")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_staff_proposals")),
    )
    op.create_index(op.f("ix_staff_proposals_proposed_at_id"), "staff_proposals", ["proposed_at", "id"])
    op.create_index(
        "uq_staff_proposals_open_login",
        "staff_proposals",
        ["login"],
        unique=True,
        postgresql_where=sa.text("status = 'proposed'"),
    )


def downgrade() -> None:
    op.drop_table("staff_proposals")
    op.drop_table("staff_passkey_challenges")
    op.drop_table("staff_passkeys")
    op.drop_table("staff_enrolment_links")
    for column in ("stepped_up_until", "last_seen_at", "sid_hash"):
        op.drop_column("staff_sessions", column)
    op.drop_column("staff", "invited_by_id")
    op.drop_column("staff", "enrolled_at")
    op.execute("DELETE FROM staff WHERE password_hash IS NULL OR totp_secret IS NULL")
    op.alter_column("staff", "totp_secret", existing_type=sa.LargeBinary(), nullable=False)
    op.alter_column("staff", "password_hash", existing_type=sa.String(200), nullable=False)
