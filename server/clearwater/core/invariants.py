"""What must be true of the exchange after every command; used by tests, the simulator and the audit."""

from collections import Counter
from collections.abc import Iterable, Iterator

from clearwater.core import earn_invariants, premarket_invariants
from clearwater.core.book import BookSide
from clearwater.core.commands import Side
from clearwater.core.convert_invariants import ConversionChecker
from clearwater.core.earn_invariants import EarnChecker
from clearwater.core.events import (
    Event,
    Filled,
    LevelChanged,
    OrderAccepted,
    OrderUpdated,
    Posting,
    Status,
    TrailingMarked,
    TransferChanged,
    TriggersDue,
)
from clearwater.core.ledger import EXTERNAL, HOUSE
from clearwater.core.markets import Market, Order
from clearwater.core.money import MAX_UNITS
from clearwater.core.premarket_invariants import PreMarketChecker
from clearwater.core.state import DAY_MS, State
from clearwater.core.triggers import Triggers

# Where an order may go from each status; what is not here is final (ORD-12).
NEXT: dict[Status, frozenset[Status]] = {
    "untriggered": frozenset(("untriggered", "new", "partially_filled", "filled", "canceled", "expired")),
    "new": frozenset(("new", "partially_filled", "filled", "canceled", "expired")),
    "partially_filled": frozenset(("partially_filled", "filled", "canceled", "expired")),
}


def find_faults(state: State) -> Iterator[str]:
    """Everything that is wrong with the state; nothing when all is well."""
    yield from _kind_faults(state)
    yield from _ledger_faults(state)
    yield from _hold_faults(state)
    for order in state.orders.values():
        yield from _order_faults(state, order)
    for market in state.markets.values():
        yield from _book_faults(market)
        yield from _trigger_faults(market, state.rules_version)
    yield from premarket_invariants.find_faults(state)
    yield from earn_invariants.find_faults(state)


def _kind_faults(state: State) -> Iterator[str]:
    """LED-16, ORD-2: play money only in a demo; only coins that there are can be kept from trading."""
    found = state.ledger.find_kind()
    if state.kind and found and found != state.kind:
        yield f"the ledger is {state.kind}, its money is {found}"
    if unknown := state.untraded - state.coins.keys():
        yield f"coins that are not traded are not there: {sorted(unknown)}"


def _ledger_faults(state: State) -> Iterator[str]:
    """LED-2, LED-3, LED-5: sums of zero, nothing negative but the outside, nothing beyond the supply."""
    sums: Counter[str] = Counter()
    outside: Counter[str] = Counter()
    for account in state.ledger.accounts.values():
        key, balance = account.key, account.balance
        sums[key.asset] += balance
        if key.owner == HOUSE and key.purpose.startswith(EXTERNAL):
            outside[key.asset] -= balance
        elif balance < 0:
            yield f"{key} is negative: {balance}"
        if abs(balance) > MAX_UNITS:
            yield f"{key} does not fit 64 bits: {balance}"
    for symbol, coin in state.coins.items():
        if sums[symbol]:
            yield f"{symbol} sums to {sums[symbol]}, not to zero"
        if not 0 <= outside[symbol] <= coin.supply_units:
            yield f"{symbol} in circulation is {outside[symbol]}, its supply {coin.supply_units}"
        if outside[symbol] != state.ledger.brought_in.get(symbol, 0):
            yield f"{symbol} brought in is not what its external accounts say"


def _hold_faults(state: State) -> Iterator[str]:
    """LED-9: what is held is what open orders and withdrawals say."""
    expected: Counter[tuple[str, str, str]] = Counter()
    for order in state.orders.values():
        expected[order.held_in.key] += order.held
    for transfer in state.transfers.values():
        if transfer.status == "held":
            expected[transfer.client, transfer.asset, "withdrawals"] += transfer.amount + transfer.fee
    for key, account in state.ledger.accounts.items():
        if account.key.purpose in {"orders", "withdrawals"} and account.balance != expected[key]:
            yield f"{account.key} holds {account.balance}, orders and withdrawals say {expected[key]}"


def _order_faults(state: State, order: Order) -> Iterator[str]:
    """ORD-8, ORD-12, TRG-7: filled no more than ordered, exactly its cost held, waiting in one place only."""
    if not 0 <= order.remaining <= order.quantity or order.status not in NEXT:
        yield f"order {order.id} is open with {order.remaining} of {order.quantity}, {order.status}"
    market = order.market
    waits = order.status == "untriggered"
    if waits != (order.id in market.triggers.orders) or waits != (order.level is None):
        yield f"order {order.id} is {order.status} but does not wait where it should"
    if market.open_orders.get(order.client, {}).get(order.id) is not order:
        yield f"order {order.id} is not among the open orders of its client"
    if 0 < order.terms.expire_at <= state.now and not state.is_behind:
        yield f"order {order.id} is open after its time, and nobody knows"
    cost, sibling = order.cost(order.remaining), order.sibling
    if sibling is None:
        if order.held != cost:
            yield f"order {order.id} holds {order.held}, it costs {cost}"
    elif sibling.sibling is not order or sibling.id not in state.orders:
        yield f"order {order.id} has a leg that does not know it"
    elif order.held + sibling.held != max(cost, sibling.cost(sibling.remaining)):
        yield f"list {order.list_id} does not hold what its dearer leg costs"
    if order.price * order.remaining % market.divisor:
        yield f"order {order.id} is not worth a whole number of units"


