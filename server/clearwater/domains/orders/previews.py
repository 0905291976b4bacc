"""Previews: the quantity, value and slippage that an order would fill with now."""

from clearwater.core.desk import Desk
from clearwater.core.matching import FillEstimate
from clearwater.core.money import mul_div_up, to_text
from clearwater.core.views import PairView
from clearwater.domains.markets.errors import NoLiquidity
from clearwater.domains.orders.schemas import NewOrder, Preview
from clearwater.domains.orders.terms import Trader, place_command
from clearwater.domains.orders.views import average_price
from clearwater.kit.errors import FieldError, ValidationFailed

SLIPPAGE_DECIMALS = 6
NOTHING = FillEstimate(0, 0, 0, is_complete=False, is_stopped_by_own=False)


async def preview(desk: Desk, trader: Trader, order: NewOrder) -> Preview:
    """Estimate the immediate fills of an order; the resting part of a limit order is not included."""
    if order.type not in {"limit", "market"}:
        message = "Only limit and market orders can be previewed."
        raise ValidationFailed(message, errors=[FieldError(field="type", code="value", message=message)])
    view = desk.view
    command = place_command(view, trader, order, at=0)
    if not command.quantity and not command.quote_quantity:
        message = "Enter a quantity or a quote quantity."
        raise ValidationFailed(message, errors=[FieldError(field="quantity", code="value", message=message)])
    pair = view.pairs[order.symbol]
    is_buy = order.side == "buy"
    best = (pair.asks if is_buy else pair.bids).best(1)
    if not best and order.type == "market":
        raise NoLiquidity
    reached, fee = await desk.preview(command)
    if order.time_in_force == "fok" and not reached.is_complete:
        reached, fee = NOTHING, 0
    gained = reached.quantity if is_buy else reached.quote_quantity
    decimals = pair.base_decimals if is_buy else pair.quote_decimals
    return Preview(
        average_price=average_price(pair, reached.quantity, reached.quote_quantity),
        filled_quantity=to_text(reached.quantity, pair.base_decimals),
        fee=to_text(fee, decimals),
        fee_coin=pair.base if is_buy else pair.quote,
        slippage=_slippage(pair, best[0][0] if best else 0, reached),
        receives=to_text(gained - fee, decimals),
    )


def _slippage(pair: PairView, best: int, reached: FillEstimate) -> str:
    """The average price's distance from the best price, as a fraction."""
    if not reached.quantity:
        return "0"
    paid = reached.quote_quantity * 10 ** (pair.price_decimals + pair.base_decimals)
    ideal = best * reached.quantity * 10**pair.quote_decimals
    return to_text(mul_div_up(abs(paid - ideal), 10**SLIPPAGE_DECIMALS, ideal), SLIPPAGE_DECIMALS)
