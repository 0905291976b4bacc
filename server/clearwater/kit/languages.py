"""The languages of the interface: one folder of `locales` each, and which of them a visitor gets."""

import re
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal, Protocol

from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import Scope

from clearwater.kit.app_services import AppService

# The language in which texts are written; every other one is a translation of it.
SOURCE_LANGUAGE = "en"
LANGUAGE_COOKIE = "language"
LOCALES = Path(__file__).resolve().parents[3] / "locales"
TAG = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
RANGE = re.compile(
    r"\s*(?P<tag>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*|\*)\s*(?:;\s*q\s*=\s*(?P<q>[01](?:\.\d{0,3})?)\s*)?"
)
MAX_HEADER = 1000


@dataclass(frozen=True)
class Language:
    """A language of the interface; its name is written in itself."""

    tag: str
    name: str
    direction: Literal["ltr", "rtl"]


@cache
def load_languages(folder: Path = LOCALES) -> dict[str, Language]:
    """Every language with a folder, the source language first."""
    found = {path.parent.name: _read(path) for path in sorted(folder.glob("*/language.toml"))}
    return {SOURCE_LANGUAGE: found[SOURCE_LANGUAGE], **found}


def _read(path: Path) -> Language:
    described = tomllib.loads(path.read_text("utf-8"))
    direction = described["direction"]
    if direction not in ("ltr", "rtl") or not TAG.fullmatch(path.parent.name):
        raise ValueError(f"{path} does not describe a language.")
    return Language(path.parent.name, described["name"], direction)


class SiteLanguages(Protocol):
    """Which languages a site has; known without waiting, since a refusal must stay cheap."""

    def languages_of(self, hostname: str) -> Sequence[str]: ...


app_site_languages = AppService[SiteLanguages]("sites")


def hostname_of(headers: Headers) -> str:
    """The hostname of a request: X-Site, else Host, without the port."""
    return host_of(headers.get("x-site") or headers.get("host") or "")


def host_of(named: str) -> str:
    """A hostname as sites have it: without the port, in lower case."""
    name = named.strip().lower()
    if name.startswith("["):
        return name.partition("]")[0] + "]"
    return name.partition(":")[0].rstrip(".")


def language_of_scope(scope: Scope) -> str:
    """The language of an answer to a request that may not have come as far as its site."""
    if "app" not in scope:
        return SOURCE_LANGUAGE
    request = Request(scope)
    offered = app_site_languages.of(scope["app"]).languages_of(hostname_of(request.headers))
    return choose_language(request, offered)


def choose_language(request: Request, offered: Sequence[str]) -> str:
    """?lang=, else the visitor's choice, else the browser's, else the first one."""
    for wanted in (request.query_params.get("lang"), request.cookies.get(LANGUAGE_COOKIE)):
        if wanted is not None and wanted in offered:
            return wanted
    return negotiate(request.headers.get("accept-language", ""), offered) or offered[0]


def negotiate(accept_language: str, offered: Sequence[str]) -> str | None:
    """The offered language that a browser likes best (RFC 4647 lookup); None without a match."""
    wanted: list[tuple[float, str]] = []
    for part in accept_language[:MAX_HEADER].split(","):
        match = RANGE.fullmatch(part)
        if match is not None:
            wanted.append((float(match["q"] or 1), match["tag"].lower()))
    by_lowercase = {tag.lower(): tag for tag in offered}
    for quality, tag in sorted(wanted, key=lambda pair: -pair[0]):
        if quality == 0:
            break
        name = tag
        while name:
            if name in by_lowercase:
                return by_lowercase[name]
            name = name.rpartition("-")[0]
    return None
