"""Everything outside /api: the web client's documents and files, and which build is the newest."""

import gzip
import hashlib
import html
import json
from functools import lru_cache
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.responses import RedirectResponse, Response

from clearwater.adapters.web_build import (
    CONFIG_BLOCK,
    FAVICON,
    HOME,
    LANGUAGE,
    PRERENDERED,
    SITE_MARK,
    TITLE,
    Asset,
    WebBuild,
)
from clearwater.domains.rules.service import app_rules
from clearwater.domains.sites.schemas import SiteConfig
from clearwater.domains.sites.service import find_site, language_of
from clearwater.entrypoints.page_heads import Page, render_head
from clearwater.entrypoints.pages import find_page
from clearwater.entrypoints.web_services import app_web_build
from clearwater.kit.dependencies import app_is_demo
from clearwater.kit.errors import ClearwaterError, MethodNotAllowed, NotFound, scope_problem
from clearwater.kit.http import is_not_modified
from clearwater.kit.messages import Message

IMMUTABLE = "public, max-age=31536000, immutable"
# Misses below these never answer with the app: a missing chunk must look missing.
NON_PAGE_PREFIXES = ("/api", "/assets", "/builds")
# Where the support chat may be; the web client loads a new document when it enters.
PERSONAL_AREA = "/personal"
# Where passwords, codes, keys and withdrawals are entered.
SECRET_PAGES = ("/personal/settings", "/personal/withdraw")
CONSOLE = "/operator"
# A feature of the sign-up form alone.
NOT_AT_HOME = frozenset({"referral"})
# Where areas without a page of their own begin.
FIRST_PAGES = {PERSONAL_AREA: "/personal/dashboard", "/markets": "/markets/overview"}
SESSION_COOKIE = "token"
BUILT_IN_LOGO = "/logo.svg"
# The page's background, as in web/index.html.
GROUND_COLOR = "#0a0e13"
# Longer names do not fit below an icon.
MAX_SHORT_NAME = 12
# The built-in logo as an app's icon.
APP_ICONS = [
    {"src": "/icon-192.png", "sizes": "192x192", "type": "image/png"},
    {"src": "/icon-512.png", "sizes": "512x512", "type": "image/png"},
    {"src": "/icon-maskable-512.png", "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
]

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

# A worker has the policy of its own file: it loads the offline screen and what handles push messages.
WORKER = "/sw.js"
WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"


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


@pages_router.api_route("/manifest.webmanifest", methods=["GET", "HEAD"])
async def show_manifest(request: Request) -> Response:
    """What a browser needs to install the site as an app."""
    site = await find_site(request)
    manifest = {
        "id": "/",
        "name": site.sitename,
        "short_name": site.sitename[:MAX_SHORT_NAME],
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": GROUND_COLOR,
        "theme_color": GROUND_COLOR,
        "icons": APP_ICONS if site.favicon == BUILT_IN_LOGO else [{"src": site.favicon, "sizes": "any"}],
    }
    return Response(
        json.dumps(manifest, ensure_ascii=False),
        media_type="application/manifest+json",
        headers={"Cache-Control": "no-cache"},
    )


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
        raise PathUnknown(Message("Page not found: {path}", path=place[:200]))
    site = await find_site(request)
    verdict = await app_rules.of(request.app).look_up(site.id, place)
    redirect = verdict.redirect or FIRST_PAGES.get(place.rstrip("/"))
    if redirect is not None:
        return RedirectResponse(redirect, status_code=302, headers={"Cache-Control": "no-store"})
    language = language_of(site, request)
    config = SiteConfig.of(site, demo=app_is_demo.of(request.app), build=build.id, language=language)
    page = await find_page(request, site, place, language)
    # With guards switched by a rule there is something left to do: the client then asks itself.
    document = render_page(build, config, page, is_checked=not verdict.app_middleware)
    # The header of a client's pages differs from a visitor's, which the build has rendered.
    if place == HOME and SESSION_COOKIE not in request.cookies:
        document = add_home_page(document, build, config)
    policy = CONSOLE_POLICY if is_console(place) else page_policy(config, place)
    return _answer_page(request, page, document.encode(), policy)


async def answer_wrong_method(request: Request, error: Exception) -> Response:
    """405 for a wrong method, but 404 where only the catch-all route of this file matches the path."""
    assert isinstance(error, HTTPException)
    refusal: ClearwaterError = MethodNotAllowed(headers=error.headers)
    if request.scope.get("endpoint") is show_document and _is_below_non_page(request.url.path):
        refusal = PathUnknown(Message("Page not found: {path}", path=request.url.path[:200]))
    return scope_problem(refusal, request.scope)


def _is_below_non_page(place: str) -> bool:
    return any(place == root or place.startswith(root + "/") for root in NON_PAGE_PREFIXES)


def _answer_asset(request: Request, place: str, asset: Asset) -> Response:
    coding, content = _choose_encoding(request.headers.get("accept-encoding", ""), asset)
    # Each coding is a representation of its own, so each has its own tag.
    etag = f'"{asset.digest}-{coding}"' if coding else f'"{asset.digest}"'
    caching = IMMUTABLE if place.startswith("/assets/") else "no-cache"
    headers = {"Cache-Control": caching, "ETag": etag, "Vary": "Accept-Encoding"}
    if place == WORKER:
        headers["Content-Security-Policy"] = WORKER_POLICY
    if is_not_modified(request.headers, etag):
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


def _answer_page(request: Request, page: Page, document: bytes, policy: str) -> Response:
    etag = f'W/"{hashlib.sha256(document).hexdigest()[:20]}"'
    headers = {"Cache-Control": "no-cache", "ETag": etag, "Content-Security-Policy": policy}
    # The language is the visitor's choice or the browser's.
    headers["Vary"] = "Accept-Language, Cookie"
    if not page.exists:
        return Response(document, status_code=404, media_type="text/html", headers=headers)
    if page.path == HOME:
        headers["Vary"] = "Accept-Encoding, Accept-Language, Cookie"
    if is_not_modified(request.headers, etag):
        return Response(status_code=304, headers=headers)
    if page.path == HOME and "gzip" in request.headers.get("accept-encoding", ""):
        # It has the same text for every visitor, so its compressed length tells nobody anything.
        headers["Content-Encoding"] = "gzip"
        document = _compress(document)
    return Response(document, media_type="text/html", headers=headers)


@lru_cache(maxsize=64)
def _compress(page: bytes) -> bytes:
    return gzip.compress(page, mtime=0)


def render_page(build: WebBuild, config: SiteConfig, page: Page, *, is_checked: bool) -> str:
    """The document with the page's head, the site's icon and its configuration, each escaped for its place.

    A checked path is one whose rule has been applied, so that the client need not ask again.
    """
    # In a data block only "<" can end the element; as \u003c it is the same JSON.
    block = json.dumps(config.model_dump(), separators=(",", ":")).replace("<", "\\u003c")
    head = render_head(page)
    if is_checked:
        head += f'<meta name="route-checked" content="{html.escape(page.path)}">'
    # What the page will ask for once its script runs can be on its way before that.
    files = [*build.preloads_of(page.path), *_language_files(build, config.language, page.path)]
    head += "".join(_preload(file) for file in files)
    document = TITLE.sub(lambda _: head, build.document, count=1)
    document = LANGUAGE.sub(lambda _: _html_tag(config), document, count=1)
    icon = f'<link rel="icon" href="{html.escape(config.favicon)}">'
    document = FAVICON.sub(lambda _: icon, document, count=1)
    return CONFIG_BLOCK.sub(lambda found: found[1] + block + found[2], document, count=1)


def add_home_page(page: str, build: WebBuild, config: SiteConfig) -> str:
    """The document with the home page in it, so that it is visible before any script has run."""
    home = build.find_home_page(config.language, demo=config.demo, own_logo=config.logo != BUILT_IN_LOGO)
    # The build has rendered a site with every feature that this page shows.
    if home is None or not all(on for name, on in config.features.items() if name not in NOT_AT_HOME):
        return page
    lead = home.lead.replace("%SITENAME%", config.sitename)
    values = {
        "SITENAME": config.sitename,
        "LOGO": config.logo,
        "HEADLINE": config.texts.headline or home.headline,
        "LEAD": config.texts.lead or lead,
    }
    filled = SITE_MARK.sub(lambda mark: html.escape(values[mark[1]]), home.html)
    return PRERENDERED.sub(lambda found: found[1] + filled + found[2], page, count=1)


def _html_tag(config: SiteConfig) -> str:
    direction = next(one.direction for one in config.languages if one.tag == config.language)
    return f'<html lang="{config.language}" dir="{direction}"'


def _language_files(build: WebBuild, language: str, place: str) -> list[str]:
    """The texts that the page needs before it renders; English ones are in the code."""
    parts = build.language_files.get(language, {})
    wanted = ["web", "console"] if is_console(place) else ["web", "personal"]
    if not place.startswith((PERSONAL_AREA, CONSOLE)):
        wanted = ["web"]
    return list(dict.fromkeys(f"/{file}" for part in wanted for file in parts.get(part, ())))


def _preload(file: str) -> str:
    kind = 'rel="preload" as="style"' if file.endswith(".css") else 'rel="modulepreload"'
    return f'<link {kind} crossorigin href="{file}">'


def page_policy(config: SiteConfig, place: str) -> str:
    """What a document may load: this origin and, in the personal area, the support chat of the site.

    The chat's script writes style elements and attributes of its own and knows no nonces.
    """
    chat = _chat_origin(config) if _is_below(place, PERSONAL_AREA) else None
    if config.chatwoot.pages == "without_secrets" and any(_is_below(place, one) for one in SECRET_PAGES):
        chat = None
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
            "img-src 'self' data: blob:",
            "manifest-src 'self'",
            "worker-src 'self'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'self'",
            "frame-ancestors 'none'",
        )
    )


def _is_below(place: str, path: str) -> bool:
    return place == path or place.startswith(f"{path}/")


def _chat_origin(config: SiteConfig) -> str | None:
    """The provider's origin; its domain may come with or without a protocol."""
    domain = config.chatwoot.domain
    if not domain or not config.chatwoot.token:
        return None
    url = urlsplit(domain if "://" in domain else f"https://{domain}")
    return f"{url.scheme}://{url.netloc}"


def is_console(place: str) -> bool:
    return place == CONSOLE or place.startswith(CONSOLE + "/")
