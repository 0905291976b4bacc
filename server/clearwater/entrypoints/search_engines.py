"""The sitemap, robots.txt, and the pictures of pages for shared links."""

import hashlib
from collections.abc import Iterator
from datetime import UTC, datetime
from xml.sax.saxutils import escape, quoteattr

from fastapi import APIRouter, Request, Response

from clearwater.adapters.share_pictures import ShareCard
from clearwater.adapters.web_build import HOME, WebBuild
from clearwater.domains.sites.schemas import SiteSeo
from clearwater.domains.sites.service import Site, find_site, language_of, offered_languages
from clearwater.entrypoints.page_contents import ListedPage, app_page_contents
from clearwater.entrypoints.page_heads import address_of
from clearwater.entrypoints.pages import find_page, origin_of
from clearwater.entrypoints.web_services import app_share_pictures, app_web_build
from clearwater.kit.errors import NotFound

router = APIRouter(include_in_schema=False)

AN_HOUR = "public, max-age=3600"
# The limit of the protocol.
MAX_PAGES = 50_000
SITEMAP = (
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
    ' xmlns:xhtml="http://www.w3.org/1999/xhtml">\n'
)
ROBOTS = """User-agent: *
Allow: /api/v1/file/
Disallow: /api/
Disallow: /operator
Disallow: /personal

Sitemap: {origin}/sitemap.xml
"""
CLOSED = """User-agent: *
Disallow: /
"""


@router.api_route("/robots.txt", methods=["GET", "HEAD"])
async def show_robots(request: Request) -> Response:
    """What search engines may read; nothing of a site that is not to be found."""
    site = await find_site(request)
    text = ROBOTS.format(origin=origin_of(request, site)) if SiteSeo(**site.seo).index else CLOSED
    return Response(text, media_type="text/plain", headers={"Cache-Control": AN_HOUR})


@router.api_route("/sitemap.xml", methods=["GET", "HEAD"])
async def show_sitemap(request: Request) -> Response:
    """Every page for search engines, in every language of the site."""
    site = await find_site(request)
    origin, pages = origin_of(request, site), []
    if SiteSeo(**site.seo).index:
        pages = list(_fixed_pages(app_web_build.of(request.app), site))
        pages += await app_page_contents.of(request.app).list_pages(site)
    entries = "".join(_entry(origin, page, site) for page in pages[:MAX_PAGES])
    return Response(
        f"{SITEMAP}{entries}</urlset>\n",
        media_type="application/xml",
        headers={"Cache-Control": AN_HOUR},
    )


def _fixed_pages(build: WebBuild, site: Site) -> Iterator[ListedPage]:
    for head in build.heads:
        is_offered = head.feature is None or site.has_feature(head.feature)
        if head.descriptions and is_offered and "$" not in head.path and build.knows_page(head.path):
            yield ListedPage(head.path)


def _entry(origin: str, page: ListedPage, site: Site) -> str:
    url = origin + address_of(page.path)
    entry = f"<url><loc>{escape(url)}</loc>"
    if page.updated_at is not None:
        entry += f"<lastmod>{datetime.fromtimestamp(page.updated_at, UTC).isoformat()}</lastmod>"
    languages = offered_languages(site)
    if len(languages) > 1:
        for language in languages:
            href = quoteattr(f"{url}?lang={language}")
            entry += f'<xhtml:link rel="alternate" hreflang={quoteattr(language)} href={href}/>'
    return entry + "</url>\n"


@router.api_route("/og/{name:path}", methods=["GET", "HEAD"])
async def show_picture(name: str, request: Request) -> Response:
    """The picture of a page that search engines may see; of anything else there is none."""
    site = await find_site(request)
    path = "/" + name.removesuffix(".png")
    page = await find_page(request, site, HOME if path == "/index" else path, language_of(site, request))
    if not name.endswith(".png") or not page.is_indexed:
        raise NotFound
    card = ShareCard(site.sitename, page.title, site.accent)
    content = await app_share_pictures.of(request.app).draw(card)
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    headers = {"Cache-Control": AN_HOUR, "ETag": etag, "Vary": "Accept-Language, Cookie"}
    if etag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="image/png", headers=headers)
