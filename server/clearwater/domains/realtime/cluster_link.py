"""Several api processes: the leader, which has the engine, publishes; the followers forward to their sockets.

A follower has no market state. It requests snapshots from the leader on behalf of its sockets and forwards
the leader's messages in order. These are numbered: a follower that finds a gap, or a new leader, requests all
snapshots again.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec
import structlog

from clearwater.domains.realtime.hub import Hub, Member
from clearwater.domains.realtime.messages import PRIVATE, Channel, Message, find_channel
from clearwater.domains.realtime.ports import Relay
from clearwater.domains.realtime.publisher import Joined, Publisher
from clearwater.domains.realtime.streams import PrivateEvent
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.realtime")

ALIVE_SECONDS = 1.0
PRESENCE_SECONDS = 5.0
# A process without a heartbeat for so long is treated as gone, whether follower or leader.
GONE_SECONDS = 15.0
SILENT_SECONDS = 5.0
ANSWER_SECONDS = 2.0


class Part(msgspec.Struct, array_like=True):
    """A message, and the channel that it belongs to."""

    channel: str
    texts: list[str]
    is_replaceable: bool

    @classmethod
    def of(cls, channel: str, message: Message) -> "Part":
        return cls(channel, list(message.texts), message.is_replaceable)

    def message(self) -> Message:
        return Message(self.texts, is_replaceable=self.is_replaceable)


class LeaderMessage(msgspec.Struct, array_like=True):
    """A message from the leader. `answers` is the number of the request from the follower `to`."""

    leader: str
    number: int
    kind: str
    parts: list[Part] = []
    client: str = ""
    seq: int | None = None
    to: str = ""
    answers: int = 0
    errors: dict[str, str] = {}
    resync: bool = False
    ended_session: str = ""


class FollowerRequest(msgspec.Struct, array_like=True):
    """A message from a follower: a request, or with the number 0 a heartbeat with all its subscriptions."""

    node: str
    number: int
    channels: list[str]
    clients: list[str] = []
    resume: int | None = None


class Presence:
    """The subscriptions of a follower's sockets."""

    def __init__(self) -> None:
        self.channels: set[str] = set()
        self.clients: set[str] = set()
        self.last_seen_at = 0.0


Answer = Callable[[Joined], None]


class PendingRequest(NamedTuple):
    """A request without a response so far."""

    answer: Answer
    channels: Sequence[str]
    clients: Sequence[str]


