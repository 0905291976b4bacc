"""Everything outside /api: the web client's documents and files, and which build is the newest."""

import hashlib
import html
import json
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from clearwater.adapters.web_build import CONFIG_BLOCK, FAVICON, TITLE, Asset, WebBuild
from clearwater.domains.rules.service import app_rules
from clearwater.domains.sites.schemas import SiteConfig
from clearwater.domains.sites.service import find_site
from clearwater.kit.app_services import AppService
from clearwater.kit.dependencies import app_is_demo
from clearwater.kit.errors import ClearwaterError, MethodNotAllowed, NotFound, RequestProblem

IMMUTABLE = "public, max-age=31536000, immutable"
# Misses below these never answer with the app: a missing chunk must look missing.
NON_PAGE_PREFIXES = ("/api", "/assets", "/builds")
# Where the support chat may be; the web client loads a new document when it enters.
PERSONAL_AREA = "/personal"
CONSOLE = "/operator"

# The console loads nothing of anybody else, whatever the site allows.
CONSOLE_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "img-src 'self' data: blob:",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)

app_web_build = AppService[WebBuild]("web_build")


class PageConvertor(Convertor[str]):
    """Every path outside the API."""

    regex = r"(?!api(?:/|$)).*"

    def convert(self, value: str) -> str:
        return value

    def to_string(self, value: str) -> str:
        return value


register_url_convertor("page", PageConvertor())

# Before the routes of the API: trying all of them takes longer than answering with a file.
pages_router = APIRouter(include_in_schema=False)
# After them: what no route of the API has matched.
router = APIRouter(include_in_schema=False)


class PathUnknown(NotFound):
    title = "Page Not Found"


@pages_router.api_route("/builds/latest.json", methods=["GET", "HEAD"])
async def show_latest_build(request: Request) -> Response:
    build = app_web_build.of(request.app)
    return Response(build.latest, media_type="application/json", headers={"Cache-Control": "no-store"})


@pages_router.api_route("/{path:page}", methods=["GET", "HEAD"])
@router.api_route("/{path:path}", methods=["GET", "HEAD"])
async def show_document(path: str, request: Request) -> Response:
    """A built file, a page, or the app with status 404 for a page path that no route knows.

    A page is some forty files, so this asks the app for what it needs: dependencies would cost a sixth more.
    """
    place, build = "/" + path, app_web_build.of(request.app)
    asset = build.files.get(place)
    if asset is not None:
        return _answer_asset(request, place, asset)
    if _is_below_non_page(place):
        raise PathUnknown(f"Page not found: {place[:200]}")
    site = await find_site(request)
    verdict = await app_rules.of(request.app).look_up(site.id, place)
    if verdict.redirect is not None:
        return RedirectResponse(verdict.redirect, status_code=302, headers={"Cache-Control": "no-store"})
    config = SiteConfig.of(site, demo=app_is_demo.of(request.app), build=build.id)
    # With guards switched by a rule there is something left to do: the client then asks itself.
    page = render_page(build, config, place, is_checked=not verdict.app_middleware)
    policy = CONSOLE_POLICY if is_console(place) else page_policy(config, place)
    return _answer_page(request, place, page.encode(), build, policy)


async def answer_wrong_method(request: Request, error: Exception) -> Response:
    """405 for a wrong method, but 404 where only the catch-all route of this file matches the path."""
    assert isinstance(error, HTTPException)
    refusal: ClearwaterError = MethodNotAllowed(headers=error.headers)
    if request.scope.get("endpoint") is show_document and _is_below_non_page(request.url.path):
        refusal = PathUnknown(f"Page not found: {request.url.path[:200]}")
    return RequestProblem(refusal, request.state.request_id)


def _is_below_non_page(place: str) -> bool:
    return any(place == root or place.startswith(root + "/") for root in NON_PAGE_PREFIXES)


