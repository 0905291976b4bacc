"""Membership levels of a site, for staff."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query

from clearwater.domains.membership import service
from clearwater.domains.membership.schemas import LevelChange, Levels, LevelView
from clearwater.domains.sites import service as sites
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, stepped_up
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/levels", tags=["operator"], route_class=UnitOfWorkRoute)

Reader = Annotated[Operator, Depends(allowed_to("levels"))]
Editor = Annotated[Operator, Depends(stepped_up("levels"))]
Site = Annotated[str, Query(max_length=253, description="A hostname of the site.", examples=["localhost"])]
Key = Annotated[str, Path(max_length=20)]


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden, SiteUnknown))
async def list_site_levels(site: Site, _: Reader, session: ReadSession) -> Levels:
    """The levels of a site, lowest first."""
    found = await sites.get_site(session, site)
    levels = await service.list_levels(session, found.id)
    return Levels(items=[LevelView.of(level) for level in levels])


@router.put(
    "/{key}",
    responses=problems(OperatorTokenInvalid, Forbidden, OperatorStepUpRequired, SiteUnknown, NotFound),
)
async def change_level(
    key: Key, change: LevelChange, editor: Editor, site: Site, session: WriteSession, *, clock: AppClock
) -> LevelView:
    """Change requirements and benefits of a level; takes effect with the next request."""
    now = clock.now()
    level = await service.change_level(session, editor, site, key, change, now=now)
    return LevelView.of(level)
