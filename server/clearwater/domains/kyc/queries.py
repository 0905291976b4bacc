"""All SQL of identity checks."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import Select, exists, or_, select, tuple_
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.kyc.models import KycCase, KycStep
from clearwater.kit.paging import Keyset, Row

HISTORY_STEPS = 100


@dataclass(frozen=True)
class OldestFirst(Keyset[Row]):
    """Keyset order of a queue: longest waiting first."""

    def after(self, statement: Select[Row], cursor: str | None) -> Select[Row]:
        ordered = statement.order_by(*self.columns)
        if cursor is None:
            return ordered
        return ordered.where(tuple_(*self.columns) > tuple_(*self.decode(cursor)))


CASES_BY_WAITING: Keyset[KycCase] = OldestFirst((KycCase.submitted_at, KycCase.client_id))


async def find_case(session: AsyncSession, client_id: uuid.UUID) -> KycCase | None:
    return await session.get(KycCase, client_id)


async def find_approvals(
    session: AsyncSession, client_ids: Collection[uuid.UUID]
) -> dict[uuid.UUID, datetime]:
    statement = select(KycCase.client_id, KycCase.approved_at).where(
        KycCase.client_id.in_(client_ids), KycCase.approved_at.is_not(None)
    )
    found = await session.execute(statement)
    return {client_id: approved_at for client_id, approved_at in found if approved_at is not None}


async def lock_case(session: AsyncSession, client_id: uuid.UUID) -> KycCase | None:
    """The client's case as it is now, locked until the transaction ends."""
    return await session.scalar(
        select(KycCase)
        .where(KycCase.client_id == client_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )


def select_cases(status: str | None) -> Select[KycCase]:
    cases = select(KycCase)
    return cases if status is None else cases.where(KycCase.status == status)


async def list_steps(session: AsyncSession, client_id: uuid.UUID) -> Sequence[KycStep]:
    """The newest steps of a client's check, newest first."""
    steps = await session.scalars(
        select(KycStep)
        .where(KycStep.client_id == client_id)
        .order_by(KycStep.at.desc(), KycStep.id.desc())
        .limit(HISTORY_STEPS)
    )
    return steps.all()


async def lock_steps_to_purge(
    session: AsyncSession, *, decided_before: datetime, limit: int
) -> Sequence[KycStep]:
    """Rejections and revocations before a time whose pictures still exist and belong to no current case."""
    pictures = (KycStep.selfie_id, KycStep.document_front_id, KycStep.document_back_id)
    serves_a_case = exists().where(
        KycCase.client_id == KycStep.client_id,
        KycCase.status.in_(("pending", "approved")),
        or_(
            KycCase.selfie_id.in_(pictures),
            KycCase.document_front_id.in_(pictures),
            KycCase.document_back_id.in_(pictures),
        ),
    )
    steps = await session.scalars(
        select(KycStep)
        .where(
            KycStep.act.in_(("rejected", "revoked")),
            KycStep.at < decided_before,
            KycStep.pictures_purged_at.is_(None),
            ~serves_a_case,
        )
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    return steps.all()
