"""GET /bff/rules."""

from typing import Annotated

from fastapi import APIRouter, Query

from clearwater.domains.rules import service
from clearwater.domains.rules.schemas import RuleVerdict
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.unit_of_work import ReadSession

TTL_SECONDS = 60

router = APIRouter(prefix="/bff", tags=["site"])

PagePath = Annotated[
    str, Query(min_length=1, max_length=2000, pattern=r"^/[^\x00-\x1f\\]*$", examples=["/earn"])
]


@router.get("/rules")
async def look_up_rule(path: PagePath, site: CurrentSite, session: ReadSession) -> RuleVerdict:
    """Say what the site's rules want before a navigation to a path."""
    verdict = await service.look_up(session, site.id, path)
    return RuleVerdict(
        path=path, redirect=verdict.redirect, app_middleware=verdict.app_middleware, ttl=TTL_SECONDS
    )
