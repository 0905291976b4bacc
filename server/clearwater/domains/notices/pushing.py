"""Web push: the subscriptions of browsers, and the messages that wait for them."""

import asyncio
import uuid
from datetime import datetime, timedelta
from typing import Annotated

import structlog
from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.notices import push_queries
from clearwater.domains.notices.errors import PushDisabled
from clearwater.domains.notices.ports import PushFailed, PushGone, PushTarget, WebPush
from clearwater.domains.notices.push_queries import WaitingMessage
from clearwater.domains.notices.schemas import PushSubscriptionDraft
from clearwater.domains.sessions.service import Caller
from clearwater.kit.app_services import AppService
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.waiting import wait_for_event

log = structlog.get_logger("clearwater.push")

AppWebPush = Annotated[WebPush, Depends(AppService[WebPush]("web_push"))]

MAX_SUBSCRIPTIONS = 10
FIRST_RETRY = timedelta(seconds=30)
MAX_ATTEMPTS = 8
# What was not handed over by then is out of date.
LIFETIME = timedelta(hours=12)
SEND_TIMEOUT_SECONDS = 15.0
SENDERS = 8
# How often a sender without work looks while others are at theirs.
LOOK_SECONDS = 1.0
MAX_TIMEOUTS = 3
NOT_ALLOWED = "This push service cannot be used."


async def subscribe(
    session: AsyncSession, web_push: WebPush, caller: Caller, draft: PushSubscriptionDraft, *, now: datetime
) -> None:
    """Send push messages to a browser while the client is signed in there."""
    if web_push.public_key is None:
        raise PushDisabled
    target = PushTarget(draft.endpoint, draft.keys.p256dh.rstrip("="), draft.keys.auth.rstrip("="))
    fault = web_push.find_fault(target)
    if fault is not None:
        raise ValidationFailed(NOT_ALLOWED, errors=[FieldError(field=fault, code=fault, message=NOT_ALLOWED)])
    assert caller.session_id is not None, "API keys do not subscribe"
    await push_queries.save_subscription(
        session,
        id=new_id(),
        client_id=caller.client.id,
        session_id=caller.session_id,
        **target._asdict(),
        created_at=now,
    )
    await push_queries.trim_subscriptions(session, caller.client.id, most=MAX_SUBSCRIPTIONS)


async def unsubscribe(session: AsyncSession, client_id: uuid.UUID, endpoint: str) -> None:
    """Stop sending push messages to a browser; again is harmless."""
    await push_queries.delete_own(session, client_id, endpoint)


async def send_waiting(sessions: SessionFactory, sender: WebPush, clock: Clock) -> None:
    """Send every message that is due, several concurrently, but of each client one after the other.

    So a client whose push services are silent takes one of the senders, and delays nobody else.
    """
    work = _Round(sessions, sender, clock)
    await asyncio.gather(*(work.send_one_by_one() for _ in range(SENDERS)))


class _Round:
    def __init__(self, sessions: SessionFactory, sender: WebPush, clock: Clock) -> None:
        self._sessions, self._sender, self._clock = sessions, sender, clock
        # The clients whose messages are on their way.
        self._served: set[uuid.UUID] = set()
        self._claiming = asyncio.Lock()
        self._has_ended = asyncio.Event()

    async def send_one_by_one(self) -> None:
        """Go on for as long as one of the senders has work, for others may become due meanwhile."""
        while True:
            message = await self._claim()
            if message is not None:
                try:
                    await self._send(message)
                finally:
                    self._served.discard(message.client_id)
                    self._has_ended.set()
            elif not self._served:
                return
            else:
                self._has_ended.clear()
                await wait_for_event(self._has_ended, seconds=LOOK_SECONDS)

    async def _claim(self) -> WaitingMessage | None:
        async with self._claiming, transaction(self._sessions) as session:
            message = await push_queries.claim_message(
                session, without=self._served, now=self._clock.now(), retry_after=FIRST_RETRY
            )
            if message is not None:
                self._served.add(message.client_id)
            return message

    async def _send(self, message: WaitingMessage) -> None:
        now = self._clock.now()
        left = LIFETIME - (now - message.created_at)
        try:
            if left > timedelta():
                async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
                    await self._sender.send(
                        message.target, message.payload, ttl_seconds=int(left.total_seconds())
                    )
        except PushGone:
            await self._delete_subscription(message)
        except TimeoutError:
            await self._note_timeout(message, now=now)
        except PushFailed as error:
            has_given_up = message.attempts >= MAX_ATTEMPTS
            log.warning("push_failed", attempts=message.attempts, gave_up=has_given_up, reason=str(error))
            if has_given_up:
                await self._delete(message)
        else:
            await self._delete(message)

    async def _note_timeout(self, message: WaitingMessage, *, now: datetime) -> None:
        """Remove a subscription after three timeouts in a row; its browser can subscribe again."""
        has_given_up = message.timeouts + 1 >= MAX_TIMEOUTS
        log.warning("push_timed_out", timeouts=message.timeouts + 1, gave_up=has_given_up)
        if has_given_up:
            await self._delete_subscription(message)
            return
        not_before = now + FIRST_RETRY * (1 << message.timeouts)
        async with transaction(self._sessions) as session:
            await push_queries.note_timeout(session, message.subscription_id, not_before=not_before)

    async def _delete_subscription(self, message: WaitingMessage) -> None:
        async with transaction(self._sessions) as session:
            await push_queries.delete_subscription(session, message.subscription_id)

    async def _delete(self, message: WaitingMessage) -> None:
        async with transaction(self._sessions) as session:
            await push_queries.delete_message(session, message.id)
            if message.timeouts:
                await push_queries.note_answer(session, message.subscription_id)
