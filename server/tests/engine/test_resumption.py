"""Which commands the gateway knows when a follower repeats them."""

import pytest

from clearwater.core.desk import Outcome
from clearwater.engine import resumption
from clearwater.engine.resumption import KnownRequests, Request

DONE = Outcome(1, [], None)


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resumption, "MAX_IN_FLIGHT", 3)
    monkeypatch.setattr(resumption, "MAX_NODES", 2)


def add(known: KnownRequests[None], node: str, *numbers: int) -> list[Request[None]]:
    added = [Request(None, node, number) for number in numbers]
    for request in added:
        known.add(request)
    return added


def answer(known: KnownRequests[None], *requests: Request[None]) -> None:
    for request in requests:
        request.outcome = DONE
        known.note_answered(request)


def test_the_load_of_others_makes_nobody_forget() -> None:
    known = KnownRequests[None]()
    (mine,) = add(known, "one", 1)
    answer(known, mine)

    answer(known, *add(known, "other", *range(1, 100)))

    assert known.find("one", 1) is mine
    assert not known.is_forgotten("one", 1)


def test_what_is_in_flight_is_known_however_much_is_answered_meanwhile() -> None:
    known = KnownRequests[None]()
    (slow,) = add(known, "one", 1)

    answer(known, *add(known, "one", *range(2, 100)))

    assert known.find("one", 1) is slow
    assert [known.find("one", number) is not None for number in (95, 96, 97, 98, 99)] == [False] * 2 + [
        True
    ] * 3


def test_a_number_below_those_that_are_known_is_never_taken_for_new() -> None:
    known = KnownRequests[None]()
    answer(known, *add(known, "one", *range(1, 6)))

    assert [known.is_forgotten("one", number) for number in (1, 2, 3, 6)] == [True, True, False, False]
    assert not known.is_forgotten("other", 1)


def test_what_was_not_carried_out_may_come_again() -> None:
    known = KnownRequests[None]()
    (refused,) = add(known, "one", 1)
    known.remove(refused)

    assert known.find("one", 1) is None
    assert not known.is_forgotten("one", 1)


def test_answers_of_before_the_state_was_loaded_again_change_nothing() -> None:
    known = KnownRequests[None]()
    (before,) = add(known, "one", 1)
    known.clear()
    (after,) = add(known, "one", 1)

    answer(known, before)
    known.remove(before)

    assert known.find("one", 1) is after


def test_processes_that_are_gone_are_forgotten_unless_something_is_in_flight() -> None:
    known = KnownRequests[None]()
    answer(known, *add(known, "gone", 1))
    (slow,) = add(known, "slow", 1)
    add(known, "third", 1)
    add(known, "fourth", 1)

    assert known.find("gone", 1) is None
    assert known.find("slow", 1) is slow
