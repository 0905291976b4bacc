"""Which level a client has. Pure: the same facts always give the same level.

Figures promote a client immediately and demote after a grace period. Identity and the second factor have no
grace period: a level that requires them is lost as soon as they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from clearwater.domains.membership.models import Level

GRACE = timedelta(days=30)
WELCOME = timedelta(days=30)
WELCOME_RANK = 1


@dataclass(frozen=True)
class Facts:
    """The client's figures and proofs. `kyc_approved_at` is None unless the approval is valid now."""

    kyc_approved_at: datetime | None
    has_second_factor: bool
    volume_30d: Decimal
    balance: Decimal


@dataclass(frozen=True)
class EarnedLevel:
    """The rank earned by figures, and since when they are below it."""

    rank: int = 0
    below_since: datetime | None = None


@dataclass(frozen=True)
class Gap:
    """What a client lacks for a level."""

    kyc: bool
    two_factor: bool
    volume_30d: Decimal
    balance: Decimal


def gap_to(level: Level, facts: Facts) -> Gap:
    return Gap(
        kyc=level.requires_kyc and facts.kyc_approved_at is None,
        two_factor=level.requires_two_factor and not facts.has_second_factor,
        volume_30d=max(level.volume_30d - facts.volume_30d, Decimal(0)),
        balance=max(level.balance - facts.balance, Decimal(0)),
    )


def is_allowed(level: Level, facts: Facts) -> bool:
    """Whether the client has the required identity check and second factor."""
    has_kyc = facts.kyc_approved_at is not None or not level.requires_kyc
    return has_kyc and (facts.has_second_factor or not level.requires_two_factor)


def is_earned(level: Level, facts: Facts) -> bool:
    has_figures = facts.volume_30d >= level.volume_30d and facts.balance >= level.balance
    return has_figures and is_allowed(level, facts)


def earned_rank(ladder: Sequence[Level], facts: Facts) -> int:
    """The highest rank whose requirements are all met now."""
    return max((level.rank for level in ladder if is_earned(level, facts)), default=0)


def evaluate(earned_level: EarnedLevel, earned: int, *, now: datetime) -> EarnedLevel:
    """Promote immediately; demote only after the figures were too low for the whole grace period."""
    if earned >= earned_level.rank:
        return EarnedLevel(earned)
    if earned_level.below_since is None:
        return EarnedLevel(earned_level.rank, now)
    if now - earned_level.below_since >= GRACE:
        return EarnedLevel(earned)
    return earned_level


def rank_of(ladder: Sequence[Level], facts: Facts, earned_level: EarnedLevel, *, now: datetime) -> int:
    """The client's rank: earned or in its grace period, or the welcome level after the kyc approval."""
    held = evaluate(earned_level, earned_rank(ladder, facts), now=now).rank
    if facts.kyc_approved_at is not None and now - facts.kyc_approved_at < WELCOME:
        held = max(held, WELCOME_RANK)
    return max((level.rank for level in ladder if level.rank <= held and is_allowed(level, facts)), default=0)
