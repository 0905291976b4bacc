"""All SQL of web push."""

import uuid
from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.notices.models import PushMessage, PushSubscription
from clearwater.domains.notices.ports import PushTarget


class WaitingMessage(NamedTuple):
    id: uuid.UUID
    subscription_id: uuid.UUID
    client_id: uuid.UUID
    timeouts: int
    payload: str
    attempts: int
    created_at: datetime
    target: PushTarget


async def save_subscription(session: AsyncSession, **columns: Any) -> None:
    """Store a subscription. A browser has one: another client who signs in there takes it over."""
    statement = insert(PushSubscription).values(columns)
    renewed = {name: value for name, value in columns.items() if name not in {"id", "endpoint"}}
    await session.execute(
        statement.on_conflict_do_update(index_elements=[PushSubscription.endpoint], set_=renewed)
    )


async def trim_subscriptions(session: AsyncSession, client_id: uuid.UUID, *, most: int) -> None:
    """Delete the oldest subscriptions of a client who has more than so many."""
    old = (
        select(PushSubscription.id)
        .where(PushSubscription.client_id == client_id)
        .order_by(PushSubscription.created_at.desc(), PushSubscription.id.desc())
        .offset(most)
    )
    await session.execute(delete(PushSubscription).where(PushSubscription.id.in_(old)))


async def delete_own(session: AsyncSession, client_id: uuid.UUID, endpoint: str) -> None:
    await session.execute(
        delete(PushSubscription).where(
            PushSubscription.client_id == client_id, PushSubscription.endpoint == endpoint
        )
    )


async def delete_subscription(session: AsyncSession, subscription_id: uuid.UUID) -> None:
    """With the messages that wait for it."""
    await session.execute(delete(PushSubscription).where(PushSubscription.id == subscription_id))


async def find_subscriptions(
    session: AsyncSession, client_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, list[uuid.UUID]]:
    """The ids of the subscriptions of each of these clients."""
    found: dict[uuid.UUID, list[uuid.UUID]] = {}
    rows = await session.execute(
        select(PushSubscription.client_id, PushSubscription.id)
        .where(PushSubscription.client_id.in_(client_ids))
        .order_by(PushSubscription.id)
    )
    for client_id, subscription_id in rows:
        found.setdefault(client_id, []).append(subscription_id)
    return found


async def add_messages(session: AsyncSession, rows: Sequence[dict[str, Any]]) -> None:
    if rows:
        await session.execute(insert(PushMessage).values(rows))


async def claim_message(
    session: AsyncSession, *, without: Collection[uuid.UUID], now: datetime, retry_after: timedelta
) -> WaitingMessage | None:
    """Take a message that is due, of other clients than these; new ones before those that failed.

    Its next attempt is scheduled first, in case this one is interrupted.
    """
    row = (
        await session.execute(
            select(PushMessage, PushSubscription)
            .join(PushSubscription, PushSubscription.id == PushMessage.subscription_id)
            .where(PushMessage.next_attempt_at <= now, PushSubscription.client_id.not_in(without))
            .order_by(PushMessage.attempts, PushMessage.next_attempt_at)
            .limit(1)
            .with_for_update(skip_locked=True, of=PushMessage)
        )
    ).first()
    if row is None:
        return None
    message, subscription = row
    message.attempts += 1
    message.next_attempt_at = now + retry_after * (1 << min(message.attempts - 1, 10))
    target = PushTarget(subscription.endpoint, subscription.p256dh, subscription.auth)
    return WaitingMessage(
        message.id,
        subscription.id,
        subscription.client_id,
        subscription.timeouts,
        message.payload,
        message.attempts,
        message.created_at,
        target,
    )


async def note_answer(session: AsyncSession, subscription_id: uuid.UUID) -> None:
    """The push service answers again."""
    await session.execute(
        update(PushSubscription).where(PushSubscription.id == subscription_id).values(timeouts=0)
    )


async def note_timeout(session: AsyncSession, subscription_id: uuid.UUID, *, not_before: datetime) -> None:
    """Let whatever else waits for this push service wait as long."""
    await session.execute(
        update(PushSubscription)
        .where(PushSubscription.id == subscription_id)
        .values(timeouts=PushSubscription.timeouts + 1)
    )
    next_attempt = PushMessage.next_attempt_at
    await session.execute(
        update(PushMessage)
        .where(PushMessage.subscription_id == subscription_id, next_attempt < not_before)
        .values(next_attempt_at=not_before)
    )


async def delete_message(session: AsyncSession, message_id: uuid.UUID) -> None:
    await session.execute(delete(PushMessage).where(PushMessage.id == message_id))
