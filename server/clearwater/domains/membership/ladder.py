"""Which level a client has: pure, so that the same facts always give the same level.

Figures lift a client at once and let him down slowly. Identity and the second factor have no grace:
without them a level that asks for them is not held, however long it was.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Protocol

GRACE = timedelta(days=30)
WELCOME = timedelta(days=30)
WELCOME_RANK = 1


class Rung(Protocol):
    """What a level asks for."""

    rank: int
    requires_kyc: bool
    requires_two_factor: bool
    volume_30d: Decimal
    balance: Decimal


@dataclass(frozen=True)
class Facts:
    """What a client has to show. `kyc_approved_at` is None unless the approval holds now."""

    kyc_approved_at: datetime | None
    has_second_factor: bool
    volume_30d: Decimal
    balance: Decimal


@dataclass(frozen=True)
class EarnedLevel:
    """The rank that figures have earned, and since when they no longer do."""

    rank: int = 0
    below_since: datetime | None = None


@dataclass(frozen=True)
class Gap:
    """What a client lacks for a level."""

    kyc: bool
    two_factor: bool
    volume_30d: Decimal
    balance: Decimal


def gap_to(rung: Rung, facts: Facts) -> Gap:
    return Gap(
        kyc=rung.requires_kyc and facts.kyc_approved_at is None,
        two_factor=rung.requires_two_factor and not facts.has_second_factor,
        volume_30d=max(rung.volume_30d - facts.volume_30d, Decimal(0)),
        balance=max(rung.balance - facts.balance, Decimal(0)),
    )


def is_allowed(rung: Rung, facts: Facts) -> bool:
    """Whether identity and second factor suffice."""
    gap = gap_to(rung, facts)
    return not gap.kyc and not gap.two_factor


def is_earned(rung: Rung, facts: Facts) -> bool:
    return gap_to(rung, facts) == Gap(False, False, Decimal(0), Decimal(0))


def earned_rank(ladder: Sequence[Rung], facts: Facts) -> int:
    """The highest rank that all figures and proofs give at this moment."""
    return max((rung.rank for rung in ladder if is_earned(rung, facts)), default=0)


def evaluate(earned_level: EarnedLevel, earned: int, *, now: datetime) -> EarnedLevel:
    """Up at once; down only when the figures have been too low for the whole grace."""
    if earned >= earned_level.rank:
        return EarnedLevel(earned)
    if earned_level.below_since is None:
        return EarnedLevel(earned_level.rank, now)
    if now - earned_level.below_since >= GRACE:
        return EarnedLevel(earned)
    return earned_level


def rank_of(ladder: Sequence[Rung], facts: Facts, earned_level: EarnedLevel, *, now: datetime) -> int:
    """The client's rank: what was earned or is still held, and the welcome after the approval."""
    held = evaluate(earned_level, earned_rank(ladder, facts), now=now).rank
    if facts.kyc_approved_at is not None and now - facts.kyc_approved_at < WELCOME:
        held = max(held, WELCOME_RANK)
    return max((rung.rank for rung in ladder if rung.rank <= held and is_allowed(rung, facts)), default=0)
