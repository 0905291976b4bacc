"""Sites, for operators."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends

from clearwater.core.desk import Desk
from clearwater.domains.sites import edits, proposals, queries, service
from clearwater.domains.sites.errors import SiteChanged
from clearwater.domains.sites.ports import AppSetUpSite, AppSiteResources
from clearwater.domains.sites.proposals import APPROVALS
from clearwater.domains.sites.schemas import (
    SiteDraft,
    SiteForStaff,
    SiteProposalRejection,
    SiteProposalView,
)
from clearwater.domains.sites.service import SiteEdit
from clearwater.domains.staff.errors import (
    Forbidden,
    NoSecondAdmin,
    NotIndependent,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
    ProposalDecided,
)
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.app_services import AppService
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/sites", tags=["operator"], route_class=UnitOfWorkRoute)

SiteReader = Annotated[Operator, Depends(allowed_to("sites"))]
SiteKeeper = Annotated[Operator, Depends(stepped_up("sites"))]
# Sites need no engine: they can be changed while it is away.
AppDesk = Annotated[Desk, Depends(AppService[Desk]("desk"))]
CHANGES = (OperatorTokenInvalid, Forbidden, OperatorStepUpRequired)
OnDecision = problems(*CHANGES, NotIndependent, NotFound, ProposalDecided)


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_sites_for_staff(_: SiteReader, paging: Paging, session: ReadSession) -> Page[SiteForStaff]:
    """Every site of the installation, newest first."""
    sites = queries.select_sites()
    return await read_page(session, sites, queries.SITE_ORDER, paging, SiteForStaff.of)


@router.post("", status_code=201, responses=problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired))
async def add_site(
    draft: SiteDraft, keeper: SiteKeeper, set_up: AppSetUpSite, clock: AppClock, session: WriteSession
) -> SiteForStaff:
    """Add a site with a hostname that is not in use."""
    site = await service.add_site(session, hostname=draft.hostname, sitename=draft.sitename, set_up=set_up)
    await session.refresh(site)
    await session.refresh(site, ["hosts"])
    now = clock.now()
    await record(session, keeper, "site.added", subject=f"site:{site.id}", detail=draft.model_dump(), now=now)
    return SiteForStaff.of(site)


@router.patch("/{site_id}", responses=problems(*CHANGES, NotFound, SiteChanged, NoSecondAdmin))
async def change_site(
    *,
    site_id: uuid.UUID,
    edit: SiteEdit,
    keeper: SiteKeeper,
    resources: AppSiteResources,
    clock: AppClock,
    session: WriteSession,
) -> SiteForStaff:
    """Change a site; missing fields are not changed. Running processes reload it within seconds.

    New hostnames and another chat reach every client: they are proposed, and another administrator decides.
    """
    site = await edits.lock_for(session, site_id, edit)
    await proposals.change(session, keeper, site, edit, resources=resources, now=clock.now())
    return SiteForStaff.of(site)


@router.get("/proposals", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_site_proposals(_: SiteReader, paging: Paging, session: ReadSession) -> Page[SiteProposalView]:
    """New hostnames and chats, newest first; `proposed` ones wait for a second administrator."""
    wanted, order = queries.select_proposals(), queries.PROPOSALS_NEWEST_FIRST
    return await read_page(session, wanted, order, paging, SiteProposalView.of)


@router.post("/proposals/{proposal_id}/approve", responses=OnDecision)
async def approve_site_proposal(
    proposal_id: uuid.UUID, keeper: SiteKeeper, desk: AppDesk, sessions: AppSessions, clock: AppClock
) -> SiteProposalView:
    """Approve another administrator's proposal. Running processes reload the site within seconds."""
    await APPROVALS.approve(sessions, desk, keeper, proposal_id, now=clock.now())
    async with sessions() as session:
        return SiteProposalView.of(await APPROVALS.get(session, proposal_id))


@router.post("/proposals/{proposal_id}/reject", responses=OnDecision)
async def reject_site_proposal(
    proposal_id: uuid.UUID,
    rejection: SiteProposalRejection,
    keeper: SiteKeeper,
    sessions: AppSessions,
    clock: AppClock,
) -> SiteProposalView:
    """Reject another administrator's proposal."""
    await APPROVALS.reject(sessions, keeper, proposal_id, rejection.reason, now=clock.now())
    async with sessions() as session:
        return SiteProposalView.of(await APPROVALS.get(session, proposal_id))
