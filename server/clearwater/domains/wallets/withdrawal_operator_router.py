"""Withdrawals for staff: the list, reviews, approvals and rejections."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from clearwater.domains.markets.service import AppDesk
from clearwater.domains.staff.errors import (
    Forbidden,
    NotIndependent,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
)
from clearwater.domains.staff.service import Operator, allowed_to, stepped_up
from clearwater.domains.wallets import withdrawal_queries, withdrawal_reviews
from clearwater.domains.wallets.directory import AppNetworks
from clearwater.domains.wallets.errors import NotUnderReview
from clearwater.domains.wallets.withdrawal_ends import WithdrawalEnds
from clearwater.domains.wallets.withdrawal_reviews import AppReviewLimits
from clearwater.domains.wallets.withdrawal_schemas import (
    WithdrawalForStaff,
    WithdrawalRejection,
    WithdrawalStatus,
)
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Listing, Page, Paging, read_rows
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/operator/withdrawals", tags=["operator"])

Viewer = Annotated[Operator, Depends(allowed_to("ledger"))]
Reviewer = Annotated[Operator, Depends(stepped_up("withdrawals"))]
OnDecision = problems(
    OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, NotUnderReview, NotIndependent
)


async def _ends(sessions: AppSessions, desk: AppDesk, networks: AppNetworks) -> WithdrawalEnds:
    return WithdrawalEnds(sessions, desk, networks)


Ends = Annotated[WithdrawalEnds, Depends(_ends)]


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_client_withdrawals(
    *,
    viewer: Viewer,
    page: Paging,
    desk: AppDesk,
    limits: AppReviewLimits,
    session: ReadSession,
    status: WithdrawalStatus | None = None,
    client_id: Annotated[uuid.UUID | None, Query()] = None,
) -> Page[WithdrawalForStaff]:
    """Withdrawals of all clients, newest first."""
    statement = withdrawal_queries.select_all(status=status, client_id=client_id)
    rows, following = await read_rows(session, Listing(statement, withdrawal_queries.NEWEST_FIRST), page)
    items = await withdrawal_reviews.present(session, desk.view, limits, rows)
    return Page(items=items, next_cursor=following)


@router.get("/{withdrawal_id}", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def show_client_withdrawal(
    withdrawal_id: uuid.UUID, viewer: Viewer, desk: AppDesk, limits: AppReviewLimits, session: ReadSession
) -> WithdrawalForStaff:
    """One withdrawal, with its reviews and what speaks against it."""
    found = await withdrawal_queries.find(session, withdrawal_id)
    if found is None:
        raise NotFound("Withdrawal not found.")
    return (await withdrawal_reviews.present(session, desk.view, limits, [found]))[0]


@router.post("/{withdrawal_id}/approve", responses=OnDecision)
async def approve_withdrawal(
    withdrawal_id: uuid.UUID,
    reviewer: Reviewer,
    ends: Ends,
    limits: AppReviewLimits,
    clock: AppClock,
) -> WithdrawalForStaff:
    """Approve a withdrawal. A large one needs two people."""
    await withdrawal_reviews.approve(ends, reviewer, withdrawal_id, now=clock.now())
    return await _show(ends, limits, withdrawal_id)


@router.post("/{withdrawal_id}/reject", responses=OnDecision)
async def reject_withdrawal(
    withdrawal_id: uuid.UUID,
    rejection: WithdrawalRejection,
    reviewer: Reviewer,
    ends: Ends,
    *,
    limits: AppReviewLimits,
    clock: AppClock,
) -> WithdrawalForStaff:
    """Reject a withdrawal; the client gets the amount back, and an email with the reason."""
    await withdrawal_reviews.reject(ends, reviewer, withdrawal_id, rejection.reason, now=clock.now())
    return await _show(ends, limits, withdrawal_id)


async def _show(
    ends: WithdrawalEnds, limits: AppReviewLimits, withdrawal_id: uuid.UUID
) -> WithdrawalForStaff:
    async with ends.sessions() as session:
        found = await withdrawal_queries.find(session, withdrawal_id)
        assert found is not None
        return (await withdrawal_reviews.present(session, ends.desk.view, limits, [found]))[0]
