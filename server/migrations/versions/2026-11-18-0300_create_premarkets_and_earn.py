"""Create the tables of pre-markets and earn, and the types of the rows that the engine writes."""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects.postgresql import JSONB

revision = "20261118_0300"
down_revision = "20261118_0155"
branch_labels = None
depends_on = None

TYPES = {
    "batch_premarkets": (
        "symbol text, quote text, price_decimals int2, tick int8, step int8, min_quantity int8, "
        "max_quantity int8, max_exposure int8, fee_ppm int8, collateral_ppm int8, window_ms int8, "
        "late_ms int8, opens_ms int8, closes_ms int8, delivery_ms int8, status text, "
        "last_price int8, depth_seq int8, updated_ms int8"
    ),
    "batch_premarket_orders": (
        "id int8, client text, symbol text, side text, price int8, quantity int8, remaining int8, "
        "locked int8, status text, idempotency_key text, created_ms int8, updated_ms int8"
    ),
    "batch_premarket_contracts": (
        "id int8, symbol text, taker_side text, buyer text, seller text, buy_order_id int8, "
        "sell_order_id int8, price int8, quantity int8, value int8, buyer_fee int8, collateral int8, "
        "seller_fee int8, status text, created_ms int8, updated_ms int8"
    ),
    "batch_earn_products": (
        "id text, coin text, kind text, term_days int2, rates jsonb, min_amount int8, "
        "max_amount int8, quota int8, subscribed int8, is_open bool, updated_ms int8"
    ),
    "batch_earn_positions": (
        "id int8, client text, product text, amount int8, rate_ppm int8, accrued_hour int8, "
        "owed int8, carried int8, paid int8, started_ms int8, matures_ms int8, auto_renew bool, "
        "due_ms int8, status text, idempotency_key text, updated_ms int8"
    ),
}


