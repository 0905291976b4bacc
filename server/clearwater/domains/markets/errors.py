"""Errors of markets, with the codes of the contract. Also raised by orders and the ledger."""

from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class PairUnknown(ClearwaterError):
    status, code, title = 404, "PAIR_UNKNOWN", "Pair not found."


class MarketHalted(ClearwaterError):
    status, code, title = 423, "MARKET_HALTED", "Market is halted or cancel-only."


class StateConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The current state does not allow this."


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


class FokNotFillable(ClearwaterError):
    status, code, title = 422, "FOK_NOT_FILLABLE", "Fill or kill: cannot fill in full."


class NoLiquidity(ClearwaterError):
    status, code, title = 422, "NO_LIQUIDITY", "No liquidity right now."


class OpenOrdersLimit(ClearwaterError):
    status, code, title = 422, "OPEN_ORDERS_LIMIT", "You have too many open orders in this market."


class Shortfall(BaseModel):
    """The available and the needed amount."""

    available: str
    needed: str


class InsufficientBalance(ClearwaterError):
    status, code, title = 422, "INSUFFICIENT_BALANCE", "Insufficient balance."
    Fields = Shortfall
