"""Realtime data for clients: admission of sockets, subscriptions, and their authorization."""

import asyncio
import time
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, Any

import msgspec
import structlog
from starlette.requests import HTTPConnection

from clearwater.core.desk import Committed
from clearwater.core.views import View
from clearwater.domains.content.service import NEWS_CHANGED, NEWS_PUBLISHED
from clearwater.domains.ledger.service import TransferDirectory
from clearwater.domains.markets.service import Board
from clearwater.domains.realtime.hub import MAX_CHANNELS, Hub, Member
from clearwater.domains.realtime.messages import (
    PREMARKETS,
    PRIVATE,
    SITE,
    Channel,
    Json,
    Message,
    find_channel,
)
from clearwater.domains.realtime.publisher import TICK_SECONDS, Joined, Publisher
from clearwater.domains.realtime.senders import SocketSender
from clearwater.domains.realtime.sockets import (
    MAX_MESSAGE_BYTES,
    UNCAPPED,
    Reception,
    SocketCaps,
    SocketServer,
)
from clearwater.domains.sessions import service as sessions
from clearwater.domains.sessions.errors import TokenInvalid
from clearwater.domains.sites.service import Site, SiteDirectory
from clearwater.kit import metrics
from clearwater.kit.clock import Clock
from clearwater.kit.concurrency import CallerSemaphores
from clearwater.kit.db import DATABASE_FAILURES, SessionFactory
from clearwater.kit.errors import EngineUnavailable, Malformed, NotFound, RateLimited
from clearwater.kit.notices import ANNOUNCEMENT, CALLER_CHANGED, Notice
from clearwater.kit.ratelimit import RateLimiter, RateLimitGroup
from clearwater.kit.visitor import network_of_scope
from clearwater.kit.waiting import wait_for_event

log = structlog.get_logger("clearwater.realtime")

__all__ = ["MAX_MESSAGE_BYTES", "UNCAPPED", "Realtime", "SocketCaps"]

SESSION_REVOKED = "session_revoked"
CLEANUP_SECONDS = 5.0
# Sessions also expire, which is not announced.
RECHECK_SECONDS = 60.0
MAX_ECHO_LENGTH = 80
# The largest safe integer of JavaScript.
MAX_SEQ = 2**53 - 1


class Subscription(msgspec.Struct, forbid_unknown_fields=True):
    channels: list[str]
    resume: Annotated[int, msgspec.Meta(ge=0, le=MAX_SEQ)] | None = None


class Unsubscription(msgspec.Struct, forbid_unknown_fields=True):
    channels: list[str]


class SnapshotRequest(msgspec.Struct, forbid_unknown_fields=True):
    channel: str


