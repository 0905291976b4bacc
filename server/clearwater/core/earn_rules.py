"""Earn: products, positions, and what is due by time. All checks come before the first change."""

from msgspec.structs import replace

from clearwater.core.earn import (
    DAY_MS,
    HOUR_MS,
    Earn,
    Position,
    Product,
    next_day_at,
    next_hour,
)
from clearwater.core.earn_commands import (
    ChangeAutoRenew,
    ChangeEarnProduct,
    CreateEarnProduct,
    Redeem,
    Subscribe,
)
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.events import Refusal
from clearwater.core.ledger import HOUSE
from clearwater.core.money import MAX_UNITS, PPM
from clearwater.core.state import State

MAX_RATE_PPM = 10 * PPM
MAX_TERM_DAYS = 3_650
MAX_RATES = 100
# Each costs a payment a day.
MAX_POSITIONS = 20


def create(state: State, command: CreateEarnProduct) -> None:
    """Offer a product of a coin that is known (ERN-1)."""
    if command.coin not in state.coins:
        raise Refusal("NOT_FOUND", "coin")
    if not command.product:
        raise Refusal("VALIDATION_FAILED", "product")
    if command.product in state.earn.products:
        raise Refusal("STATE_CONFLICT", "product")
    check_creation(command)
    row = EarnProductChanged(
        product=command.product,
        coin=command.coin,
        kind=command.kind,
        term_days=command.term_days,
        rates=((0, command.rate_ppm),),
        min_amount=command.min_amount,
        max_amount=command.max_amount,
        quota=command.quota,
        subscribed=0,
        is_open=True,
        at=state.now,
    )
    state.earn.products[command.product] = Product(row)
    state.events.append(row)


def check_creation(command: CreateEarnProduct) -> None:
    """Whether there can be a product of such terms, whatever others there are."""
    is_locked = command.kind == "locked"
    if (command.term_days > 0) != is_locked or not 0 <= command.term_days <= MAX_TERM_DAYS:
        raise Refusal("VALIDATION_FAILED", "term_days")
    _require_rate(command.rate_ppm)
    _require_bounds(command.min_amount, command.max_amount, command.quota)


def change(state: State, command: ChangeEarnProduct) -> None:
    """A rate begins at a full hour that is not over; bounds hold for what comes (ERN-2)."""
    product = _get_product(state, command.product)
    row = product.row
    rates = row.rates
    if command.rate_ppm is not None:
        hour = check_rate(command, state.now)
        rates = (*_rates_before(state, row, hour), (hour, command.rate_ppm))
        if len(rates) > MAX_RATES:
            raise Refusal("ABOVE_MAXIMUM", "rate")
    _emit_product(state, product, replace(with_bounds(row, command), rates=rates, at=state.now))


def check_rate(command: ChangeEarnProduct, now: int) -> int:
    """From which hour on a new rate counts."""
    assert command.rate_ppm is not None, "there is a rate"
    _require_rate(command.rate_ppm)
    effective_at = command.effective_at or now
    if not now <= effective_at <= MAX_UNITS - HOUR_MS:
        raise Refusal("VALIDATION_FAILED", "effective_at")
    return next_hour(effective_at)


def costs_more(row: EarnProductChanged, command: ChangeEarnProduct, now: int) -> bool:
    """Whether a change can cost the house more: a higher rate than without it at any time, a larger quota."""
    if command.quota is not None and command.quota > row.quota:
        return True
    if command.rate_ppm is None:
        return False
    hour = check_rate(command, now)
    later = [rate for since, rate in row.rates if since > hour]
    return command.rate_ppm > min([Product(row).rate_at(hour), *later])


def with_bounds(row: EarnProductChanged, command: ChangeEarnProduct) -> EarnProductChanged:
    """A product with all that a change says but its rate."""
    changed = replace(
        row,
        min_amount=command.min_amount or row.min_amount,
        max_amount=command.max_amount or row.max_amount,
        quota=row.quota if command.quota is None else command.quota,
        is_open=row.is_open if command.is_open is None else command.is_open,
    )
    _require_bounds(changed.min_amount, changed.max_amount, changed.quota)
    return changed


def _rates_before(state: State, row: EarnProductChanged, hour: int) -> tuple[tuple[int, int], ...]:
    """The rates before an hour, from the one in force, or from the first that a position still counts by."""
    # Every position has counted up to the midnight before it is due.
    needed = min(state.now, state.earn.next_at - DAY_MS) // HOUR_MS
    earlier = [rate for rate in row.rates if rate[0] < hour]
    first = max((place for place, rate in enumerate(earlier) if rate[0] <= needed), default=0)
    return tuple(earlier[first:])


