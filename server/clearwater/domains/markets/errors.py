"""What a market refuses, with the codes of the contract. Orders and the ledger refuse with these, too."""

from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class PairUnknown(ClearwaterError):
    status, code, title = 404, "PAIR_UNKNOWN", "There is no such pair."


class MarketHalted(ClearwaterError):
    status, code, title = 423, "MARKET_HALTED", "This market does not take that at the moment."


class StateConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This is no longer in a state that allows that."


class DuplicateClientOrderId(ClearwaterError):
    status, code, title = 409, "DUPLICATE_CLIENT_ORDER_ID", "You have an order with this id already."


class BadPrecision(ClearwaterError):
    status, code, title = 422, "BAD_PRECISION", "This has more digits than the market allows."


class BelowMinimum(ClearwaterError):
    status, code, title = 422, "BELOW_MINIMUM", "This is less than the least that is allowed."


class AboveMaximum(ClearwaterError):
    status, code, title = 422, "ABOVE_MAXIMUM", "This is more than the most that is allowed."


class MinNotional(ClearwaterError):
    status, code, title = 422, "MIN_NOTIONAL", "The order is worth less than the market's least."


class MaxQuantity(ClearwaterError):
    status, code, title = 422, "MAX_QUANTITY", "The order is larger than the market allows."


class PriceOutOfBand(ClearwaterError):
    status, code, title = 422, "PRICE_OUT_OF_BAND", "The price is too far from the last trade."


class PostOnlyWouldTake(ClearwaterError):
    status, code = 422, "POST_ONLY_WOULD_TAKE"
    title = "The order would trade at once, which post-only rules out."


class WouldTrigger(ClearwaterError):
    status, code, title = 422, "WOULD_TRIGGER", "The last trade has already reached this stop price."


class FokNotFillable(ClearwaterError):
    status, code, title = 422, "FOK_NOT_FILLABLE", "The book cannot fill the whole order at once."


class NoLiquidity(ClearwaterError):
    status, code, title = 422, "NO_LIQUIDITY", "There is nothing in the book to trade with."


class OpenOrdersLimit(ClearwaterError):
    status, code, title = 422, "OPEN_ORDERS_LIMIT", "You have too many open orders in this market."


class Shortfall(BaseModel):
    """What is there and what it takes."""

    available: str
    needed: str


class InsufficientBalance(ClearwaterError):
    status, code, title = 422, "INSUFFICIENT_BALANCE", "There is not enough available."
    Fields = Shortfall