def _book_faults(market: Market) -> Iterator[str]:
    """MAT-1, MAT-2: sorted, uncrossed, levels that add up, each order where its price says."""
    book = market.book
    if book.is_crossed():
        yield f"{market.pair} is crossed"
    for side in (book.bids, book.asks):
        if side.keys != sorted(set(side.keys)) or set(side.keys) != set(side.levels):
            yield f"{market.pair} has levels out of order"
        yield from _level_faults(market, side)


def _trigger_faults(market: Market, rules_version: int) -> Iterator[str]:
    """TRG-1, TRG-4: everything waits where its stop price, and what it has seen, says."""
    triggers = market.triggers
    again: Triggers[Order] = Triggers(rules_version)
    again.round_to(market.rules.tick)
    for trail in (triggers.sells, triggers.buys):
        for mark in trail.marks():
            again.trail_of(trail.side).load(mark)
    for order in triggers.orders.values():
        again.add(order, is_new=False)
    if (triggers.falling, triggers.rising) != (again.falling, again.rising):
        yield f"{market.pair} has lost sight of an order that waits for its price"
    for trail in (triggers.sells, triggers.buys):
        expected = again.trail_of(trail.side)
        if (trail.groups, trail.sorted) != (expected.groups, sorted(expected.groups)):
            yield f"{market.pair} has trailing orders in other groups than their marks say"
        if trail.counts != expected.counts or not all(trail.counts) or trail.count != expected.count:
            yield f"{market.pair} has marks that cover other orders than they count"
        if trail.prices != sorted(set(trail.prices), reverse=True) or trail.firsts != sorted(trail.firsts):
            yield f"{market.pair} has marks out of order"
    if triggers.low > triggers.high or bool(triggers.low) != bool(triggers.high):
        yield f"{market.pair} has prices due that cannot be: {triggers.low} to {triggers.high}"


def _level_faults(market: Market, side: BookSide) -> Iterator[str]:
    for level in side.best_first():
        orders = list(level.orders())
        where = f"{market.pair} at {level.price}"
        if not orders or sum(order.remaining for order in orders) != level.quantity:
            yield f"{where} does not add up"
        if sum(order.remaining - order.shown() for order in orders) != level.hidden:
            yield f"{where} hides another amount than its orders"
        if [order.priority for order in orders] != sorted({order.priority for order in orders}):
            yield f"{where} does not stand in the order of arrival"
        for order in orders:
            if order.price != level.price or order.level is not level or order.shown() <= 0:
                yield f"{where} has an order that does not belong there: {order.id}"


