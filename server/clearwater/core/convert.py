"""Change one coin into another by market orders of the house: all that was promised, or nothing (CNV).

Everything is planned on the books first and nothing is refused after the first change. The legs trade whole
steps; what is too small for one is exchanged with what the house holds in its `convert` accounts (CNV-7).
They also keep what the books gave beyond the promise.
"""

from typing import NamedTuple

from clearwater.core.commands import Convert, ConvertLeg, PairRules, PlaceOrder, Side
from clearwater.core.events import Converted, OrderAccepted, Refusal, Refused
from clearwater.core.execution import make_room, run_triggered, trade_market
from clearwater.core.ledger import HOUSE
from clearwater.core.markets import Market, Order
from clearwater.core.matching import FillEstimate, estimate_fill
from clearwater.core.money import mul_div_down, multiple_down
from clearwater.core.orders import require_value
from clearwater.core.state import State

MAX_LEGS = 2
# What the house holds for conversions.
PURPOSE = "convert"
# Before these rules the house kept what was too small for a step, and gave nothing for it.
RULES_WITH_STOCK = 5


class Leg(NamedTuple):
    """A leg's market, and which of its coins goes in and which comes out."""

    market: Market
    side: Side
    source: str
    target: str


class PlannedLeg(NamedTuple):
    """What a leg's order will trade, which is always complete, and what the house adds from its stock."""

    leg: Leg
    plan: FillEstimate
    from_stock: int = 0
    # Whether the stock is less than what the rest is worth.
    is_short: bool = False

    @property
    def takes(self) -> int:
        return self.plan.quote_quantity if self.leg.side == "buy" else self.plan.quantity

    @property
    def trades_for(self) -> int:
        return self.plan.quantity if self.leg.side == "buy" else self.plan.quote_quantity

    @property
    def gives(self) -> int:
        return self.trades_for + self.from_stock


class ConversionForecast(NamedTuple):
    """What a conversion would give, the fee included, and whether the stock is short; or why it cannot be."""

    gives: int
    is_short: bool
    refusal: Refused | None


