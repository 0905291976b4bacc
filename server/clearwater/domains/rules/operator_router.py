"""Navigation rules, for operators."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query, Response

from clearwater.core.desk import Desk
from clearwater.domains.approvals.proposal_routes import ProposalRoutes
from clearwater.domains.rules import proposals, queries, service
from clearwater.domains.rules.errors import HostKnown, RuleLoop
from clearwater.domains.rules.proposals import APPROVALS
from clearwater.domains.rules.schemas import (
    RedirectHostDraft,
    RedirectHostProposalView,
    RedirectHostView,
    RuleDraft,
    RuleForStaff,
    RuleMove,
)
from clearwater.domains.sites import service as sites
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.domains.staff.errors import (
    Forbidden,
    NoSecondAdmin,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
)
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.app_services import AppService
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.paging import Page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/rules", tags=["operator"], route_class=UnitOfWorkRoute)

RuleReader = Annotated[Operator, Depends(allowed_to("rules"))]
# A rule decides where every visitor of the site lands.
RuleKeeper = Annotated[Operator, Depends(stepped_up("rules"))]
CHANGES = (OperatorTokenInvalid, Forbidden, OperatorStepUpRequired)
HostKeeper = Annotated[Operator, Depends(stepped_up("redirect_hosts"))]
Hostname = Annotated[str, Path(max_length=253, pattern=ONE_LINE)]
Site = Annotated[str, Query(max_length=253, description="A hostname of the site.", examples=["localhost"])]


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden, SiteUnknown))
async def list_rules_for_staff(site: Site, keeper: RuleReader, session: ReadSession) -> Page[RuleForStaff]:
    """A site's rules in the order in which they are matched, all on one page."""
    found = await sites.get_site(session, site)
    rules = await service.list_rules(session, found.id)
    faults = await service.find_rule_faults(session, found.id, rules)
    items = [RuleForStaff.of(rule, fault=faults.get(rule.id)) for rule in rules]
    return Page(items=items, next_cursor=None)


@router.get("/hosts", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_redirect_hosts(keeper: RuleReader, session: ReadSession) -> Page[RedirectHostView]:
    """The external hosts that rules may redirect to, all on one page."""
    hosts = await queries.list_redirect_hosts(session)
    return Page(items=[RedirectHostView.of(host) for host in hosts], next_cursor=None)


@router.post("/hosts", status_code=202, responses=problems(*CHANGES, HostKnown, NoSecondAdmin))
async def propose_redirect_host(
    draft: RedirectHostDraft, keeper: HostKeeper, clock: AppClock, session: WriteSession
) -> RedirectHostProposalView:
    """Propose to allow redirects to an external host over https; another administrator decides."""
    proposal = await proposals.propose_host(session, keeper, draft.hostname, now=clock.now())
    return RedirectHostProposalView.of(proposal)


ROUTES = ProposalRoutes(APPROVALS, RedirectHostProposalView, "redirect_host_proposal")
ROUTES.add_list(
    router, "/hosts/proposals", permission="rules", about="External hosts that rules are to redirect to"
)
# Rules need no engine: they can be changed while it is away.
ROUTES.add_decisions(router, "/hosts/proposals", permission="redirect_hosts", desk=AppService[Desk]("desk"))


@router.delete(
    "/hosts/{hostname}",
    status_code=204,
    response_class=Response,
    responses=problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound),
)
async def disallow_redirect_host(
    hostname: Hostname, keeper: HostKeeper, clock: AppClock, session: WriteSession
) -> None:
    """Disallow a host; rules that redirect to it are ignored."""
    await service.disallow_host(session, hostname)
    subject = f"host:{hostname.lower()}"
    await record(session, keeper, "redirect_host.disallowed", subject=subject, now=clock.now())


@router.post("", status_code=201, responses=problems(*CHANGES, SiteUnknown, RuleLoop))
async def add_rule(
    site: Site, draft: RuleDraft, keeper: RuleKeeper, clock: AppClock, session: WriteSession
) -> RuleForStaff:
    """Append a rule; scripts, unknown guards and redirect loops are rejected."""
    found = await sites.get_site(session, site)
    await queries.lock_rules(session, found.id)
    rule = await service.add_rule(
        session,
        found.id,
        pattern=draft.pattern,
        redirect=draft.redirect,
        app_middleware=draft.app_middleware,
    )
    shown = RuleForStaff.of(rule)
    detail = shown.model_dump(mode="json", exclude={"id", "fault"})
    await record(session, keeper, "rule.added", subject=f"rule:{rule.id}", detail=detail, now=clock.now())
    return shown


@router.patch("/{rule_id}", responses=problems(*CHANGES, NotFound, RuleLoop))
async def move_rule(
    rule_id: uuid.UUID, move: RuleMove, keeper: RuleKeeper, clock: AppClock, session: WriteSession
) -> RuleForStaff:
    """Move a rule to another position; the first match decides."""
    rule = await service.move_rule(session, rule_id, move.position)
    detail = {"pattern": rule.pattern, "position": rule.position}
    await record(session, keeper, "rule.moved", subject=f"rule:{rule.id}", detail=detail, now=clock.now())
    faults = await service.find_rule_faults(session, rule.site_id, [rule])
    return RuleForStaff.of(rule, fault=faults.get(rule.id))


@router.delete(
    "/{rule_id}",
    status_code=204,
    response_class=Response,
    responses=problems(*CHANGES, NotFound, RuleLoop),
)
async def remove_rule(rule_id: uuid.UUID, keeper: RuleKeeper, clock: AppClock, session: WriteSession) -> None:
    """Remove a rule."""
    removed = RuleForStaff.of(await service.remove_rule(session, rule_id))
    detail = removed.model_dump(mode="json", exclude={"id", "fault"})
    await record(session, keeper, "rule.removed", subject=f"rule:{rule_id}", detail=detail, now=clock.now())