def _answer_asset(request: Request, place: str, asset: Asset) -> Response:
    coding, content = _choose_encoding(request.headers.get("accept-encoding", ""), asset)
    # Each coding is a representation of its own, so each has its own tag.
    etag = f'"{asset.digest}-{coding}"' if coding else f'"{asset.digest}"'
    caching = IMMUTABLE if place.startswith("/assets/") else "no-cache"
    headers = {"Cache-Control": caching, "ETag": etag, "Vary": "Accept-Encoding"}
    if _is_not_modified(request, etag):
        return Response(status_code=304, headers=headers)
    if coding:
        headers["Content-Encoding"] = coding
    return Response(content, media_type=asset.media_type, headers=headers)


def _choose_encoding(accepted: str, asset: Asset) -> tuple[str | None, bytes]:
    weights: dict[str, float] = {}
    for part in accepted.lower().split(","):
        name, _, weight = part.partition(";")
        try:
            weights[name.strip()] = float(weight.strip().removeprefix("q=") or 1)
        except ValueError:
            weights[name.strip()] = 0
    for coding, packed in asset.packed.items():
        if weights.get(coding, weights.get("*", 0)) > 0:
            return coding, packed
    return None, asset.content


def _is_not_modified(request: Request, etag: str) -> bool:
    tags = request.headers.get("if-none-match", "")
    return tags.strip() == "*" or etag.removeprefix("W/") in {
        tag.strip().removeprefix("W/") for tag in tags.split(",")
    }


def _answer_page(request: Request, place: str, page: bytes, build: WebBuild, policy: str) -> Response:
    etag = f'W/"{hashlib.sha256(page).hexdigest()[:20]}"'
    headers = {"Cache-Control": "no-cache", "ETag": etag, "Content-Security-Policy": policy}
    if not build.knows_page(place):
        return Response(page, status_code=404, media_type="text/html", headers=headers)
    if _is_not_modified(request, etag):
        return Response(status_code=304, headers=headers)
    return Response(page, media_type="text/html", headers=headers)


def render_page(build: WebBuild, config: SiteConfig, place: str, *, is_checked: bool) -> str:
    """The document with the site's title, icon and configuration in it, each escaped for its place.

    A checked path is one whose rule has been applied, so that the client need not ask again.
    """
    # In a data block only "<" can end the element; as \u003c it is the same JSON.
    block = json.dumps(config.model_dump(), separators=(",", ":")).replace("<", "\\u003c")
    head = f"<title>{html.escape(config.sitename, quote=False)}</title>"
    if is_checked:
        head += f'<meta name="route-checked" content="{html.escape(place)}">'
    # What the page will ask for once its script runs can be on its way before that.
    head += "".join(_preload(file) for file in build.preloads_of(place))
    page = TITLE.sub(lambda _: head, build.document, count=1)
    page = FAVICON.sub(lambda found: found[1] + html.escape(config.logo) + found[2], page, count=1)
    return CONFIG_BLOCK.sub(lambda found: found[1] + block + found[2], page, count=1)


def _preload(file: str) -> str:
    kind = 'rel="preload" as="style"' if file.endswith(".css") else 'rel="modulepreload"'
    return f'<link {kind} crossorigin href="{file}">'


def page_policy(config: SiteConfig, place: str) -> str:
    """What a document may load: this origin and, in the personal area, the support chat of the site.

    The chat's script writes style elements and attributes of its own and knows no nonces.
    """
    chat = _chat_origin(config) if place == PERSONAL_AREA or place.startswith(PERSONAL_AREA + "/") else None
    origin = f" {chat}" if chat else ""
    inline = " 'unsafe-inline'" if chat else ""
    frames = chat or "'none'"
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self'{origin}",
            f"style-src 'self'{inline}",
            f"connect-src 'self'{origin}",
            f"frame-src {frames}",
            f"img-src 'self' data: blob:{origin}",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def _chat_origin(config: SiteConfig) -> str | None:
    """The provider's origin; its domain may come with or without a protocol."""
    domain = config.chatwoot.domain
    if not domain or not config.chatwoot.token:
        return None
    url = urlsplit(domain if "://" in domain else f"https://{domain}")
    return f"{url.scheme}://{url.netloc}"


def is_console(place: str) -> bool:
    return place == CONSOLE or place.startswith(CONSOLE + "/")
