"""Pre-markets: creating, listing and cancelling them; orders that become contracts. All checks come first."""

from typing import NamedTuple

from msgspec.structs import replace

from clearwater.core.events import Refusal
from clearwater.core.ledger import HOUSE
from clearwater.core.markets import require_scale
from clearwater.core.money import MAX_UNITS, PPM
from clearwater.core.premarket_commands import (
    CancelPreMarket,
    CancelPreMarketOrder,
    CreatePreMarket,
    DeliverContract,
    ListPreMarket,
    PlacePreMarketOrder,
    SchedulePreMarket,
)
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged
from clearwater.core.premarket_settlement import (
    accounts_of,
    can_deliver,
    deliver,
    emit_levels,
    emit_order,
    end_order,
    order_reference,
    set_status,
)
from clearwater.core.premarkets import MAX_OPEN_ORDERS, PreMarket, PreMarketOrder, divisor_of
from clearwater.core.state import State


class Plan(NamedTuple):
    """What an arriving order would trade with, and what it has to set aside in all."""

    fills: list[tuple[PreMarketOrder, int]]
    rest: int
    # Whether the rest could trade more if it might meet more orders.
    is_cut: bool
    value: int
    needed: int


def create(state: State, command: CreatePreMarket) -> None:
    """Announce a pre-market of a coin that is known and of which there is no other (PRM-1)."""
    base, quote = state.coins.get(command.symbol), state.coins.get(command.quote)
    if base is None or quote is None or base is quote:
        raise Refusal("NOT_FOUND", "symbol")
    if command.symbol in state.premarkets.by_symbol:
        raise Refusal("STATE_CONFLICT", "symbol")
    require_scale(base, quote, command.price_decimals)
    divisor = divisor_of(base, quote, command.price_decimals)
    _require_terms(command, divisor)
    if not state.now <= command.opens_at < command.closes_at <= MAX_UNITS - command.late_ms:
        raise Refusal("VALIDATION_FAILED", "opens_at")
    terms = PreMarketChanged(
        symbol=command.symbol,
        quote=command.quote,
        price_decimals=command.price_decimals,
        tick=command.tick,
        step=command.step,
        min_quantity=command.min_quantity,
        max_quantity=command.max_quantity,
        max_exposure=command.max_exposure,
        fee_ppm=command.fee_ppm,
        collateral_ppm=command.collateral_ppm,
        window_ms=command.window_ms,
        late_ms=command.late_ms,
        opens_at=command.opens_at,
        closes_at=command.closes_at,
        delivery_at=0,
        status="upcoming",
        last_price=0,
        seq=0,
        at=state.now,
    )
    market = state.premarkets.by_symbol[command.symbol] = PreMarket(terms, divisor)
    set_status(state, market, "open" if command.opens_at <= state.now else "upcoming")
    state.premarkets.plan_next(state.now)


def _require_terms(command: CreatePreMarket, divisor: int) -> None:
    """Every value is whole, and nothing is free of collateral."""
    if command.tick <= 0 or command.step <= 0 or command.tick * command.step % divisor:
        raise Refusal("VALIDATION_FAILED", "tick")
    sizes = (command.min_quantity, command.max_quantity)
    if not 0 < sizes[0] <= sizes[1] <= MAX_UNITS or any(size % command.step for size in sizes):
        raise Refusal("VALIDATION_FAILED", "min_quantity")
    if not 0 < command.max_exposure <= MAX_UNITS // 4:
        raise Refusal("VALIDATION_FAILED", "max_exposure")
    if not 0 <= command.fee_ppm < PPM or not PPM <= command.collateral_ppm <= 2 * PPM:
        raise Refusal("VALIDATION_FAILED", "fee_rate")
    if not 0 < command.window_ms <= command.late_ms <= MAX_UNITS // 4:
        raise Refusal("VALIDATION_FAILED", "window_ms")


def schedule(state: State, command: SchedulePreMarket) -> None:
    """Other times; what is over cannot be moved (PRM-2)."""
    market = _get(state, command.symbol)
    terms = market.terms
    opens_at, closes_at = command.opens_at or terms.opens_at, command.closes_at or terms.closes_at
    if terms.status not in {"upcoming", "open"} or (terms.status == "open" and command.opens_at):
        raise Refusal("STATE_CONFLICT", "symbol")
    if not (terms.opens_at if terms.status == "open" else state.now) <= opens_at < closes_at:
        raise Refusal("VALIDATION_FAILED", "opens_at")
    if not state.now < closes_at <= MAX_UNITS - terms.late_ms:
        raise Refusal("VALIDATION_FAILED", "closes_at")
    market.terms = replace(terms, opens_at=opens_at, closes_at=closes_at)
    is_due = terms.status == "upcoming" and opens_at <= state.now
    set_status(state, market, "open" if is_due else terms.status)
    state.premarkets.plan_next(state.now)


