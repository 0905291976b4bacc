"""The gateway's protocol: length-prefixed msgpack frames between the engine and the processes that follow it.

A follower says hello with what it has; the engine then sends every committed batch in sequence, and answers
commands after the batch that has them. Messages are arrays that begin with a tag.

The two sides may be one version apart, and speak the lower one. New fields come last, with a default; named
tuples in messages (`AccountKey`, the forecasts) get none. An older side leaves out kinds of messages and
events that it does not know (`engine/decoding.py`); what must not be left out is only sent in a version that
has it. A command that the engine does not know wholly is answered as unavailable.
"""

import asyncio
import struct
from collections.abc import Callable
from typing import NamedTuple, cast

import msgspec

from clearwater.core.commands import KINDS, Command, Convert, PlaceOrder
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Committed
from clearwater.core.events import Event, Refused
from clearwater.core.execution import Forecast
from clearwater.kit.chain_heads import SeenHead

LENGTH = struct.Struct(">I")
MAX_FRAME_BYTES = 64 * 1024 * 1024
# What a follower may send in one frame; commands are small.
MAX_REQUEST_BYTES = 1024 * 1024
HEARTBEAT_SECONDS = 1.0
# The connection is lost after so many heartbeat intervals without a message.
MAX_MISSED_HEARTBEATS = 5
# How many commands of one connection may be unanswered.
MAX_IN_FLIGHT = 10_000


class Versions(NamedTuple):
    """The versions of the protocol that a side speaks."""

    min: int
    max: int

    def negotiate(self, other: "Versions") -> int | None:
        """The version that both speak; None when they have none in common."""
        version = min(self.max, other.max)
        return version if version >= max(self.min, other.min) else None


# Of this program: its own version, and the one before where there is one.
VERSIONS = Versions(1, 1)


class Message(msgspec.Struct, array_like=True, gc=False):
    """The base of messages."""


class Hello(Message, tag=1):
    """The first message of a follower: who it is, and the last entry that it has; -1 when it has none.

    What it has seen may be more: it forgets its view, but never that an entry was there.
    """

    min_version: int
    max_version: int
    node: str
    role: str
    seq: int = -1
    hash: bytes = b""
    seen: SeenHead = SeenHead()


class Submit(Message, tag=2):
    """A command. The number is the follower's own and never used again, so that it may be repeated."""

    number: int
    kind: str
    command: msgspec.Raw


class Preview(Message, tag=3):
    """What would an order fill now?"""

    number: int
    terms: PlaceOrder


class JobStatus(msgspec.Struct, array_like=True, gc=False):
    """A periodic job of the worker; 0 ms is a job that has not succeeded since the start."""

    name: str
    last_success_ms: int = 0
    failures: int = 0


class Alive(Message, tag=4):
    """A follower's heartbeat, with its figures for the console."""

    # Whether somebody is using the site there.
    has_visitors: bool = False
    lag_entries: int = 0
    sockets: int = 0
    jobs: list[JobStatus] = []


class Sync(Message, tag=5):
    """Answered after every batch that is committed by now, so that a view with the answer has them all."""

    number: int


class PreviewConversion(Message, tag=6):
    """What would a conversion give now?"""

    number: int
    terms: Convert


class Welcome(Message, tag=11):
    """The answer to a hello. What follows are the batches after `seq`.

    `resumes` says that the follower has everything up to there; otherwise it loads the tables, which have at
    least that. The term changes whenever the engine has started, and with it what it knows of commands.
    """

    version: int
    term: str
    seq: int
    resumes: bool
    timeline: int = 0


class Rejected(Message, tag=12):
    """The answer to a hello that leads nowhere: another version, or an engine that does not serve."""

    code: str
    reason: str


class Batch(Message, tag=14):
    """Entries in sequence, and the hash of the journal after the last."""

    hash: bytes
    entries: list[Committed]


class Answer(Message, tag=15):
    """What became of a command; its events are in the batch before, unless this is a repetition."""

    number: int
    seq: int = 0
    refusal: Refused | None = None
    error: str = ""
    events: list[Event] | None = None
    forecast: Forecast | None = None
    conversion: ConversionForecast | None = None


class Answers(Message, tag=16):
    answers: list[Answer]


class FollowerStatus(msgspec.Struct, array_like=True, gc=False):
    """A process that follows the engine."""

    role: str
    lag_entries: int = 0
    sockets: int = 0
    unsent_bytes: int = 0


