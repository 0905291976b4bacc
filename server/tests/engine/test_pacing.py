"""When the engine waits for more commands before it commits, and before it goes on with what is due."""

import asyncio

from clearwater.engine.pacing import ENOUGH_COMMANDS, PAUSE_SECONDS, NextSettlement, Pacer
from clearwater.kit.errors import EngineUnavailable


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


async def test_the_next_settlement_is_planned_once_for_many_commits() -> None:
    settled = asyncio.Queue[str]()
    next_settlement = NextSettlement(lambda: settled.put_nowait("settled"))

    for _ in range(2):
        for _ in range(5):
            next_settlement.plan()
        assert await asyncio.wait_for(settled.get(), 5) == "settled"
        assert settled.empty()


async def test_a_settlement_that_finds_the_engine_stopped_is_planned_again() -> None:
    """The exception does not reach the event loop; a rebuilt engine plans the next one."""
    tried = asyncio.Queue[str]()

    def fail() -> None:
        tried.put_nowait("tried")
        raise EngineUnavailable

    next_settlement = NextSettlement(fail)
    for _ in range(2):
        next_settlement.plan()
        assert await asyncio.wait_for(tried.get(), 5) == "tried"
