"""A new order: every check first, then everything it sets off. Nothing is checked after the first change."""

from msgspec.structs import replace

from clearwater.core.commands import OrderType, PlaceOrder
from clearwater.core.events import OrderAccepted, Refusal
from clearwater.core.execution import make_room, plan_market, run, run_market
from clearwater.core.markets import Market, Order
from clearwater.core.matching import FillEstimate
from clearwater.core.orders import (
    LIMIT_TYPES,
    highest_price,
    require_limit,
    require_price,
    require_proceeds,
    require_quantity,
    require_shape,
    require_slices,
    require_untriggered,
    require_value,
)
from clearwater.core.state import State
from clearwater.core.trailing import trailing_stop_price


def place_order(state: State, terms: PlaceOrder) -> None:
    """Check an order and let it trade, wait for others, or wait for its price.

    Whether it is new comes first: a repeated one is known as such, whatever has become of time and market.
    """
    if terms.client_order_id is not None or terms.idempotency_key is not None:
        state.require_new_id(terms)
    market = state.get_market(terms.pair)
    require_shape(terms, state.now)
    kind = terms.type
    orders = market.open_orders.get(terms.client)
    _require_room(state, market, terms, len(orders) if orders is not None else 0)
    if state.expiries and state.is_behind:
        make_room(state, market, is_buy=terms.side == "buy")
    if kind == "limit":
        _place_limit(state, market, terms)
    elif kind == "market":
        _place_market(state, market, terms)
    elif kind == "oco":
        _place_oco(state, market, terms)
    else:
        _place_untriggered(state, market, terms)


def _require_room(state: State, market: Market, terms: PlaceOrder, count: int) -> None:
    """A market that trades, and not too many open orders (ORD-2, ORD-13)."""
    state.require_trading(market)
    if count + (terms.type == "oco") >= market.rules.max_open_orders:
        raise Refusal("OPEN_ORDERS_LIMIT", available=market.rules.max_open_orders)


def _require_balance(order: Order, needed: int) -> None:
    available = order.pays_from.balance
    if needed > available:
        raise Refusal("INSUFFICIENT_BALANCE", "quantity", available=available, needed=needed)


def _make(state: State, market: Market, terms: PlaceOrder) -> Order:
    """The order as it would be; it has no number yet, and nobody knows of it."""
    return Order(0, terms, market, state.trading_accounts(market, terms.client), state.now)


def _accept(state: State, order: Order, list_id: int = 0) -> None:
    """Give the order its number. From here on nothing is refused."""
    state.last_order_id = order.id = state.last_order_id + 1
    order.list_id = list_id
    terms = order.terms
    state.events.append(OrderAccepted(order.id, order.type, list_id, terms, state.now))
    if terms.client_order_id is not None or terms.idempotency_key is not None:
        state.remember_id(order)


def _place_limit(state: State, market: Market, terms: PlaceOrder) -> None:
    price, quantity = terms.price, terms.quantity
    value = require_limit(market, price, quantity)
    if terms.display_quantity:
        _require_display(state, market, terms)
    order = Order(0, terms, market, state.trading_accounts(market, terms.client), state.now)
    if terms.post_only and market.book.against(order).is_reached_by(price):
        raise Refusal("POST_ONLY_WOULD_TAKE", "price")
    if market.can_overflow and not order.is_buy:
        require_proceeds(market, order, quantity)
    if terms.time_in_force == "fok" and not plan_market(state, market, order, price).is_complete:
        raise Refusal("FOK_NOT_FILLABLE", "quantity")
    cost = value if order.is_buy else quantity
    if cost > order.pays_from.balance:
        _require_balance(order, cost)
    _accept(state, order)
    run(state, market, order)


def _require_display(state: State, market: Market, terms: PlaceOrder) -> None:
    if terms.display_quantity % market.rules.step:
        raise Refusal("BAD_PRECISION", "display_quantity")
    require_slices(terms.quantity, terms.display_quantity, state.limits.slices)


def _place_market(state: State, market: Market, terms: PlaceOrder) -> None:
    order = _make(state, market, terms)
    _require_size(market, order, market.reference_price)
    if not market.book.against(order).keys:
        raise Refusal("NO_LIQUIDITY")
    limit = market.guard_price(is_buy=order.is_buy)
    plan = plan_market(state, market, order, limit)
    _require_plan(market, order, plan)
    _require_balance(order, _market_cost(order, plan))
    _accept(state, order)
    run_market(state, market, order, limit, plan)


