"""The built web client, read into memory once, so that nothing else can be served."""

import hashlib
import json
import mimetypes
import re
from dataclasses import dataclass
from pathlib import Path

from clearwater.kit.errors import StartupError

COMPRESSED_SUFFIXES = {".br": "br", ".gz": "gzip"}
CONFIG_BLOCK = re.compile(r'(<script type="application/json" id="site-config">)(</script>)')
TITLE = re.compile(r"<title>[^<]*</title>")
LANGUAGE = re.compile(r'<html lang="en"')
FAVICON = re.compile(r'<link rel="icon"[^>]*>')
# The font of the interface, for pictures of pages.
FONT = re.compile(r"/assets/inter-latin-wght-normal[^/]*\.woff2")
PRERENDERED = re.compile(r'(<div id="prerendered">)(</div>)')
# Where the build left room for the values of the site.
SITE_MARK = re.compile("%(SITENAME|LOGO|HEADLINE|LEAD)%")
HOME = "/"


@dataclass(frozen=True)
class Asset:
    """One built file with its compressed copies, smallest first."""

    media_type: str
    digest: str
    content: bytes
    packed: dict[str, bytes]


@dataclass(frozen=True)
class PrerenderedPage:
    """A page as HTML with marks for the values of the site, for one language and one kind of site."""

    language: str
    demo: bool
    own_logo: bool
    html: str
    # Of sites that have no texts of their own.
    headline: str
    lead: str


@dataclass(frozen=True)
class PageHead:
    """What the head of a page says by language, and the feature that a site must have to have the page."""

    path: str
    pattern: re.Pattern[str]
    feature: str | None
    titles: dict[str, str]
    # Empty where a page is not for search engines.
    descriptions: dict[str, str]


@dataclass(frozen=True)
class WebBuild:
    """The HTML page, its assets, and the page paths known to the router."""

    id: str
    latest: bytes
    document: str
    files: dict[str, Asset]
    page_paths: tuple[re.Pattern[str], ...]
    preloads: dict[re.Pattern[str], list[str]]
    home_pages: tuple[PrerenderedPage, ...]
    # By language and part (web, personal, console), without the language of the code.
    language_files: dict[str, dict[str, list[str]]]
    heads: tuple[PageHead, ...]

    @property
    def font(self) -> bytes | None:
        return next((asset.content for name, asset in self.files.items() if FONT.fullmatch(name)), None)

    def find_head(self, path: str) -> PageHead | None:
        wanted = _without_trailing_slash(path)
        return next((head for head in self.heads if head.pattern.fullmatch(wanted)), None)

    def knows_page(self, path: str) -> bool:
        return any(pattern.fullmatch(_without_trailing_slash(path)) for pattern in self.page_paths)

    def preloads_of(self, path: str) -> list[str]:
        """The files that a page loads once its script runs."""
        found = (
            files
            for pattern, files in self.preloads.items()
            if pattern.fullmatch(_without_trailing_slash(path))
        )
        return next(found, [])

    def find_home_page(self, language: str, *, demo: bool, own_logo: bool) -> PrerenderedPage | None:
        """The home page as HTML, if the build has it in this language."""
        found = (
            page
            for page in self.home_pages
            if (page.language, page.demo, page.own_logo) == (language, demo, own_logo)
        )
        return next(found, None)


def load_web_build(folder: Path) -> WebBuild:
    """Read a build made by `make build`."""
    try:
        latest = (folder / "builds" / "latest.json").read_bytes()
        document = (folder / "index.html").read_text("utf-8")
        routes = json.loads((folder / "page-paths.json").read_bytes())
        preloads = json.loads((folder / "preloads.json").read_bytes())
        prerendered = json.loads((folder / "prerendered.json").read_bytes())
        language_files = json.loads((folder / "language-files.json").read_bytes())
        heads = json.loads((folder / "page-heads.json").read_bytes())
    except OSError:
        raise StartupError(
            f"The web client is not built in {folder}; run 'make build' or set CLEARWATER_WEB."
        ) from None
    for needed in (CONFIG_BLOCK, TITLE, FAVICON, PRERENDERED, LANGUAGE):
        if not needed.search(document):
            raise StartupError(f"The web client in {folder} is of another version; run 'make build'.")
    return WebBuild(
        id=json.loads(latest)["id"],
        latest=latest,
        document=document,
        files=_read_files(folder),
        page_paths=tuple(_path_pattern(route) for route in routes),
        preloads={
            _path_pattern(page): [file for file in files if f'href="{file}"' not in document]
            for page, files in preloads.items()
        },
        home_pages=tuple(PrerenderedPage(**page) for page in prerendered[HOME]),
        language_files=language_files,
        heads=tuple(PageHead(pattern=_path_pattern(head["path"]), **head) for head in heads),
    )


def _read_files(folder: Path) -> dict[str, Asset]:
    files: dict[str, Asset] = {}
    hidden = {
        "index.html",
        "page-paths.json",
        "preloads.json",
        "prerendered.json",
        "page-files.json",
        "language-files.json",
        "page-heads.json",
        "builds/latest.json",
    }
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.suffix in COMPRESSED_SUFFIXES or name in hidden or name.startswith("."):
            continue
        content = path.read_bytes()
        copies = {
            coding: path.with_name(path.name + suffix).read_bytes()
            for suffix, coding in COMPRESSED_SUFFIXES.items()
            if path.with_name(path.name + suffix).exists()
        }
        kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
        if kind.startswith("text/") or kind.endswith(("javascript", "json")):
            kind += "; charset=utf-8"
        files["/" + name] = Asset(kind, hashlib.sha256(content).hexdigest()[:20], content, copies)
    return files


def _without_trailing_slash(path: str) -> str:
    return path.rstrip("/") or "/"


def _path_pattern(route: str) -> re.Pattern[str]:
    """A router path such as /news/$id as a regular expression; `$name` is one segment."""
    parts = (r"[^/]+" if part.startswith("$") else re.escape(part) for part in route.split("/"))
    return re.compile("/".join(parts) or "/")