def upgrade() -> None:
    op.create_table(
        "earn_positions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client", sa.String(36), nullable=False),
        sa.Column("product", sa.String(40), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("rate_ppm", sa.BigInteger(), nullable=False),
        sa.Column("accrued_hour", sa.BigInteger(), nullable=False),
        sa.Column("owed", sa.BigInteger(), nullable=False),
        sa.Column("carried", sa.BigInteger(), nullable=False),
        sa.Column("paid", sa.BigInteger(), nullable=False),
        sa.Column("started_ms", sa.BigInteger(), nullable=False),
        sa.Column("matures_ms", sa.BigInteger(), nullable=False),
        sa.Column("auto_renew", sa.Boolean(), nullable=False),
        sa.Column("due_ms", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("idempotency_key", sa.String(32), nullable=True),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_earn_positions")),
    )
    op.create_index(op.f("ix_earn_positions_client_id"), "earn_positions", ["client", "id"])
    op.create_index(
        "ix_earn_positions_idempotency_key",
        "earn_positions",
        ["client", "idempotency_key"],
        unique=True,
        postgresql_where=sa.text("idempotency_key IS NOT NULL"),
    )
    op.create_index(
        "ix_earn_positions_open",
        "earn_positions",
        ["id"],
        postgresql_where=sa.text("status = 'active' OR owed > 0"),
    )
    op.create_table(
        "earn_products",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column("coin", sa.String(20), nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("term_days", sa.SmallInteger(), nullable=False),
        sa.Column("rates", JSONB(), nullable=False),
        sa.Column("min_amount", sa.BigInteger(), nullable=False),
        sa.Column("max_amount", sa.BigInteger(), nullable=False),
        sa.Column("quota", sa.BigInteger(), nullable=False),
        sa.Column("subscribed", sa.BigInteger(), nullable=False),
        sa.Column("is_open", sa.Boolean(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_earn_products")),
    )
    op.create_table(
        "premarket_contracts",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("symbol", sa.String(20), nullable=False),
        sa.Column("taker_side", sa.String(4), nullable=False),
        sa.Column("buyer", sa.String(36), nullable=False),
        sa.Column("seller", sa.String(36), nullable=False),
        sa.Column("buy_order_id", sa.BigInteger(), nullable=False),
        sa.Column("sell_order_id", sa.BigInteger(), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("buyer_fee", sa.BigInteger(), nullable=False),
        sa.Column("collateral", sa.BigInteger(), nullable=False),
        sa.Column("seller_fee", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_premarket_contracts")),
    )
    op.create_index(op.f("ix_premarket_contracts_buyer_id"), "premarket_contracts", ["buyer", "id"])
    op.create_index(
        "ix_premarket_contracts_open",
        "premarket_contracts",
        ["id"],
        postgresql_where=sa.text("status = 'matched'"),
    )
    op.create_index(op.f("ix_premarket_contracts_seller_id"), "premarket_contracts", ["seller", "id"])
    op.create_index(op.f("ix_premarket_contracts_symbol_id"), "premarket_contracts", ["symbol", "id"])
    op.create_table(
        "premarket_orders",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("client", sa.String(36), nullable=False),
        sa.Column("symbol", sa.String(20), nullable=False),
        sa.Column("side", sa.String(4), nullable=False),
        sa.Column("price", sa.BigInteger(), nullable=False),
        sa.Column("quantity", sa.BigInteger(), nullable=False),
        sa.Column("remaining", sa.BigInteger(), nullable=False),
        sa.Column("locked", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("idempotency_key", sa.String(32), nullable=True),
        sa.Column("created_ms", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_premarket_orders")),
    )
    op.create_index(op.f("ix_premarket_orders_client_id"), "premarket_orders", ["client", "id"])
    op.create_index(
        "ix_premarket_orders_idempotency_key",
        "premarket_orders",
        ["client", "idempotency_key"],
        unique=True,
        postgresql_where=sa.text("idempotency_key IS NOT NULL"),
    )
    op.create_index(
        "ix_premarket_orders_open",
        "premarket_orders",
        ["id"],
        postgresql_where=sa.text("status IN ('open', 'partially_filled')"),
    )
    op.create_table(
        "premarkets",
        sa.Column("symbol", sa.String(20), nullable=False),
        sa.Column("quote", sa.String(20), nullable=False),
        sa.Column("price_decimals", sa.SmallInteger(), nullable=False),
        sa.Column("tick", sa.BigInteger(), nullable=False),
        sa.Column("step", sa.BigInteger(), nullable=False),
        sa.Column("min_quantity", sa.BigInteger(), nullable=False),
        sa.Column("max_quantity", sa.BigInteger(), nullable=False),
        sa.Column("max_exposure", sa.BigInteger(), nullable=False),
        sa.Column("fee_ppm", sa.BigInteger(), nullable=False),
        sa.Column("collateral_ppm", sa.BigInteger(), nullable=False),
        sa.Column("window_ms", sa.BigInteger(), nullable=False),
        sa.Column("late_ms", sa.BigInteger(), nullable=False),
        sa.Column("opens_ms", sa.BigInteger(), nullable=False),
        sa.Column("closes_ms", sa.BigInteger(), nullable=False),
        sa.Column("delivery_ms", sa.BigInteger(), nullable=False),
        sa.Column("status", sa.String(20), nullable=False),
        sa.Column("last_price", sa.BigInteger(), nullable=False),
        sa.Column("depth_seq", sa.BigInteger(), nullable=False),
        sa.Column("updated_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("symbol", name=op.f("pk_premarkets")),
    )
    for name, columns in TYPES.items():
        op.execute(f"CREATE TYPE {name} AS ({columns})")


def downgrade() -> None:
    for name in TYPES:
        op.execute(f"DROP TYPE {name}")
    for table in ("premarkets", "premarket_orders", "premarket_contracts", "earn_products", "earn_positions"):
        op.drop_table(table)
