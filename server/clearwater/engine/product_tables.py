"""The tables of pre-markets and earn: every event says all of its row, and the last one is what is stored."""

from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.events import Event
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged, PreMarketOrderChanged
from clearwater.domains.earn.models import OPEN_SQL as OPEN_POSITIONS
from clearwater.domains.premarket.models import OPEN_SQL as OPEN_ORDERS
from clearwater.engine.tables import Table, fields_of, make_table

_TEXT, _NUMBER = "text", "int8"
PREMARKETS = make_table(
    "premarkets",
    symbol=_TEXT,
    quote=_TEXT,
    price_decimals="int2",
    tick=_NUMBER,
    step=_NUMBER,
    min_quantity=_NUMBER,
    max_quantity=_NUMBER,
    max_exposure=_NUMBER,
    fee_ppm=_NUMBER,
    collateral_ppm=_NUMBER,
    window_ms=_NUMBER,
    late_ms=_NUMBER,
    opens_ms=_NUMBER,
    closes_ms=_NUMBER,
    delivery_ms=_NUMBER,
    status=_TEXT,
    last_price=_NUMBER,
    depth_seq=_NUMBER,
    updated_ms=_NUMBER,
)
PREMARKET_ORDERS = make_table(
    "premarket_orders",
    id=_NUMBER,
    client=_TEXT,
    symbol=_TEXT,
    side=_TEXT,
    price=_NUMBER,
    quantity=_NUMBER,
    remaining=_NUMBER,
    locked=_NUMBER,
    status=_TEXT,
    idempotency_key=_TEXT,
    created_ms=_NUMBER,
    updated_ms=_NUMBER,
)
PREMARKET_CONTRACTS = make_table(
    "premarket_contracts",
    id=_NUMBER,
    symbol=_TEXT,
    taker_side=_TEXT,
    buyer=_TEXT,
    seller=_TEXT,
    buy_order_id=_NUMBER,
    sell_order_id=_NUMBER,
    price=_NUMBER,
    quantity=_NUMBER,
    value=_NUMBER,
    buyer_fee=_NUMBER,
    collateral=_NUMBER,
    seller_fee=_NUMBER,
    status=_TEXT,
    created_ms=_NUMBER,
    updated_ms=_NUMBER,
)
EARN_PRODUCTS = make_table(
    "earn_products",
    id=_TEXT,
    coin=_TEXT,
    kind=_TEXT,
    term_days="int2",
    rates="jsonb",
    min_amount=_NUMBER,
    max_amount=_NUMBER,
    quota=_NUMBER,
    subscribed=_NUMBER,
    is_open="bool",
    updated_ms=_NUMBER,
)
EARN_POSITIONS = make_table(
    "earn_positions",
    id=_NUMBER,
    client=_TEXT,
    product=_TEXT,
    amount=_NUMBER,
    rate_ppm=_NUMBER,
    accrued_hour=_NUMBER,
    owed=_NUMBER,
    carried=_NUMBER,
    paid=_NUMBER,
    started_ms=_NUMBER,
    matures_ms=_NUMBER,
    auto_renew="bool",
    due_ms=_NUMBER,
    status=_TEXT,
    idempotency_key=_TEXT,
    updated_ms=_NUMBER,
    redemption_key=_TEXT,
)


class ProductTable(NamedTuple):
    """A table, its rows in a batch, the event that they come from, and which of them may still change."""

    table: Table
    row_type: str
    event: type[Event]
    fields: tuple[str, ...]
    is_final: Callable[[Any], bool]
    open_sql: str

    def row(self, event: Any) -> tuple[Any, ...]:
        return tuple(
            msgspec.json.encode(value).decode() if kind == "jsonb" else value
            for kind, value in zip(
                self.table.types, (getattr(event, name) for name in self.fields), strict=True
            )
        )

    def read(self, row: Any) -> Any:
        """The event that a row was written by."""
        values = dict(zip(self.fields, (row[column] for column in self.table.columns), strict=True))
        if "rates" in values:
            values["rates"] = tuple(map(tuple, msgspec.json.decode(values["rates"])))
        return self.event(**values)


def _never(_event: Event) -> bool:
    return False


PRODUCT_TABLES: dict[type[Event], ProductTable] = {
    one.event: one
    for one in (
        ProductTable(
            PREMARKETS,
            "batch_premarkets",
            PreMarketChanged,
            fields_of(
                PREMARKETS,
                opens_ms="opens_at",
                closes_ms="closes_at",
                delivery_ms="delivery_at",
                depth_seq="seq",
                updated_ms="at",
            ),
            _never,
            "true",
        ),
        ProductTable(
            PREMARKET_ORDERS,
            "batch_premarket_orders",
            PreMarketOrderChanged,
            fields_of(PREMARKET_ORDERS, id="order_id", created_ms="created_at", updated_ms="at"),
            lambda event: event.status in {"filled", "canceled"},
            OPEN_ORDERS,
        ),
        ProductTable(
            PREMARKET_CONTRACTS,
            "batch_premarket_contracts",
            ContractChanged,
            fields_of(PREMARKET_CONTRACTS, id="contract_id", created_ms="created_at", updated_ms="at"),
            lambda event: event.status != "matched",
            "status = 'matched'",
        ),
        ProductTable(
            EARN_PRODUCTS,
            "batch_earn_products",
            EarnProductChanged,
            fields_of(EARN_PRODUCTS, id="product", updated_ms="at"),
            _never,
            "true",
        ),
        ProductTable(
            EARN_POSITIONS,
            "batch_earn_positions_2",
            EarnPositionChanged,
            fields_of(
                EARN_POSITIONS,
                id="position_id",
                started_ms="started_at",
                matures_ms="matures_at",
                due_ms="due_at",
                updated_ms="at",
            ),
            lambda event: event.status == "redeemed" and not event.owed,
            OPEN_POSITIONS,
        ),
    )
}
