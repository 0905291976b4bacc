"""What has happened to earn products and positions. Each event says how its subject stands now."""

from typing import Literal, TypeAlias

from clearwater.core.records import EventRecord

EarnKind: TypeAlias = Literal["flexible", "locked"]


class EarnProductChanged(EventRecord, frozen=True, tag=131):
    """A product. `rates` are hours since 1970 and parts per million a year from there on."""

    product: str
    coin: str
    kind: EarnKind
    term_days: int
    rates: tuple[tuple[int, int], ...]
    min_amount: int
    max_amount: int
    quota: int
    subscribed: int
    is_open: bool
    at: int


class EarnPositionChanged(EventRecord, frozen=True, tag=132):
    """A position.

    Interest is counted up to `accrued_hour`: `owed` is what is not paid yet, and `carried` the part of a unit
    beyond it. `rate_ppm` is that of a locked position; a flexible one follows its product.
    """

    position_id: int
    client: str
    product: str
    amount: int
    rate_ppm: int
    accrued_hour: int
    owed: int
    carried: int
    paid: int
    started_at: int
    # 0 for a flexible position.
    matures_at: int
    auto_renew: bool
    # When something is due by itself: a payout, or maturity.
    due_at: int
    status: Literal["active", "redeemed"]
    idempotency_key: str | None
    at: int
    # The key of the last request that took out a part.
    redemption_key: str | None = None