class EventChecker:
    """Knows the exchange from its events alone, as whoever stores them does, and compares (LED-1).

    What the events lack is lost on a restart; so nothing may be missing from them.
    """

    def __init__(self) -> None:
        self.balances: dict[tuple[str, str, str], int] = {}
        self.orders: dict[int, OrderUpdated] = {}
        self.transfers: dict[str, TransferChanged] = {}
        self.depth: dict[tuple[str, Side], dict[int, int]] = {}
        self.last_ids: Counter[str] = Counter()
        self.expiries: dict[int, int] = {}
        self.due: dict[str, tuple[int, int]] = {}
        self.marks: dict[tuple[str, str, int], int] = {}
        self.conversions = ConversionChecker()
        self.premarkets = PreMarketChecker()
        self.earn = EarnChecker()

    def check(self, events: Iterable[Event]) -> Iterator[str]:
        """Apply the events of one command; yields what cannot be."""
        events = list(events)
        for event in events:
            if isinstance(event, Posting):
                yield from self._check_posting(event)
            elif isinstance(event, OrderUpdated):
                yield from self._check_order(event)
            elif isinstance(event, LevelChanged):
                yield from self._check_level(event)
            elif isinstance(event, OrderAccepted):
                yield from self._count("order", event.order_id)
                self.expiries[event.order_id] = event.terms.expire_at
            elif isinstance(event, TriggersDue):
                self.due[event.pair] = (event.low, event.high)
            elif isinstance(event, TrailingMarked):
                self.marks[event.pair, event.side, event.order_id] = event.price
            elif isinstance(event, TransferChanged):
                self.transfers[event.reference] = event
        yield from self._check_fills(events)
        yield from self.conversions.check(events)
        yield from self.premarkets.check(events)
        yield from self.earn.check(events)

    def _count(self, kind: str, number: int) -> Iterator[str]:
        if number != self.last_ids[kind] + 1:
            yield f"{kind} {number} follows {self.last_ids[kind]}"
        self.last_ids[kind] = number

    def _check_posting(self, posting: Posting) -> Iterator[str]:
        yield from self._count("posting", posting.id)
        source = self.balances.get(posting.source, 0) - posting.amount
        self.balances[posting.source] = source
        target = self.balances.get(posting.target, 0) + posting.amount
        self.balances[posting.target] = target
        if posting.source.asset != posting.target.asset or posting.amount <= 0:
            yield f"posting {posting.id} moves nothing, or one coin into another"
        if (source, target) != (posting.source_after, posting.target_after):
            yield f"posting {posting.id} has other balances than those before it"

    def _check_order(self, order: OrderUpdated) -> Iterator[str]:
        before = self.orders.get(order.order_id)
        if before is not None:
            if order.status not in NEXT.get(before.status, frozenset()):
                yield f"order {order.order_id} went from {before.status} to {order.status}"
            if order.quantity - order.remaining < before.quantity - before.remaining:
                yield f"order {order.order_id} has less filled than before"
        if (order.status == "filled") != (
            order.remaining == 0 and order.filled_quote > 0 and not order.reason
        ):
            yield f"order {order.order_id} is {order.status} with {order.remaining} left"
        if order.status not in NEXT and order.held:
            yield f"order {order.order_id} has ended and still holds {order.held}"
        self.orders[order.order_id] = order

    def _check_level(self, level: LevelChanged) -> Iterator[str]:
        yield from self._count(f"level of {level.pair}", level.seq)
        levels = self.depth.setdefault((level.pair, level.side), {})
        levels[level.price] = level.quantity
        if not level.quantity:
            del levels[level.price]

    def _check_fills(self, events: list[Event]) -> Iterator[str]:
        """STL-1 to STL-4: both legs of each fill are there, and the fees, and nothing else."""
        for fill in events:
            if not isinstance(fill, Filled):
                continue
            yield from self._count("fill", fill.fill_id)
            for order_id in (fill.maker_order_id, fill.taker_order_id):
                if 0 < self.expiries[order_id] <= fill.at:
                    yield f"order {order_id} traded after its time"
            kinds = ("trade", "fee")
            legs = [
                (event.kind, event.source.owner, event.target.owner, event.amount)
                for event in events
                if isinstance(event, Posting) and event.kind in kinds and event.reference == fill.fill_id
            ]
            taker, maker = fill.taker_client, fill.maker_client
            amounts = (fill.quote_quantity, fill.quantity)
            taker_pays, maker_pays = amounts if fill.taker_side == "buy" else amounts[::-1]
            expected = [("trade", taker, maker, taker_pays), ("trade", maker, taker, maker_pays)]
            expected += [("fee", taker, HOUSE, fill.taker_fee)] if fill.taker_fee else []
            expected += [("fee", maker, HOUSE, fill.maker_fee)] if fill.maker_fee else []
            if legs != expected:
                yield f"fill {fill.fill_id} was settled as {legs}"

    def compare(self, state: State) -> Iterator[str]:
        """Where the state is not what the events lead to."""
        for key, account in state.ledger.accounts.items():
            if self.balances.get(key, 0) != account.balance:
                yield f"{account.key} holds {account.balance}, its postings say {self.balances.get(key, 0)}"
        emitted = {order_id for order_id, order in self.orders.items() if order.status in NEXT}
        if emitted != set(state.orders):
            yield f"open orders differ from what was emitted: {emitted ^ set(state.orders)}"
        for order in state.orders.values():
            seen = self.orders.get(order.id)
            if seen is not None and order.updated(seen.at) != seen:
                yield f"order {order.id} differs from its events"
        for pair, market in state.markets.items():
            sides: dict[Side, BookSide] = {"buy": market.book.bids, "sell": market.book.asks}
            for name, side in sides.items():
                if dict(side.depth(len(side.keys))) != self.depth.get((pair, name), {}):
                    yield f"the depth of {pair} differs from its events"
        yield from self._compare_triggers(state)
        yield from self._compare_withdrawn(state)
        if self.transfers != state.transfers:
            yield "transfers differ from their events"
        yield from self.conversions.compare(state)
        yield from self.premarkets.compare(state)
        yield from self.earn.compare(state)

    def _compare_withdrawn(self, state: State) -> Iterator[str]:
        """LED-17: of a day's limit is used what was asked for that day and has not come back."""
        used: Counter[str] = Counter()
        for transfer in self.transfers.values():
            if transfer.status in {"held", "settled"} and transfer.held_at // DAY_MS == state.day:
                used[transfer.client] += transfer.value
        for client in {*used, *state.withdrawn}:
            if used[client] != state.withdrawn_today(client):
                yield f"{client} has withdrawn {used[client]} today, not {state.withdrawn_today(client)}"

    def _compare_triggers(self, state: State) -> Iterator[str]:
        for pair, market in state.markets.items():
            if self.due.get(pair, (0, 0)) != (market.triggers.low, market.triggers.high):
                yield f"what is due in {pair} differs from its events"
        marks = {
            (pair, trail.side, mark.order_id): mark.price
            for pair, market in state.markets.items()
            for trail in (market.triggers.sells, market.triggers.buys)
            for mark in trail.marks()
        }
        if {key: price for key, price in self.marks.items() if price} != marks:
            yield "what trailing orders have seen differs from its events"
