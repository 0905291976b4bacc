"""Review of identity checks, for staff."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query

from clearwater.domains.kyc import review
from clearwater.domains.kyc.errors import CaseConflict
from clearwater.domains.kyc.schemas import CaseStatus, KycCaseRow, KycCaseView, Rejection, Revocation
from clearwater.domains.sites.service import CurrentOrigins
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, stepped_up
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/kyc", tags=["operator"], route_class=UnitOfWorkRoute)

Reader = Annotated[Operator, Depends(allowed_to("kyc"))]
# A decision lifts or lowers what the client may withdraw.
Reviewer = Annotated[Operator, Depends(stepped_up("kyc"))]
ToReviewers = problems(OperatorTokenInvalid, Forbidden)
OnCases = problems(OperatorTokenInvalid, Forbidden, NotFound)
Decisions = problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, CaseConflict)


@router.get("", responses=ToReviewers)
async def list_kyc_cases(
    _: Reader,
    session: ReadSession,
    paging: Paging,
    status: Annotated[CaseStatus | None, Query()] = None,
) -> Page[KycCaseRow]:
    """Cases by waiting time, longest first."""
    return await review.list_cases(session, status, paging)


@router.get("/{client_id}", responses=OnCases)
async def show_kyc_case(
    client_id: uuid.UUID, reader: Reader, session: WriteSession, clock: AppClock
) -> KycCaseView:
    """One case with its pictures and history; the access is audited."""
    return await review.view_case(session, reader, client_id, now=clock.now())


@router.post("/{client_id}/approve", responses=Decisions)
async def approve_kyc(
    client_id: uuid.UUID, reviewer: Reviewer, session: WriteSession, origins: CurrentOrigins, clock: AppClock
) -> KycCaseView:
    """Approve the identity check."""
    return await review.approve(origins, session, reviewer, client_id, now=clock.now())


@router.post("/{client_id}/reject", responses=Decisions)
async def reject_kyc(
    *,
    client_id: uuid.UUID,
    rejection: Rejection,
    reviewer: Reviewer,
    session: WriteSession,
    origins: CurrentOrigins,
    clock: AppClock,
) -> KycCaseView:
    """Reject the documents with a reason; the client may submit others."""
    return await review.reject(origins, session, reviewer, client_id, rejection, now=clock.now())


@router.post("/{client_id}/revoke", responses=Decisions)
async def revoke_kyc(
    *,
    client_id: uuid.UUID,
    revocation: Revocation,
    reviewer: Reviewer,
    session: WriteSession,
    origins: CurrentOrigins,
    clock: AppClock,
) -> KycCaseView:
    """Revoke an approval."""
    return await review.revoke(origins, session, reviewer, client_id, revocation, now=clock.now())
