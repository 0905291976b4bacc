"""How many reads run at a time: as many as keep the turns of the event loop short, for orders take some.

Reads and orders share one event loop. Each of its turns lets every request that can go on do a step, and an
order takes a few turns, so the longest turn is what reads cost an order.
"""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from clearwater.kit import metrics
from clearwater.kit.errors import Overloaded

# After a longer turn half as many reads run; one more after a while of turns at most half as long.
MAX_TURN_SECONDS = 0.003
# A long turn is forgotten by and by, or reads that all wait at one moment would let too many others begin.
TURN_DECAY = 0.95
# At least as many as an address may have, so that nobody who is alone is refused. The most is for those that
# wait for something else than the event loop, such as a slow database: they take no turns.
MIN_READS, MAX_READS = 4, 64
# A burst may wait for so long; when some have waited for long all that time, each waits less.
MAX_WAIT_SECONDS, MAX_STANDING_WAIT_SECONDS = 2.0, 0.5
TICK_SECONDS = 0.01
# A refusal is work, too: so many at a tick, or what ends a long queue within so many ticks.
MAX_REFUSALS, REFUSAL_TICKS = 4, 30
SOON = {"Retry-After": "1"}


class WaitingRead(NamedTuple):
    slot: asyncio.Future[None]
    since: float


class ReadSlots:
    """Lets some reads run; the others wait, in their order while that is short, else the newest is next.

    The sender of the newest is still there. Who cannot be served soon is refused.
    """

    def __init__(
        self,
        now: Callable[[], float] = time.monotonic,
        # Of turns only the work counts: that a machine does something else is no fault of reads.
        cpu_now: Callable[[], float] = time.thread_time,
    ) -> None:
        self._now = now
        self._cpu_now = cpu_now
        self._running = 0
        self._width = MIN_READS
        # The oldest first.
        self._waiting: deque[WaitingRead] = deque()
        # Since when the oldest is late.
        self._late_since = 0.0
        self._longest_turn = 0.0
        self._is_measuring = False
        self._tick: asyncio.TimerHandle | None = None

    async def acquire(self) -> None:
        """Acquire a slot, waiting for a moment; raises when there is none soon. `release` returns it."""
        self._measure_turn()
        if not self._waiting and self._running < self._width:
            self._running += 1
            return
        if not self._waiting:
            self._late_since = self._now()
        slot = asyncio.get_running_loop().create_future()
        self._waiting.append(WaitingRead(slot, self._now()))
        self._tick_soon()
        try:
            await slot
        except asyncio.CancelledError:
            if slot.done() and not slot.cancelled() and slot.exception() is None:
                self.release()
            raise

    def release(self) -> None:
        self._running -= 1
        self._measure_turn()
        self._begin_waiting()

    def _begin_waiting(self) -> None:
        while self._running < self._width and (oldest := self._find_oldest()) is not None:
            is_late = self._now() - oldest.since > MAX_STANDING_WAIT_SECONDS
            read = self._waiting.pop() if is_late else self._waiting.popleft()
            if not read.slot.done():
                self._running += 1
                read.slot.set_result(None)

    def _find_oldest(self) -> WaitingRead | None:
        """Who has waited longest; those who gave up are dropped."""
        while self._waiting and self._waiting[0].slot.done():
            self._waiting.popleft()
        return self._waiting[0] if self._waiting else None

    def _measure_turn(self) -> None:
        if not self._is_measuring:
            self._is_measuring = True
            asyncio.get_running_loop().call_soon(self._on_turn, self._cpu_now())

    def _on_turn(self, began: float) -> None:
        self._is_measuring = False
        turn = self._cpu_now() - began
        self._longest_turn = max(turn, self._longest_turn * TURN_DECAY)
        if turn > MAX_TURN_SECONDS:
            self._width = max(MIN_READS, min(self._width, self._running) // 2)
        elif self._waiting and self._longest_turn <= MAX_TURN_SECONDS / 2:
            self._width = min(self._width + 1, MAX_READS)
            self._begin_waiting()

    def _tick_soon(self) -> None:
        if self._tick is None:
            self._tick = asyncio.get_running_loop().call_later(TICK_SECONDS, self._on_tick)

    def _on_tick(self) -> None:
        self._tick = None
        self._refuse_late()
        if self._waiting:
            # All that run may wait for something else, and end late.
            self._measure_turn()
            self._tick_soon()

    def _refuse_late(self) -> None:
        now, oldest = self._now(), self._find_oldest()
        # Half of it: refusals themselves let nobody wait longer than that.
        if oldest is None or now - oldest.since < MAX_STANDING_WAIT_SECONDS / 2:
            self._late_since = now
        is_standing = now - self._late_since >= MAX_WAIT_SECONDS
        max_wait = MAX_STANDING_WAIT_SECONDS if is_standing else MAX_WAIT_SECONDS
        for _ in range(max(MAX_REFUSALS, len(self._waiting) // REFUSAL_TICKS)):
            oldest = self._find_oldest()
            if oldest is None or now - oldest.since < max_wait:
                return
            oldest.slot.set_exception(Overloaded(headers=SOON))
            metrics.overloaded_reads.inc()
