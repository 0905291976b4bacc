"""How many reads run at a time, which of those that wait is next, and which is refused."""

import asyncio

import pytest

from clearwater.kit import metrics
from clearwater.kit.errors import Overloaded
from clearwater.kit.read_slots import (
    MAX_READS,
    MAX_STANDING_WAIT_SECONDS,
    MAX_TURN_SECONDS,
    MAX_WAIT_SECONDS,
    MIN_READS,
    ReadSlots,
)
from tests.polling import eventually


class Reads:
    """Reads by name that run until they are ended, with clocks that the test moves."""

    def __init__(self) -> None:
        self.now = self.cpu = 0.0
        self.slots = ReadSlots(lambda: self.now, lambda: self.cpu)
        self.begun: list[str] = []
        self.tasks: dict[str, asyncio.Task[None]] = {}
        self._ends: dict[str, asyncio.Event] = {}

    async def ask(self, *names: str) -> None:
        for name in names:
            self._ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._read(name))
            await asyncio.sleep(0)

    async def _read(self, name: str) -> None:
        await self.slots.acquire()
        try:
            self.begun.append(name)
            await self._ends[name].wait()
        finally:
            self.slots.release()

    async def end(self, name: str) -> None:
        self._ends[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)

    async def end_all(self) -> None:
        for event in self._ends.values():
            event.set()
        await asyncio.gather(*self.tasks.values(), return_exceptions=True)

    async def crowd(self) -> None:
        """As many as run at least, in an event loop whose turns are long."""
        await self.ask(*(f"first-{number}" for number in range(MIN_READS)))
        await self.take_long_turn()
        self.begun.clear()

    async def take_long_turn(self) -> None:
        await asyncio.sleep(0)
        await self.ask("measured")
        self.cpu += 2 * MAX_TURN_SECONDS
        await asyncio.sleep(0)
        self.tasks.pop("measured").cancel()
        await asyncio.sleep(0)


async def until_refused(task: asyncio.Task[None]) -> Overloaded:
    await eventually(task.done)
    error = task.exception()
    assert isinstance(error, Overloaded)
    return error


async def test_reads_run_together_while_turns_are_short() -> None:
    reads = Reads()

    await reads.ask(*map(str, range(3 * MIN_READS)))
    await eventually(lambda: len(reads.begun) == 3 * MIN_READS)

    await reads.end_all()


async def test_reads_that_wait_for_something_else_are_limited_at_last() -> None:
    reads = Reads()

    await reads.ask(*map(str, range(MAX_READS + 1)))
    await eventually(lambda: len(reads.begun) == MAX_READS)
    await reads.end("0")
    await eventually(lambda: len(reads.begun) == MAX_READS + 1)

    await reads.end_all()


async def test_in_a_busy_loop_few_run_and_the_oldest_is_next() -> None:
    reads = Reads()
    await reads.crowd()

    await reads.ask("ann", "bob")
    waiting = list(reads.begun)
    await reads.end("first-0")

    assert (waiting, reads.begun) == ([], ["ann"])
    await reads.end_all()


async def test_once_one_waits_for_long_the_newest_is_next() -> None:
    reads = Reads()
    await reads.crowd()
    await reads.ask("ann")
    reads.now += MAX_STANDING_WAIT_SECONDS + 0.1
    await reads.ask("bob", "cat")

    await reads.end("first-0")

    assert reads.begun == ["cat"]
    await reads.end_all()


async def test_what_cannot_be_served_soon_is_refused_and_counted() -> None:
    reads, before = Reads(), metrics.overloaded_reads.labels().value
    await reads.crowd()
    await reads.ask("ann")
    reads.now += MAX_WAIT_SECONDS / 2
    await reads.ask("bob")
    reads.now += MAX_WAIT_SECONDS / 2

    refusal = await until_refused(reads.tasks["ann"])
    # There has been a queue for that long, so that less is enough from now on.
    await until_refused(reads.tasks["bob"])

    assert refusal.headers == {"Retry-After": "1"}
    assert reads.begun == []
    assert metrics.overloaded_reads.labels().value == before + 2
    await reads.end_all()


async def test_after_a_storm_all_is_as_before() -> None:
    reads = Reads()
    await reads.crowd()
    await reads.ask("ann")
    reads.now += MAX_WAIT_SECONDS
    await until_refused(reads.tasks["ann"])
    await reads.end_all()

    await reads.ask("bob", "cat", "dan")
    await eventually(lambda: reads.begun == ["bob", "cat", "dan"])

    await reads.end_all()


@pytest.mark.parametrize("is_granted", [False, True])
async def test_a_read_that_is_cancelled_while_it_waits_holds_no_slot(is_granted: bool) -> None:
    reads = Reads()
    await reads.crowd()
    await reads.ask("ann")

    if is_granted:
        reads.slots.release()
    reads.tasks["ann"].cancel()
    await asyncio.gather(reads.tasks["ann"], return_exceptions=True)
    if is_granted:
        # That of another one, which was given back above, is its own again.
        await reads.slots.acquire()

    await reads.end_all()
    await reads.ask(*map(str, range(MIN_READS)))
    assert reads.begun == [str(number) for number in range(MIN_READS)]
    await reads.end_all()
