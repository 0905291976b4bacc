"""Which page of a site a path is, for its document, its picture and the sitemap."""

from starlette.requests import Request

from clearwater.domains.sites.schemas import canonical_host
from clearwater.domains.sites.service import LinkOrigins, Site
from clearwater.entrypoints.page_contents import app_page_contents
from clearwater.entrypoints.page_heads import Page
from clearwater.entrypoints.web_services import app_settings, app_web_build
from clearwater.kit.errors import NotFound


async def find_page(request: Request, site: Site, path: str, language: str) -> Page:
    """The page of a path. It does not exist without a route, without its feature or without its subject."""
    build = app_web_build.of(request.app)
    head = build.find_head(path)
    has_feature = head is None or head.feature is None or site.has_feature(head.feature)
    exists, content = build.knows_page(path) and has_feature, None
    if exists:
        try:
            content = await app_page_contents.of(request.app).find(site, path, language)
        except NotFound:
            exists = False
    return Page(
        site=site,
        origin=origin_of(request, site),
        path=path,
        language=language,
        names_language=request.query_params.get("lang") == language,
        head=head,
        content=content,
        exists=exists,
    )


def origin_of(request: Request, site: Site) -> str:
    """The public address of a site."""
    settings = app_settings.of(request.app)
    return LinkOrigins(request.url.scheme, canonical_host(site), settings).of(site)
