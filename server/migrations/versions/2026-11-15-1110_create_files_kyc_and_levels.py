"""Create files, identity checks and membership levels, with the default levels for every site."""

from decimal import Decimal

import sqlalchemy as sa
from alembic import op

revision = "20261115_1110"
down_revision = "20261115_1100"
branch_labels = None
depends_on = None

PICTURES = ("selfie_id", "document_front_id", "document_back_id")
# key, rank, name, identity, second factor, volume, balance, maker, taker, withdrawal a day, what it unlocks
DEFAULT_LEVELS = (
    (
        "guest",
        0,
        "Guest",
        False,
        False,
        "0",
        "0",
        "0.002",
        "0.0025",
        "1000",
        ["deposit", "spot", "convert", "api_key_read"],
    ),
    (
        "starter",
        1,
        "Starter",
        True,
        False,
        "500",
        "100",
        "0.0016",
        "0.002",
        "50000",
        ["premarket", "earn", "api_key_trade"],
    ),
    (
        "advanced",
        2,
        "Advanced",
        True,
        True,
        "25000",
        "2500",
        "0.001",
        "0.0015",
        "250000",
        ["premarket_sell", "earn_locked", "api_key_withdraw"],
    ),
    ("pro", 3, "Pro", True, True, "500000", "25000", "0.0006", "0.001", "1000000", ["api_limits_x5"]),
    ("vip", 4, "VIP", True, True, "5000000", "100000", "0.0002", "0.0007", "5000000", ["api_limits_x20"]),
)


def upgrade() -> None:
    create_files()
    create_kyc()
    create_levels()
    op.create_table(
        "client_levels",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("below_since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_client_levels_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("client_id", name=op.f("pk_client_levels")),
    )


def create_files() -> None:
    op.create_table(
        "files",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("mime", sa.String(length=20), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "kind IN ('avatar', 'kyc_selfie', 'kyc_document', 'feedback', 'news')", name=op.f("ck_files_kind")
        ),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_files_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_files")),
    )
    op.create_index(op.f("ix_files_client_id"), "files", ["client_id"], unique=False)
    op.create_index(
        "ix_files_unused", "files", ["created_at"], unique=False, postgresql_where=sa.text("used_at IS NULL")
    )


def create_kyc() -> None:
    op.create_table(
        "kyc_cases",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("message", sa.String(length=500), nullable=True),
        sa.Column("selfie_id", sa.Uuid(), nullable=False),
        sa.Column("document_front_id", sa.Uuid(), nullable=False),
        sa.Column("document_back_id", sa.Uuid(), nullable=True),
        sa.Column("submitted_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("approved_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "(status = 'approved') = (approved_at IS NOT NULL)", name=op.f("ck_kyc_cases_approved_at")
        ),
        sa.CheckConstraint(
            "status IN ('pending', 'approved', 'rejected', 'revoked')", name=op.f("ck_kyc_cases_status")
        ),
        sa.CheckConstraint(
            "type = 'passport' OR document_back_id IS NOT NULL", name=op.f("ck_kyc_cases_back")
        ),
        sa.CheckConstraint(
            "type IN ('passport', 'id_card', 'driver_license', 'residence_permit')",
            name=op.f("ck_kyc_cases_type"),
        ),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_kyc_cases_client_id_clients"), ondelete="CASCADE"
        ),
        *(
            sa.ForeignKeyConstraint([column], ["files.id"], name=op.f(f"fk_kyc_cases_{column}_files"))
            for column in PICTURES
        ),
        sa.PrimaryKeyConstraint("client_id", name=op.f("pk_kyc_cases")),
    )
    op.create_index(
        op.f("ix_kyc_cases_status_submitted_at_client_id"),
        "kyc_cases",
        ["status", "submitted_at", "client_id"],
        unique=False,
    )
    op.create_table(
        "kyc_steps",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("act", sa.String(length=20), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(length=40), nullable=True),
        sa.Column("message", sa.String(length=500), nullable=True),
        sa.Column("staff_login", sa.String(length=40), nullable=True),
        sa.Column("selfie_id", sa.Uuid(), nullable=False),
        sa.Column("document_front_id", sa.Uuid(), nullable=False),
        sa.Column("document_back_id", sa.Uuid(), nullable=True),
        sa.CheckConstraint(
            "act IN ('submitted', 'approved', 'rejected', 'revoked')", name=op.f("ck_kyc_steps_act")
        ),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_kyc_steps_client_id_clients"), ondelete="CASCADE"
        ),
        *(
            sa.ForeignKeyConstraint([column], ["files.id"], name=op.f(f"fk_kyc_steps_{column}_files"))
            for column in PICTURES
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_kyc_steps")),
    )
    op.create_index(
        op.f("ix_kyc_steps_client_id_at_id"), "kyc_steps", ["client_id", "at", "id"], unique=False
    )
    for table in ("kyc_cases", "kyc_steps"):
        for column in PICTURES:
            op.create_index(op.f(f"ix_{table}_{column}"), table, [column], unique=False)


def create_levels() -> None:
    levels = op.create_table(
        "levels",
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("key", sa.String(length=20), nullable=False),
        sa.Column("rank", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("requires_kyc", sa.Boolean(), nullable=False),
        sa.Column("requires_two_factor", sa.Boolean(), nullable=False),
        sa.Column("volume_30d", sa.Numeric(precision=38, scale=18), nullable=False),
        sa.Column("balance", sa.Numeric(precision=38, scale=18), nullable=False),
        sa.Column("maker_fee", sa.Numeric(precision=19, scale=18), nullable=False),
        sa.Column("taker_fee", sa.Numeric(precision=19, scale=18), nullable=False),
        sa.Column("withdraw_day", sa.Numeric(precision=38, scale=18), nullable=False),
        sa.Column("features", sa.ARRAY(sa.String(length=40)), nullable=False),
        sa.CheckConstraint(
            "maker_fee BETWEEN 0 AND 0.1 AND taker_fee BETWEEN 0 AND 0.1", name=op.f("ck_levels_fees")
        ),
        sa.CheckConstraint("volume_30d >= 0 AND balance >= 0", name=op.f("ck_levels_requirements")),
        sa.CheckConstraint("withdraw_day > 0", name=op.f("ck_levels_withdraw_day")),
        sa.ForeignKeyConstraint(
            ["site_id"], ["sites.id"], name=op.f("fk_levels_site_id_sites"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("site_id", "key", name=op.f("pk_levels")),
        sa.UniqueConstraint("site_id", "rank", name=op.f("uq_levels_site_id_rank")),
    )
    names = [column.name for column in levels.columns][1:]
    sites = op.get_bind().execute(sa.text("SELECT id FROM sites")).scalars().all()
    op.bulk_insert(
        levels,
        [
            {"site_id": site_id} | dict(zip(names, map(as_stored, level), strict=True))
            for site_id in sites
            for level in DEFAULT_LEVELS
        ],
    )


def as_stored(value: object) -> object:
    return Decimal(value) if isinstance(value, str) and value[0].isdigit() else value


def downgrade() -> None:
    for table in ("client_levels", "levels", "kyc_steps", "kyc_cases", "files"):
        op.drop_table(table)