class Status(Message, tag=17):
    """The engine's heartbeat with its figures, for the console."""

    seq: int
    hash: bytes
    waiting: int = 0
    commands: int = 0
    batches: int = 0
    largest_batch: int = 0
    rebuilds: int = 0
    overloads: int = 0
    clock_ahead_ms: int = 0
    has_visitors: bool = False
    # How many processes take clients' commands; 0 is not known.
    apis: int = 0
    # Of the latest batches.
    commit_p50_ms: float = 0.0
    commit_p99_ms: float = 0.0
    queue_p50_ms: float = 0.0
    queue_p99_ms: float = 0.0
    followers: list[FollowerStatus] = []
    jobs: list[JobStatus] = []


FromFollower = Hello | Submit | Preview | PreviewConversion | Alive | Sync
FromEngine = Welcome | Rejected | Batch | Answers | Status
encoder = msgspec.msgpack.Encoder()
COMMANDS = {kind: msgspec.msgpack.Decoder(struct) for kind, struct in KINDS.items()}


def submit(number: int, command: Command) -> bytes:
    """The frame that hands a command in."""
    return frame(Submit(number, type(command).__name__, msgspec.Raw(encoder.encode(command))))


def command_of(message: Submit) -> Command:
    """The command of a frame; raises `MsgspecError` or `KeyError` when this version has no such command."""
    return COMMANDS[message.kind].decode(message.command)


def frame(message: Message) -> bytes:
    """The message with its length in front."""
    body = encoder.encode(message)
    return LENGTH.pack(len(body)) + body


class FrameError(ConnectionError):
    """The other side sent what is no frame."""


class FrameProtocol(asyncio.Protocol):
    """Reads frames, and writes those of one turn of the loop together."""

    def __init__(
        self, on_frame: Callable[[bytes], None], on_lost: Callable[[Exception | None], None], max_bytes: int
    ) -> None:
        self._on_frame = on_frame
        self._on_lost = on_lost
        self._max_bytes = max_bytes
        self._loop = asyncio.get_running_loop()
        self._received = bytearray()
        self._unsent: list[bytes] = []
        self.transport: asyncio.Transport | None = None
        self._last_received_at = self._loop.time()
        self._missed_heartbeats = 0

    @property
    def silent_seconds(self) -> float:
        """How long the other side has sent nothing, as far as this process could read."""
        return self._loop.time() - self._last_received_at

    def miss_heartbeat(self) -> bool:
        """Count an interval without a message; returns whether the connection is lost.

        Waits are counted, not time: this process may have stalled, with data waiting to be read, or the whole
        machine, and then the other side could not send either.
        """
        self._missed_heartbeats += 1
        return self._missed_heartbeats >= MAX_MISSED_HEARTBEATS

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        self._last_received_at = self._loop.time()
        self._missed_heartbeats = 0
        received = self._received
        received += data
        start, end = 0, len(received)
        try:
            while end - start >= LENGTH.size:
                (length,) = LENGTH.unpack_from(received, start)
                if length > self._max_bytes:
                    raise FrameError(f"A frame of {length} bytes is too long.")
                stop = start + LENGTH.size + length
                if stop > end:
                    break
                self._on_frame(bytes(received[start + LENGTH.size : stop]))
                start = stop
        except (FrameError, msgspec.MsgspecError) as error:
            self.abort(error)
            return
        del received[:start]

    def connection_lost(self, error: Exception | None) -> None:
        self.transport = None
        self._on_lost(error)

    def send(self, encoded: bytes) -> None:
        """Write a frame at the end of this turn of the loop."""
        if not self._unsent:
            self._loop.call_soon(self._flush)
        self._unsent.append(encoded)

    def _flush(self) -> None:
        frames, self._unsent = self._unsent, []
        if self.transport is not None and not self.transport.is_closing():
            self.transport.writelines(frames)

    def unsent_bytes(self) -> int:
        """How much the other side has not taken yet."""
        return self.transport.get_write_buffer_size() if self.transport is not None else 0

    def close(self) -> None:
        """Close the connection once everything is written."""
        self._flush()
        if self.transport is not None:
            self.transport.close()

    def abort(self, error: Exception | None = None) -> None:
        """Drop the connection now."""
        transport, self.transport = self.transport, None
        if transport is not None:
            transport.abort()
            self._on_lost(error)
            self._on_lost = lambda _: None
