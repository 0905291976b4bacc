"""Create what people see of coins and pairs, candles, and looks at the books."""

import sqlalchemy as sa
from alembic import op

revision = "20261115_1700"
down_revision = "20261115_1620"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "candles",
        sa.Column("pair", sa.String(length=41), nullable=False),
        sa.Column("interval", sa.String(length=3), nullable=False),
        sa.Column("start_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("open", sa.BigInteger(), nullable=False),
        sa.Column("high", sa.BigInteger(), nullable=False),
        sa.Column("low", sa.BigInteger(), nullable=False),
        sa.Column("close", sa.BigInteger(), nullable=False),
        sa.Column("volume", sa.Numeric(precision=38, scale=0), nullable=False),
        sa.Column("quote_volume", sa.Numeric(precision=38, scale=0), nullable=False),
        sa.Column("trades", sa.BigInteger(), nullable=False),
        sa.Column("taker_buy_volume", sa.Numeric(precision=38, scale=0), nullable=False),
        sa.PrimaryKeyConstraint("pair", "interval", "start_ms", name=op.f("pk_candles")),
    )
    op.create_table(
        "market_cursors",
        sa.Column("pair", sa.String(length=41), nullable=False),
        sa.Column("fill_id", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("pair", name=op.f("pk_market_cursors")),
    )
    op.create_table(
        "market_samples",
        sa.Column("pair", sa.String(length=41), nullable=False),
        sa.Column("start_ms", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("spread", sa.BigInteger(), nullable=True),
        sa.Column("bid_depth", sa.Numeric(precision=38, scale=0), nullable=False),
        sa.Column("ask_depth", sa.Numeric(precision=38, scale=0), nullable=False),
        sa.PrimaryKeyConstraint("pair", "start_ms", name=op.f("pk_market_samples")),
    )
    op.create_table(
        "coin_details",
        sa.Column("symbol", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("icon", sa.String(length=200), nullable=True),
        sa.Column("deposit", sa.Boolean(), nullable=False),
        sa.Column("withdraw", sa.Boolean(), nullable=False),
        sa.Column("trading", sa.Boolean(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("listed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["symbol"], ["coins.symbol"], name=op.f("fk_coin_details_symbol_coins")),
        sa.PrimaryKeyConstraint("symbol", name=op.f("pk_coin_details")),
    )
    op.create_table(
        "pair_details",
        sa.Column("symbol", sa.String(length=41), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("listed_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(["symbol"], ["pairs.symbol"], name=op.f("fk_pair_details_symbol_pairs")),
        sa.PrimaryKeyConstraint("symbol", name=op.f("pk_pair_details")),
    )


def downgrade() -> None:
    for table in ("pair_details", "coin_details", "market_samples", "market_cursors", "candles"):
        op.drop_table(table)
