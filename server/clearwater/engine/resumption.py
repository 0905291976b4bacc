"""What the gateway keeps for followers that come back: the latest batches, and which commands it knows."""

from collections import deque
from typing import Generic, TypeVar

from clearwater.core.desk import Outcome
from clearwater.engine.protocol import MAX_IN_FLIGHT

C = TypeVar("C")
# A follower that has been away may resume from these; more than that it reads from the tables.
MAX_KEPT_BYTES = 32 * 1024 * 1024
# Processes that have followed this engine; each start is another.
MAX_NODES = 1_000


class KeptBatches:
    """The last batches as frames, for followers that come back."""

    def __init__(self) -> None:
        self._frames: deque[tuple[int, bytes, bytes]] = deque()
        self._bytes = 0

    def add(self, last: int, digest: bytes, encoded: bytes) -> None:
        self._frames.append((last, digest, encoded))
        self._bytes += len(encoded)
        while self._bytes > MAX_KEPT_BYTES:
            self._bytes -= len(self._frames.popleft()[2])

    def clear(self) -> None:
        self._frames.clear()
        self._bytes = 0

    def since(self, seq: int, digest: bytes) -> list[bytes] | None:
        """The batches after this entry; None when it is not the end of one of them."""
        for place, (last, kept, _) in enumerate(self._frames):
            if last == seq:
                later = list(self._frames)[place + 1 :]
                return [encoded for _, _, encoded in later] if kept == digest else None
        return None


class Request(Generic[C]):
    """A command of a follower, remembered beyond its answer: the connection may be lost before that."""

    __slots__ = ("connection", "node", "number", "outcome")

    def __init__(self, connection: C, node: str, number: int) -> None:
        self.connection = connection
        self.node = node
        self.number = number
        self.outcome: Outcome | None = None


class KnownOfNode(Generic[C]):
    """The commands of one follower: all that are in flight, and the latest that were answered."""

    __slots__ = ("answered", "forgotten", "requests")

    def __init__(self) -> None:
        self.requests: dict[int, Request[C]] = {}
        self.answered: deque[int] = deque()
        # The highest number that is not known any more.
        self.forgotten = 0


class KnownRequests(Generic[C]):
    """Commands by the number that their follower has given them, separate for each follower."""

    def __init__(self) -> None:
        self._nodes: dict[str, KnownOfNode[C]] = {}

    def find(self, node: str, number: int) -> Request[C] | None:
        known = self._nodes.get(node)
        return None if known is None else known.requests.get(number)

    def is_forgotten(self, node: str, number: int) -> bool:
        """Whether a command of this number may have been carried out, though it is not known any more."""
        known = self._nodes.get(node)
        return known is not None and number <= known.forgotten

    def add(self, request: Request[C]) -> None:
        known = self._nodes.get(request.node)
        if known is None:
            known = self._nodes[request.node] = KnownOfNode()
            self._forget_idle_nodes()
        known.requests[request.number] = request

    def remove(self, request: Request[C]) -> None:
        """It was not carried out: its number may come again."""
        known = self._nodes.get(request.node)
        if known is not None and known.requests.get(request.number) is request:
            del known.requests[request.number]

    def note_answered(self, request: Request[C]) -> None:
        """From now on it may be forgotten, once as many others have been answered as can be in flight."""
        known = self._nodes.get(request.node)
        if known is None or known.requests.get(request.number) is not request:
            # Of the time before the state was loaded again.
            return
        known.answered.append(request.number)
        if len(known.answered) > MAX_IN_FLIGHT:
            oldest = known.answered.popleft()
            del known.requests[oldest]
            known.forgotten = max(known.forgotten, oldest)

    def clear(self) -> None:
        self._nodes.clear()

    def _forget_idle_nodes(self) -> None:
        """Forget the processes that began first and have nothing in flight: they are gone for long."""
        for node in list(self._nodes)[: max(0, len(self._nodes) - MAX_NODES)]:
            known = self._nodes[node]
            if len(known.requests) == len(known.answered):
                del self._nodes[node]
