"""When the engine waits for more commands before it commits."""

from clearwater.engine.pacing import ENOUGH_COMMANDS, PAUSE_SECONDS, Pacer


def a_pacer(*batches: int) -> Pacer:
    pacer = Pacer()
    for commands in batches:
        pacer.count(commands)
    return pacer


def test_commands_that_come_one_by_one_are_committed_immediately() -> None:
    assert a_pacer().pause_seconds(1) == 0
    assert a_pacer(*[1] * 100).pause_seconds(1) == 0


def test_under_load_a_batch_waits_for_more() -> None:
    assert a_pacer(*[3] * 20).pause_seconds(1) == PAUSE_SECONDS


def test_a_batch_that_is_large_already_does_not_wait() -> None:
    assert a_pacer(*[60] * 20).pause_seconds(ENOUGH_COMMANDS) == 0


def test_one_large_batch_among_single_commands_is_no_load() -> None:
    assert a_pacer(*[1] * 50, 4).pause_seconds(1) == 0


def test_waiting_ends_when_the_load_has_passed() -> None:
    assert a_pacer(*[10] * 50, *[1] * 40).pause_seconds(1) == 0
