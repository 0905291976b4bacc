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

log = structlog.get_logger("clearwater.push")

AppWebPush = Annotated[WebPush, Depends(AppService[WebPush]("web_push"))]

MAX_SUBSCRIPTIONS = 10
FIRST_RETRY = timedelta(seconds=30)
MAX_ATTEMPTS = 8
# What was not handed over by then is out of date.
LIFETIME = timedelta(hours=12)
SEND_TIMEOUT_SECONDS = 15.0
SENDERS = 4
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
    """Send every message that is due, several concurrently, each by one sender."""
    await asyncio.gather(*(_send_one_by_one(sessions, sender, clock) for _ in range(SENDERS)))


async def _send_one_by_one(sessions: SessionFactory, sender: WebPush, clock: Clock) -> None:
    while True:
        async with transaction(sessions) as session:
            message = await push_queries.claim_message(session, now=clock.now(), retry_after=FIRST_RETRY)
        if message is None:
            return
        await _send(sessions, sender, message, now=clock.now())


async def _send(sessions: SessionFactory, sender: WebPush, message: WaitingMessage, *, now: datetime) -> None:
    left = LIFETIME - (now - message.created_at)
    try:
        if left > timedelta():
            async with asyncio.timeout(SEND_TIMEOUT_SECONDS):
                await sender.send(message.target, message.payload, ttl_seconds=int(left.total_seconds()))
    except PushGone:
        async with transaction(sessions) as session:
            await push_queries.delete_subscription(session, message.subscription_id)
        return
    except (PushFailed, TimeoutError) as error:
        reason = str(error) or f"The push service took longer than {SEND_TIMEOUT_SECONDS:.0f} s."
        has_given_up = message.attempts >= MAX_ATTEMPTS
        log.warning("push_failed", attempts=message.attempts, gave_up=has_given_up, reason=reason)
        if not has_given_up:
            return
    async with transaction(sessions) as session:
        await push_queries.delete_message(session, message.id)
