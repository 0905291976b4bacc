"""The private events of each client, numbered without gaps and buffered for a while."""

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

from clearwater.core.views import OrderView
from clearwater.domains.realtime.messages import Json, Message

MAX_RECENT_EVENTS = 1_000
KEPT_IDLE_SECONDS = 300.0
# Sequence numbers start at the time at which a stream was opened, so that a number from before a restart
# is always too old and never mistaken for a current one.
NUMBERS_A_MS = 1_000


class PrivateEvent(NamedTuple):
    seq: int
    channel: str
    message: Message
    # The session that ended. Its own sockets are notified by the process that closes them.
    ended_session: str = ""


class Stream:
    """The events of one client since the first subscription to a private channel."""

    __slots__ = ("_recent", "first_seq", "idle_since", "orders", "seq", "stop_prices")

    def __init__(self, seq: int) -> None:
        self.seq = seq
        # Events before this one were never buffered.
        self.first_seq = seq + 1
        self.idle_since: float | None = None
        # The client's open orders, so that the last event of an order has all its fields.
        self.orders: dict[int, OrderView] = {}
        # Where the stop prices of trailing orders were when they were last published.
        self.stop_prices: dict[int, str | None] = {}
        self._recent: deque[PrivateEvent] = deque(maxlen=MAX_RECENT_EVENTS)

    def add(self, channel: str, kind: str, body: Json, *, ended_session: str = "") -> PrivateEvent:
        """Number an event and buffer it."""
        self.seq += 1
        message = Message.of(channel, {"channel": channel, "type": kind, "seq": self.seq, **body})
        event = PrivateEvent(self.seq, channel, message, ended_session)
        self._recent.append(event)
        return event

    def since(self, seq: int) -> list[PrivateEvent] | None:
        """The events after this number; None when some are no longer buffered or the number is unknown."""
        oldest = self._recent[0].seq if self._recent else self.first_seq
        if not oldest - 1 <= seq <= self.seq:
            return None
        return [event for event in self._recent if event.seq > seq]


class Streams:
    """The streams of all clients who are or were recently connected."""

    def __init__(self) -> None:
        self._by_client: dict[str, Stream] = {}
        # A stream that is opened later must not reuse numbers of one that was dropped.
        self._last_seq = 0

    def __bool__(self) -> bool:
        return bool(self._by_client)

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_client)

    def find(self, client: str) -> Stream | None:
        return self._by_client.get(client)

    def open(self, client: str, *, now_ms: int) -> Stream:
        """The client's stream; a new one starts numbering now."""
        stream = self._by_client.get(client)
        if stream is None:
            self._last_seq = max(self._last_seq + 1, now_ms * NUMBERS_A_MS)
            stream = self._by_client[client] = Stream(self._last_seq)
        return stream

    def remove(self, client: str) -> None:
        """Drop a stream; later ones continue after its numbers."""
        stream = self._by_client.pop(client)
        self._last_seq = max(self._last_seq, stream.seq)

    def clear(self) -> None:
        for client in list(self._by_client):
            self.remove(client)

    def prune(self, clients_here: set[str], *, now: float) -> None:
        """Drop the streams of clients who have been away for long."""
        for client, stream in list(self._by_client.items()):
            if client in clients_here:
                stream.idle_since = None
            elif stream.idle_since is None:
                stream.idle_since = now
            elif now - stream.idle_since > KEPT_IDLE_SECONDS:
                self.remove(client)
