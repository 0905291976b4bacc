"""The sockets of this process: their subscriptions, and how far behind each reader is.

Sending never blocks. A slow consumer skips messages that a later one replaces; if it stays slow it is
disconnected.
"""

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import structlog

from clearwater.domains.realtime.messages import PRIVATE, Message
from clearwater.domains.realtime.ports import EVERYONE, Everyone, Listing
from clearwater.domains.realtime.senders import SocketSender
from clearwater.domains.realtime.streams import PrivateEvent
from clearwater.domains.sites.service import Site
from clearwater.kit import metrics

log = structlog.get_logger("clearwater.realtime")

MAX_CHANNELS = 200


class ReaderLimits(NamedTuple):
    """How far behind a slow consumer may be."""

    # With more unsent bytes than this a member is behind and skips replaceable messages.
    behind_bytes: int = 64 * 1024
    # With more than this, or behind for longer, it is disconnected.
    max_behind_bytes: int = 1024 * 1024
    max_behind_seconds: float = 10.0


class Member:
    """An admitted socket."""

    __slots__ = (
        "behind_since",
        "channels",
        "client",
        "private_seq",
        "sender",
        "session_id",
        "site",
        "stale",
    )

    def __init__(
        self,
        sender: SocketSender,
        site: Site,
        client: str | None = None,
        session_id: uuid.UUID | None = None,
    ) -> None:
        self.sender = sender
        self.site = site
        self.client = client
        self.session_id = session_id
        self.channels: set[str] = set()
        # Channels with skipped messages; a snapshot follows once it has caught up.
        self.stale: set[str] = set()
        self.behind_since: float | None = None
        # The sequence number of the last private event.
        self.private_seq = 0

    @property
    def is_private(self) -> bool:
        return not PRIVATE.isdisjoint(self.channels)


class Hub:
    """Members by channel and by client."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self.limits = ReaderLimits()
        self.members: set[Member] = set()
        self._by_channel: dict[str, set[Member]] = {}
        self._by_client: dict[str, set[Member]] = {}
        self._behind: set[Member] = set()
        self._sockets_of: Counter[str] = Counter()
        self._sent = metrics.realtime_sent.labels()
        metrics.realtime_sockets.read_all(self._count_by_kind)

    def _count_by_kind(self) -> dict[metrics.Labels, float]:
        of_clients = self._sockets_of.total()
        return {("client",): of_clients, ("visitor",): len(self.members) - of_clients}

    def enter(self, member: Member) -> None:
        self.members.add(member)
        if member.client is not None:
            self._sockets_of[member.client] += 1

    def count_sockets(self, client: str) -> int:
        return self._sockets_of[client]

    def leave(self, member: Member) -> None:
        """Remove a member; it may have left already."""
        self.unfollow(member, list(member.channels))
        if member in self.members and member.client is not None:
            self._sockets_of[member.client] -= 1
            if not self._sockets_of[member.client]:
                del self._sockets_of[member.client]
        self.members.discard(member)
        self._behind.discard(member)

    def follow(self, member: Member, channels: Iterable[str]) -> None:
        for name in channels:
            member.channels.add(name)
            if name in PRIVATE:
                assert member.client is not None
                self._by_client.setdefault(member.client, set()).add(member)
            else:
                self._by_channel.setdefault(name, set()).add(member)

    def unfollow(self, member: Member, channels: Iterable[str]) -> None:
        for name in channels:
            member.channels.discard(name)
            member.stale.discard(name)
            if name not in PRIVATE:
                _discard(self._by_channel, name, member)
        if member.client is not None and not member.is_private:
            _discard(self._by_client, member.client, member)

    def channels(self) -> set[str]:
        return set(self._by_channel)

    def is_watched(self, channel: str) -> bool:
        return channel in self._by_channel

    def clients(self) -> set[str]:
        return set(self._by_client)

    def sessions(self) -> set[uuid.UUID]:
        return {member.session_id for member in self.members if member.session_id is not None}

    def listings(self, channel: str) -> set[Listing]:
        return {member.site.listing for member in self._by_channel.get(channel, ())}

    def public(
        self,
        channel: str,
        message: Message,
        *,
        listing: Listing | Everyone = EVERYONE,
        site_id: uuid.UUID | None = None,
    ) -> None:
        """Send to the subscribers of a channel, or to those of sites with a listing, or of one site."""
        messages, is_replaceable = (message,), message.is_replaceable
        for member in tuple(self._by_channel.get(channel, ())):
            if listing is not EVERYONE and member.site.listing != listing:
                continue
            if site_id is not None and member.site.id != site_id:
                continue
            unread = member.sender.unread_bytes()
            if is_replaceable and (unread > self.limits.behind_bytes or channel in member.stale):
                # It gets a snapshot once it has caught up.
                member.stale.add(channel)
                self._note_behind(member)
            else:
                self._deliver(member, messages, unread)

    def private(self, client: str, event: PrivateEvent) -> None:
        """Send to all sockets that are subscribed to a client's private channel."""
        for member in tuple(self._by_client.get(client, ())):
            if event.ended_session and event.ended_session == str(member.session_id):
                continue
            member.private_seq = event.seq
            if event.channel in member.channels:
                self.send(member, event.message)

    def send(self, member: Member, *messages: Message) -> None:
        """Send to one member."""
        # Measured before sending: the first snapshots of a new subscriber may be large.
        self._deliver(member, messages, member.sender.unread_bytes())

    def _deliver(self, member: Member, messages: Sequence[Message], unread: int) -> None:
        """A failure disconnects only this member."""
        if unread > self.limits.max_behind_bytes:
            log.info("realtime_slow_consumer_closed", unread_bytes=unread)
            metrics.realtime_slow_consumers.inc()
            self.abort(member)
            return
        try:
            for message in messages:
                member.sender.send(message)
        except Exception:
            log.exception("realtime_send_failed")
            self.abort(member)
            return
        self._sent.value += len(messages)
        if unread > self.limits.behind_bytes:
            self._note_behind(member)

    def abort(self, member: Member) -> None:
        self.leave(member)
        member.sender.abort()

    def restart_private(self) -> None:
        """Disconnect all private subscribers, so that they reconnect and request what they missed."""
        for member in [member for members in self._by_client.values() for member in members]:
            self.leave(member)
            member.sender.close_after_flush()

    def sweep(self) -> list[tuple[Member, str]]:
        """Disconnect members that were behind for too long; return who caught up, with the stale channels."""
        now, caught_up = self._clock(), []
        for member in tuple(self._behind):
            if member.behind_since is not None and now - member.behind_since > self.limits.max_behind_seconds:
                log.info("realtime_slow_consumer_closed", seconds=self.limits.max_behind_seconds)
                metrics.realtime_slow_consumers.inc()
                self.abort(member)
            elif not self._is_behind(member):
                self._behind.discard(member)
                member.behind_since = None
                caught_up += [(member, channel) for channel in member.stale]
        return caught_up

    def drop_closed(self) -> None:
        """Remove members whose connection was closed without a disconnect packet."""
        for member in [member for member in self.members if member.sender.is_closed]:
            self.leave(member)

    def _is_behind(self, member: Member) -> bool:
        return member.sender.unread_bytes() > self.limits.behind_bytes

    def _note_behind(self, member: Member) -> None:
        if member.behind_since is None:
            member.behind_since = self._clock()
        self._behind.add(member)


def _discard(members: dict[str, set[Member]], name: str, member: Member) -> None:
    there = members.get(name)
    if there is not None:
        there.discard(member)
        if not there:
            del members[name]