def forecast_conversion(state: State, terms: Convert) -> ConversionForecast:
    """Look at a conversion as if it came now, with all its checks but that it gives what it promises."""
    try:
        _require_new(state, terms)
        legs = _require_legs(state, terms)
        _require_amounts(state, terms, legs[0].source)
        planned = _plan_all(state, terms, legs, state.limits.fills // len(legs))
    except Refusal as refusal:
        return ConversionForecast(0, is_short=False, refusal=refusal.event)
    return ConversionForecast(planned[-1].gives, _is_short(planned), refusal=None)


def convert_coins(state: State, command: Convert) -> None:
    """Check and plan everything, then let the client pay, the house trade, and the client receive."""
    _require_new(state, command)
    legs = _require_legs(state, command)
    _require_amounts(state, command, legs[0].source)
    planned = _plan_all(state, command, legs, _make_room(state, legs))
    gives = planned[-1].gives
    if gives < command.receive + command.fee:
        field = "stock" if _is_short(planned) else "amount"
        raise Refusal("QUOTE_MOVED", field, available=gives, needed=command.receive + command.fee)
    _carry_out(state, command, planned)


def _plan_all(state: State, command: Convert, legs: list[Leg], room: int) -> list[PlannedLeg]:
    """Plan each leg for what the one before it gives."""
    planned: list[PlannedLeg] = []
    amount = command.amount
    for leg in legs:
        plan = _plan(state, leg, command.client, amount, room)
        planned.append(_value_rest(state, PlannedLeg(leg, plan), amount))
        amount = planned[-1].gives
    return planned


def _is_short(planned: list[PlannedLeg]) -> bool:
    return any(one.is_short for one in planned)


def _require_new(state: State, command: Convert) -> None:
    """A client and a new reference; before all else, so that a repetition is known as one (CNV-6)."""
    if not command.client or command.client == HOUSE:
        raise Refusal("VALIDATION_FAILED", "client")
    if not command.reference:
        raise Refusal("VALIDATION_FAILED", "reference")
    if command.reference in state.conversions:
        raise Refusal("STATE_CONFLICT", "reference")


def _require_legs(state: State, command: Convert) -> list[Leg]:
    """One leg, or two of which the second takes what the first gives, in open markets (CNV-1, CNV-3)."""
    if not 1 <= len(command.legs) <= MAX_LEGS:
        raise Refusal("VALIDATION_FAILED", "legs")
    legs = [_get_leg(state, leg) for leg in command.legs]
    coins = [legs[0].source, *(leg.target for leg in legs)]
    if any(leg.source != coin for leg, coin in zip(legs, coins, strict=False)) or coins[0] == coins[-1]:
        raise Refusal("VALIDATION_FAILED", "legs")
    for leg in legs:
        state.require_trading(leg.market)
    return legs


def _get_leg(state: State, leg: ConvertLeg) -> Leg:
    market = state.get_market(leg.pair)
    base, quote = market.base.symbol, market.quote.symbol
    if leg.side == "buy":
        return Leg(market, "buy", quote, base)
    if leg.side == "sell":
        return Leg(market, "sell", base, quote)
    raise Refusal("VALIDATION_FAILED", "legs")


def _require_amounts(state: State, command: Convert, source: str) -> None:
    """Amounts that make sense, and a client who can pay (CNV-3)."""
    if command.amount <= 0 or command.receive <= 0 or command.fee < 0:
        raise Refusal("VALIDATION_FAILED", "amount")
    available = state.ledger.balance(command.client, source, "available")
    if command.amount > available:
        raise Refusal("INSUFFICIENT_BALANCE", "amount", available=available, needed=command.amount)


def _make_room(state: State, legs: list[Leg]) -> int:
    """How many waiting orders each leg may meet: all legs together no more than one order (EXC-8)."""
    if state.is_behind:
        rooms = []
        for leg in legs:
            make_room(state, leg.market, is_buy=leg.side == "buy")
            rooms.append(state.room)
        state.room = min(rooms)
    return state.room // len(legs)


def _plan(state: State, leg: Leg, client: str, amount: int, room: int) -> FillEstimate:
    """What the book gives for an amount, of which nothing is left but parts of a step (CNV-4, CNV-5)."""
    market, rules, is_buy = leg.market, leg.market.rules, leg.side == "buy"
    quantity = 0 if is_buy else multiple_down(amount, rules.step)
    if is_buy:
        require_value(market, amount)
    else:
        _require_quantity(rules, quantity)
    plan = estimate_fill(
        market.book.asks if is_buy else market.book.bids,
        market.guard_price(is_buy=is_buy),
        quantity=quantity,
        budget=amount if is_buy else 0,
        step=rules.step,
        divisor=market.divisor,
        # The order is the house's, but the client must not trade with itself.
        own=market.own(client),
        prevention="expire_taker",
        room=room,
        rules_version=state.rules_version,
    )
    if not plan.is_complete:
        raise Refusal("NO_LIQUIDITY", "own_orders" if plan.is_stopped_by_own else "amount")
    _require_quantity(rules, plan.quantity)
    require_value(market, plan.quote_quantity)
    return plan


def _value_rest(state: State, planned: PlannedLeg, amount: int) -> PlannedLeg:
    """Give for what the leg does not trade as much as the leg gives, from what the house holds (CNV-7)."""
    if state.rules_version < RULES_WITH_STOCK:
        return planned
    worth = mul_div_down(planned.trades_for, amount - planned.takes, planned.takes)
    held = state.ledger.balance(HOUSE, planned.leg.target, PURPOSE)
    return planned._replace(from_stock=min(worth, held), is_short=worth > held)


def _require_quantity(rules: PairRules, quantity: int) -> None:
    """As of an order, but for whole steps: waiting orders of former rules may have parts of one."""
    if quantity < rules.min_quantity:
        raise Refusal("BELOW_MINIMUM", "amount", needed=rules.min_quantity)
    if quantity > rules.max_quantity:
        raise Refusal("MAX_QUANTITY", "amount", available=rules.max_quantity)


def _carry_out(state: State, command: Convert, planned: list[PlannedLeg]) -> None:
    ledger, client, reference = state.ledger, command.client, command.reference
    source, target = planned[0].leg.source, planned[-1].leg.target
    first_order_id = state.last_order_id + 1

    paid_from = ledger.get(client, source, "available")
    ledger.move("convert", paid_from, ledger.get(HOUSE, source, PURPOSE), command.amount, reference)
    prices = [_trade(state, one.leg, one.plan) for one in planned]
    received_in = ledger.get(client, target, "available")
    gross = command.receive + command.fee
    ledger.move("convert", ledger.get(HOUSE, target, PURPOSE), received_in, gross, reference)
    if command.fee:
        ledger.move("convert_fee", received_in, ledger.get(HOUSE, target, "fees"), command.fee, reference)

    state.remember_conversion(reference)
    state.events.append(
        Converted(
            reference=reference,
            client=client,
            from_coin=source,
            to_coin=target,
            paid=command.amount,
            received=command.receive,
            fee=command.fee,
            first_order_id=first_order_id,
            last_order_id=state.last_order_id,
            at=state.now,
        )
    )
    # Only now: what the trades trigger must not come between the legs.
    for one, traded_at in zip(planned, prices, strict=True):
        market = one.leg.market
        if market.triggers.orders:
            run_triggered(state, market, traded_at)


def _trade(state: State, leg: Leg, plan: FillEstimate) -> tuple[int, ...]:
    """Trade exactly what was planned, as an order of the house that pays no fee (CNV-2)."""
    market, get = leg.market, state.ledger.get
    quote = get(HOUSE, market.quote.symbol, PURPOSE)
    base = get(HOUSE, market.base.symbol, PURPOSE)
    terms = PlaceOrder(state.now, HOUSE, market.pair, leg.side, "market", plan.quantity)
    # Nothing is ever held for it: it does not wait.
    order = Order(0, terms, market, (quote, quote, base, base), state.now)
    state.last_order_id = order.id = state.last_order_id + 1
    state.events.append(OrderAccepted(order.id, "market", 0, terms, state.now))
    prices = trade_market(state, market, order, plan.worst_price, plan)
    assert not order.remaining
    assert order.filled_quote == plan.quote_quantity
    return prices
