"""The state as plain values: what the tables hold, in a form from which the exchange goes on.

Everything here is in the events, too, so that whoever stores them can put a snapshot together again.
"""

import hashlib
import json
from collections.abc import Iterable, Iterator
from typing import Any, Literal, NamedTuple

from msgspec.structs import astuple

from clearwater.core import earn_snapshots, premarket_snapshots
from clearwater.core.commands import LedgerKind, OrderType, PairRules, PairState, PlaceOrder
from clearwater.core.earn import EarnKey
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.earn_snapshots import EarnRows
from clearwater.core.events import AccountKey, Reason, Status, TrailingMarked, TransferChanged
from clearwater.core.limits import Limits
from clearwater.core.listing import make_market
from clearwater.core.markets import Market, Order
from clearwater.core.money import Coin
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged, PreMarketOrderChanged
from clearwater.core.premarket_snapshots import PreMarketRows
from clearwater.core.premarkets import PreMarketKey
from clearwater.core.records import Record
from clearwater.core.state import ClientOrderId, State, order_names
from clearwater.core.trailing import Mark


class PairRow(NamedTuple):
    """A market without its orders."""

    pair: str
    base: str
    quote: str
    price_decimals: int
    rules: PairRules
    state: PairState
    reference_price: int
    last_price: int
    finest_tick: int
    finest_step: int
    seq: int
    last_priority: int
    due_low: int
    due_high: int


class OrderRow(NamedTuple):
    """An open order. Those of a level stand in the order of their `priority`."""

    order_id: int
    type: OrderType
    list_id: int
    terms: PlaceOrder
    created_at: int
    status: Status
    reason: Reason
    price: int
    stop_price: int
    quantity: int
    remaining: int
    filled_quote: int
    fee: int
    held: int
    visible: int
    priority: int


class Snapshot(NamedTuple):
    """The whole state. Only accounts that hold something are in it, and only open orders.

    `transfers` are first those still held, then the remembered others in the order in which they ended.
    """

    now: int
    last_order_id: int
    last_fill_id: int
    last_posting_id: int
    assets: tuple[Coin, ...]
    pairs: tuple[PairRow, ...]
    balances: tuple[tuple[AccountKey, int], ...]
    orders: tuple[OrderRow, ...]
    client_order_ids: tuple[ClientOrderId, ...]
    transfers: tuple[TransferChanged, ...]
    kind: LedgerKind | Literal[""]
    untraded: tuple[str, ...]
    trailing_marks: tuple[TrailingMarked, ...]
    # What clients have withdrawn on the current day.
    withdrawn: tuple[tuple[str, int], ...]
    # References of the latest conversions, oldest first.
    conversions: tuple[str, ...]
    premarkets: PreMarketRows
    earn: EarnRows


# Changed whenever the same fields are encoded in another way: 2 since events are arrays.
ENCODING = 2


def _shape() -> str:
    parts = (Snapshot, Coin, PairRow, PairRules, AccountKey, OrderRow, PlaceOrder, ClientOrderId)
    products = (PreMarketRows, PreMarketKey, EarnRows, EarnKey)
    events = (
        TransferChanged,
        TrailingMarked,
        PreMarketChanged,
        PreMarketOrderChanged,
        ContractChanged,
        EarnProductChanged,
        EarnPositionChanged,
    )
    names = [(part.__name__, list(part.__annotations__)) for part in (*parts, *products, *events)]
    return hashlib.sha256(repr((ENCODING, names)).encode()).hexdigest()[:16]


# What a snapshot is made of. One that was stored with another shape is not read.
SHAPE = _shape()


def export(state: State) -> Snapshot:
    """Write the state down; equal states give equal snapshots."""
    ledger = state.ledger
    held = sorted(
        (transfer for transfer in state.transfers.values() if transfer.status == "held"),
        key=lambda transfer: transfer.reference,
    )
    return Snapshot(
        state.now,
        state.last_order_id,
        state.last_fill_id,
        ledger.last_posting_id,
        tuple(sorted(state.coins.values())),
        tuple(_pair_row(market) for _, market in sorted(state.markets.items())),
        tuple(
            sorted((account.key, account.balance) for account in ledger.accounts.values() if account.balance)
        ),
        tuple(_order_row(order) for _, order in sorted(state.orders.items())),
        tuple(state.recent_ids),
        (*held, *(state.transfers[reference] for reference in state.ended_transfers)),
        state.kind,
        tuple(sorted(state.untraded)),
        tuple(sort_marks(mark for market in state.markets.values() for mark in _marks(market))),
        tuple(
            sorted(
                (client, used) for client, (day, used) in state.withdrawn.items() if used and day == state.day
            )
        ),
        tuple(state.recent_conversions),
        premarket_snapshots.export(state.premarkets),
        earn_snapshots.export(state.earn),
    )


def sort_marks(marks: Iterable[TrailingMarked]) -> list[TrailingMarked]:
    """In the order in which a snapshot has them."""
    return sorted(marks, key=lambda mark: (mark.pair, mark.side, mark.order_id))


