"""Connections between simulated processes: bytes in order, after a seeded time, until somebody cuts them."""

import asyncio
import socket
from collections.abc import Callable, Iterable
from types import SimpleNamespace
from typing import Any

from simulation.loop import Process, SimulationLoop

DELAY_SECONDS = (0.00005, 0.002)
SILENT_SECONDS = 3_600.0
# What a peer says of itself is asked of unix sockets alone.
INTERNET = SimpleNamespace(family=socket.AF_INET)
# Of every machine: apis send what their clients think of, deposits included.
CERTIFICATE = {"subject": ((("organizationalUnitName", "worker"),),)}


class Network:
    """Who listens where, and which connections there are."""

    def __init__(self, loop: SimulationLoop) -> None:
        self.loop = loop
        self.chance = loop.chance("network")
        self._listeners: dict[str, tuple[Process, Callable[[], asyncio.BaseProtocol]]] = {}
        self.links: dict[Link, None] = {}

    def listen(self, name: str, process: Process, factory: Callable[[], asyncio.BaseProtocol]) -> None:
        """Accept connections to a name in a process; whoever listened there before does no longer."""
        self._listeners[name] = (process, factory)

    def delay(self) -> float:
        return self.chance.uniform(*DELAY_SECONDS)

    async def connect(self, factory: Callable[[], asyncio.BaseProtocol], name: str) -> Any:
        await asyncio.sleep(self.delay())
        listener = self._listeners.get(name)
        if listener is None or not listener[0].is_alive:
            raise ConnectionRefusedError(name)
        server, accept = listener
        link = Link(self, self.loop.process, server)
        client_protocol, server_protocol = factory(), server.call(accept)
        link.open(client_protocol, server_protocol)
        return link.ends[0], client_protocol


class Link:
    """A connection with its two ends."""

    def __init__(self, network: Network, client: Process, server: Process) -> None:
        self.network = network
        self.processes = (client, server)
        self.ends: list[End] = []
        self.is_open = True

    def open(self, *protocols: asyncio.BaseProtocol) -> None:
        self.network.links[self] = None
        self.ends = [
            End(self, process, protocol) for process, protocol in zip(self.processes, protocols, strict=True)
        ]
        for end, other in zip(self.ends, reversed(self.ends), strict=True):
            end.other = other
        for end in self.ends:
            end.process.call(end.protocol.connection_made, end)

    def cut(self) -> None:
        """Both sides learn that it has ended."""
        for end in self.ends:
            end.lose(ConnectionResetError())

    def silence(self, direction: int) -> None:
        """What one side sends no longer arrives, and nobody is told."""
        self.ends[direction].is_silent = True


class End(asyncio.Transport):
    """One end of a connection."""

    def __init__(self, link: Link, process: Process, protocol: Any) -> None:
        super().__init__()
        self._link = link
        self.process = process
        self.protocol = protocol
        self.other: End
        self.is_silent = False
        self._is_closing = False
        self._arrives_at = 0.0
        process.connections[self] = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return {"socket": INTERNET, "peercert": CERTIFICATE}.get(name, default)

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return self._is_closing

    def write(self, data: bytes | bytearray | memoryview) -> None:
        if not self._is_closing:
            self._send(self.other.receive, bytes(data))

    def writelines(self, list_of_data: Iterable[Any]) -> None:
        self.write(b"".join(list_of_data))

    def _send(self, deliver: Callable[..., None], *what: Any) -> None:
        if self.is_silent:
            return
        network = self._link.network
        self._arrives_at = max(self._arrives_at, network.loop.now + network.delay())
        network.loop.call_at(self._arrives_at, deliver, *what, context=self.other.process.context)

    def receive(self, data: bytes) -> None:
        if not self._is_closing:
            self.protocol.data_received(data)

    def close(self) -> None:
        if not self._is_closing:
            self._send(self.other.lose, None)
        self.lose(None)

    def abort(self) -> None:
        self.close()

    def lose(self, error: Exception | None) -> None:
        if self._is_closing:
            return
        self._is_closing = True
        self.process.connections.pop(self, None)
        self._link.network.links.pop(self._link, None)
        loop = self._link.network.loop
        loop.call_soon(self.protocol.connection_lost, error, context=self.process.context)

    def process_died(self, *, is_silent: bool) -> None:
        self._is_closing = True
        self.process.connections.pop(self, None)
        self._link.network.links.pop(self._link, None)
        if not is_silent:
            self._send(self.other.lose, ConnectionResetError())