def list_premarket(state: State, command: ListPreMarket) -> None:
    """Set when delivery begins; trading ends now (PRM-7)."""
    market = _get(state, command.symbol)
    terms = market.terms
    if terms.status not in {"open", "closed"} or command.delivery_at == terms.delivery_at:
        raise Refusal("STATE_CONFLICT", "symbol")
    _require_before_delivery(state, terms)
    closes_at = state.now if terms.status == "open" else terms.closes_at
    if not state.now <= command.delivery_at <= closes_at + terms.late_ms:
        raise Refusal("VALIDATION_FAILED", "delivery_at")
    market.terms = replace(terms, closes_at=closes_at, delivery_at=command.delivery_at)
    set_status(state, market, "closed")
    state.premarkets.plan_next(state.now)


def cancel_premarket(state: State, command: CancelPreMarket) -> None:
    """Void everything, unless delivery has begun: what is delivered cannot be taken back (PRM-11)."""
    market = _get(state, command.symbol)
    if market.terms.status not in {"upcoming", "open", "closed"}:
        raise Refusal("STATE_CONFLICT", "symbol")
    _require_before_delivery(state, market.terms)
    set_status(state, market, "canceled")
    state.premarkets.plan_next(state.now)


def _require_before_delivery(state: State, terms: PreMarketChanged) -> None:
    """Its time decides: while open orders are still being ended, the status comes later."""
    if 0 < terms.delivery_at <= state.now:
        raise Refusal("STATE_CONFLICT", "symbol")


def place(state: State, command: PlacePreMarketOrder) -> None:
    """Trade with what waits at the price or better; the rest waits (PRM-3 to PRM-5)."""
    market = _get(state, command.symbol)
    _require_order(state, market, command)
    is_buy = command.side == "buy"
    plan = _plan(state, market, command)
    if market.exposure[command.client] + plan.value > market.terms.max_exposure:
        left = max(market.terms.max_exposure - market.exposure[command.client], 0)
        raise Refusal("LIMIT_EXCEEDED", "quantity", available=left, needed=plan.value)
    available, locked = accounts_of(state, market, command.client)
    if available.balance < plan.needed:
        raise Refusal("INSUFFICIENT_BALANCE", "quantity", available=available.balance, needed=plan.needed)
    premarkets = state.premarkets
    premarkets.last_order_id += 1
    order = PreMarketOrder(
        premarkets.last_order_id,
        command.client,
        is_buy,
        command.price,
        command.quantity,
        key=command.idempotency_key,
        at=state.now,
    )
    if command.idempotency_key is not None:
        premarkets.remember_key(order.id, command.client, command.idempotency_key)
    state.ledger.move("premarket_hold", available, locked, plan.needed, order_reference(order.id))
    order.locked = plan.needed
    market.open(order)
    premarkets.orders[order.id] = market
    for maker, quantity in plan.fills:
        _fill(state, market, order, maker, quantity)
    _rest(state, market, order, is_cut=plan.is_cut)
    emit_levels(state, market)


def _require_order(state: State, market: PreMarket, command: PlacePreMarketOrder) -> None:
    terms = market.terms
    if terms.status != "open":
        raise Refusal("MARKET_HALTED", "symbol")
    if not command.client or command.client == HOUSE:
        raise Refusal("VALIDATION_FAILED", "client")
    known = state.premarkets.keys.get((command.client, command.idempotency_key or ""))
    if known is not None:
        raise Refusal("DUPLICATE_CLIENT_ORDER_ID", "idempotency_key", order_id=known)
    price, quantity = command.price, command.quantity
    if not 0 < price <= MAX_UNITS or price % terms.tick:
        raise Refusal("BAD_PRECISION", "price")
    if not 0 < quantity <= MAX_UNITS or quantity % terms.step:
        raise Refusal("BAD_PRECISION", "quantity")
    if quantity < terms.min_quantity:
        raise Refusal("BELOW_MINIMUM", "quantity", needed=terms.min_quantity)
    if quantity > terms.max_quantity:
        raise Refusal("MAX_QUANTITY", "quantity", available=terms.max_quantity)
    if market.open_orders[command.client] >= MAX_OPEN_ORDERS:
        raise Refusal("OPEN_ORDERS_LIMIT", available=MAX_OPEN_ORDERS)


