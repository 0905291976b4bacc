"""Errors of markets, with the codes of the contract. Also raised by orders and the ledger.

The core's refusals become these errors, with the same text wherever a command was rejected.
"""

from collections.abc import Callable

from pydantic import BaseModel

from clearwater.core.commands import Side
from clearwater.core.events import Refused
from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.kit.errors import ClearwaterError, FieldError, NotFound, ValidationFailed
from clearwater.kit.messages import Message


class PairUnknown(ClearwaterError):
    status, code, title = 404, "PAIR_UNKNOWN", "Pair not found."


class MarketHalted(ClearwaterError):
    status, code, title = 423, "MARKET_HALTED", "Market is halted or cancel-only."


class StateConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The current state does not allow this."


class QuoteMoved(ClearwaterError):
    status, code, title = 409, "QUOTE_MOVED", "The price has moved. Get a new quote."


class DuplicateClientOrderId(ClearwaterError):
    status, code, title = (
        409,
        "DUPLICATE_CLIENT_ORDER_ID",
        "You already have an order with this client order ID.",
    )


class BadPrecision(ClearwaterError):
    status, code, title = 422, "BAD_PRECISION", "Too many decimals for this market."


class BelowMinimum(ClearwaterError):
    status, code, title = 422, "BELOW_MINIMUM", "Below the minimum."


class AboveMaximum(ClearwaterError):
    status, code, title = 422, "ABOVE_MAXIMUM", "Above the maximum."


class MinNotional(ClearwaterError):
    status, code, title = 422, "MIN_NOTIONAL", "Below the minimum order value."


class MaxQuantity(ClearwaterError):
    status, code, title = 422, "MAX_QUANTITY", "Above the maximum order amount."


class PriceOutOfBand(ClearwaterError):
    status, code, title = 422, "PRICE_OUT_OF_BAND", "The price is too far from the last price."


class PostOnlyWouldTake(ClearwaterError):
    status, code = 422, "POST_ONLY_WOULD_TAKE"
    title = "Post-only: this would fill immediately."


class WouldTrigger(ClearwaterError):
    status, code, title = 422, "WOULD_TRIGGER", "The last price has already reached this trigger price."


class SelfTradePrevented(ClearwaterError):
    status, code, title = 422, "SELF_TRADE_PREVENTED", "This would fill against your own open order."


class FokNotFillable(ClearwaterError):
    status, code, title = 422, "FOK_NOT_FILLABLE", "Fill or kill: cannot fill in full."


class NoLiquidity(ClearwaterError):
    status, code, title = 422, "NO_LIQUIDITY", "No liquidity right now."


class DayLimitFields(BaseModel):
    """In USDT; the day ends at `resets_at`, in Unix seconds."""

    limit: str
    used: str
    resets_at: int


class LimitExceeded(ClearwaterError):
    status, code, title = 422, "LIMIT_EXCEEDED", "This is more than the limit allows."
    Fields = DayLimitFields


class OpenOrdersLimit(ClearwaterError):
    status, code, title = 422, "OPEN_ORDERS_LIMIT", "You have too many open orders in this market."


class Shortfall(BaseModel):
    """The available and the needed amount."""

    available: str
    needed: str


class InsufficientBalance(ClearwaterError):
    status, code, title = 422, "INSUFFICIENT_BALANCE", "Insufficient balance."
    Fields = Shortfall


PROBLEMS: dict[str, type[ClearwaterError]] = {
    kind.code: kind
    for kind in (
        ValidationFailed,
        BadPrecision,
        BelowMinimum,
        AboveMaximum,
        MinNotional,
        MaxQuantity,
        PriceOutOfBand,
        PostOnlyWouldTake,
        WouldTrigger,
        SelfTradePrevented,
        FokNotFillable,
        NoLiquidity,
        InsufficientBalance,
        LimitExceeded,
        OpenOrdersLimit,
        NotFound,
        PairUnknown,
        MarketHalted,
        DuplicateClientOrderId,
        StateConflict,
        QuoteMoved,
    )
}
# Amounts in refusals of an order are in one of the pair's two coins.
IN_BASE = frozenset({"BELOW_MINIMUM", "MAX_QUANTITY"})
IN_QUOTE = frozenset({"MIN_NOTIONAL"})
# Fields of the core that have another name in the API.
FIELDS = {
    "tick": "tick_size",
    "step": "step_size",
    "band_bps": "price_band",
    "guard_bps": "market_guard",
    "supply_units": "supply",
    "rules": "tick_size",
}