class Realtime:
    """The facade: listens to the engine and to notices, admits sockets and handles their requests."""

    def __init__(
        self,
        *,
        board: Board,
        clock: Clock,
        sessions: SessionFactory,
        callers: sessions.CallerCache,
        sites: SiteDirectory,
        limiter: RateLimiter,
        caller_limits: CallerSemaphores,
        caps: SocketCaps,
        transfers: TransferDirectory,
    ) -> None:
        self._clock = clock
        self._transfers = transfers
        self._limiter = limiter
        self._caller_limits = caller_limits
        self.caps = caps
        self._sessions = sessions
        self._callers = callers
        self._sites = sites
        self.hub = Hub(time.monotonic)
        self.publisher = Publisher(board, clock, self.hub)
        self.server = SocketServer(Reception(self.admit, self.answer, self.leave), caps)
        # Sessions that ended while a socket was being admitted, which may have been looked up before.
        self._admitting = 0
        self._ended_while_admitting: set[uuid.UUID] = set()
        self._must_recheck = asyncio.Event()

    # The listener of what is committed.

    def on_reset(self, view: View) -> None:
        """The view was loaded. An exception here must not keep others from following."""
        try:
            self.publisher.on_reset(view)
        except Exception:
            log.exception("realtime_start_failed")

    def on_commit(self, entries: Sequence[Committed]) -> None:
        """Commands have become durable. An exception here must not keep others from following."""
        try:
            self.publisher.on_commit(entries)
        except Exception:
            # Some messages may not have been published: reset, so that clients resync.
            log.exception("realtime_failed")
            self.on_reset(self.publisher.view)

    # The server's reception.

    async def admit(self, connection: HTTPConnection, auth: object, sender: SocketSender) -> Member:
        """Admit a socket: as a visitor, or with a token as the client of that session."""
        fields = {} if auth is None else auth
        if not isinstance(fields, dict):
            raise Malformed("Connect with `auth`: a site and, signed in, a token.")
        named = fields.get("site", connection.headers.get("x-site"))
        site = await self._sites.choose_site(connection, None if named is None else str(named))
        token = fields.get("token")
        if token is None or token == "":
            member = Member(sender, site)
            self.hub.enter(member)
            return member
        if not isinstance(token, str):
            raise TokenInvalid
        # Each token lookup counts as a request, so that a socket cannot try many tokens.
        address = network_of_scope(connection.scope)
        await self._limiter.require_room(RateLimitGroup.READS, address)
        self._admitting += 1
        try:
            async with self._caller_limits.slot(address):
                caller = await self._find_caller(connection, site.id, token)
            if caller.session_id in self._ended_while_admitting:
                raise TokenInvalid
            member = Member(sender, site, str(caller.client.id), caller.session_id)
            self._require_room(str(caller.client.id))
            self.hub.enter(member)
            return member
        finally:
            self._admitting -= 1
            if not self._admitting:
                self._ended_while_admitting.clear()

    def _require_room(self, client: str) -> None:
        if self.caps.per_client is not None and self.hub.count_sockets(client) >= self.caps.per_client:
            raise RateLimited("Too many live connections are open for your account.")

    async def _find_caller(
        self, connection: HTTPConnection, site_id: uuid.UUID, token: str
    ) -> sessions.Caller:
        try:
            shown = sessions.Credential.of_token(token)
        except UnicodeEncodeError:
            raise TokenInvalid from None
        try:
            return await self._callers.find(connection, site_id, shown)
        except DATABASE_FAILURES as error:
            log.warning("realtime_database_unavailable", reason=type(error).__name__)
            raise EngineUnavailable from None

    def leave(self, member: Member) -> None:
        self.hub.leave(member)

    async def answer(self, member: Member, event: str, arguments: list[Any]) -> Json:
        metrics.realtime_received.inc()
        if event == "subscribe":
            return self._subscribe(member, _read(arguments, Subscription))
        if event == "unsubscribe":
            self.hub.unfollow(member, _read(arguments, Unsubscription).channels)
            return _acknowledge({})
        if event == "snapshot":
            return self._send_snapshot(member, _read(arguments, SnapshotRequest))
        raise NotFound

    def _subscribe(self, member: Member, asked: Subscription) -> Json:
        errors: dict[str, str] = {}
        wanted: list[Channel] = []
        if len(asked.channels) > MAX_CHANNELS:
            raise RateLimited
        for name in dict.fromkeys(asked.channels):
            channel = find_channel(name)
            if channel is None or not _is_offered(member.site, channel):
                errors[name] = NotFound.code
            elif channel.is_private and member.client is None:
                errors[name] = TokenInvalid.code
            else:
                wanted.append(channel)
        if len(member.channels.union(channel.name for channel in wanted)) > MAX_CHANNELS:
            raise RateLimited

        joined = self._join(member, wanted, asked.resume)
        self._confirm_subscription(member, wanted, joined)
        return _acknowledge({**errors, **joined.errors}, seq=joined.seq, resync=joined.resync)

    def _send_snapshot(self, member: Member, asked: SnapshotRequest) -> Json:
        if asked.channel not in member.channels or asked.channel in PRIVATE:
            return _acknowledge({asked.channel: NotFound.code})
        return _acknowledge(self._resend(member, asked.channel))

    def _join(self, member: Member, channels: Sequence[Channel], resume: int | None) -> Joined:
        if self.publisher.is_ready:
            listing = member.site.listing
            return self.publisher.join(channels, member.client, resume, listing=listing)
        # The view is being loaded. Once it is there, everything is published to all subscribers.
        return Joined({}, [], resync=resume is not None)

    def _confirm_subscription(self, member: Member, channels: Sequence[Channel], joined: Joined) -> None:
        names = [channel.name for channel in channels if channel.name not in joined.errors]
        self.hub.follow(member, names)
        member.stale.difference_update(names)
        if joined.seq is not None:
            member.private_seq = joined.seq
        self.hub.send(member, *(message for _, message in joined.messages))

    def position_of(self, client: str) -> int | None:
        """The position of the client's private channels; None while the view is being loaded."""
        publisher = self.publisher
        return publisher.private.position_of(publisher.view, client) if publisher.is_ready else None

    # Notices.

    def on_notice(self, notice: Notice | None) -> None:
        """Something happened to an account; None when notices may have been missed."""
        if notice is None:
            self._must_recheck.set()
            self.publisher.private.streams.clear()
            self.hub.restart_private()
            return
        if notice.kind in (NEWS_PUBLISHED, NEWS_CHANGED):
            message = Message.of(SITE, {"channel": SITE, "type": "news"})
            self.hub.public(SITE, message, site_id=uuid.UUID(str(notice.detail["site_id"])))
            return
        ended = notice.detail["session_id"] if notice.kind == SESSION_REVOKED else ""
        if ended:
            self._end_sessions({uuid.UUID(ended)})
        if notice.kind == ANNOUNCEMENT:
            # For everybody, so that it is stored once: who is concerned reads the list again.
            for client in self.hub.clients():
                self.publisher.private.emit(client, "account", notice.kind, {})
        if notice.client_id is not None and notice.kind != CALLER_CHANGED:
            self.publisher.private.emit(
                str(notice.client_id), "account", notice.kind, dict(notice.detail), ended_session=ended
            )

    def _end_sessions(self, ended: set[uuid.UUID]) -> None:
        if self._admitting:
            self._ended_while_admitting |= ended
        for member in [member for member in self.hub.members if member.session_id in ended]:
            body = {
                "channel": "account",
                "type": SESSION_REVOKED,
                "seq": member.private_seq + 1,
                "session_id": str(member.session_id),
            }
            self.hub.send(member, Message.of("account", body))
            self.hub.leave(member)
            member.sender.close()

    async def recheck(self) -> None:
        """Close the sockets of sessions that have ended for any reason."""
        known = self.hub.sessions()
        if known:
            async with self._sessions() as session:
                self._end_sessions(
                    known - await sessions.list_open_sessions(session, known, now=self._clock.now())
                )

    # Background tasks.

    async def run(self) -> None:
        """Publish and clean up until cancelled."""
        async with asyncio.TaskGroup() as group:
            group.create_task(self.publisher.run())
            private = self.publisher.private
            group.create_task(
                private.transfers.run(self._sessions, self._transfers, private.emit_transaction)
            )
            group.create_task(_repeat(self._resend_caught_up, TICK_SECONDS))
            group.create_task(_repeat(self._clean_up, CLEANUP_SECONDS))
            group.create_task(self._keep_checking())

    async def stop(self) -> None:
        await self.server.stop()

    async def _resend_caught_up(self) -> None:
        for member, name in self.hub.sweep():
            self._resend(member, name)

    def _resend(self, member: Member, name: str) -> dict[str, str]:
        """Send a member a new snapshot of a channel that it is subscribed to."""
        channel = find_channel(name)
        assert channel is not None
        joined = self._join(member, [channel], None)
        self._confirm_subscription(member, [channel], joined)
        return joined.errors

    async def _keep_checking(self) -> None:
        while True:
            await wait_for_event(self._must_recheck, seconds=RECHECK_SECONDS)
            self._must_recheck.clear()
            try:
                await self.recheck()
            except DATABASE_FAILURES as error:
                log.warning("realtime_session_check_failed", reason=type(error).__name__)
                await asyncio.sleep(1.0)
                self._must_recheck.set()

    async def refresh_sites(self) -> None:
        """Apply changes of sites to connected sockets: they leave channels that their site has dropped."""
        sites = await self._sites.list_by_id()
        for member in tuple(self.hub.members):
            before, member.site = member.site, sites.get(member.site.id, member.site)
            if (before.listing, before.features) != (member.site.listing, member.site.features):
                self.hub.unfollow(
                    member, [name for name in member.channels if _is_dropped(member.site, name)]
                )

    async def _clean_up(self) -> None:
        self.hub.drop_closed()
        await self.refresh_sites()
        await self.server.close_silent()


async def _repeat(work: Callable[[], Awaitable[None]], seconds: float) -> None:
    while True:
        await asyncio.sleep(seconds)
        try:
            await work()
        except Exception:
            log.exception("realtime_maintenance_failed")


def _is_offered(site: Site, channel: Channel) -> bool:
    return channel.kind not in {PREMARKETS, "premarket"} or site.has_feature("premarket")


def _is_dropped(site: Site, name: str) -> bool:
    channel = find_channel(name)
    if channel is None or channel.is_private:
        return False
    return not _is_offered(site, channel) or bool(channel.pair and not site.lists(channel.pair))


def _read(arguments: list[Any], kind: type[msgspec.Struct]) -> Any:
    try:
        (only,) = arguments
        return msgspec.convert(only, kind)
    except (ValueError, msgspec.ValidationError):
        raise Malformed from None


def _acknowledge(errors: dict[str, str], *, seq: int | None = None, resync: bool = False) -> Json:
    shown = [{"channel": name[:MAX_ECHO_LENGTH], "code": code} for name, code in errors.items()]
    answer: Json = {"ok": not errors, "errors": shown}
    if seq is not None:
        answer["seq"] = seq
    if resync:
        answer["resync"] = True
    return answer
