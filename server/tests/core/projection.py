"""What a store that writes down every event would hold, and the snapshot it gives back (EXC-4)."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from clearwater.core.commands import LedgerKind, PairRules, PairState
from clearwater.core.earn import EarnKey
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.earn_snapshots import EarnRows
from clearwater.core.events import (
    AccountKey,
    CoinChanged,
    CoinListed,
    Converted,
    Event,
    Filled,
    LedgerOpened,
    LevelChanged,
    OrderAccepted,
    OrderUpdated,
    PairChanged,
    PairListed,
    Posting,
    TrailingMarked,
    TransferChanged,
    TriggersDue,
)
from clearwater.core.money import Coin
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged, PreMarketOrderChanged
from clearwater.core.premarket_snapshots import PreMarketRows
from clearwater.core.premarkets import PreMarketKey
from clearwater.core.snapshots import OrderRow, PairRow, Snapshot, sort_marks
from clearwater.core.state import DAY_MS, ClientOrderId

OPEN = {"untriggered", "new", "partially_filled"}
# What an update has of an order's row.
CHANGING = [field for field in OrderRow._fields if field in OrderUpdated.__struct_fields__]


@dataclass
class PairTable:
    """The row of a pair, and what its events have moved since."""

    listed: PairListed
    rules: PairRules
    state: PairState
    reference_price: int
    finest_tick: int
    finest_step: int
    last_price: int = 0
    seq: int = 0
    last_priority: int = 0
    due_low: int = 0
    due_high: int = 0


class Tables:
    """Rows by key, from nothing but events."""

    def __init__(self) -> None:
        self.coins: dict[str, Coin] = {}
        self.pairs: dict[str, PairTable] = {}
        self.balances: dict[AccountKey, int] = {}
        self.accepted: dict[int, OrderAccepted] = {}
        self.orders: dict[int, OrderUpdated] = {}
        self.transfers: dict[str, TransferChanged] = {}
        self.conversions: list[str] = []
        self.kind: LedgerKind | Literal[""] = ""
        self.untraded: set[str] = set()
        self.marks: dict[tuple[str, str, int], TrailingMarked] = {}
        self.premarkets: dict[str, PreMarketChanged] = {}
        self.premarket_orders: dict[int, PreMarketOrderChanged] = {}
        self.contracts: dict[int, ContractChanged] = {}
        self.earn_products: dict[str, EarnProductChanged] = {}
        self.earn_positions: dict[int, EarnPositionChanged] = {}
        self.last_order_id = self.last_fill_id = self.last_posting_id = 0

    def store(self, events: Iterable[Event]) -> None:
        for event in events:
            if isinstance(event, Posting):
                self.balances[event.source] = event.source_after
                self.balances[event.target] = event.target_after
                self.last_posting_id = event.id
            elif isinstance(event, OrderAccepted):
                self.accepted[event.order_id] = event
                self.last_order_id = event.order_id
            elif isinstance(event, OrderUpdated):
                self.orders[event.order_id] = event
                pair = self.pairs[event.pair]
                pair.last_priority = max(pair.last_priority, event.priority)
            elif isinstance(event, TransferChanged):
                if event.status != "reversed":
                    self.transfers.pop(event.reference, None)
                self.transfers[event.reference] = event
            elif isinstance(event, Converted):
                self.conversions.append(event.reference)
            else:
                self.store_market(event)

    def store_market(self, event: Event) -> None:
        if isinstance(event, CoinListed):
            self.coins[event.symbol] = Coin(event.symbol, event.decimals, event.supply_units)
        elif isinstance(event, LedgerOpened):
            self.kind = event.kind
        elif isinstance(event, CoinChanged):
            (self.untraded.discard if event.trading else self.untraded.add)(event.symbol)
        elif isinstance(event, PairListed):
            rules = event.rules
            self.pairs[event.pair] = PairTable(
                event, rules, event.state, event.reference_price, rules.tick, rules.step
            )
        elif isinstance(event, PairChanged):
            pair = self.pairs[event.pair]
            pair.rules, pair.reference_price, pair.state = event.rules, event.reference_price, event.state
            pair.finest_tick, pair.finest_step = event.finest_tick, event.finest_step
        elif isinstance(event, Filled):
            self.pairs[event.pair].last_price = self.pairs[event.pair].reference_price = event.price
            self.last_fill_id = event.fill_id
        elif isinstance(event, LevelChanged):
            self.pairs[event.pair].seq = event.seq
        else:
            self.store_triggers(event)

    def store_triggers(self, event: Event) -> None:
        if isinstance(event, TriggersDue):
            self.pairs[event.pair].due_low, self.pairs[event.pair].due_high = event.low, event.high
        elif isinstance(event, TrailingMarked):
            self.marks.pop((event.pair, event.side, event.order_id), None)
            if event.price:
                self.marks[(event.pair, event.side, event.order_id)] = event
        else:
            self.store_products(event)

    def store_products(self, event: Event) -> None:
        if isinstance(event, PreMarketChanged):
            self.premarkets[event.symbol] = event
        elif isinstance(event, PreMarketOrderChanged):
            self.premarket_orders[event.order_id] = event
        elif isinstance(event, ContractChanged):
            self.contracts[event.contract_id] = event
        elif isinstance(event, EarnProductChanged):
            self.earn_products[event.product] = event
        elif isinstance(event, EarnPositionChanged):
            self.earn_positions[event.position_id] = event

    def snapshot(self, now: int, remembered: int) -> Snapshot:
        own_ids = [
            ClientOrderId(order_id, accepted.terms.client, accepted.terms.client_order_id)
            for order_id, accepted in self.accepted.items()
            if accepted.terms.client_order_id is not None
        ]
        newest = own_ids[-1].order_id if own_ids else 0
        held = [transfer for transfer in self.transfers.values() if transfer.status == "held"]
        held.sort(key=lambda transfer: transfer.reference)
        withdrawn = Counter[str]()
        for transfer in self.transfers.values():
            is_today = transfer.held_at // DAY_MS == now // DAY_MS
            if is_today and transfer.value and transfer.status in {"held", "settled"}:
                withdrawn[transfer.client] += transfer.value
        ended = [transfer for transfer in self.transfers.values() if transfer.status != "held"]
        return Snapshot(
            now,
            self.last_order_id,
            self.last_fill_id,
            self.last_posting_id,
            tuple(sorted(self.coins.values())),
            tuple(self.pair_row(pair) for _, pair in sorted(self.pairs.items())),
            tuple(sorted((key, balance) for key, balance in self.balances.items() if balance)),
            tuple(self.order_row(order) for _, order in sorted(self.orders.items()) if order.status in OPEN),
            tuple(own_id for own_id in own_ids if own_id.order_id > newest - remembered),
            (*held, *ended[-remembered:]),
            self.kind,
            tuple(sorted(self.untraded)),
            tuple(sort_marks(self.marks.values())),
            tuple(sorted(withdrawn.items())),
            tuple(self.conversions[-remembered:]),
            self.premarket_rows(),
            self.earn_rows(),
        )

    def premarket_rows(self) -> PreMarketRows:
        orders, contracts = self.premarket_orders, self.contracts
        return PreMarketRows(
            max(orders, default=0),
            max(contracts, default=0),
            tuple(row for _, row in sorted(self.premarkets.items())),
            tuple(row for _, row in sorted(orders.items()) if row.status in {"open", "partially_filled"}),
            tuple(row for _, row in sorted(contracts.items()) if row.status == "matched"),
            tuple(
                PreMarketKey(row.order_id, row.client, row.idempotency_key)
                for row in orders.values()
                if row.idempotency_key is not None
            ),
        )

    def earn_rows(self) -> EarnRows:
        positions = self.earn_positions
        return EarnRows(
            max(positions, default=0),
            tuple(row for _, row in sorted(self.earn_products.items())),
            tuple(row for _, row in sorted(positions.items()) if row.status == "active" or row.owed),
            tuple(
                EarnKey(row.position_id, row.client, row.idempotency_key)
                for row in positions.values()
                if row.idempotency_key is not None
            ),
        )

    def pair_row(self, pair: PairTable) -> PairRow:
        listed = pair.listed
        return PairRow(
            *(listed.pair, listed.base, listed.quote, listed.price_decimals),
            *(pair.rules, pair.state, pair.reference_price, pair.last_price),
            *(pair.finest_tick, pair.finest_step, pair.seq, pair.last_priority),
            *(pair.due_low, pair.due_high),
        )

    def order_row(self, order: OrderUpdated) -> OrderRow:
        accepted = self.accepted[order.order_id]
        return OrderRow(
            type=accepted.type,
            list_id=accepted.list_id,
            terms=accepted.terms,
            created_at=accepted.at,
            **{field: getattr(order, field) for field in CHANGING},
        )
