"""Which rare states a simulation has reached. One that it never enters, it proves nothing about."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from clearwater.core.commands import Command, Convert, OrderType
from clearwater.core.convert_invariants import kept_for_conversions
from clearwater.core.earn_events import EarnPositionChanged
from clearwater.core.events import (
    Converted,
    Event,
    Filled,
    OrderAccepted,
    OrderTriggered,
    OrderUpdated,
    Posting,
    Refused,
    TransferChanged,
)
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged
from clearwater.core.state import State

ORDER_ENDS = {
    "client": "order canceled by its client",
    "staff": "order canceled by staff",
    "oco": "oco leg canceled",
    "time_in_force": "rest of an ioc order expired",
    "expire_at": "gtd order expired",
    "no_liquidity": "market order emptied the book",
    "market_guard": "market order stopped by its guard",
    "self_trade_prevention": "self-trade prevented",
    "fill_limit": "fill limit reached",
}
REFUSALS = (
    "ABOVE_MAXIMUM",
    "BAD_PRECISION",
    "BELOW_MINIMUM",
    "DUPLICATE_CLIENT_ORDER_ID",
    "FOK_NOT_FILLABLE",
    "INSUFFICIENT_BALANCE",
    "LIMIT_EXCEEDED",
    "MARKET_HALTED",
    "MAX_QUANTITY",
    "MIN_NOTIONAL",
    "NOT_FOUND",
    "NO_LIQUIDITY",
    "OPEN_ORDERS_LIMIT",
    "PAIR_UNKNOWN",
    "POST_ONLY_WOULD_TAKE",
    "PRICE_OUT_OF_BAND",
    "QUOTE_MOVED",
    "SELF_TRADE_PREVENTED",
    "STATE_CONFLICT",
    "VALIDATION_FAILED",
    "WOULD_TRIGGER",
)
TRIGGERED_FILLS: Mapping[OrderType, str] = {
    "stop_limit": "triggered stop filled",
    "stop_market": "triggered stop filled",
    "take_profit_limit": "triggered take-profit filled",
    "take_profit_market": "triggered take-profit filled",
    "trailing_stop": "triggered trailing stop filled",
}
# All that a long run must reach.
STATES = (
    *ORDER_ENDS.values(),
    *(f"refused: {code}" for code in REFUSALS),
    *dict.fromkeys(TRIGGERED_FILLS.values()),
    "orders ended by make_room",
    "fill limit lowered by make_room",
    "make_room for a conversion",
    "expired orders left for later commands",
    "triggered orders left for later commands",
    "pre-market endings left for later commands",
    "earn payments left for later commands",
    "iceberg slice renewed",
    "converted over two pairs",
    "converted with the house's stock",
    "refused for want of the house's stock",
    "withdrawal settled",
    "withdrawal released",
    "deposit reversed",
    "pre-market settled",
    "pre-market canceled",
    "contract settled",
    "contract defaulted",
    "contract voided",
    "earn interest paid",
    "earn interest owed for want of funds",
    "earn position matured",
    "earn position renewed",
)
# From so many commands on, a run that misses one of them has not been what it should be.
LONG_RUN_COMMANDS = 200_000
# What was reached less often is worth a closer look.
RARE_UNTIL = 3


def find_missed(reached: Mapping[str, int]) -> list[str]:
    """The states that were never reached."""
    return [state for state in STATES if not reached.get(state)]


class Coverage:
    """Counts the commands that reached each of the states."""

    def __init__(self) -> None:
        self.reached: Counter[str] = Counter()
        self._types: dict[int, OrderType] = {}
        # By iceberg, its place in the queue: every new slice gets another one.
        self._places: dict[int, int] = {}
        self._positions: dict[int, EarnPositionChanged] = {}

    def add(self, command: Command, events: Sequence[Event], state: State) -> bool:
        """Count what a command has reached; returns whether some of it is rare so far."""
        found = {*_list_of_limits(command, events, state), *self._list_of_fills(events)}
        found.update(_list_of_stock(events))
        for event in events:
            found.update(self._list_of_event(event))
        is_rare = any(self.reached[name] < RARE_UNTIL for name in found)
        self.reached.update(found)
        return is_rare

    def _list_of_event(self, event: Event) -> Iterator[str]:
        match event:
            case OrderUpdated() if event.reason:
                yield ORDER_ENDS[event.reason]
            case Refused():
                yield f"refused: {event.code}"
                if event.field == "stock":
                    yield "refused for want of the house's stock"
            case Converted() if event.first_order_id < event.last_order_id:
                yield "converted over two pairs"
            case TransferChanged(kind="deposit", status="reversed"):
                yield "deposit reversed"
            case TransferChanged(kind="withdrawal", status="settled" | "released"):
                yield f"withdrawal {event.status}"
            case PreMarketChanged(status="settled" | "canceled"):
                yield f"pre-market {event.status}"
            case ContractChanged(status="settled" | "defaulted" | "voided"):
                yield f"contract {event.status}"
            case EarnPositionChanged():
                yield from self._list_of_position(event)

    def _list_of_fills(self, events: Sequence[Event]) -> Iterator[str]:
        """What became of orders that were triggered, and of icebergs."""
        triggered, makers = set[int](), set[int]()
        for event in events:
            match event:
                case OrderAccepted():
                    self._types[event.order_id] = event.type
                    if event.terms.display_quantity:
                        self._places[event.order_id] = 0
                case OrderTriggered():
                    triggered.add(event.order_id)
                case Filled():
                    makers.add(event.maker_order_id)
                    if event.taker_order_id in triggered:
                        yield TRIGGERED_FILLS[self._types[event.taker_order_id]]
                case OrderUpdated() if event.order_id in self._places:
                    place = self._places[event.order_id]
                    self._places[event.order_id] = event.priority
                    if event.order_id in makers and 0 < place < event.priority:
                        yield "iceberg slice renewed"

    def _list_of_position(self, row: EarnPositionChanged) -> Iterator[str]:
        before = self._positions.get(row.position_id, row)
        self._positions[row.position_id] = row
        if row.paid > before.paid:
            yield "earn interest paid"
        if row.owed and row.due_at:
            yield "earn interest owed for want of funds"
        if row.matures_at > before.matures_at:
            yield "earn position renewed"
        if before.status == "active" and row.status == "redeemed" and 0 < row.matures_at <= row.at:
            yield "earn position matured"


def _list_of_stock(events: Sequence[Event]) -> Iterator[str]:
    """Whether the house gave more of a coin for a conversion than it got (CNV-7)."""
    if any(isinstance(event, Converted) for event in events):
        postings = [event for event in events if isinstance(event, Posting)]
        if any(amount < 0 for amount in kept_for_conversions(postings).values()):
            yield "converted with the house's stock"


def _list_of_limits(command: Command, events: Sequence[Event], state: State) -> Iterator[str]:
    """Where a command met its limits (EXC-8)."""
    limits = state.limits
    expired = sum(isinstance(event, OrderUpdated) and event.reason == "expire_at" for event in events)
    if expired > limits.steps:
        yield "orders ended by make_room"
        if isinstance(command, Convert):
            yield "make_room for a conversion"
    if state.room < limits.fills:
        yield "fill limit lowered by make_room"
    if state.is_behind:
        yield "expired orders left for later commands"
    if any(map(state.is_trading, state.due.values())):
        yield "triggered orders left for later commands"
    if state.premarkets.next_at <= state.now:
        yield "pre-market endings left for later commands"
    if state.earn.next_at <= state.now:
        yield "earn payments left for later commands"
