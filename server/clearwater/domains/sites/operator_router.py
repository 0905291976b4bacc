"""Sites, for operators."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends

from clearwater.core.desk import Desk
from clearwater.domains.approvals.proposal_routes import ProposalRoutes
from clearwater.domains.sites import edits, proposals, queries
from clearwater.domains.sites.errors import SiteChanged
from clearwater.domains.sites.ports import AppSiteResources
from clearwater.domains.sites.proposals import APPROVALS
from clearwater.domains.sites.schemas import (
    SiteDraft,
    SiteForStaff,
    SiteProposalView,
)
from clearwater.domains.sites.service import SiteEdit
from clearwater.domains.staff.errors import (
    Forbidden,
    NoSecondAdmin,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
)
from clearwater.domains.staff.service import Operator, allowed_to, stepped_up
from clearwater.kit.app_services import AppService
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/sites", tags=["operator"], route_class=UnitOfWorkRoute)

SiteReader = Annotated[Operator, Depends(allowed_to("sites"))]
SiteKeeper = Annotated[Operator, Depends(stepped_up("sites"))]
CHANGES = (OperatorTokenInvalid, Forbidden, OperatorStepUpRequired)


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_sites_for_staff(_: SiteReader, paging: Paging, session: ReadSession) -> Page[SiteForStaff]:
    """Every site of the installation, newest first."""
    sites = queries.select_sites()
    return await read_page(session, sites, queries.SITE_ORDER, paging, SiteForStaff.of)


@router.post("", status_code=202, responses=problems(*CHANGES, NoSecondAdmin))
async def propose_site(
    draft: SiteDraft, keeper: SiteKeeper, clock: AppClock, session: WriteSession
) -> SiteProposalView:
    """Propose a site with a hostname that is not in use; another administrator decides."""
    return SiteProposalView.of(await proposals.propose_site(session, keeper, draft, now=clock.now()))


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


ROUTES = ProposalRoutes(APPROVALS, SiteProposalView, "site_proposal")
ROUTES.add_list(router, "/proposals", permission="sites", about="New sites, hostnames and chats")
# Sites need no engine: they can be changed while it is away.
ROUTES.add_decisions(router, "/proposals", permission="sites", desk=AppService[Desk]("desk"))
