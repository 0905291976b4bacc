"""A run of all tests has a budget that follows the machine."""

import pytest

from testrun.budget import LIMIT_SECONDS, MARGIN, Budget, slowest


@pytest.mark.parametrize(
    ("speed", "cores", "factor"),
    [(1.0, 2, 1.0), (0.5, 2, 2.0), (1.0, 1, 2.0), (0.5, 1, 4.0), (2.0, 2, 1.0), (1.0, 16, 1.0)],
)
def test_slower_and_fewer_cores_may_take_longer_but_faster_ones_need_not_be_quicker(
    speed: float, cores: int, factor: float
) -> None:
    assert Budget(speed, cores).limit_seconds == pytest.approx(LIMIT_SECONDS * factor * MARGIN)


def test_a_run_may_take_as_long_as_its_limit_and_not_longer() -> None:
    budget = Budget(speed=0.8, cores=2)

    assert budget.is_kept_by(budget.limit_seconds)
    assert not budget.is_kept_by(budget.limit_seconds + 0.1)


def test_the_report_says_what_was_measured_and_how_the_limit_came_about() -> None:
    assert Budget(speed=0.8, cores=2).report(50 * 60) == (
        "50.0 min, OVER the budget of 41.2 min: 30.0 min x 1.25 for this machine "
        "(speed 0.80, 2 cores) x 1.1 for chance"
    )
    assert "12.0 min, within the budget" in Budget(speed=0.8, cores=2).report(12 * 60)


def test_the_slowest_tests_come_slowest_first() -> None:
    assert slowest({"a": 1.0, "b": 3.0, "c": 2.0}, 2) == [("b", 3.0), ("c", 2.0)]
