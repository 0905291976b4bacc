"""The tables that the engine writes, and parts of their rows that change together."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple


class Table(NamedTuple):
    """Where rows go and how they are encoded."""

    name: str
    columns: tuple[str, ...]
    types: tuple[str, ...]
    key: tuple[str, ...]

    @property
    def column_list(self) -> str:
        return ", ".join(self.columns)

    def row(self, values: Mapping[str, Any]) -> tuple[Any, ...]:
        """A row of values that are given by the names of the columns."""
        return tuple(values[column] for column in self.columns)

    def values(self, row: Iterable[Any]) -> dict[str, Any]:
        """The values of a row by the names of the columns."""
        return dict(zip(self.columns, row, strict=True))

    def without(self, *columns: str) -> "Table":
        """The table as if it did not have these columns."""
        kept = {name: kind for name, kind in self.values(self.types).items() if name not in columns}
        return self._replace(columns=tuple(kept), types=tuple(kept.values()))


def make_table(name: str, *key: str, **columns: str) -> Table:
    """A table whose key is its first column, unless other columns are named."""
    return Table(name, tuple(columns), tuple(columns.values()), key or tuple(columns)[:1])


def fields_of(table: Table, **called: str) -> tuple[str, ...]:
    """The fields that the columns are of: called as the columns are, but for those that are named here."""
    return tuple(called.get(column, column) for column in table.columns)


def select(table: Table, where: str) -> str:
    """All columns that the engine writes, by key; texts by code points, as they are sorted here."""
    kinds = table.values(table.types)
    key = ", ".join(f'{column} COLLATE "C"' if kinds[column] == "text" else column for column in table.key)
    return f"SELECT {table.column_list} FROM {table.name} WHERE {where} ORDER BY {key}"


JOURNAL = make_table(
    "journal",
    seq="int8",
    at_ms="int8",
    kind="text",
    payload="json",
    rules_version="int2",
    hash="bytea",
)
POSTINGS = make_table(
    "postings",
    id="int8",
    seq="int8",
    at_ms="int8",
    kind="text",
    coin="text",
    amount="int8",
    source_owner="text",
    source_purpose="text",
    target_owner="text",
    target_purpose="text",
    reference="text",
)
BALANCES = make_table(
    "balances",
    "owner",
    "coin",
    "purpose",
    owner="text",
    coin="text",
    purpose="text",
    amount="int8",
    seq="int8",
)
ORDER_CHANGES = make_table(
    "orders",
    id="int8",
    status="text",
    reason="text",
    price="int8",
    stop_price="int8",
    quantity="int8",
    remaining="int8",
    filled_quote="int8",
    fee="int8",
    held="int8",
    visible="int8",
    priority="int8",
    updated_ms="int8",
)
TERMS = make_table(
    "orders",
    id="int8",
    client="text",
    pair="text",
    side="text",
    type="text",
    time_in_force="text",
    post_only="bool",
    client_order_id="text",
    idempotency_key="text",
    list_id="int8",
    maker_ppm="int8",
    taker_ppm="int8",
    seq="int8",
    created_ms="int8",
)
ORDERS = Table(
    "orders", TERMS.columns + ORDER_CHANGES.columns[1:], TERMS.types + ORDER_CHANGES.types[1:], TERMS.key
)
FILLS = make_table(
    "fills",
    id="int8",
    pair="text",
    price="int8",
    quantity="int8",
    quote_quantity="int8",
    taker_side="text",
    taker_order_id="int8",
    maker_order_id="int8",
    taker_client="text",
    maker_client="text",
    taker_fee="int8",
    maker_fee="int8",
    at_ms="int8",
    posting_id="int8",
)
# Written by a trigger, with the fills.
DAILY_VOLUMES = make_table(
    "daily_volumes", "client", "day", "coin", client="text", day="int4", coin="text", amount="numeric"
)
TRANSFERS = make_table(
    "transfers",
    reference="text",
    kind="text",
    status="text",
    client="text",
    coin="text",
    network="text",
    amount="int8",
    fee="int8",
    at_ms="int8",
    seq="int8",
    value="int8",
    held_ms="int8",
)
CONVERSIONS = make_table(
    "conversions",
    reference="text",
    client="text",
    from_coin="text",
    to_coin="text",
    paid="int8",
    received="int8",
    fee="int8",
    first_order_id="int8",
    last_order_id="int8",
    at_ms="int8",
    seq="int8",
)
TRANSFER_CHANGES = make_table("transfers", reference="text", status="text", at_ms="int8", seq="int8")
PAIR_PARTS = make_table(
    "pairs",
    symbol="text",
    last_price="int8",
    reference_price="int8",
    depth_seq="int8",
    due_low="int8",
    due_high="int8",
    last_priority="int8",
)
COINS = make_table("coins", symbol="text", decimals="int2", supply_units="int8", trading="bool")
COIN_CHANGES = make_table("coins", symbol="text", trading="bool")
TRAILING_MARKS = make_table(
    "trailing_marks", "pair", "side", "order_id", pair="text", side="text", order_id="int8", price="int8"
)
GONE_MARKS = make_table("trailing_marks", pair="text", side="text", order_id="int8")
PAIRS = make_table(
    "pairs",
    symbol="text",
    base="text",
    quote="text",
    price_decimals="int2",
    rules="jsonb",
    state="text",
    reference_price="int8",
    finest_tick="int8",
    finest_step="int8",
    last_price="int8",
    depth_seq="int8",
    last_priority="int8",
    due_low="int8",
    due_high="int8",
)
PAIR_RULES = make_table(
    "pairs",
    symbol="text",
    rules="jsonb",
    state="text",
    reference_price="int8",
    finest_tick="int8",
    finest_step="int8",
)
# Where the columns come from: an event's fields, and what the command adds (`seq`, the `at` of a posting, the
# `posting_id` of a fill).
POSTING_FIELDS = fields_of(
    POSTINGS,
    at_ms="at",
    coin="source.asset",
    source_owner="source.owner",
    source_purpose="source.purpose",
    target_owner="target.owner",
    target_purpose="target.purpose",
)
TERM_FIELDS = fields_of(TERMS, id="order_id", created_ms="at")
ORDER_CHANGE_FIELDS = fields_of(ORDER_CHANGES, id="order_id", updated_ms="at")
FILL_FIELDS = fields_of(FILLS, id="fill_id", at_ms="at")
TRANSFER_FIELDS = fields_of(TRANSFERS, coin="asset", at_ms="at", held_ms="held_at")
CONVERSION_FIELDS = fields_of(CONVERSIONS, at_ms="at")
PAIR_FIELDS = fields_of(PAIRS, symbol="pair", depth_seq="seq")
PAIR_RULE_FIELDS = fields_of(PAIR_RULES, symbol="pair")
