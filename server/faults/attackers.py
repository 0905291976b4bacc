"""The attackers of the hostile load, in a process of their own: what they do must cost only the exchange.

Reads its orders as one line of JSON, says when everything is under way, and what came of it at the end.
"""

import asyncio
import json
import resource
import secrets
import socket
import sys
from collections import Counter
from contextlib import suppress

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake

from faults.connection import HOST, Connection

READERS = 50
FLOODS = 50
SOCKETS = 2_000
OPENING_AT_ONCE = 50
READERS_PER_CLIENT = 3
LONG_LIST = "/api/v1/client/login-history?format=csv"


class Attack:
    """Everything at once, from one address."""

    def __init__(self, port: int, source: str, tokens: list[str]) -> None:
        self._port, self._source, self._tokens = port, source, tokens
        self._plugs: list[socket.socket] = []
        self._sockets: list[ClientConnection] = []
        self.seen: Counter[str] = Counter()

    async def stall(self, number: int) -> None:
        """Ask for a long file, and take only its first bytes."""
        plug = socket.socket()
        self._plugs.append(plug)
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        plug.bind((self._source, 0))
        plug.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(plug, (HOST, self._port))
        token = self._tokens[number // READERS_PER_CLIENT]
        head = f"GET {LONG_LIST} HTTP/1.1\r\nHost: localhost\r\nX-Token: {token}\r\n\r\n"
        await loop.sock_sendall(plug, head.encode())
        first = await loop.sock_recv(plug, 100)
        self.seen[f"readers {first[9:12].decode()}"] += 1

    async def hold_open(self, room: asyncio.Semaphore) -> None:
        """Open a socket and do nothing with it but stay."""
        async with room:
            try:
                wire = await connect(
                    f"ws://{HOST}:{self._port}/socket.io/?EIO=4&transport=websocket",
                    local_addr=(self._source, 0),
                    open_timeout=20,
                    ping_interval=None,
                    compression=None,
                )
                await wire.recv()
                await wire.send('40{"site":"localhost"}')
            except (OSError, InvalidHandshake, EOFError):
                self.seen["sockets refused"] += 1
                return
        self.seen["sockets open"] += 1
        self._sockets.append(wire)

    async def answer_pings(self, wire: ClientConnection) -> None:
        with suppress(Exception):
            async for message in wire:
                if message == "2":
                    await wire.send("3")

    async def flood(self) -> None:
        """Order after order with tokens that nobody has, as fast as answers come."""
        while True:
            with suppress(OSError, EOFError):
                connection = await Connection.open(self._port, source=self._source)
                while True:
                    connection.use_token(secrets.token_urlsafe(24))
                    answer = await connection.ask("POST", "/api/v1/order", {})
                    self.seen[f"floods {answer.status}"] += 1
            await asyncio.sleep(0.1)

    async def run(self) -> None:
        await asyncio.gather(*(self.stall(number) for number in range(READERS)))
        room = asyncio.Semaphore(OPENING_AT_ONCE)
        await asyncio.gather(*(self.hold_open(room) for _ in range(SOCKETS)))
        tasks = [asyncio.create_task(self.answer_pings(wire)) for wire in self._sockets]
        tasks += [asyncio.create_task(self.flood()) for _ in range(FLOODS)]
        print("under way", flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        for task in tasks:
            task.cancel()
        for plug in self._plugs:
            plug.close()
        print(json.dumps(self.seen), flush=True)


if __name__ == "__main__":
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    asyncio.run(Attack(**json.loads(sys.stdin.readline())).run())
