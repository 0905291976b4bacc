"""GET /bff/rules."""

from typing import Annotated

from fastapi import APIRouter, Query

from clearwater.domains.rules.schemas import RuleVerdict
from clearwater.domains.rules.service import AppRules, RuleDirectory, rules_version
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.response_cache import shared_response

TTL_SECONDS = 60

router = APIRouter(prefix="/bff", tags=["site"])

PagePath = Annotated[
    str, Query(min_length=1, max_length=2000, pattern=r"^/[^\x00-\x1f\\]*$", examples=["/earn"])
]


@router.get("/rules")
@shared_response(version=rules_version)
async def look_up_rule(path: PagePath, site: CurrentSite, rules: AppRules) -> RuleVerdict:
    """Look up the navigation rule for a path."""
    directory: RuleDirectory = rules
    verdict = await directory.look_up(site.id, path)
    return RuleVerdict(
        path=path, redirect=verdict.redirect, app_middleware=verdict.app_middleware, ttl=TTL_SECONDS
    )
