"""The counters behind the rate limits: sliding, shared, and of one size."""

from pathlib import Path

import pytest

from clearwater.kit import rate_counters
from clearwater.kit.rate_counters import Hit, RateCounters

START = 1_800_000_000.0
COUNTED = Hit(is_counted=True)


def hit(counters: RateCounters, key: str = "ann", *, after: float = 0.0) -> Hit:
    """Of four requests in ten seconds."""
    return counters.hit(key, limit=4, window_seconds=10, now=START + after)


def test_requests_up_to_the_limit_are_counted() -> None:
    counters = RateCounters()

    assert [hit(counters, after=1.0) for _ in range(4)] == [COUNTED] * 4
    assert not hit(counters, after=1.0).is_counted
    assert hit(counters, "bob", after=1.0) == COUNTED


def test_the_previous_window_counts_by_its_remaining_share() -> None:
    counters = RateCounters()
    for _ in range(4):
        hit(counters, after=9.0)

    # At 12.5 s three quarters of the four are inside, which leaves room for one.
    assert [hit(counters, after=12.5).is_counted for _ in range(2)] == [True, False]
    # Two windows later nothing is.
    assert [hit(counters, after=31.0).is_counted for _ in range(5)] == [True] * 4 + [False]


@pytest.mark.parametrize(("used_at", "asked_at"), [(0.0, 2.0), (9.0, 11.0)])
def test_a_request_is_allowed_after_the_stated_wait_and_not_before(used_at: float, asked_at: float) -> None:
    counters = RateCounters()
    for _ in range(4):
        hit(counters, after=used_at)
    wait_seconds = hit(counters, after=asked_at).wait_seconds

    assert not hit(counters, after=asked_at + wait_seconds - 0.01).is_counted
    assert hit(counters, after=asked_at + wait_seconds + 0.01) == COUNTED


def test_a_clock_that_is_set_back_refuses_no_request() -> None:
    counters = RateCounters()
    for _ in range(4):
        hit(counters, after=3600.0)

    assert hit(counters, after=0.0) == COUNTED


def test_processes_that_open_the_same_file_share_their_counts(tmp_path: Path) -> None:
    path = tmp_path / "run" / "rate-limits"
    one, other = RateCounters(path), RateCounters(path)
    counted = [hit(counters).is_counted for counters in (one, other, one, other, one, other)]
    one.close()
    other.close()

    assert counted == [True] * 4 + [False] * 2
    assert path.stat().st_mode & 0o777 == 0o600


def test_a_full_table_evicts_the_caller_that_expires_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_counters, "SLOTS", 2)
    counters = RateCounters()
    for _ in range(4):
        hit(counters, "ann", after=0.0)
        hit(counters, "bob", after=10.0)

    assert hit(counters, "cid", after=10.0) == COUNTED
    assert not hit(counters, "bob", after=10.0).is_counted
    assert hit(counters, "ann", after=10.0) == COUNTED
