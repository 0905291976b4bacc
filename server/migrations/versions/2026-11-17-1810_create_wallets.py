"""Create the tables of wallets: networks, deposits, withdrawals and the house's transactions."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261117_1810"
down_revision = "20261117_1750"
branch_labels = None
depends_on = None

# In the order in which they can be dropped.
TABLES = (
    "deposits",
    "withdrawal_reviews",
    "chain_transactions",
    "withdrawals",
    "withdrawal_policies",
    "wallet_incidents",
    "saved_addresses",
    "deposit_addresses",
    "wallet_reconciliations",
    "network_fees",
    "chain_outputs",
    "chain_nonces",
    "chain_blocks",
    "networks",
)


def upgrade() -> None:
    op.create_table(
        "networks",
        sa.Column("key", sa.String(length=40), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.Column("notice", sa.String(length=200), nullable=True),
        sa.Column("genesis_hash", sa.String(length=80), nullable=True),
        sa.Column("height", sa.BigInteger(), nullable=False),
        sa.Column("block_hash", sa.String(length=80), nullable=True),
        sa.Column("node_height", sa.BigInteger(), nullable=False),
        sa.Column("node_seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("addresses", sa.Integer(), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.CheckConstraint("status IN ('enabled', 'halted', 'disabled')", name=op.f("ck_networks_status")),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_networks")),
    )
    op.create_table(
        "chain_blocks",
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("height", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("hash", sa.String(length=80), nullable=False),
        sa.Column("parent", sa.String(length=80), nullable=False),
        sa.ForeignKeyConstraint(["network"], ["networks.key"], name=op.f("fk_chain_blocks_network_networks")),
        sa.PrimaryKeyConstraint("network", "height", name=op.f("pk_chain_blocks")),
    )
    op.create_table(
        "chain_nonces",
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=80), nullable=False),
        sa.Column("next_nonce", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["network"], ["networks.key"], name=op.f("fk_chain_nonces_network_networks")),
        sa.PrimaryKeyConstraint("network", "address", name=op.f("pk_chain_nonces")),
    )
    op.create_table(
        "chain_outputs",
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("tx_id", sa.String(length=80), nullable=False),
        sa.Column("place", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("wallet", sa.String(length=10), nullable=False),
        sa.Column("index", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("height", sa.BigInteger(), nullable=True),
        sa.Column("reserved_for", sa.String(length=140), nullable=True),
        sa.Column("spent_tx_id", sa.String(length=80), nullable=True),
        sa.Column("spent_height", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(
            ["network"], ["networks.key"], name=op.f("fk_chain_outputs_network_networks")
        ),
        sa.PrimaryKeyConstraint("network", "tx_id", "place", name=op.f("pk_chain_outputs")),
    )
    op.create_index(
        "ix_chain_outputs_unspent",
        "chain_outputs",
        ["network", "wallet"],
        unique=False,
        postgresql_where=sa.text("spent_tx_id IS NULL"),
    )
    op.create_table(
        "network_fees",
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("tx_id", sa.String(length=80), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("native", sa.Numeric(precision=78, scale=0), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("booked_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["network"], ["networks.key"], name=op.f("fk_network_fees_network_networks")),
        sa.PrimaryKeyConstraint("network", "tx_id", name=op.f("pk_network_fees")),
    )
    op.create_index(
        "ix_network_fees_unbooked",
        "network_fees",
        ["network"],
        unique=False,
        postgresql_where=sa.text("booked_at IS NULL"),
    )
    op.create_table(
        "wallet_reconciliations",
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("height", sa.BigInteger(), nullable=False),
        sa.Column("hot", sa.Numeric(precision=78, scale=0), nullable=False),
        sa.Column("deposits", sa.Numeric(precision=78, scale=0), nullable=False),
        sa.Column("cold", sa.Numeric(precision=78, scale=0), nullable=False),
        sa.Column("owed", sa.Numeric(precision=78, scale=0), nullable=False),
        sa.Column("checked_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("differs_since", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["network"], ["networks.key"], name=op.f("fk_wallet_reconciliations_network_networks")
        ),
        sa.PrimaryKeyConstraint("network", "coin", name=op.f("pk_wallet_reconciliations")),
    )
    op.create_table(
        "deposit_addresses",
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("index", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("address", sa.String(length=120), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_deposit_addresses_client_id_clients")
        ),
        sa.ForeignKeyConstraint(
            ["network"], ["networks.key"], name=op.f("fk_deposit_addresses_network_networks")
        ),
        sa.PrimaryKeyConstraint("network", "index", name=op.f("pk_deposit_addresses")),
        sa.UniqueConstraint("network", "address", name=op.f("uq_deposit_addresses_network_address")),
        sa.UniqueConstraint("network", "client_id", name=op.f("uq_deposit_addresses_network_client_id")),
    )
    op.create_index(op.f("ix_deposit_addresses_client_id"), "deposit_addresses", ["client_id"], unique=False)
    op.create_table(
        "saved_addresses",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=120), nullable=False),
        sa.Column("memo", sa.String(length=100), nullable=False),
        sa.Column("label", sa.String(length=60), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("allowed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_saved_addresses_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_addresses")),
        sa.UniqueConstraint(
            "client_id",
            "coin",
            "network",
            "address",
            "memo",
            name=op.f("uq_saved_addresses_client_id_coin_network_address_memo"),
        ),
    )
    op.create_table(
        "wallet_incidents",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("subject", sa.String(length=140), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("detail", postgresql.JSONB(), nullable=False),
        sa.Column("opened_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("resolved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("resolved_by", sa.String(length=254), nullable=True),
        sa.Column("remark", sa.String(length=300), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_wallet_incidents_client_id_clients")
        ),
        sa.ForeignKeyConstraint(
            ["network"], ["networks.key"], name=op.f("fk_wallet_incidents_network_networks")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_wallet_incidents")),
    )
    op.create_index(
        op.f("ix_wallet_incidents_opened_at_id"), "wallet_incidents", ["opened_at", "id"], unique=False
    )
    op.create_index(
        "uq_wallet_incidents_open",
        "wallet_incidents",
        ["network", "kind", "subject"],
        unique=True,
        postgresql_where=sa.text("resolved_at IS NULL"),
    )
    op.create_table(
        "withdrawal_policies",
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("allow_list_only", sa.Boolean(), nullable=False),
        sa.Column("allow_list_ends_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("held_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("hold_cause", sa.String(length=30), nullable=True),
        sa.ForeignKeyConstraint(
            ["client_id"],
            ["clients.id"],
            name=op.f("fk_withdrawal_policies_client_id_clients"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("client_id", name=op.f("pk_withdrawal_policies")),
    )
    op.create_table(
        "withdrawals",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=False),
        sa.Column("site_id", sa.Uuid(), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("address", sa.String(length=120), nullable=False),
        sa.Column("memo", sa.String(length=100), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=24), nullable=False),
        sa.Column("reason", sa.String(length=300), nullable=True),
        sa.Column("is_held", sa.Boolean(), nullable=False),
        sa.Column("receiver_id", sa.Uuid(), nullable=True),
        sa.Column("reviews_needed", sa.Integer(), nullable=False),
        sa.Column("idempotency_key", sa.LargeBinary(), nullable=True),
        sa.Column("tx_id", sa.String(length=80), nullable=True),
        sa.Column("height", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('awaiting_confirmation', 'under_review', 'processing', 'broadcast', 'completed', "
            "'failed', 'rejected', 'canceled')",
            name=op.f("ck_withdrawals_status"),
        ),
        sa.CheckConstraint("fee >= 0 AND fee < amount", name=op.f("ck_withdrawals_amount")),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_withdrawals_client_id_clients")),
        sa.ForeignKeyConstraint(["network"], ["networks.key"], name=op.f("fk_withdrawals_network_networks")),
        sa.ForeignKeyConstraint(
            ["receiver_id"], ["clients.id"], name=op.f("fk_withdrawals_receiver_id_clients")
        ),
        sa.ForeignKeyConstraint(["site_id"], ["sites.id"], name=op.f("fk_withdrawals_site_id_sites")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_withdrawals")),
    )
    op.create_index(
        op.f("ix_withdrawals_client_id_created_at_id"),
        "withdrawals",
        ["client_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        op.f("ix_withdrawals_status_created_at_id"),
        "withdrawals",
        ["status", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "uq_withdrawals_idempotency_key",
        "withdrawals",
        ["client_id", "idempotency_key"],
        unique=True,
        postgresql_where=sa.text("idempotency_key IS NOT NULL"),
    )
    op.create_table(
        "chain_transactions",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("purpose", sa.String(length=12), nullable=False),
        sa.Column("reference", sa.String(length=140), nullable=False),
        sa.Column("attempt", sa.Integer(), nullable=False),
        sa.Column("withdrawal_id", sa.Uuid(), nullable=True),
        sa.Column("payments", postgresql.JSONB(), nullable=False),
        sa.Column("unsigned", postgresql.JSONB(), nullable=False),
        sa.Column("sender", sa.String(length=120), nullable=True),
        sa.Column("nonce", sa.BigInteger(), nullable=True),
        sa.Column("gas", sa.BigInteger(), nullable=True),
        sa.Column("raw", sa.Text(), nullable=True),
        sa.Column("tx_id", sa.String(length=80), nullable=True),
        sa.Column("fee_paid", sa.Numeric(precision=78, scale=0), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("height", sa.BigInteger(), nullable=True),
        sa.Column("block_hash", sa.String(length=80), nullable=True),
        sa.Column("replaced_height", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("broadcast_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('planned', 'signed', 'broadcast', 'confirmed', 'reverted', 'replaced')",
            name=op.f("ck_chain_transactions_status"),
        ),
        sa.ForeignKeyConstraint(
            ["network"], ["networks.key"], name=op.f("fk_chain_transactions_network_networks")
        ),
        sa.ForeignKeyConstraint(
            ["withdrawal_id"],
            ["withdrawals.id"],
            name=op.f("fk_chain_transactions_withdrawal_id_withdrawals"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_chain_transactions")),
        sa.UniqueConstraint("network", "tx_id", name=op.f("uq_chain_transactions_network_tx_id")),
        sa.UniqueConstraint("reference", "attempt", name=op.f("uq_chain_transactions_reference_attempt")),
    )
    op.create_index(
        "ix_chain_transactions_open",
        "chain_transactions",
        ["network", "created_at"],
        unique=False,
        postgresql_where=sa.text("status IN ('planned', 'signed', 'broadcast')"),
    )
    op.create_index(
        op.f("ix_chain_transactions_withdrawal_id"), "chain_transactions", ["withdrawal_id"], unique=False
    )
    op.create_index(
        "uq_chain_transactions_nonce",
        "chain_transactions",
        ["network", "sender", "nonce", "attempt"],
        unique=True,
        postgresql_where=sa.text("nonce IS NOT NULL"),
    )
    op.create_table(
        "withdrawal_reviews",
        sa.Column("withdrawal_id", sa.Uuid(), nullable=False),
        sa.Column("staff_id", sa.Uuid(), nullable=False),
        sa.Column("staff", sa.String(length=254), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["staff_id"], ["staff.id"], name=op.f("fk_withdrawal_reviews_staff_id_staff")
        ),
        sa.ForeignKeyConstraint(
            ["withdrawal_id"],
            ["withdrawals.id"],
            name=op.f("fk_withdrawal_reviews_withdrawal_id_withdrawals"),
        ),
        sa.PrimaryKeyConstraint("withdrawal_id", "staff_id", name=op.f("pk_withdrawal_reviews")),
    )
    op.create_table(
        "deposits",
        sa.Column("id", sa.Uuid(), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("tx_id", sa.String(length=80), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.Uuid(), nullable=True),
        sa.Column("address", sa.String(length=120), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=True),
        sa.Column("contract", sa.String(length=80), nullable=True),
        sa.Column("native", sa.Numeric(precision=78, scale=0), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("dust", sa.Numeric(precision=78, scale=0), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("height", sa.BigInteger(), nullable=True),
        sa.Column("block_hash", sa.String(length=80), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("credited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("swept_by", sa.Uuid(), nullable=True),
        sa.CheckConstraint(
            "status IN ('detected', 'confirming', 'credited', 'below_minimum', 'orphaned', 'unassigned')",
            name=op.f("ck_deposits_status"),
        ),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_deposits_client_id_clients")),
        sa.ForeignKeyConstraint(["network"], ["networks.key"], name=op.f("fk_deposits_network_networks")),
        sa.ForeignKeyConstraint(
            ["swept_by"], ["chain_transactions.id"], name=op.f("fk_deposits_swept_by_chain_transactions")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_deposits")),
        sa.UniqueConstraint("network", "tx_id", "place", name=op.f("uq_deposits_network_tx_id_place")),
    )
    op.create_index(
        op.f("ix_deposits_client_id_created_at_id"),
        "deposits",
        ["client_id", "created_at", "id"],
        unique=False,
    )
    op.create_index(
        "ix_deposits_open",
        "deposits",
        ["network", "height"],
        unique=False,
        postgresql_where=sa.text("status IN ('detected', 'confirming', 'below_minimum')"),
    )
    op.create_index(
        op.f("ix_deposits_status_created_at_id"), "deposits", ["status", "created_at", "id"], unique=False
    )


def downgrade() -> None:
    for name in TABLES:
        op.drop_table(name)
