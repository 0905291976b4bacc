"""What a supervisor is told while a process serves, and while it does not."""

import asyncio
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from clearwater.entrypoints.child import Heartbeats
from clearwater.kit import heartbeat
from clearwater.kit.heartbeat import (
    HEARTBEAT_FD,
    LOADING,
    NOTIFY_SOCKET,
    SERVING,
    WATCHDOG_USEC,
    send_heartbeats,
)
from tests.polling import eventually


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heartbeat, "HEARTBEAT_SECONDS", 0.01)


class Starting:
    """Serves when it is told to."""

    def __init__(self) -> None:
        self.serving = asyncio.Event()

    @property
    def is_serving(self) -> bool:
        return self.serving.is_set()

    async def wait_until_serving(self) -> None:
        await self.serving.wait()


@contextmanager
def listening(address: str) -> Iterator[socket.socket]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as receiver:
        receiver.bind(address)
        receiver.setblocking(False)
        yield receiver


@pytest.mark.parametrize("is_abstract", [False, True])
async def test_systemd_is_told_to_expect_the_next_heartbeat_only_while_it_serves(
    is_abstract: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = f"clearwater-{os.getpid()}"
    shown, address = (f"@{name}", f"\0{name}") if is_abstract else (str(tmp_path / name),) * 2
    monkeypatch.setenv(NOTIFY_SOCKET, shown)
    monkeypatch.setenv(WATCHDOG_USEC, "15000000")
    loop = asyncio.get_running_loop()
    with listening(address) as receiver:
        server = Starting()
        sending = asyncio.create_task(send_heartbeats(server))
        told = [await loop.sock_recv(receiver, 1000)]
        server.serving.set()
        told += [await loop.sock_recv(receiver, 1000) for _ in range(2)]
        sending.cancel()

    assert [one.decode().splitlines() for one in told] == [
        ["READY=1", f"WATCHDOG_USEC={usec}", "WATCHDOG=1"] for usec in (900_000_000, 15_000_000, 15_000_000)
    ]


async def test_a_supervisor_gets_the_first_as_soon_as_the_process_serves(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "HEARTBEAT_SECONDS", 3_600)
    server = Starting()
    with Heartbeats() as heartbeats:
        monkeypatch.setenv(HEARTBEAT_FD, str(heartbeats.sender))
        sending = asyncio.create_task(send_heartbeats(server))
        await asyncio.sleep(0)
        server.serving.set()
        await eventually(lambda: heartbeats.read() >= 0 and heartbeats.is_serving)
        sending.cancel()
        heartbeats.close_sender()


def test_heartbeats_that_are_missed_are_counted_until_one_comes() -> None:
    with Heartbeats() as heartbeats:

        def missed(sent: bytes) -> list[int]:
            os.write(heartbeats.sender, sent)
            return [heartbeats.read() for _ in range(3)]

        assert (missed(LOADING), heartbeats.is_serving) == ([0, 1, 2], False)
        assert (missed(LOADING + SERVING), heartbeats.is_serving) == ([0, 1, 2], True)
        assert (missed(LOADING), heartbeats.is_serving) == ([0, 1, 2], False)
        heartbeats.close_sender()


async def test_a_process_that_nobody_watches_sends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(NOTIFY_SOCKET, raising=False)
    monkeypatch.delenv(HEARTBEAT_FD, raising=False)
    await asyncio.wait_for(send_heartbeats(Starting()), 1)
