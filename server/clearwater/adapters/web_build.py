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
FAVICON = re.compile(r'(<link rel="icon" href=")[^"]*(")')


@dataclass(frozen=True)
class Asset:
    """One built file with its compressed copies, smallest first."""

    media_type: str
    digest: str
    content: bytes
    packed: dict[str, bytes]


@dataclass(frozen=True)
class WebBuild:
    """The HTML page, its assets, and the page paths known to the router."""

    id: str
    latest: bytes
    document: str
    files: dict[str, Asset]
    page_paths: tuple[re.Pattern[str], ...]
    preloads: dict[re.Pattern[str], list[str]]

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


def load_web_build(folder: Path) -> WebBuild:
    """Read a build made by `make build`."""
    try:
        latest = (folder / "builds" / "latest.json").read_bytes()
        document = (folder / "index.html").read_text("utf-8")
        routes = json.loads((folder / "page-paths.json").read_bytes())
        preloads = json.loads((folder / "preloads.json").read_bytes())
    except OSError:
        raise StartupError(
            f"The web client is not built in {folder}; run 'make build' or set CLEARWATER_WEB."
        ) from None
    for needed in (CONFIG_BLOCK, TITLE, FAVICON):
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
    )


def _read_files(folder: Path) -> dict[str, Asset]:
    files: dict[str, Asset] = {}
    hidden = {"index.html", "page-paths.json", "preloads.json", "page-files.json", "builds/latest.json"}
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
