"""GET /bff/config."""

from fastapi import APIRouter, Request

from clearwater.domains.sites.schemas import SiteConfig
from clearwater.domains.sites.service import CurrentSite

router = APIRouter(prefix="/bff", tags=["site"])


@router.get("/config")
async def show_config(site: CurrentSite, request: Request) -> SiteConfig:
    """The configuration of the site; the web client shows nothing before it has this."""
    services = request.app.state.services
    return SiteConfig.of(site, demo=services.is_demo, build=services.web_build.id)
