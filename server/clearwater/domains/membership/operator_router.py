"""Membership levels of a site, for staff: the name is changed by one person, the terms by two."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from sqlalchemy import Select

from clearwater.core.desk import Desk
from clearwater.domains.approvals.columns import ProposalStatus
from clearwater.domains.approvals.proposal_routes import ProposalRoutes
from clearwater.domains.membership import proposals, queries, service, terms
from clearwater.domains.membership.errors import LevelConflict
from clearwater.domains.membership.models import LevelProposal
from clearwater.domains.membership.proposals import APPROVALS
from clearwater.domains.membership.schemas import (
    LevelChange,
    LevelProposalDraft,
    LevelProposalView,
    Levels,
    LevelView,
)
from clearwater.domains.sites import service as sites
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.domains.staff.errors import (
    Forbidden,
    NoSecondAdmin,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
)
from clearwater.domains.staff.service import Operator, allowed_to, stepped_up
from clearwater.kit.app_services import AppService
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, ValidationFailed, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/levels", tags=["operator"], route_class=UnitOfWorkRoute)

Reader = Annotated[Operator, Depends(allowed_to("levels"))]
Editor = Annotated[Operator, Depends(stepped_up("levels"))]
Site = Annotated[str, Query(max_length=253, description="A hostname of the site.", examples=["localhost"])]
Key = Annotated[str, Path(max_length=20)]
CHANGES = (
    OperatorTokenInvalid,
    Forbidden,
    OperatorStepUpRequired,
    SiteUnknown,
    NotFound,
    LevelConflict,
    ValidationFailed,
)


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden, SiteUnknown))
async def list_site_levels(site: Site, _: Reader, session: ReadSession) -> Levels:
    """The levels of a site, lowest first."""
    found = await sites.get_site(session, site)
    levels = await service.list_levels(session, found.id)
    return Levels(items=[LevelView.of(level) for level in levels])


@router.put("/{key}", responses=problems(*CHANGES))
async def change_level(
    key: Key, change: LevelChange, editor: Editor, site: Site, session: WriteSession, *, clock: AppClock
) -> LevelView:
    """Change the name of a level; other requirements and benefits take two people and are proposed."""
    return LevelView.of(await terms.rename(session, editor, site, key, change, now=clock.now()))


@router.post("/{key}/proposals", status_code=202, responses=problems(*CHANGES, NoSecondAdmin))
async def propose_level_change(
    key: Key, draft: LevelProposalDraft, editor: Editor, site: Site, session: WriteSession, *, clock: AppClock
) -> LevelProposalView:
    """Propose other requirements and benefits; once approved, they take effect with the next request."""
    proposal = await proposals.propose(session, editor, site, key, draft, now=clock.now())
    return LevelProposalView.of(proposal)


async def _wanted_proposals(
    site: Site, session: ReadSession, status: ProposalStatus | None = None
) -> Select[LevelProposal]:
    found = await sites.get_site(session, site)
    return queries.select_proposals(found.id, status=status)


ROUTES = ProposalRoutes(APPROVALS, LevelProposalView, "level_proposal")
ROUTES.add_list(
    router,
    "/proposals",
    permission="levels",
    about="Changes of the levels of a site",
    wanted=_wanted_proposals,
)
# Levels need no engine: they can be changed while it is away.
ROUTES.add_decisions(router, "/proposals", permission="levels", desk=AppService[Desk]("desk"))