def _require_size(market: Market, order: Order, price: int) -> None:
    """The size of an order by quantity, or by amount of the quote coin."""
    if order.terms.quote_quantity:
        require_value(market, order.terms.quote_quantity)
    else:
        require_quantity(market.rules, order.quantity)
        require_value(market, price * order.quantity // market.divisor)


def _require_plan(market: Market, order: Order, plan: FillEstimate) -> None:
    """Something to trade with, and all of it when the order asks for all or nothing (ORD-7)."""
    if order.terms.time_in_force == "fok" and not plan.is_complete:
        raise Refusal("FOK_NOT_FILLABLE", "quantity")
    if plan.quantity > market.rules.max_quantity:
        raise Refusal("MAX_QUANTITY", "quote_quantity", available=market.rules.max_quantity)
    if not plan.quantity and not plan.is_stopped_by_own:
        if plan.is_complete:
            raise Refusal("BELOW_MINIMUM", "quote_quantity")
        raise Refusal("NO_LIQUIDITY")


def _market_cost(order: Order, plan: FillEstimate) -> int:
    """What a market order pays: what it names itself, else what the book asks of it now (ORD-8)."""
    if order.is_buy:
        return order.terms.quote_quantity or plan.quote_quantity
    return order.quantity or plan.quantity


def _place_untriggered(state: State, market: Market, terms: PlaceOrder) -> None:
    order = _make(state, market, terms)
    _require_trigger(state, market, order)
    cost = order.cost(order.quantity)
    _require_balance(order, cost)
    _accept(state, order)
    _wait(state, market, order, cost)


def _require_trigger(state: State, market: Market, order: Order) -> None:
    """Check an order that will wait for its stop price, and set what it may then pay."""
    terms = order.terms
    if order.type == "trailing_stop":
        order.stop_price = trailing_stop_price(
            terms.side, market.reference_price, terms.trailing_bps, market.rules.tick
        )
    require_untriggered(market, order)
    if order.type not in LIMIT_TYPES:
        order.price = highest_price(market, order)
    else:
        # Once triggered the market is at the stop price, so the band is around that (TRG-3).
        require_price(market, order.price, order.stop_price)
        _require_display(state, market, terms)
    _require_size(market, order, order.terms.price or order.stop_price)
    if order.price:
        require_value(market, market.value(order.price, order.quantity))
    trail = market.triggers.trail_of(terms.side)
    if terms.trailing_bps and not trail.has_room(order.stop_price, terms.trailing_bps, state.limits.marks):
        raise Refusal("OPEN_ORDERS_LIMIT", "trailing_delta_bps")


def _wait(state: State, market: Market, order: Order, cost: int) -> None:
    order.status = "untriggered"
    state.hold(order, cost)
    market.triggers.add(order)
    if order.terms.trailing_bps:
        state.noted[market.pair] = market
    state.open(order)
    state.touched[order.id] = order


def _place_oco(state: State, market: Market, terms: PlaceOrder) -> None:
    """A limit order and a stop that share their hold; what one leg needs more, the stop holds (TRG-7)."""
    limit = _make(state, market, leg_terms(terms, "limit"))
    stop = _make(state, market, leg_terms(terms, "stop_limit" if terms.stop_limit_price else "stop_market"))
    require_limit(market, terms.price, terms.quantity)
    now = market.reference_price
    if terms.price >= now if limit.is_buy else terms.price <= now:
        raise Refusal("VALIDATION_FAILED", "price")
    _require_trigger(state, market, stop)
    limit_cost, stop_cost = limit.cost(limit.quantity), stop.cost(stop.quantity)
    _require_balance(limit, max(limit_cost, stop_cost))
    list_id = state.last_order_id + 1
    _accept(state, limit, list_id)
    _accept(state, stop, list_id)
    limit.sibling, stop.sibling = stop, limit
    _wait(state, market, stop, max(0, stop_cost - limit_cost))
    run(state, market, limit)


def leg_terms(terms: PlaceOrder, kind: OrderType) -> PlaceOrder:
    """The terms of one leg of an oco, as an order of its own."""
    if kind == "limit":
        return replace(terms, type=kind, stop_price=0, stop_limit_price=0)
    return replace(
        terms,
        type=kind,
        price=terms.stop_limit_price,
        stop_limit_price=0,
        client_order_id=None,
        idempotency_key=None,
    )