def subscribe(state: State, command: Subscribe) -> None:
    """Set the amount aside; interest counts from the next full hour (ERN-3, ERN-4)."""
    product = _get_product(state, command.product)
    _require_subscription(state, product, command)
    source = state.ledger.get(command.client, product.row.coin, "available")
    if source.balance < command.amount:
        raise Refusal("INSUFFICIENT_BALANCE", "amount", available=source.balance, needed=command.amount)
    earn = state.earn
    earn.last_position_id += 1
    position_id = earn.last_position_id
    if command.idempotency_key is not None:
        earn.remember_key(position_id, command.client, command.idempotency_key)
    hour = next_hour(state.now)
    matures_at = hour * HOUR_MS + product.row.term_days * DAY_MS if product.row.term_days else 0
    row = EarnPositionChanged(
        position_id=position_id,
        client=command.client,
        product=command.product,
        amount=command.amount,
        rate_ppm=product.rate_at(hour) if matures_at else 0,
        accrued_hour=hour,
        owed=0,
        carried=0,
        paid=0,
        started_at=state.now,
        matures_at=matures_at,
        auto_renew=command.auto_renew and bool(matures_at),
        due_at=matures_at or next_day_at(state.now),
        status="active",
        idempotency_key=command.idempotency_key,
        at=state.now,
    )
    position = product.positions[position_id] = earn.positions[position_id] = Position(product, row)
    product.count(command.client, 1)
    target = state.ledger.get(command.client, product.row.coin, "earn")
    state.ledger.move("earn_subscribe", source, target, command.amount, _reference(position_id))
    _hold(state, product, command.client, command.amount)
    state.events.append(row)
    earn.plan(position)


def _require_subscription(state: State, product: Product, command: Subscribe) -> None:
    row = product.row
    if not command.client or command.client == HOUSE:
        raise Refusal("VALIDATION_FAILED", "client")
    known = state.earn.keys.get((command.client, command.idempotency_key or ""))
    if known is not None:
        raise Refusal("DUPLICATE_CLIENT_ORDER_ID", "idempotency_key", order_id=known)
    if not row.is_open:
        raise Refusal("STATE_CONFLICT", "product")
    if product.active.get(command.client, 0) >= MAX_POSITIONS:
        raise Refusal("LIMIT_EXCEEDED", "product", needed=MAX_POSITIONS)
    if command.amount < row.min_amount:
        raise Refusal("BELOW_MINIMUM", "amount", needed=row.min_amount)
    left = row.max_amount - product.held.get(command.client, 0)
    if command.amount > left:
        raise Refusal("ABOVE_MAXIMUM", "amount", available=max(left, 0), needed=command.amount)
    left = row.quota - row.subscribed
    if command.amount > left:
        raise Refusal("LIMIT_EXCEEDED", "amount", available=max(left, 0), needed=command.amount)


