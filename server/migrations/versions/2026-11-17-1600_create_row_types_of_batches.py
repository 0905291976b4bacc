"""Create the types of the rows that the engine writes: one parameter of its statement for each table."""

from alembic import op

revision = "20261117_1600"
down_revision = "20261117_0830"
branch_labels = None
depends_on = None

TYPES = {
    "batch_journal": ("seq int8, at_ms int8, kind text, payload json, rules_version int2, hash bytea"),
    "batch_postings": (
        "id int8, seq int8, at_ms int8, kind text, coin text, amount int8, source_owner text, "
        "source_purpose text, target_owner text, target_purpose text, reference text"
    ),
    "batch_orders": (
        "id int8, client text, pair text, side text, type text, time_in_force text, "
        "post_only bool, client_order_id text, idempotency_key text, list_id int8, maker_ppm int8, "
        "taker_ppm int8, seq int8, created_ms int8, status text, reason text, price int8, "
        "stop_price int8, quantity int8, remaining int8, filled_quote int8, fee int8, held int8, "
        "visible int8, priority int8, updated_ms int8"
    ),
    "batch_fills": (
        "id int8, pair text, price int8, quantity int8, quote_quantity int8, taker_side text, "
        "taker_order_id int8, maker_order_id int8, taker_client text, maker_client text, "
        "taker_fee int8, maker_fee int8, at_ms int8"
    ),
    "batch_balances": ("owner text, coin text, purpose text, amount int8, seq int8"),
    "batch_transfers": (
        "reference text, kind text, status text, client text, coin text, network text, "
        "amount int8, fee int8, at_ms int8, seq int8"
    ),
    "batch_transfer_changes": ("reference text, status text, at_ms int8, seq int8"),
    "batch_order_changes": (
        "id int8, status text, reason text, price int8, stop_price int8, quantity int8, "
        "remaining int8, filled_quote int8, fee int8, held int8, visible int8, priority int8, "
        "updated_ms int8"
    ),
    "batch_pair_parts": (
        "symbol text, last_price int8, reference_price int8, depth_seq int8, due_low int8, "
        "due_high int8, last_priority int8"
    ),
    "batch_trailing_marks": ("pair text, side text, order_id int8, price int8"),
    "batch_gone_marks": ("pair text, side text, order_id int8"),
    "batch_coins": ("symbol text, decimals int2, supply_units int8, trading bool"),
    "batch_coin_changes": ("symbol text, trading bool"),
    "batch_pairs": (
        "symbol text, base text, quote text, price_decimals int2, rules jsonb, state text, "
        "reference_price int8, finest_tick int8, finest_step int8, last_price int8, "
        "depth_seq int8, last_priority int8, due_low int8, due_high int8"
    ),
    "batch_pair_rules": (
        "symbol text, rules jsonb, state text, reference_price int8, finest_tick int8, finest_step int8"
    ),
}


def upgrade() -> None:
    for name, columns in TYPES.items():
        op.execute(f"CREATE TYPE {name} AS ({columns})")


def downgrade() -> None:
    for name in TYPES:
        op.execute(f"DROP TYPE {name}")
