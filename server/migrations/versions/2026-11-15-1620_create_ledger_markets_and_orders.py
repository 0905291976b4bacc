"""Create the ledger, the journal, coins, pairs, orders and fills."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "20261115_1620"
down_revision = "20261115_1300"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "balances",
        sa.Column("owner", sa.String(length=36), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("purpose", sa.String(length=60), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.CheckConstraint(
            "amount >= 0 OR (owner = 'house' AND purpose LIKE 'external:%')",
            name=op.f("ck_balances_is_not_negative"),
        ),
        sa.PrimaryKeyConstraint("owner", "coin", "purpose", name=op.f("pk_balances")),
    )
    op.create_table(
        "coins",
        sa.Column("symbol", sa.String(length=20), nullable=False),
        sa.Column("decimals", sa.SmallInteger(), nullable=False),
        sa.Column("supply_units", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("symbol", name=op.f("pk_coins")),
    )
    op.create_table(
        "fills",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("pair", sa.String(length=41), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("quote_quantity", sa.BigInteger(), nullable=False),
        sa.Column("taker_side", sa.String(length=4), nullable=False),
        sa.Column("taker_order_id", sa.BigInteger(), nullable=False),
        sa.Column("maker_order_id", sa.BigInteger(), nullable=False),
        sa.Column("taker_client", sa.String(length=36), nullable=False),
        sa.Column("maker_client", sa.String(length=36), nullable=False),
        sa.Column("taker_fee", sa.BigInteger(), nullable=False),
        sa.Column("maker_fee", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_fills")),
    )
    op.create_index(op.f("ix_fills_maker_client_id"), "fills", ["maker_client", "id"], unique=False)
    op.create_index(op.f("ix_fills_maker_order_id"), "fills", ["maker_order_id"], unique=False)
    op.create_index(op.f("ix_fills_pair_id"), "fills", ["pair", "id"], unique=False)
    op.create_index(op.f("ix_fills_taker_client_id"), "fills", ["taker_client", "id"], unique=False)
    op.create_index(op.f("ix_fills_taker_order_id"), "fills", ["taker_order_id"], unique=False)
    op.create_table(
        "journal",
        sa.Column("seq", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=30), nullable=False),
        sa.Column("payload", postgresql.JSONB(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_journal")),
    )
    op.create_table(
        "orders",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client", sa.String(length=36), nullable=False),
        sa.Column("pair", sa.String(length=41), nullable=False),
        sa.Column("side", sa.String(length=4), nullable=False),
        sa.Column("type", sa.String(length=20), nullable=False),
        sa.Column("time_in_force", sa.String(length=3), nullable=False),
        sa.Column("post_only", sa.Boolean(), nullable=False),
        sa.Column("client_order_id", sa.String(length=64), nullable=True),
        sa.Column("list_id", sa.BigInteger(), nullable=False),
        sa.Column("maker_ppm", sa.BigInteger(), nullable=False),
        sa.Column("taker_ppm", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("reason", sa.String(length=30), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("stop_price", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("remaining", sa.BigInteger(), nullable=False),
        sa.Column("filled_quote", sa.BigInteger(), nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("held", sa.BigInteger(), nullable=False),
        sa.Column("visible", sa.BigInteger(), nullable=False),
        sa.Column("priority", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
    )
    op.create_index(op.f("ix_orders_client_id"), "orders", ["client", "id"], unique=False)
    op.create_index(
        "ix_orders_client_order_id",
        "orders",
        ["client", "client_order_id"],
        unique=False,
        postgresql_where=sa.text("client_order_id IS NOT NULL"),
    )
    op.create_index(
        "ix_orders_open",
        "orders",
        ["id"],
        unique=False,
        postgresql_where=sa.text("status IN ('untriggered', 'new', 'partially_filled')"),
    )
    op.create_table(
        "postings",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("source_owner", sa.String(length=36), nullable=False),
        sa.Column("source_purpose", sa.String(length=60), nullable=False),
        sa.Column("target_owner", sa.String(length=36), nullable=False),
        sa.Column("target_purpose", sa.String(length=60), nullable=False),
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_postings_amount")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_postings")),
    )
    op.create_index(
        "ix_postings_source",
        "postings",
        ["source_owner", "id"],
        unique=False,
        postgresql_where=sa.text("kind NOT IN ('hold', 'release')"),
    )
    op.create_index(
        "ix_postings_target",
        "postings",
        ["target_owner", "id"],
        unique=False,
        postgresql_where=sa.text("kind NOT IN ('hold', 'release')"),
    )
    op.create_table(
        "transfers",
        sa.Column("reference", sa.String(length=120), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("status", sa.String(length=20), nullable=False),
        sa.Column("client", sa.String(length=36), nullable=False),
        sa.Column("coin", sa.String(length=20), nullable=False),
        sa.Column("network", sa.String(length=40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("fee", sa.BigInteger(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("reference", name=op.f("pk_transfers")),
    )
    op.create_index(op.f("ix_transfers_client_seq"), "transfers", ["client", "seq"], unique=False)
    op.create_index(op.f("ix_transfers_seq"), "transfers", ["seq"], unique=False)
    op.create_table(
        "pairs",
        sa.Column("symbol", sa.String(length=41), nullable=False),
        sa.Column("base", sa.String(length=20), nullable=False),
        sa.Column("quote", sa.String(length=20), nullable=False),
        sa.Column("price_decimals", sa.SmallInteger(), nullable=False),
        sa.Column("rules", postgresql.JSONB(), nullable=False),
        sa.Column("state", sa.String(length=20), nullable=False),
        sa.Column("reference_price", sa.BigInteger(), nullable=False),
        sa.Column("last_price", sa.BigInteger(), nullable=False),
        sa.Column("finest_tick", sa.BigInteger(), nullable=False),
        sa.Column("finest_step", sa.BigInteger(), nullable=False),
        sa.Column("depth_seq", sa.BigInteger(), nullable=False),
        sa.Column("last_priority", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("state IN ('trading', 'cancel_only', 'halted')", name=op.f("ck_pairs_state")),
        sa.ForeignKeyConstraint(["base"], ["coins.symbol"], name=op.f("fk_pairs_base_coins")),
        sa.ForeignKeyConstraint(["quote"], ["coins.symbol"], name=op.f("fk_pairs_quote_coins")),
        sa.PrimaryKeyConstraint("symbol", name=op.f("pk_pairs")),
    )


def downgrade() -> None:
    for table in ("pairs", "coins", "transfers", "postings", "orders", "journal", "fills", "balances"):
        op.drop_table(table)