def redeem(state: State, command: Redeem) -> None:
    """Give back all of it, or a part of a flexible position that leaves enough (ERN-6, ERN-7)."""
    position = _get_position(state, command.client, command.position_id)
    key = command.idempotency_key
    if key is not None and key == position.row.redemption_key:
        raise Refusal("DUPLICATE_CLIENT_ORDER_ID", "idempotency_key", order_id=command.position_id)
    _catch_up(state, position)
    if position.row.status == "redeemed":
        # It had matured, and ended as it should.
        return
    row, product = position.row, position.product
    amount = command.amount or row.amount
    if not 0 < amount <= row.amount:
        raise Refusal("ABOVE_MAXIMUM", "amount", available=row.amount, needed=max(amount, 0))
    if amount < row.amount:
        if row.matures_at:
            raise Refusal("STATE_CONFLICT", "amount")
        if row.amount - amount < product.row.min_amount:
            raise Refusal("BELOW_MINIMUM", "amount", needed=product.row.min_amount)
    if row.matures_at:
        # Whoever leaves before the end gets no interest of this term; what is owed is of earlier ones.
        _give_back(state, position, row)
        return
    counted = _count(state, position, state.now // HOUR_MS)
    if amount == row.amount:
        _give_back(state, position, counted)
        return
    _release(state, position, amount)
    left = replace(counted, amount=row.amount - amount, redemption_key=key)
    _emit_position(state, position, left)


def change_auto_renew(state: State, command: ChangeAutoRenew) -> None:
    """Decide again what happens at maturity (ERN-7)."""
    position = _get_position(state, command.client, command.position_id)
    _catch_up(state, position)
    if not position.row.matures_at or position.row.status == "redeemed":
        raise Refusal("STATE_CONFLICT", "auto_renew")
    _emit_position(state, position, replace(position.row, auto_renew=command.auto_renew))


def run_due(state: State) -> None:
    """Pay interest and end what has matured, as much as one command may (ERN-5, ERN-9)."""
    earn: Earn = state.earn
    while state.settlements > 0 and earn.next_at <= state.now:
        state.settlements -= 1
        _do_due(state, earn.take_due())


def _catch_up(state: State, position: Position) -> None:
    """Do first what is due for a position, however many others are due, too (ERN-9)."""
    while 0 < position.row.due_at <= state.now:
        _do_due(state, position)


def _do_due(state: State, position: Position) -> None:
    if position.row.status == "redeemed":
        _settle_rest(state, position)
    elif not position.row.matures_at:
        _pay_day(state, position)
    elif position.row.matures_at <= state.now:
        _mature(state, position)
    else:
        _pay_owed(state, position)


def _pay_day(state: State, position: Position) -> None:
    """Pay a flexible position what was counted up to the last midnight."""
    midnight = state.now - state.now % DAY_MS
    row = _pay(state, position, _count(state, position, midnight // HOUR_MS))
    _emit_position(state, position, replace(row, due_at=next_day_at(state.now)))


def _mature(state: State, position: Position) -> None:
    """Pay a locked position's interest; then it begins again or ends."""
    row = position.row
    counted = _count(state, position, row.matures_at // HOUR_MS)
    product = position.product.row
    if not row.auto_renew or not product.is_open:
        _give_back(state, position, counted)
        return
    paid = _pay(state, position, counted)
    hour = row.matures_at // HOUR_MS
    matures_at = row.matures_at + product.term_days * DAY_MS
    renewed = replace(
        paid,
        rate_ppm=position.product.rate_at(hour),
        accrued_hour=hour,
        matures_at=matures_at,
    )
    _emit_position(state, position, replace(renewed, due_at=_next_due(state, renewed)))


def _pay_owed(state: State, position: Position) -> None:
    """Pay what the term before could not be paid."""
    row = _pay(state, position, position.row)
    _emit_position(state, position, replace(row, due_at=_next_due(state, row)))


def _next_due(state: State, row: EarnPositionChanged) -> int:
    """When a locked position matures, or what is owed is tried again."""
    return min(row.matures_at, next_day_at(state.now)) if row.owed else row.matures_at


def _settle_rest(state: State, position: Position) -> None:
    """Pay what could not be paid when a position ended."""
    row = _pay(state, position, position.row)
    if row.owed:
        _emit_position(state, position, replace(row, due_at=next_day_at(state.now)))
    else:
        _close(state, position, row)


def _give_back(state: State, position: Position, row: EarnPositionChanged) -> None:
    """Return the principal and pay the interest; what the treasury lacks stays owed (ERN-8)."""
    _release(state, position, row.amount)
    position.product.count(row.client, -1)
    row = _pay(state, position, replace(row, amount=0, carried=0, status="redeemed"))
    if row.owed:
        _emit_position(state, position, replace(row, due_at=next_day_at(state.now)))
    else:
        _close(state, position, row)


def _close(state: State, position: Position, row: EarnPositionChanged) -> None:
    del state.earn.positions[row.position_id]
    del position.product.positions[row.position_id]
    _emit_position(state, position, replace(row, due_at=0))


def _count(state: State, position: Position, hour: int) -> EarnPositionChanged:
    """The position with interest counted up to an hour."""
    row = position.row
    owed, carried = position.accrued(hour)
    owed = min(owed, MAX_UNITS)
    return replace(row, owed=owed, carried=carried, accrued_hour=max(hour, row.accrued_hour), at=state.now)


def _pay(state: State, position: Position, row: EarnPositionChanged) -> EarnPositionChanged:
    """Pay from the treasury what is owed, never more than there is (ERN-8)."""
    ledger, coin = state.ledger, position.product.row.coin
    treasury = ledger.get(HOUSE, coin, "treasury")
    amount = min(row.owed, treasury.balance)
    if amount:
        target = ledger.get(row.client, coin, "available")
        ledger.move("earn_interest", treasury, target, amount, _reference(row.position_id))
    return replace(row, owed=row.owed - amount, paid=row.paid + amount)


def _release(state: State, position: Position, amount: int) -> None:
    row, ledger, coin = position.row, state.ledger, position.product.row.coin
    source, target = ledger.get(row.client, coin, "earn"), ledger.get(row.client, coin, "available")
    ledger.move("earn_redeem", source, target, amount, _reference(row.position_id))
    _hold(state, position.product, row.client, -amount)


def _hold(state: State, product: Product, client: str, amount: int) -> None:
    product.hold(client, amount)
    changed = replace(product.row, subscribed=product.row.subscribed + amount, at=state.now)
    _emit_product(state, product, changed)


def _emit_product(state: State, product: Product, row: EarnProductChanged) -> None:
    product.row = row
    state.events.append(row)


def _emit_position(state: State, position: Position, row: EarnPositionChanged) -> None:
    is_planned = row.due_at == position.row.due_at
    position.row = replace(row, at=state.now)
    state.events.append(position.row)
    if row.due_at and not is_planned:
        state.earn.plan(position)


def _reference(position_id: int) -> str:
    return f"earn-{position_id}"


def _require_rate(rate_ppm: int) -> None:
    if not 0 <= rate_ppm <= MAX_RATE_PPM:
        raise Refusal("VALIDATION_FAILED", "rate")


def _require_bounds(least: int, most: int, quota: int) -> None:
    if not 0 < least <= most <= MAX_UNITS:
        raise Refusal("VALIDATION_FAILED", "min_amount")
    if not 0 <= quota <= MAX_UNITS:
        raise Refusal("VALIDATION_FAILED", "quota")


def _get_product(state: State, product: str) -> Product:
    found = state.earn.products.get(product)
    if found is None:
        raise Refusal("NOT_FOUND", "product")
    return found


def _get_position(state: State, client: str, position_id: int) -> Position:
    position = state.earn.positions.get(position_id)
    if position is None or position.row.client != client or position.row.status != "active":
        raise Refusal("NOT_FOUND", "id")
    return position