class ClusterLink:
    """The connection of this process to the others, as leader or follower."""

    def __init__(
        self,
        relay: Relay,
        hub: Hub,
        publisher: Publisher,
        clock: Callable[[], float],
        *,
        is_serving: Callable[[], bool],
    ) -> None:
        self._relay = relay
        self._hub = hub
        self._publisher = publisher
        self._clock = clock
        # Whether the engine of this process takes commands; while it recovers it may have lost its place.
        self._is_serving = is_serving
        self.node = new_id().hex
        self._term = ""
        self._number = 0
        self._followers: dict[str, Presence] = {}
        self._leader = ""
        self._last_number = 0
        self._leader_seen_at = 0.0
        self._last_request = 0
        self._pending: dict[int, PendingRequest] = {}

    @property
    def has_leader(self) -> bool:
        """Whether messages of a leader have arrived."""
        return bool(self._leader)

    # As leader.

    def lead(self) -> None:
        """The engine of this process has taken the lock."""
        self._publisher.is_leading = True
        self._term, self._number = f"{self.node}/{new_id().hex}", 0
        self._followers.clear()
        self._publish("lead")

    def public(self, channel: str, message: Message) -> None:
        if any(channel in follower.channels for follower in self._followers.values()):
            self._publish("public", Part.of(channel, message))

    def private(self, client: str, event: PrivateEvent) -> None:
        if any(client in follower.clients for follower in self._followers.values()):
            part = Part.of(event.channel, event.message)
            self._send(
                LeaderMessage(
                    self._term,
                    0,
                    "private",
                    [part],
                    client,
                    event.seq,
                    ended_session=event.ended_session,
                )
            )

    def restart_private(self) -> None:
        self._publish("restart")

    def channels(self) -> set[str]:
        return set().union(*(follower.channels for follower in self._followers.values()))

    def clients(self) -> set[str]:
        return set().union(*(follower.clients for follower in self._followers.values()))

    def _publish(self, kind: str, *parts: Part) -> None:
        self._send(LeaderMessage(self._term, 0, kind, list(parts)))

    def _send(self, message: LeaderMessage) -> None:
        if self._publisher.is_leading:
            self._number += 1
            message.number = self._number
            self._relay.publish(msgspec.msgpack.encode(message))

    def on_request(self, encoded: bytes) -> None:
        request = msgspec.msgpack.decode(encoded, type=FollowerRequest)
        if request.node == self.node or not self._publisher.is_leading:
            return
        follower = self._followers.setdefault(request.node, Presence())
        follower.last_seen_at = self._clock()
        channels = [channel for name in request.channels if (channel := find_channel(name)) is not None]
        if not request.number:
            self._note_presence(follower, request, channels)
            return
        client = request.clients[0] if request.clients else None
        joined = self._publisher.join(channels, client, request.resume)
        follower.channels |= {c.name for c in channels if not c.is_private and c.name not in joined.errors}
        follower.clients |= set(request.clients)
        self._send(
            LeaderMessage(
                self._term,
                0,
                "joined",
                [Part.of(name, message) for name, message in joined.messages],
                seq=joined.seq,
                to=request.node,
                answers=request.number,
                errors=joined.errors,
                resync=joined.resync,
            )
        )

    def _note_presence(
        self, follower: Presence, request: FollowerRequest, channels: Sequence[Channel]
    ) -> None:
        # A follower that was treated as gone is back; it starts from new snapshots.
        missing = [channel for channel in channels if channel.name not in follower.channels]
        if not follower.clients.issuperset(request.clients):
            self._send(LeaderMessage(self._term, 0, "restart", to=request.node))
        follower.channels, follower.clients = set(request.channels), set(request.clients)
        for name, message in self._publisher.join(missing, None, None).messages:
            self.public(name, message)

    # As follower.

    async def join(
        self, member: Member, channels: Sequence[Channel], resume: int | None, on_joined: Answer
    ) -> Joined:
        """Ask the leader for a member; `on_joined` is called in the order of the leader's messages."""
        answered: asyncio.Future[Joined] = asyncio.get_running_loop().create_future()

        def answer(joined: Joined) -> None:
            on_joined(joined)
            if not answered.done():
                answered.set_result(joined)

        own = any(channel.is_private for channel in channels)
        number = self._request([c.name for c in channels], member.client if own else None, resume, answer)
        try:
            return await asyncio.wait_for(answered, ANSWER_SECONDS)
        except TimeoutError:
            # There is no leader now. The next one sends new snapshots and restarts private channels.
            self._pending.pop(number, None)
            joined = Joined({}, [], resync=resume is not None)
            on_joined(joined)
            return joined

    def _request(
        self, channels: Sequence[str], client: str | None, resume: int | None, answer: Answer
    ) -> int:
        self._last_request += 1
        clients = [client] if client else []
        self._pending[self._last_request] = PendingRequest(answer, channels, clients)
        request = FollowerRequest(self.node, self._last_request, list(channels), clients, resume)
        self._relay.request(msgspec.msgpack.encode(request))
        return self._last_request

    def on_message(self, encoded: bytes) -> None:
        message = msgspec.msgpack.decode(encoded, type=LeaderMessage)
        if message.leader.startswith(self.node):
            return
        if self._publisher.is_leading:
            if message.kind != "lead" and self._is_serving():
                # A late message of a process that has lost the engine to this one.
                return
            self._publisher.step_down()
            log.info("realtime_following_leader", leader=message.leader)
        if not self._is_from_leader(message):
            return
        self._leader_seen_at = self._clock()
        if message.leader != self._leader or message.number != self._last_number + 1:
            self._leader, self._last_number = message.leader, message.number
            self._resync()
        self._last_number = message.number
        self._forward(message)

    def _is_from_leader(self, message: LeaderMessage) -> bool:
        """Accept the newest leader; an older one only when the newest has gone silent."""
        if message.leader == self._leader or message.kind == "lead":
            return True
        return self._clock() - self._leader_seen_at > SILENT_SECONDS

    def _forward(self, message: LeaderMessage) -> None:
        if message.kind == "public":
            for part in message.parts:
                self._hub.public(part.channel, part.message())
        elif message.kind == "private":
            assert message.seq is not None
            for part in message.parts:
                event = PrivateEvent(message.seq, part.channel, part.message(), message.ended_session)
                self._hub.private(message.client, event)
        elif message.kind == "restart" and message.to in ("", self.node):
            self._hub.restart_private()
        elif message.kind == "joined" and message.to == self.node:
            pending = self._pending.pop(message.answers, None)
            if pending is not None:
                messages = [(part.channel, part.message()) for part in message.parts]
                pending.answer(Joined(message.errors, messages, message.seq, message.resync))

    def _resync(self) -> None:
        """Messages were missed: request new snapshots of everything."""
        self._hub.restart_private()
        channels = sorted(self._hub.channels())
        if channels:
            self._request(channels, None, None, self._refresh)

    def _refresh(self, joined: Joined) -> None:
        for channel, message in joined.messages:
            self._hub.refresh(channel, message)

    # As either.

    async def run(self) -> None:
        """Receive messages and send heartbeats until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self._relay.run(on_message=self.on_message, on_request=self.on_request))
            group.create_task(self._keep_alive())

    async def _keep_alive(self) -> None:
        next_presence = 0.0
        while True:
            now = self._clock()
            if self._publisher.is_leading:
                if self._is_serving():
                    self._publish("alive")
                for node, follower in list(self._followers.items()):
                    if now - follower.last_seen_at > GONE_SECONDS:
                        del self._followers[node]
            elif now >= next_presence:
                next_presence = now + PRESENCE_SECONDS
                self.announce_presence()
            await asyncio.sleep(ALIVE_SECONDS)

    def announce_presence(self) -> None:
        channels, clients = self._hub.channels(), self._hub.clients()
        # Include pending subscriptions: the leader may have responded to them already.
        for pending in self._pending.values():
            channels.update(name for name in pending.channels if name not in PRIVATE)
            clients.update(pending.clients)
        self._relay.request(
            msgspec.msgpack.encode(FollowerRequest(self.node, 0, sorted(channels), sorted(clients)))
        )