def _marks(market: Market) -> Iterator[TrailingMarked]:
    for trail in (market.triggers.sells, market.triggers.buys):
        for mark in trail.marks():
            yield TrailingMarked(market.pair, trail.side, *mark)


def digest(snapshot: Snapshot) -> str:
    """SHA-256 over the snapshot as JSON without spaces."""
    text = json.dumps(snapshot, separators=(",", ":"), default=_plain)
    return hashlib.sha256(text.encode()).hexdigest()


def _plain(value: Record) -> tuple[Any, ...]:
    return astuple(value)


def _pair_row(market: Market) -> PairRow:
    return PairRow(
        market.pair,
        market.base.symbol,
        market.quote.symbol,
        market.price_decimals,
        market.rules,
        market.state,
        market.reference_price,
        market.last_price,
        market.finest_tick,
        market.finest_step,
        market.book.seq,
        market.book.last_priority,
        market.triggers.low,
        market.triggers.high,
    )


def _order_row(order: Order) -> OrderRow:
    return OrderRow(
        order.id,
        order.type,
        order.list_id,
        order.terms,
        order.created_at,
        order.status,
        order.reason,
        order.price,
        order.stop_price,
        order.quantity,
        order.remaining,
        order.filled_quote,
        order.fee,
        order.held,
        order.visible,
        order.priority,
    )


def restore(snapshot: Snapshot, limits: Limits | None = None) -> State:
    """Build the state that a snapshot describes."""
    state = State(limits)
    state.now = snapshot.now
    state.last_order_id = snapshot.last_order_id
    state.last_fill_id = snapshot.last_fill_id
    state.kind = snapshot.kind
    state.untraded = set(snapshot.untraded)
    state.coins = {coin.symbol: coin for coin in snapshot.assets}
    state.ledger.load(snapshot.balances, snapshot.last_posting_id)
    for row in snapshot.pairs:
        state.markets[row.pair] = _market(state, row)
    for mark in snapshot.trailing_marks:
        state.markets[mark.pair].triggers.trail_of(mark.side).load(Mark(mark.order_id, mark.price))
    _restore_orders(state, snapshot)
    for row in snapshot.pairs:
        book = state.markets[row.pair].book
        book.last_priority = row.last_priority
        book.bids.changed.clear()
        book.asks.changed.clear()
    _restore_references(state, snapshot)
    state.premarkets = premarket_snapshots.restore(snapshot.premarkets, state.coins, state.now)
    state.earn = earn_snapshots.restore(snapshot.earn)
    return state


def _market(state: State, row: PairRow) -> Market:
    base, quote = state.coins[row.base], state.coins[row.quote]
    market = make_market(state, row.pair, base, quote, row.price_decimals)
    market.set_rules(row.rules)
    market.state = row.state
    market.reference_price = row.reference_price
    market.last_price = row.last_price
    market.finest_tick = row.finest_tick
    market.finest_step = row.finest_step
    market.book.seq = row.seq
    market.triggers.low, market.triggers.high = market.emitted_due = row.due_low, row.due_high
    if row.due_low:
        state.due[row.pair] = market
    return market


def _restore_orders(state: State, snapshot: Snapshot) -> None:
    legs: dict[int, Order] = {}
    waiting: list[OrderRow] = []
    for row in sorted(snapshot.orders, key=_number):
        order = _order(state, row)
        state.open(order)
        if row.list_id:
            sibling = legs.setdefault(row.list_id, order)
            if sibling is not order:
                order.sibling, sibling.sibling = sibling, order
        if row.status == "untriggered":
            order.market.triggers.add(order, is_new=False)
        else:
            waiting.append(row)
    for row in sorted(waiting, key=_priority):
        order = state.orders[row.order_id]
        order.market.book.put_back(order, row.visible, row.priority)


def _number(row: OrderRow) -> int:
    return row.order_id


def _priority(row: OrderRow) -> int:
    return row.priority


def _order(state: State, row: OrderRow) -> Order:
    terms = row.terms
    market = state.markets[terms.pair]
    order = Order(row.order_id, terms, market, state.trading_accounts(market, terms.client), row.created_at)
    order.type = row.type
    order.list_id = row.list_id
    order.status = row.status
    order.reason = row.reason
    order.price = row.price
    order.stop_price = row.stop_price
    order.quantity = row.quantity
    order.remaining = row.remaining
    order.filled_quote = row.filled_quote
    order.fee = row.fee
    order.held = row.held
    return order


def _restore_references(state: State, snapshot: Snapshot) -> None:
    for recent in snapshot.client_order_ids:
        state.recent_ids.append(recent)
        state.client_order_ids[recent.client, recent.client_order_id] = recent.order_id
    for order in state.orders.values():
        for name in order_names(order.terms):
            state.client_order_ids[order.client, name] = order.id
    for transfer in snapshot.transfers:
        state.transfers[transfer.reference] = transfer
        if transfer.status != "held":
            state.ended_transfers.append(transfer.reference)
    state.withdrawn = {client: (state.day, used) for client, used in snapshot.withdrawn}
    state.recent_conversions.extend(snapshot.conversions)
    state.conversions.update(snapshot.conversions)
