"""Heartbeats: a side that is silent is dropped, but a stall of this process is no silence of the other."""

import asyncio

import pytest

from clearwater.engine.follower import Follower
from clearwater.engine.protocol import (
    HEARTBEAT_SECONDS,
    MAX_MISSED_HEARTBEATS,
    Alive,
    FrameProtocol,
    Hello,
    frame,
)
from tests.engine.following import Site
from tests.polling import eventually

STALL_SECONDS = 60.0


class LoopTime:
    """The time of the running loop, which can be set ahead: then every timer is late at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        self._real, self._ahead = loop.time, 0.0
        monkeypatch.setattr(loop, "time", lambda: self._real() + self._ahead)

    def stall(self, seconds: float) -> None:
        self._ahead += seconds


class Turns:
    """Counts the heartbeats of a follower."""

    def __init__(self, follower: Follower) -> None:
        self.number = 0
        follower.describe = self._describe

    def _describe(self) -> Alive:
        self.number += 1
        return Alive()

    async def wait_for_next(self) -> None:
        before = self.number
        await eventually(lambda: self.number > before)


async def test_a_process_that_stalled_does_not_take_the_other_side_for_silent(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Engine and follower are in one process here, as on one machine that stood still."""
    time = LoopTime(monkeypatch)
    follower = await site.follow()
    turns = Turns(follower)
    for _ in range(3):
        follower.status = None
        time.stall(STALL_SECONDS)
        await turns.wait_for_next()
        await eventually(lambda: follower.status is not None)

    assert follower.is_serving
    assert len(site.connections) == 1
    assert len(site.gateway.followers) == 1


async def test_a_silent_engine_is_left_and_looked_for_again(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    time = LoopTime(monkeypatch)
    follower = await site.follow()
    turns = Turns(follower)
    transport = site.connections[0].transport
    assert transport is not None
    transport.pause_reading()
    while len(site.connections) == 1:
        time.stall(HEARTBEAT_SECONDS)
        await turns.wait_for_next()
    await eventually(lambda: follower.is_serving)

    # The first one was counted before, and the last one is of the new connection.
    assert turns.number >= MAX_MISSED_HEARTBEATS


async def test_a_silent_follower_is_dropped(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    time = LoopTime(monkeypatch)
    follower = await site.follow()
    silent = await site.connect(lambda: FrameProtocol(lambda _: None, lambda _: None, 10**6))
    silent.send(frame(Hello(1, 1, "silent", "mute")))
    await eventually(lambda: len(site.gateway.followers) == 2)
    while len(site.gateway.followers) == 2:
        follower.status = None
        time.stall(HEARTBEAT_SECONDS)
        await eventually(lambda: follower.status is not None)

    assert [connection.role for connection in site.gateway.followers] == ["test"]
    assert follower.is_serving
    await eventually(lambda: silent.transport is None)
