"""What may be asked of earn products. Units are those of the other commands (`commands`)."""

from typing import Literal

from clearwater.core.records import Record


class CreateEarnProduct(Record, frozen=True):
    """Offer interest on a coin (ERN-1).

    The rate is of a year, in parts per million. `max_amount` is the most of one client, `quota` of all.
    """

    at: int
    product: str
    coin: str
    kind: Literal["flexible", "locked"]
    rate_ppm: int
    min_amount: int
    max_amount: int
    quota: int
    term_days: int = 0


class ChangeEarnProduct(Record, frozen=True):
    """Another rate from a time on, other bounds, or no new positions; what is not given stays."""

    at: int
    product: str
    rate_ppm: int | None = None
    effective_at: int = 0
    min_amount: int = 0
    max_amount: int = 0
    quota: int | None = None
    is_open: bool | None = None


class Subscribe(Record, frozen=True):
    """Put an amount into a product."""

    at: int
    client: str
    product: str
    amount: int
    auto_renew: bool = False
    idempotency_key: str | None = None


class Redeem(Record, frozen=True):
    """Take an amount out of a position; 0 is all of it."""

    at: int
    client: str
    position_id: int
    amount: int = 0
    idempotency_key: str | None = None


class ChangeAutoRenew(Record, frozen=True):
    """Whether a locked position begins again when it matures."""

    at: int
    client: str
    position_id: int
    auto_renew: bool
