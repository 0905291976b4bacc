"""GET /bff/config."""

from fastapi import APIRouter

from clearwater.domains.sites.schemas import SiteConfig
from clearwater.domains.sites.service import CurrentLanguage, CurrentSite
from clearwater.kit.dependencies import BuildId, IsDemo
from clearwater.kit.response_cache import shared_response

router = APIRouter(prefix="/bff", tags=["site"])


@router.get("/config")
@shared_response()
async def show_config(
    site: CurrentSite, language: CurrentLanguage, is_demo: IsDemo, build: BuildId
) -> SiteConfig:
    """The configuration of the site, which the web client loads before it renders anything."""
    return SiteConfig.of(site, demo=is_demo, build=build, language=language)
