"""Sites, for operators."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends

from clearwater.domains.sites import queries, service
from clearwater.domains.sites.errors import SiteChanged
from clearwater.domains.sites.ports import AppSetUpSite, AppSiteResources
from clearwater.domains.sites.schemas import SiteDraft, SiteForStaff
from clearwater.domains.sites.service import SiteEdit
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/sites", tags=["operator"], route_class=UnitOfWorkRoute)

SiteReader = Annotated[Operator, Depends(allowed_to("sites"))]
SiteKeeper = Annotated[Operator, Depends(stepped_up("sites"))]


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


@router.patch(
    "/{site_id}",
    responses=problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, NotFound, SiteChanged),
)
async def change_site(
    *,
    site_id: uuid.UUID,
    edit: SiteEdit,
    keeper: SiteKeeper,
    resources: AppSiteResources,
    clock: AppClock,
    session: WriteSession,
) -> SiteForStaff:
    """Change a site; missing fields are not changed. Running processes reload it within seconds."""
    now = clock.now()
    site = await service.edit_site(session, site_id, edit, resources=resources, now=now)
    await record(session, keeper, "site.changed", subject=f"site:{site.id}", detail=edit.described(), now=now)
    return SiteForStaff.of(site)
