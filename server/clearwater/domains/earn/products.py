"""Products for staff: create and change them, and how long the treasury lasts."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime

from msgspec.structs import replace
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core import earn_rules
from clearwater.core.desk import Desk
from clearwater.core.earn import HOUR_MS, YEAR_PARTS, Position, Product, next_hour
from clearwater.core.earn_commands import ChangeEarnProduct, CreateEarnProduct
from clearwater.core.earn_events import EarnProductChanged
from clearwater.core.events import Refusal, Refused
from clearwater.core.ledger import HOUSE
from clearwater.core.money import find_units, to_text
from clearwater.core.views import View
from clearwater.domains.earn import queries
from clearwater.domains.earn.labels import in_order, load_labels
from clearwater.domains.earn.queries import Count
from clearwater.domains.earn.schemas import (
    RATE_DECIMALS,
    EarnProduct,
    EarnProductForStaff,
    EarnProductsForStaff,
    ProductChange,
    ProductDraft,
    Treasury,
    list_rates,
)
from clearwater.domains.markets.errors import BadPrecision, StateConflict
from clearwater.domains.markets.service import problem_of
from clearwater.domains.orders.service import to_units
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import ClearwaterError, FieldError, NotFound, ValidationFailed
from clearwater.kit.messages import Message

DAY_HOURS = 24
# What the core calls by other names than the API.
FIELDS = {"product": "id", "rate": "apr", "min_amount": "min", "max_amount": "max"}
MESSAGES = {
    "min": "Must be more than 0, and at most the maximum.",
    "apr": "Must be between 0 and 10.",
    "term_days": "A locked product has a term, a flexible one has none.",
    "effective_at": "Must not be in the past.",
}


def plan_creation(view: View, draft: ProductDraft, *, now: datetime) -> CreateEarnProduct:
    """The command of a product that there can be; raises if it cannot."""
    if draft.coin not in view.coins:
        raise _invalid("coin", "Coin not found.")
    if draft.id in view.earn_products:
        raise _taken(draft.id)
    decimals = view.coins[draft.coin].decimals
    command = CreateEarnProduct(
        milliseconds(now),
        draft.id,
        draft.coin,
        draft.kind,
        _rate_ppm(draft.apr),
        to_units("min", draft.min, decimals),
        to_units("max", draft.max, decimals),
        _quota_units(draft.quota, decimals),
        draft.term_days or 0,
    )
    with _explaining(command, decimals):
        earn_rules.check_creation(command)
    return command


def plan_change(view: View, product_id: str, change: ProductChange, *, now: datetime) -> ChangeEarnProduct:
    """The command of a change that can be made; raises if it cannot."""
    product = get_product(view, product_id)
    decimals = view.coins[product.coin].decimals
    if change == ProductChange():
        raise _invalid("apr", "Enter what is to change.")
    if change.effective_at is not None and change.apr is None:
        raise _invalid("effective_at", "Only a rate has an effective date.")
    command = ChangeEarnProduct(
        milliseconds(now),
        product_id,
        None if change.apr is None else _rate_ppm(change.apr),
        effective_at=(change.effective_at or 0) * 1000,
        min_amount=to_units("min", change.min, decimals),
        max_amount=to_units("max", change.max, decimals),
        quota=None if change.quota is None else _quota_units(change.quota, decimals),
        is_open=change.is_open,
    )
    with _explaining(command, decimals):
        if command.rate_ppm is not None:
            earn_rules.check_rate(command, command.at)
        earn_rules.with_bounds(product, command)
    return command


def needs_two(product: EarnProductChanged, command: ChangeEarnProduct) -> bool:
    """Whether two people decide on a change; the engine takes it from workers alone then."""
    return earn_rules.costs_more(product, command, command.at)


def require_at_most(command: CreateEarnProduct | ChangeEarnProduct, most_ppm: int) -> None:
    """A rate above the highest of the settings is not even proposed."""
    if command.rate_ppm is not None and command.rate_ppm > most_ppm:
        most = to_text(most_ppm, RATE_DECIMALS)
        raise _invalid("apr", Message("Must be between 0 and {most}.", most=most))


async def create_product(desk: Desk, sessions: SessionFactory, draft: ProductDraft, *, now: datetime) -> None:
    """Offer a product. Its text is stored first, so that there is never a product without one."""
    command = plan_creation(desk.view, draft, now=now)
    async with transaction(sessions) as session:
        await queries.put_text(session, draft.id, draft.source_of_yield, now=now)
    await _submit(desk, command, desk.view.coins[draft.coin].decimals)


async def change_product(
    desk: Desk,
    sessions: SessionFactory,
    product_id: str,
    change: ProductChange,
    *,
    now: datetime,
) -> None:
    """Change what is given; the text only when the engine has taken the rest."""
    if not _has_passed(desk.view, product_id, change, now=now):
        command = plan_change(desk.view, product_id, change, now=now)
        if command != ChangeEarnProduct(command.at, product_id):
            coin = desk.view.earn_products[product_id].coin
            await _submit(desk, command, desk.view.coins[coin].decimals)
    if change.source_of_yield is not None:
        async with transaction(sessions) as session:
            await queries.put_text(session, product_id, change.source_of_yield, now=now)


def _has_passed(view: View, product_id: str, change: ProductChange, *, now: datetime) -> bool:
    """Whether a change was made whose time has passed since: its answer was lost, and it is repeated."""
    if change.effective_at is None or change.effective_at >= now.timestamp():
        return False
    asked_until = datetime.fromtimestamp(change.effective_at, UTC)
    command = plan_change(view, product_id, change, now=asked_until)
    product = get_product(view, product_id)
    has_rate = (next_hour(command.effective_at), command.rate_ppm) in product.rates
    return has_rate and earn_rules.with_bounds(product, command) == product


def get_product(view: View, product_id: str) -> EarnProductChanged:
    product = view.earn_products.get(product_id)
    if product is None:
        raise NotFound("Product not found.")
    return product


async def list_for_staff(
    session: AsyncSession, desk: Desk, *, most_ppm: int, now: datetime
) -> EarnProductsForStaff:
    """All products with what they cost, and how long the treasuries last."""
    at = milliseconds(now)
    # The products before the positions: rates that no position counts by any more are dropped.
    view, products = desk.view, dict(desk.view.earn_products)
    labels = await load_labels(session)
    counts: dict[str, list[Count]] = defaultdict(list)
    for count in await queries.sum_positions(session):
        counts[count.row.product].append(count)
    rows = in_order(products, labels)
    owed = {row.product: _owed(row, counts[row.product], at) for row in rows}
    items = []
    for row in rows:
        decimals = view.coins[row.coin].decimals
        items.append(
            EarnProductForStaff(
                **EarnProduct.of(view, row, labels, at=at, mine=None).model_dump(by_alias=True),
                subscribed=to_text(row.subscribed, decimals),
                positions=sum(count.positions for count in counts[row.product]),
                rates=list_rates(row),
                owed=to_text(owed[row.product], decimals),
            )
        )
    by_coin: dict[str, list[EarnProductChanged]] = defaultdict(list)
    for row in rows:
        by_coin[row.coin].append(row)
    treasuries = [
        _treasury(
            view,
            coin,
            owed=sum(owed[row.product] for row in of_coin),
            per_day=sum(_per_day(row, counts[row.product], at) for row in of_coin),
        )
        for coin, of_coin in by_coin.items()
    ]
    max_apr = to_text(most_ppm, RATE_DECIMALS)
    return EarnProductsForStaff(items=items, treasuries=treasuries, max_apr=max_apr)


def _treasury(view: View, coin: str, *, owed: int, per_day: int) -> Treasury:
    decimals, balance = view.coins[coin].decimals, view.balance(HOUSE, coin, "treasury")
    return Treasury(
        coin=coin,
        balance=to_text(balance, decimals),
        owed=to_text(owed, decimals),
        per_day=to_text(per_day, decimals),
        days_left=max(0, balance - owed) // per_day if per_day else None,
    )


def _owed(product: EarnProductChanged, counts: list[Count], at: int) -> int:
    """Interest up to the last full hour that is not paid yet."""
    known = Product(product)
    return sum(Position(known, count.row).accrued(at // HOUR_MS)[0] for count in counts)


def _per_day(product: EarnProductChanged, counts: list[Count], at: int) -> int:
    """What a day costs at the rates of now, rounded up to a unit."""
    rate = Product(product).rate_at(at // HOUR_MS)
    parts = sum(count.row.amount * (count.row.rate_ppm if count.row.matures_at else rate) for count in counts)
    return -(-parts * DAY_HOURS // YEAR_PARTS)


async def _submit(desk: Desk, command: CreateEarnProduct | ChangeEarnProduct, decimals: int) -> None:
    refusal = (await desk.submit(command)).refusal
    if refusal is not None:
        raise _problem_of(refusal, command, decimals)


@contextmanager
def _explaining(command: CreateEarnProduct | ChangeEarnProduct, decimals: int) -> Iterator[None]:
    """Raise what the rules refuse as the problem that it is for staff."""
    try:
        yield
    except Refusal as refusal:
        raise _problem_of(refusal.event, command, decimals) from None


def _problem_of(
    refusal: Refused, command: CreateEarnProduct | ChangeEarnProduct, decimals: int
) -> ClearwaterError:
    field = FIELDS.get(refusal.field, refusal.field)
    if (refusal.code, field) == ("STATE_CONFLICT", "id"):
        return _taken(command.product)
    if refusal.code == "VALIDATION_FAILED" and field in MESSAGES:
        return _invalid(field, MESSAGES[field])
    return problem_of(replace(refusal, field=field), decimals=decimals)


def _rate_ppm(text: str) -> int:
    rate = find_units(text, RATE_DECIMALS)
    if rate is None:
        message = Message("Use at most {rate_decimals} decimals.", rate_decimals=RATE_DECIMALS)
        raise BadPrecision(message, errors=[FieldError(field="apr", code="precision", message=message)])
    return rate


def _quota_units(text: str, decimals: int) -> int:
    """As `to_units`, but none left is a quota, too."""
    return 0 if find_units(text, decimals) == 0 else to_units("quota", text, decimals)


def _taken(product_id: str) -> StateConflict:
    message = Message("{product_id} already exists.", product_id=product_id)
    return StateConflict(message, errors=[FieldError(field="id", code="taken", message=message)])


def _invalid(field: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field=field, code="value", message=message)])
