"""Why a command is refused. A rule raises before anything has changed; `Exchange.apply` makes it an event."""

from typing import Literal, TypeAlias

from clearwater.core.events import Refused
from clearwater.core.money import MAX_UNITS

Code: TypeAlias = Literal[
    "VALIDATION_FAILED",
    "BAD_PRECISION",
    "BELOW_MINIMUM",
    "ABOVE_MAXIMUM",
    "MIN_NOTIONAL",
    "MAX_QUANTITY",
    "PRICE_OUT_OF_BAND",
    "POST_ONLY_WOULD_TAKE",
    "WOULD_TRIGGER",
    "FOK_NOT_FILLABLE",
    "NO_LIQUIDITY",
    "INSUFFICIENT_BALANCE",
    "OPEN_ORDERS_LIMIT",
    "NOT_FOUND",
    "PAIR_UNKNOWN",
    "MARKET_HALTED",
    "DUPLICATE_CLIENT_ORDER_ID",
    "STATE_CONFLICT",
]


NOT_FOUND = Refused("NOT_FOUND", "id")


class Refusal(Exception):
    """A command that cannot be done, and why."""

    def __init__(
        self, code: Code, field: str = "", *, available: int = 0, needed: int = 0, order_id: int = 0
    ) -> None:
        # What was asked for may be any number.
        amounts = min(available, MAX_UNITS), min(needed, MAX_UNITS)
        self.event: Refused = Refused(code, field, *amounts, order_id)

    def __str__(self) -> str:
        return repr(self.event)