def _plan(state: State, market: PreMarket, command: PlacePreMarketOrder) -> Plan:
    """Walk the other side of the book; an order of one's own there stops everything (PRM-5)."""
    is_buy = command.side == "buy"
    side = market.book.asks if is_buy else market.book.bids
    fills: list[tuple[PreMarketOrder, int]] = []
    rest, value, needed, is_cut = command.quantity, 0, 0, False
    for waiting in side.orders():
        if not rest or waiting.price * side.sign < command.price * side.sign:
            break
        if waiting.client == command.client:
            raise Refusal("SELF_TRADE_PREVENTED", "price", order_id=waiting.id)
        if len(fills) >= state.limits.fills:
            is_cut = True
            break
        maker = market.orders[waiting.id]
        quantity = min(rest, maker.remaining)
        fills.append((maker, quantity))
        rest -= quantity
        part = market.value(maker.price, quantity)
        value += part
        needed += market.locked(part, is_buy=is_buy).total
    if rest and not is_cut:
        part = market.value(command.price, rest)
        value += part
        needed += market.locked(part, is_buy=is_buy).total
    return Plan(fills, rest, is_cut, value, needed)


def _fill(
    state: State, market: PreMarket, taker: PreMarketOrder, maker: PreMarketOrder, quantity: int
) -> None:
    """A contract at the waiting order's price, with what both sides have set aside (PRM-4)."""
    buy, sell = (taker, maker) if taker.is_buy else (maker, taker)
    value = market.value(maker.price, quantity)
    bought, sold = market.locked(value, is_buy=True), market.locked(value, is_buy=False)
    state.premarkets.last_contract_id += 1
    contract = ContractChanged(
        contract_id=state.premarkets.last_contract_id,
        symbol=market.terms.symbol,
        taker_side="buy" if taker.is_buy else "sell",
        buyer=buy.client,
        seller=sell.client,
        buy_order_id=buy.id,
        sell_order_id=sell.id,
        price=maker.price,
        quantity=quantity,
        value=value,
        buyer_fee=bought.fee,
        collateral=sold.principal,
        seller_fee=sold.fee,
        status="matched",
        created_at=state.now,
        at=state.now,
    )
    market.bind(contract)
    state.events.append(contract)
    for order, part in ((buy, bought), (sell, sold)):
        order.locked -= part.total
        market.exposure[order.client] -= market.value(order.price, quantity)
        order.status = "partially_filled"
    taker.remaining -= quantity
    if quantity == maker.remaining:
        market.book.remove(maker)
        maker.remaining = 0
        end_order(state, market, maker, "filled")
    else:
        market.book.shrink(maker, maker.remaining - quantity)
        emit_order(state, market, maker)
    market.terms = replace(market.terms, last_price=maker.price, at=state.now)
    state.events.append(market.terms)


def _rest(state: State, market: PreMarket, order: PreMarketOrder, *, is_cut: bool) -> None:
    """Let what is left wait; it never waits across from what it could still trade with."""
    if not order.remaining:
        end_order(state, market, order, "filled")
    elif is_cut:
        end_order(state, market, order, "canceled")
    else:
        market.add_to_book(order)
        emit_order(state, market, order)


def cancel_order(state: State, command: CancelPreMarketOrder) -> None:
    """Take the open part back, free of charge; contracts stay (PRM-6)."""
    market = state.premarkets.orders.get(command.order_id)
    if market is None or market.orders[command.order_id].client != command.client:
        raise Refusal("NOT_FOUND", "id")
    end_order(state, market, market.orders[command.order_id], "canceled")
    emit_levels(state, market)


def deliver_contract(state: State, command: DeliverContract) -> None:
    """Deliver early, by hand, while the window is open (PRM-8)."""
    for market in state.premarkets.by_symbol.values():
        contract = market.contracts.get(command.contract_id)
        if contract is not None and contract.seller == command.client:
            break
    else:
        raise Refusal("NOT_FOUND", "id")
    if market.terms.status != "delivering" or state.now >= market.ends_at:
        raise Refusal("STATE_CONFLICT", "id")
    if not can_deliver(state, market, contract):
        available = state.ledger.balance(command.client, market.terms.symbol, "available")
        raise Refusal("INSUFFICIENT_BALANCE", "quantity", available=available, needed=contract.quantity)
    deliver(state, market, contract)


def _get(state: State, symbol: str) -> PreMarket:
    market = state.premarkets.by_symbol.get(symbol)
    if market is None:
        raise Refusal("NOT_FOUND", "symbol")
    return market