# Messages for operators about invalid rules; fields as in the API.
RULE_SENTENCES = {
    (
        "VALIDATION_FAILED",
        "max_quantity",
    ): "Must be at least the minimum quantity and at most the supply.",
    (
        "VALIDATION_FAILED",
        "step_size",
    ): "Minimum and maximum quantity must be multiples of the quantity step.",
    ("VALIDATION_FAILED", "price_band"): "Must be between 0 and 1.",
    ("VALIDATION_FAILED", "market_guard"): "Must be between 0 and 1.",
    ("VALIDATION_FAILED", "min_notional"): "Exceeds the supply of the quote coin.",
    (
        "BAD_PRECISION",
        "tick_size",
    ): "A tick times a step must be worth a whole number of the quote coin's units,"
    " also across all rules that the market ever had.",
    ("MARKET_HALTED", "coin"): "Cancel-only: one of the two coins is not traded right now.",
    ("VALIDATION_FAILED", "network"): "Play money and real money do not mix.",
    ("BAD_PRECISION", "reference_price"): "Must be a multiple of the tick size.",
    ("VALIDATION_FAILED", "price_decimals"): "The price needs more decimals for these two coins.",
    # Messages for clients about an order.
    (
        "VALIDATION_FAILED",
        "display_quantity",
    ): "Show at least 5% of the amount, and at most all of it.",
    ("ABOVE_MAXIMUM", "price"): "This price is too high.",
    ("NO_LIQUIDITY", "own_orders"): "Your own open orders are in the way. Cancel them, or convert less.",
    ("ABOVE_MAXIMUM", "stop_price"): "This trigger price is too high.",
    (
        "OPEN_ORDERS_LIMIT",
        "trailing_delta_bps",
    ): "Too many trailing orders in this market. Try again when the price has moved.",
}


def problem_of(refusal: Refused, *, decimals: int | None = None) -> ClearwaterError:
    """The problem for a refusal. With the decimals of its coin it includes the amounts."""
    kind = PROBLEMS[refusal.code]
    field = FIELDS.get(refusal.field, refusal.field)
    detail = _detail(refusal, decimals) or RULE_SENTENCES.get((refusal.code, field)) or kind.title
    errors = []
    if field:
        errors.append(FieldError(field=field, code=refusal.code.lower(), message=detail))
    fields = None
    if kind is InsufficientBalance and decimals is not None:
        fields = Shortfall(
            available=to_text(refusal.available, decimals), needed=to_text(refusal.needed, decimals)
        )
    return kind(detail, fields=fields, errors=errors)


def decimals_of(view: View, refusal: Refused, pair: str, side: Side) -> int | None:
    """The decimals of the coin in which a rejected order's amounts are."""
    market = view.pairs.get(pair)
    if market is None:
        return None
    base, quote = view.coins[market.base].decimals, view.coins[market.quote].decimals
    if refusal.code == "INSUFFICIENT_BALANCE":
        return quote if side == "buy" else base
    if refusal.code in IN_BASE:
        return base
    return quote if refusal.code in IN_QUOTE else None


def _detail(refusal: Refused, decimals: int | None) -> str:
    """The missing or allowed amount, where the refusal has one."""
    if refusal.code == "OPEN_ORDERS_LIMIT" and refusal.available:
        return Message(
            "You can have at most {available} open orders in this market.", available=refusal.available
        )
    write = DETAILS.get(refusal.code)
    if write is None or decimals is None:
        return ""
    return write(refusal, decimals)


def _least(refusal: Refused, decimals: int) -> str:
    return Message("Minimum: {needed}.", needed=to_text(refusal.needed, decimals)) if refusal.needed else ""


def _most(refusal: Refused, decimals: int) -> str:
    return (
        Message("Maximum: {available}.", available=to_text(refusal.available, decimals))
        if refusal.available
        else ""
    )


def _shortfall(refusal: Refused, decimals: int) -> str:
    available, needed = to_text(refusal.available, decimals), to_text(refusal.needed, decimals)
    return Message(
        "Insufficient balance: {needed} needed, {available} available.", needed=needed, available=available
    )


def _notional(refusal: Refused, decimals: int) -> str:
    worth, least = to_text(refusal.available, decimals), to_text(refusal.needed, decimals)
    return Message("Minimum order value: {least}. This order: {worth}.", least=least, worth=worth)


DETAILS: dict[str, Callable[[Refused, int], str]] = {
    "BELOW_MINIMUM": _least,
    "MAX_QUANTITY": _most,
    "ABOVE_MAXIMUM": _most,
    "INSUFFICIENT_BALANCE": _shortfall,
    "MIN_NOTIONAL": _notional,
}
