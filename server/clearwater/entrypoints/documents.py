"""Everything outside /api: the web client's documents and files, and which build is the newest."""

import hashlib
import html
import json

from fastapi import APIRouter, Request
from starlette.responses import RedirectResponse, Response

from clearwater.adapters.web_build import CONFIG_BLOCK, FAVICON, TITLE, Asset, WebBuild
from clearwater.domains.rules import service as rules
from clearwater.domains.sites.schemas import SiteConfig
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.errors import NotFound
from clearwater.kit.unit_of_work import ReadSession

IMMUTABLE = "public, max-age=31536000, immutable"
# Misses below these never answer with the app: a missing chunk must look missing.
NEVER_PAGES = ("/api", "/assets", "/builds")

router = APIRouter(include_in_schema=False)


@router.api_route("/builds/latest.json", methods=["GET", "HEAD"])
async def show_latest_build(request: Request) -> Response:
    build: WebBuild = request.app.state.services.web_build
    return Response(build.latest, media_type="application/json", headers={"Cache-Control": "no-store"})


@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def show_document(path: str, request: Request, site: CurrentSite, session: ReadSession) -> Response:
    """A built file, a page, or the app with status 404 for a page path that no route knows."""
    place = "/" + path
    build: WebBuild = request.app.state.services.web_build
    asset = build.files.get(place)
    if asset is not None:
        return _answer_asset(request, place, asset)
    if any(place == root or place.startswith(root + "/") for root in NEVER_PAGES):
        raise NotFound(f"There is nothing at {place[:200]}.")
    verdict = await rules.look_up(session, site.id, place)
    if verdict.redirect is not None:
        return RedirectResponse(verdict.redirect, status_code=302, headers={"Cache-Control": "no-store"})
    config = SiteConfig.of(site, demo=request.app.state.services.settings.demo, build=build.id)
    # With guards switched by a rule there is something left to do: the client then asks itself.
    page = render_page(build, config, checked_path=None if verdict.app_middleware else place)
    return _answer_page(request, place, page.encode(), build, page_policy(config))


def _answer_asset(request: Request, place: str, asset: Asset) -> Response:
    caching = IMMUTABLE if place.startswith("/assets/") else "no-cache"
    headers = {"Cache-Control": caching, "ETag": asset.etag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == asset.etag:
        return Response(status_code=304, headers=headers)
    accepted = _accepted_codings(request)
    for coding, packed in asset.packed.items():
        if coding in accepted:
            headers["Content-Encoding"] = coding
            return Response(packed, media_type=asset.media_type, headers=headers)
    return Response(asset.content, media_type=asset.media_type, headers=headers)


def _accepted_codings(request: Request) -> set[str]:
    offered = (part.partition(";") for part in request.headers.get("accept-encoding", "").split(","))
    return {name.strip() for name, _, weight in offered if weight.replace(" ", "") not in ("q=0", "q=0.0")}


def _answer_page(request: Request, place: str, page: bytes, build: WebBuild, policy: str) -> Response:
    etag = f'W/"{hashlib.sha256(page).hexdigest()[:20]}"'
    headers = {"Cache-Control": "no-cache", "ETag": etag, "Content-Security-Policy": policy}
    if not build.knows_page(place):
        return Response(page, status_code=404, media_type="text/html", headers=headers)
    if request.headers.get("if-none-match") == etag:
        return Response(status_code=304, headers=headers)
    return Response(page, media_type="text/html", headers=headers)


def render_page(build: WebBuild, config: SiteConfig, *, checked_path: str | None) -> str:
    """The document with the site's title, icon and configuration in it, each escaped for its place.

    The checked path is the one whose rule has been applied, so that the client need not ask again.
    """
    # In a data block only "<" can end the element; as \u003c it is the same JSON.
    block = json.dumps(config.model_dump(), separators=(",", ":")).replace("<", "\\u003c")
    title = f"<title>{html.escape(config.sitename, quote=False)}</title>"
    if checked_path is not None:
        title += f'<meta name="route-checked" content="{html.escape(checked_path)}">'
    page = TITLE.sub(lambda _: title, build.document, count=1)
    page = FAVICON.sub(lambda found: found[1] + html.escape(config.logo) + found[2], page, count=1)
    return CONFIG_BLOCK.sub(lambda found: found[1] + block + found[2], page, count=1)


def page_policy(config: SiteConfig) -> str:
    """What a document may load: this origin, and the chat's where the site has one."""
    chat = config.chatwoot.domain.removeprefix("https://").removeprefix("http://").strip("/")
    origin = f" https://{chat}" if chat else ""
    frames = origin.strip() or "'none'"
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self'{origin}",
            "style-src 'self'",
            f"connect-src 'self'{origin}",
            f"frame-src {frames}",
            "img-src 'self' data: blob:",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )
