"""LEV: which level a client has, for any facts at all."""

import uuid
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clearwater.domains.membership.default_levels import default_levels
from clearwater.domains.membership.ladder import (
    GRACE,
    WELCOME,
    EarnedLevel,
    Facts,
    earned_rank,
    evaluate,
    gap_to,
    is_allowed,
    rank_of,
)
from clearwater.kit.fields import format_decimal

LADDER = default_levels(uuid.UUID(int=1))
NOW = datetime(2026, 11, 15, 12, 0, tzinfo=UTC)
LONG_AGO = NOW - timedelta(days=400)

moments = st.integers(0, 120 * 24).map(lambda hours: NOW - timedelta(hours=hours))
amounts = st.decimals(0, 10_000_000, places=2)
facts_of_anybody = st.builds(
    Facts,
    kyc_approved_at=st.none() | moments,
    has_second_factor=st.booleans(),
    volume_30d=amounts,
    balance=amounts,
)
standings = st.builds(EarnedLevel, rank=st.integers(0, 4), below_since=st.none() | moments)


def a_trader(volume: str, balance: str, *, second_factor: bool = True) -> Facts:
    return Facts(LONG_AGO, second_factor, Decimal(volume), Decimal(balance))


@pytest.mark.parametrize(
    ("facts", "rank"),
    [
        (Facts(None, True, Decimal(10**9), Decimal(10**9)), 0),
        (a_trader("0", "0"), 0),
        (a_trader("499.99", "100"), 0),
        (a_trader("500", "99.99"), 0),
        (a_trader("500", "100"), 1),
        (a_trader("25000", "2500", second_factor=False), 1),
        (a_trader("25000", "2500"), 2),
        (a_trader("500000", "25000"), 3),
        (a_trader("5000000", "99999"), 3),
        (a_trader("5000000", "100000"), 4),
    ],
)
def test_each_level_is_earned_with_all_it_asks_for(facts: Facts, rank: int) -> None:
    assert earned_rank(LADDER, facts) == rank


@given(facts=facts_of_anybody, earned_level=standings)
def test_a_level_is_never_held_without_identity_and_second_factor(
    facts: Facts, earned_level: EarnedLevel
) -> None:
    rank = rank_of(LADDER, facts, earned_level, now=NOW)

    assert is_allowed(LADDER[rank], facts)


@given(facts=facts_of_anybody, earned_level=standings)
def test_an_earned_level_applies_immediately(facts: Facts, earned_level: EarnedLevel) -> None:
    assert rank_of(LADDER, facts, earned_level, now=NOW) >= earned_rank(LADDER, facts)


@given(facts=facts_of_anybody, earned_level=standings, more=amounts)
def test_more_volume_or_balance_never_lowers_a_level(
    facts: Facts, earned_level: EarnedLevel, more: Decimal
) -> None:
    richer = Facts(
        facts.kyc_approved_at, facts.has_second_factor, facts.volume_30d + more, facts.balance + more
    )

    before = rank_of(LADDER, facts, earned_level, now=NOW)

    assert rank_of(LADDER, richer, earned_level, now=NOW) >= before


@given(earned_level=standings, earned=st.integers(0, 4))
def test_evaluating_a_level_is_idempotent(earned_level: EarnedLevel, earned: int) -> None:
    once = evaluate(earned_level, earned, now=NOW)

    assert evaluate(once, earned, now=NOW) == once
    assert once.rank >= earned


@given(held=st.integers(1, 4), earned=st.integers(0, 3), hours=st.lists(st.integers(1, 200), max_size=60))
def test_a_level_is_lost_only_after_the_grace_period(held: int, earned: int, hours: list[int]) -> None:
    """However often somebody looks, thirty days pass between the first look and the fall."""
    now, earned_level = NOW, evaluate(EarnedLevel(held), earned, now=NOW)
    for pause in hours:
        now += timedelta(hours=pause)
        earned_level = evaluate(earned_level, earned, now=now)
        has_fallen = earned < held and now - NOW >= GRACE
        assert earned_level.rank == (earned if has_fallen else max(held, earned))


def test_figures_that_recover_in_time_restart_the_grace_period() -> None:
    below = evaluate(EarnedLevel(3), 1, now=NOW)
    recovered = evaluate(below, 3, now=NOW + timedelta(days=29))
    below_again = evaluate(recovered, 1, now=NOW + timedelta(days=31))

    assert below == EarnedLevel(3, NOW)
    assert recovered == EarnedLevel(3)
    assert evaluate(below_again, 1, now=NOW + timedelta(days=60)).rank == 3
    assert evaluate(below_again, 1, now=NOW + timedelta(days=61)).rank == 1


@given(volume=amounts, balance=amounts, second_factor=st.booleans())
def test_the_approval_gives_the_first_level_for_thirty_days(
    volume: Decimal, balance: Decimal, second_factor: bool
) -> None:
    facts = Facts(NOW, second_factor, volume, balance)
    last_moment = NOW + WELCOME - timedelta(microseconds=1)

    assert rank_of(LADDER, facts, EarnedLevel(), now=last_moment) >= 1
    assert rank_of(LADDER, facts, EarnedLevel(), now=NOW + WELCOME) == earned_rank(LADDER, facts)


def test_a_restored_second_factor_restores_the_level() -> None:
    without = a_trader("500000", "25000", second_factor=False)
    earned_level = evaluate(EarnedLevel(3), earned_rank(LADDER, without), now=NOW)

    assert rank_of(LADDER, without, earned_level, now=NOW) == 1
    assert rank_of(LADDER, a_trader("0", "0"), earned_level, now=NOW) == 3


@given(facts=facts_of_anybody, rank=st.integers(0, 4))
def test_the_gap_to_a_level_is_exactly_what_earns_it(facts: Facts, rank: int) -> None:
    gap = gap_to(LADDER[rank], facts)

    filled = Facts(
        NOW if gap.kyc else facts.kyc_approved_at,
        gap.two_factor or facts.has_second_factor,
        facts.volume_30d + gap.volume_30d,
        facts.balance + gap.balance,
    )

    assert earned_rank(LADDER, filled) >= rank


@pytest.mark.parametrize(
    ("amount", "text"),
    [
        ("500.000000000000000000", "500"),
        ("0.001600000000000000", "0.0016"),
        ("0E-18", "0"),
        ("1E+3", "1000"),
        ("5000000", "5000000"),
    ],
)
def test_amounts_are_written_plainly(amount: str, text: str) -> None:
    assert format_decimal(Decimal(amount)) == text
