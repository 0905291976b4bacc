"""Reviews of withdrawals by staff: which need one, and what becomes of it."""

import uuid
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Annotated, NamedTuple

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.staff.errors import NotIndependent
from clearwater.domains.staff.service import Operator, decision_transaction, record, require_independent
from clearwater.domains.wallets import emails, withdrawal_queries
from clearwater.domains.wallets.announcing import announce_withdrawals
from clearwater.domains.wallets.errors import NotUnderReview
from clearwater.domains.wallets.models import Withdrawal, WithdrawalReview
from clearwater.domains.wallets.withdrawal_ends import WithdrawalEnds, send_email
from clearwater.domains.wallets.withdrawal_schemas import (
    ReviewView,
    Risk,
    WithdrawalForStaff,
    reviews_of,
    withdrawal_json,
)
from clearwater.domains.wallets.withdrawal_terms import UNKNOWN_VALUE, in_hundredths, usdt_text
from clearwater.kit.config import Settings
from clearwater.kit.dependencies import AppSettings
from clearwater.kit.errors import EngineUnavailable, NotFound, Overloaded
from clearwater.kit.fields import mask_email

ONE_PERSON, TWO_PEOPLE = 1, 2
# Over this time the limits count what goes to one place or from one client together.
SUMMED_OVER = timedelta(hours=24)
OWN_REVIEW = "You have approved this withdrawal. Someone else must approve it, too."
NOT_REJECTABLE = "This withdrawal is final, or on its way."
FROZEN = "This account is frozen. Unfreeze it first, or reject the withdrawal."


class OthersOfDay(NamedTuple):
    """The value of other withdrawals of the day that nobody has to review, or at most one person."""

    unreviewed: int
    reviewed_by_one: int

    @classmethod
    async def of(cls, session: AsyncSession, withdrawal: Withdrawal, *, now: datetime) -> "OthersOfDay":
        sums = [
            await withdrawal_queries.sum_others(
                session, withdrawal, reviewed_by_fewer_than=people, since=now - SUMMED_OVER
            )
            for people in (ONE_PERSON, TWO_PEOPLE)
        ]
        return cls(*sums)


NO_OTHERS = OthersOfDay(0, 0)


@dataclass(frozen=True)
class ReviewLimits:
    """Above which value one or two people review, in hundredths of a USDT."""

    one_person: int
    two_people: int

    @classmethod
    def of(cls, settings: Settings) -> "ReviewLimits":
        return cls(
            in_hundredths(Decimal(settings.withdrawal_review_usdt)),
            in_hundredths(Decimal(settings.withdrawal_two_people_usdt)),
        )

    def reviews_needed(
        self, withdrawal: Withdrawal, *, has_incident: bool, others: OthersOfDay = NO_OTHERS
    ) -> int:
        """How many people; others that so many have not looked at count with it."""
        value = withdrawal.value
        if value == UNKNOWN_VALUE or value + others.reviewed_by_one > self.two_people:
            return TWO_PEOPLE
        return ONE_PERSON if has_incident or value + others.unreviewed > self.one_person else 0

    def risks_of(self, withdrawal: Withdrawal) -> list[Risk]:
        if withdrawal.value == UNKNOWN_VALUE:
            return ["unknown_value"]
        if withdrawal.value > self.two_people:
            return ["above_two_people_limit"]
        return ["above_review_limit"] if withdrawal.value > self.one_person else []


async def _limits(settings: AppSettings) -> ReviewLimits:
    return ReviewLimits.of(settings)


AppReviewLimits = Annotated[ReviewLimits, Depends(_limits)]


async def approve(
    ends: WithdrawalEnds, operator: Operator, withdrawal_id: uuid.UUID, *, now: datetime
) -> None:
    """Approve a withdrawal; the last approval that it needs passes it on to the payout."""
    async with _deciding(ends, operator, withdrawal_id, now=now) as (session, withdrawal):
        if withdrawal.status != "under_review":
            raise NotUnderReview
        client = await clients.find_client(session, withdrawal.client_id)
        if client is None or client.frozen_at is not None:
            raise NotUnderReview(FROZEN)
        reviews = await withdrawal_queries.list_reviews(session, [withdrawal_id])
        if any(review.staff_id == operator.id for review in reviews):
            raise NotIndependent(OWN_REVIEW)
        await require_independent(session, operator, of=[review.staff_id for review in reviews], now=now)
        session.add(
            WithdrawalReview(
                withdrawal_id=withdrawal_id, staff_id=operator.id, staff=operator.login, created_at=now
            )
        )
        given = len(reviews) + 1
        if given >= withdrawal.reviews_needed:
            withdrawal.status, withdrawal.updated_at = "processing", now
            await announce_withdrawals(session, withdrawal)
        detail = _moved(ends, withdrawal) | {"reviews": given, "reviews_needed": withdrawal.reviews_needed}
        await _record(session, operator, "approved", withdrawal, detail, now=now)
    # Otherwise the background job settles it.
    with suppress(EngineUnavailable, Overloaded):
        await ends.settle_internal(withdrawal_id, now=now)


