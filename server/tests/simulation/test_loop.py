"""The simulation's loop: time costs nothing, one seed decides, a killed process does nothing more."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest

from simulation.loop import MAX_TURNS_AT_ONCE, SimulationLoop, TimeIsOver, Trace


def make_loop(seed: int = 1, **options: float) -> SimulationLoop:
    return SimulationLoop(seed, Trace(), **options)


def run(loop: SimulationLoop, work: Coroutine[Any, Any, Any]) -> Any:
    try:
        return loop.run_until_complete(work)
    finally:
        loop.close()


def test_a_sleep_lets_virtual_time_pass_alone() -> None:
    loop = make_loop()
    run(loop, asyncio.sleep(800))
    assert loop.time() == 800


def test_a_timeout_ends_what_takes_longer() -> None:
    async def wait() -> None:
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(5):
                await asyncio.sleep(60)

    loop = make_loop()
    run(loop, wait())
    assert loop.time() == 5


def order_of_turns(seed: int) -> list[str]:
    loop, turns = make_loop(seed), list[str]()

    async def work(name: str) -> None:
        for number in range(3):
            turns.append(f"{name}{number}")
            await asyncio.sleep(0)

    for name in "abc":
        loop.start_process(name).spawn(work(name))
    run(loop, asyncio.sleep(1))
    return turns


def test_the_seed_decides_which_process_runs_next() -> None:
    found = [order_of_turns(seed) for seed in range(5)]
    assert found == [order_of_turns(seed) for seed in range(5)]
    assert len({tuple(turns) for turns in found}) > 1
    # Within a process everything stays in its order.
    assert all([turn for turn in turns if turn[0] == "b"] == ["b0", "b1", "b2"] for turns in found)


def test_a_killed_process_runs_no_finally() -> None:
    loop, done = make_loop(), list[str]()
    process = loop.start_process("victim")

    async def work() -> None:
        try:
            done.append("begun")
            await asyncio.sleep(1)
            done.append("went on")
        finally:
            done.append("cleaned up")

    process.spawn(work())

    async def kill() -> None:
        await asyncio.sleep(0.5)
        process.kill()
        await asyncio.sleep(5)

    run(loop, kill())
    assert done == ["begun"]


def test_a_process_dies_after_the_callback_that_was_named() -> None:
    loop, done = make_loop(), list[int]()
    process = loop.start_process("victim")

    async def work() -> None:
        for number in range(10):
            done.append(number)
            await asyncio.sleep(0)

    process.spawn(work())
    process.kill_after(3)
    run(loop, asyncio.sleep(1))
    assert (done, process.is_alive) == ([0, 1, 2], False)


def test_a_thread_reports_in_the_process_that_asked() -> None:
    async def ask() -> int:
        return await asyncio.to_thread(len, "four")

    loop = make_loop()
    assert run(loop, ask()) == 4
    assert 0 < loop.time() < 0.1


def test_a_livelock_and_an_endless_wait_are_found() -> None:
    async def spin() -> None:
        while True:
            await asyncio.sleep(0)

    async def wait() -> None:
        while True:
            await asyncio.sleep(10)

    with pytest.raises(TimeIsOver, match="livelock"):
        run(make_loop(), spin())
    with pytest.raises(TimeIsOver, match="After 100 s"):
        run(make_loop(max_seconds=100.0), wait())
    assert MAX_TURNS_AT_ONCE > 100_000
