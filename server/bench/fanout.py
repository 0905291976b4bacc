"""What it costs to send a book's changes to many sockets, ten times a second, and how late they come.

The server is the api's own, in a process of its own. This one holds the sockets: it speaks just enough
WebSocket and Socket.IO to see that every update arrives, once and in its order. How late they are is measured
by the machine's monotonic clock, which both processes share; of some short rounds the median counts.
"""

import asyncio
import gc
import json
import re
import resource
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, cast

import uvloop

PAIR = "BTC-USDT"
CHANGES = 40
LEVELS = 200
TICK_SECONDS = 0.1
SECONDS = 1.5
ROUNDS = 3
CASES = (500, 2_000)
CORE_AT_500 = 0.20
P99_MS_AT_2000 = 150.0

HANDSHAKE = (
    b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
)
JOIN = '40{"site":"localhost"}'
FOLLOW = f'420["subscribe",{{"channels":["depth:{PAIR}"]}}]'
NUMBERS = re.compile(rb'"first_seq":(\d+),"last_seq":(\d+)')


class Socket(asyncio.Protocol):
    """One client. While updates come it only notes them; what they say is read afterwards."""

    def __init__(self, join: str = JOIN, follow: str = FOLLOW) -> None:
        self._join = join
        self._follow = follow
        self._buffer = b""
        self._is_open = False
        self._seq = 0
        self._noted: list[tuple[bytes, float]] = []
        self.is_following: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(HANDSHAKE)

    def data_received(self, data: bytes) -> None:
        if self.is_following.done():
            self._noted.append((data, time.monotonic()))
            return
        self._buffer += data
        if not self._is_open:
            _, end, self._buffer = self._buffer.partition(b"\r\n\r\n")
            self._is_open = bool(end)
        while (payload := self._take_frame()) is not None:
            self._begin(payload)

    def _begin(self, payload: bytes) -> None:
        if payload.startswith(b"0"):
            self._send_text(self._join)
        elif payload.startswith(b"40"):
            self._send_text(self._follow)
        elif payload.startswith(b"44"):
            self.is_following.set_exception(ConnectionRefusedError(payload.decode()))
        elif payload.startswith(b'42["depth"'):
            self._seq = json.loads(payload[2:])[1]["seq"]
            self.is_following.set_result(None)

    def read(self) -> list[tuple[int, float]]:
        """The updates that came since the last time, by number; what is out of its order counts as lost."""
        arrived = []
        for data, at in self._noted:
            self._buffer += data
            while (payload := self._take_frame()) is not None:
                numbers = NUMBERS.search(payload, 0, 200)
                if numbers is not None:
                    if int(numbers[1]) == self._seq + 1:
                        arrived.append((int(numbers[2]), at))
                    self._seq = int(numbers[2])
        self._noted.clear()
        return arrived

    def _take_frame(self) -> bytes | None:
        buffer = self._buffer
        if len(buffer) < 4:
            return None
        size, begin = buffer[1], 2
        if size >= 126:
            begin = 4 if size == 126 else 10
            size = int.from_bytes(buffer[2:begin], "big")
        if len(buffer) < begin + size:
            return None
        self._buffer = buffer[begin + size :]
        return buffer[begin : begin + size]

    def _send_text(self, text: str) -> None:
        size = bytes((0x80 | len(text),)) if len(text) < 126 else b"\xfe" + len(text).to_bytes(2, "big")
        # A mask of zeros is a mask, too.
        self._transport.write(b"\x81" + size + bytes(4) + text.encode())


class Round(NamedTuple):
    cpu: float
    delivered: int
    lost: int
    p50_ms: float
    p99_ms: float


def read_round(reported: dict[str, Any], sockets: Sequence[Socket]) -> Round:
    sent = {int(seq): at for seq, at in reported["sent"].items()}
    late = sorted((at - sent[seq]) * 1000 for socket in sockets for seq, at in socket.read())
    lost = len(sent) * len(sockets) - len(late)
    return Round(reported["cpu"], len(late), lost, late[len(late) // 2], late[int(len(late) * 0.99)])


async def connect(port: int, count: int) -> list[Socket]:
    loop, sockets = asyncio.get_running_loop(), list[Socket]()
    while len(sockets) < count:
        some = [
            loop.create_connection(Socket, "127.0.0.1", port) for _ in range(min(100, count - len(sockets)))
        ]
        opened = [socket for _, socket in await asyncio.gather(*some)]
        await asyncio.gather(*(socket.is_following for socket in opened))
        sockets += opened
    return sockets


async def measure(server: subprocess.Popen[str]) -> bool:
    assert server.stdin is not None
    assert server.stdout is not None
    loop, port = asyncio.get_running_loop(), int(server.stdout.readline())
    sockets: list[Socket] = []
    is_good, empty_kb = True, resident_kb(server.pid)
    for count in CASES:
        sockets += await connect(port, count - len(sockets))
        held_kb = (resident_kb(server.pid) - empty_kb) / count
        rounds: list[Round] = []
        for _ in range(ROUNDS):
            server.stdin.write(f"{SECONDS}\n")
            server.stdin.flush()
            reported = json.loads(await loop.run_in_executor(None, server.stdout.readline))
            rounds.append(read_round(reported, sockets))
        is_good &= report(count, rounds)
        print(f"        {held_kb:.0f} kB of memory a socket")
    return is_good


def resident_kb(process: int) -> int:
    pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    return pages * resource.getpagesize() // 1024


def report(count: int, rounds: Sequence[Round]) -> bool:
    cpu = median(one.cpu for one in rounds)
    p50_ms, p99_ms = median(one.p50_ms for one in rounds), median(one.p99_ms for one in rounds)
    lost = sum(one.lost for one in rounds)
    per_delivery = cpu * SECONDS * 1e6 / median(one.delivered for one in rounds)
    print(
        f"  {count:>5,} sockets x {1 / TICK_SECONDS:.0f}/s   {cpu:>4.0%} of a core"
        f"   {per_delivery:>3.0f} us a delivery   p50 {p50_ms:>3.0f} ms   p99 {p99_ms:>3.0f} ms   lost {lost}"
    )
    is_fast = cpu <= CORE_AT_500 if count == CASES[0] else p99_ms <= P99_MS_AT_2000
    return is_fast and lost == 0


def allow_many_files() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(max(soft, 8_192), hard), hard))


def main() -> int:
    allow_many_files()
    print(f"Fan-out of depth, {CHANGES} changes an update, median of {ROUNDS} rounds of {SECONDS:g} s")
    with subprocess.Popen(
        [sys.executable, "-m", "bench.fanout_server"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        # The server is measured, not the collector of this process, which holds far more than that one.
        gc.disable()
        try:
            is_good = uvloop.run(measure(server))
        finally:
            server.kill()
    if not is_good:
        print(
            f"  Over budget: {CORE_AT_500:.0%} of a core at {CASES[0]}, p99 {P99_MS_AT_2000:g} ms at"
            f" {CASES[1]:,}, none lost"
        )
    return 0 if is_good else 1


if __name__ == "__main__":
    sys.exit(main())