async def reject(
    ends: WithdrawalEnds, operator: Operator, withdrawal_id: uuid.UUID, reason: str, *, now: datetime
) -> None:
    """Reject a withdrawal: everything held for it goes back, and the client learns why.

    Also one that waits to be paid, as when a token's contract refuses its address, while nothing was planned
    that could be signed for it. The payout plans under the same lock. Whoever has approved it may reject it.
    """
    async with _deciding(ends, operator, withdrawal_id, now=now) as (session, withdrawal):
        if not await _is_rejectable(session, withdrawal):
            raise NotUnderReview(NOT_REJECTABLE)
        await require_independent(session, operator, of=(), now=now)
        withdrawal.status, withdrawal.reason, withdrawal.updated_at = "rejected", reason, now
        await announce_withdrawals(session, withdrawal)
        amount = ends.describe(withdrawal, withdrawal.amount)
        email = emails.withdrawal_rejected(amount=amount, reason=reason)
        await send_email(session, withdrawal, email, now=now)
        detail = _moved(ends, withdrawal) | {"reason": reason}
        await _record(session, operator, "rejected", withdrawal, detail, now=now)
    # Otherwise the background job releases it.
    with suppress(EngineUnavailable, Overloaded):
        await ends.release(withdrawal_id, now=now)


@asynccontextmanager
async def _deciding(
    ends: WithdrawalEnds, operator: Operator, withdrawal_id: uuid.UUID, *, now: datetime
) -> AsyncIterator[tuple[AsyncSession, Withdrawal]]:
    """A transaction in which the withdrawal is locked and decided."""
    about = f"withdrawal:{withdrawal_id}"
    async with decision_transaction(ends.sessions, operator, about=about, now=now) as session:
        withdrawal = await withdrawal_queries.lock(session, withdrawal_id)
        if withdrawal is None:
            raise NotFound("Withdrawal not found.")
        yield session, withdrawal


async def _is_rejectable(session: AsyncSession, withdrawal: Withdrawal) -> bool:
    if withdrawal.status == "under_review":
        return True
    is_waiting = withdrawal.status == "processing" and withdrawal.receiver_id is None
    return is_waiting and not await withdrawal_queries.has_transaction(session, withdrawal.id)


async def present(
    session: AsyncSession, view: View, limits: ReviewLimits, rows: Sequence[Withdrawal]
) -> list[WithdrawalForStaff]:
    """Withdrawals with what a review needs, in a constant number of queries."""
    client_ids = {row.client_id for row in rows}
    owners = await clients.find_clients(session, client_ids)
    with_incidents = await withdrawal_queries.find_with_incidents(session, client_ids)
    addresses = {row.address for row in rows}
    known = await withdrawal_queries.list_known_destinations(session, client_ids, addresses)
    reviews = reviews_of(await withdrawal_queries.list_reviews(session, [row.id for row in rows]))
    shown = []
    for row in rows:
        risks, owner = limits.risks_of(row), owners[row.client_id]
        has_incident = row.client_id in with_incidents
        if row.reviews_needed > limits.reviews_needed(row, has_incident=has_incident):
            risks.append("above_limit_with_others")
        if has_incident:
            risks.append("open_incident")
        if (row.client_id, row.network, row.address) not in known:
            risks.append("new_address")
        if owner.frozen_at is not None:
            risks.append("frozen")
        shown.append(_for_staff(view, row, owner, risks, reviews.get(row.id, [])))
    return shown


def _for_staff(
    view: View, row: Withdrawal, owner: Client, risks: list[Risk], reviews: list[ReviewView]
) -> WithdrawalForStaff:
    fields = withdrawal_json(row, decimals=view.coins[row.coin].decimals, height=0, required=0)
    return WithdrawalForStaff.model_validate(
        {name: fields[name] for name in WithdrawalForStaff.model_fields if name in fields}
        | {
            "client_id": row.client_id,
            "client_email": mask_email(owner.email),
            "value": None if row.value == UNKNOWN_VALUE else usdt_text(row.value),
            "receiver_id": row.receiver_id,
            "risks": risks,
            "reviews_needed": row.reviews_needed,
            "reviews": reviews,
            "confirmed_at": int(row.confirmed_at.timestamp()) if row.confirmed_at else None,
        }
    )


def _moved(ends: WithdrawalEnds, withdrawal: Withdrawal) -> dict[str, object]:
    return {
        "client_id": str(withdrawal.client_id),
        "amount": ends.describe(withdrawal, withdrawal.amount),
        "network": withdrawal.network,
        "address": withdrawal.address,
    }


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    withdrawal: Withdrawal,
    detail: Mapping[str, object],
    *,
    now: datetime,
) -> None:
    subject = f"withdrawal:{withdrawal.id}"
    await record(session, operator, f"withdrawal.{act}", subject=subject, detail=detail, now=now)
