"""Staff for admins: one proposes, another approves."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends

from clearwater.domains.staff import enrolment, proposals, queries
from clearwater.domains.staff.account_schemas import EnrolmentLinkView
from clearwater.domains.staff.errors import (
    Forbidden,
    NoSecondAdmin,
    NotIndependent,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
    ProposalDecided,
    StaffConflict,
)
from clearwater.domains.staff.schemas import (
    StaffChange,
    StaffDraft,
    StaffProposalStatus,
    StaffProposalView,
    StaffView,
)
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/staff", route_class=UnitOfWorkRoute)

StaffAdmin = Annotated[Operator, Depends(allowed_to("staff"))]
SteppedUpAdmin = Annotated[Operator, Depends(stepped_up("staff"))]
Refusals = (OperatorTokenInvalid, Forbidden, OperatorStepUpRequired)
OnLink = problems(*Refusals, NotFound, NotIndependent, StaffConflict)


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_staff(admin: StaffAdmin, paging: Paging, session: ReadSession) -> Page[StaffView]:
    """All staff members, newest first."""
    return await read_page(session, queries.select_staff(), queries.STAFF_ORDER, paging, StaffView.of)


@router.post("", status_code=201, responses=problems(*Refusals, StaffConflict, NoSecondAdmin))
async def propose_staff(
    draft: StaffDraft, admin: SteppedUpAdmin, clock: AppClock, session: WriteSession
) -> StaffProposalView:
    """Propose a new colleague; after another admin approves, a link lets them enrol."""
    proposal = await proposals.propose_creation(session, admin, draft, now=clock.now())
    return StaffProposalView.of(proposal)


@router.get("/proposals", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_staff_proposals(
    admin: StaffAdmin, paging: Paging, session: ReadSession, status: StaffProposalStatus | None = None
) -> Page[StaffProposalView]:
    """Proposed changes of staff, newest first; `proposed` are those that wait for a second admin."""
    wanted = queries.select_proposals(status=status)
    return await read_page(session, wanted, queries.PROPOSALS_NEWEST_FIRST, paging, StaffProposalView.of)


@router.post(
    "/proposals/{proposal_id}/approve",
    responses=problems(*Refusals, NotIndependent, NotFound, ProposalDecided, StaffConflict),
)
async def approve_staff_proposal(
    proposal_id: uuid.UUID, admin: SteppedUpAdmin, sessions: AppSessions, clock: AppClock
) -> StaffProposalView:
    """Approve a proposal of another admin; takes effect immediately."""
    return StaffProposalView.of(await proposals.approve(sessions, admin, proposal_id, now=clock.now()))


@router.post(
    "/proposals/{proposal_id}/reject",
    responses=problems(*Refusals, NotIndependent, NotFound, ProposalDecided),
)
async def reject_staff_proposal(
    proposal_id: uuid.UUID, admin: SteppedUpAdmin, sessions: AppSessions, clock: AppClock
) -> StaffProposalView:
    """Reject a proposal, or withdraw one's own."""
    return StaffProposalView.of(await proposals.reject(sessions, admin, proposal_id, now=clock.now()))


@router.patch("/{staff_id}", responses=problems(*Refusals, NotFound, StaffConflict, NoSecondAdmin))
async def propose_staff_change(
    staff_id: uuid.UUID, change: StaffChange, admin: SteppedUpAdmin, clock: AppClock, session: WriteSession
) -> StaffProposalView:
    """Propose another role, or to disable or enable an account; the last admin must remain."""
    proposal = await proposals.propose_change(session, admin, staff_id, change, now=clock.now())
    return StaffProposalView.of(proposal)


@router.post("/{staff_id}/reset", responses=problems(*Refusals, NotFound, StaffConflict, NoSecondAdmin))
async def propose_staff_reset(
    staff_id: uuid.UUID, admin: SteppedUpAdmin, clock: AppClock, session: WriteSession
) -> StaffProposalView:
    """Propose that a colleague enrols again; approval ends all their credentials and sessions."""
    proposal = await proposals.propose_reset(session, admin, staff_id, now=clock.now())
    return StaffProposalView.of(proposal)


@router.post(
    "/{staff_id}/link",
    status_code=201,
    responses=problems(*Refusals, NotFound, NotIndependent, StaffConflict),
)
async def make_enrolment_link(
    staff_id: uuid.UUID, admin: SteppedUpAdmin, clock: AppClock, session: WriteSession
) -> EnrolmentLinkView:
    """Create the enrolment link of an account that another admin proposed; it is returned only here."""
    now = clock.now()
    member, link = await enrolment.make_link(session, staff_id, admin.id, now=now)
    await record(session, admin, "staff.link_made", subject=f"staff:{member.login}", now=now)
    return EnrolmentLinkView.of(link)
