"""Changes of a site by operators: what they may be, and how they are made."""

import math
import re
import uuid
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sites import queries
from clearwater.domains.sites.errors import SiteChanged
from clearwater.domains.sites.models import Site, SiteHost
from clearwater.domains.sites.ports import PictureKind, SiteResources
from clearwater.domains.sites.schemas import ChatPages, Feature, SiteSeo, SiteTexts
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.languages import load_languages
from clearwater.kit.messages import Message

HOSTNAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
IPV6 = re.compile(r"\[[0-9a-f:.]{2,45}\]")
# The lightest background for text in the accent colour: --shelf in the web client's tokens.
GROUND = "#151d27"
MIN_CONTRAST = 3.0
MAX_HOSTS = 50
MAX_PAIRS = 2_000
SECRETS = frozenset({"chat_secret"})
# What gives the chat's secret to every visitor, and its script the pages with passwords and codes.
EXPOSED = {"chat_identity": "client", "chat_pages": "all"}
PICTURES: tuple[PictureKind, ...] = ("logo", "favicon")
STANDARD_PICTURE = "/logo.svg"
LanguageTag = Annotated[str, Field(pattern=r"^[A-Za-z0-9-]{2,12}$")]
PairSymbol = Annotated[str, Field(pattern=r"^[A-Z0-9]{1,20}-[A-Z0-9]{1,20}$")]
PICTURE_URL = r"^(/logo\.svg|/api/v1/file/[0-9a-f-]{36})$"


class SiteChange(BaseModel):
    """A change of a site; missing fields are not changed."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    sitename: str | None = Field(default=None, min_length=1, max_length=60)
    contact_telegram: str | None = Field(default=None, max_length=254, pattern=r"^(@?[A-Za-z0-9_]+)?$")
    contact_email: str | None = Field(default=None, max_length=254, pattern=r"^([^@\s]+@[^@\s]+)?$")
    chat_domain: str | None = Field(
        default=None, max_length=253, pattern=r"^((https?://)?[A-Za-z0-9.-]+(:[0-9]+)?/?)?$"
    )
    chat_token: str | None = Field(default=None, max_length=200)
    chat_secret: str | None = Field(default=None, max_length=200)
    chat_identity: Literal["server", "client"] | None = None
    chat_pages: ChatPages | None = Field(
        default=None,
        description="Of the personal area, or without those where passwords, codes and keys are entered.",
    )
    accent: str | None = Field(default=None, pattern=r"^#[0-9a-f]{6}$")
    languages: Annotated[list[LanguageTag], Field(min_length=1, max_length=100)] | None = None
    features: dict[Feature, bool] | None = None
    listed_pairs: Annotated[list[PairSymbol], Field(min_length=1, max_length=MAX_PAIRS)] | None = Field(
        default=None, description="null for all pairs of the exchange."
    )

    @field_validator("accent")
    @classmethod
    def _require_readable(cls, accent: str | None) -> str | None:
        if accent is None:
            return None
        measured = contrast(accent, GROUND)
        if measured < MIN_CONTRAST:
            raise PydanticCustomError(
                "contrast",
                "This colour cannot be read on the dark ground: its contrast is {measured} to 1 and must be"
                " {least} to 1 at least. Choose a lighter one.",
                # Rounded down: 2.96 is too low and must not be shown as 3.0.
                {"measured": math.floor(measured * 10) / 10, "least": f"{MIN_CONTRAST:g}"},
            )
        return accent

    @field_validator("languages")
    @classmethod
    def _require_languages(cls, languages: list[str] | None) -> list[str] | None:
        for language in languages or ():
            _require_language(language)
        return None if languages is None else list(dict.fromkeys(languages))

    @field_validator("listed_pairs")
    @classmethod
    def _require_once(cls, pairs: list[str] | None) -> list[str] | None:
        return None if pairs is None else list(dict.fromkeys(pairs))

    def changes(self) -> dict[str, Any]:
        """The columns to set. Null means unchanged, but for the pairs, where it means all."""
        return {
            name: value
            for name, value in self.model_dump(exclude_unset=True).items()
            if value is not None or name == "listed_pairs"
        }

    def described(self) -> dict[str, object]:
        """The change for the audit log, with secrets masked."""
        changed = self.changes()
        changed.pop("expected_version", None)
        return {name: "(set)" if name in SECRETS else value for name, value in changed.items()}


class SiteEdit(SiteChange):
    """A change of a site by an operator; missing fields are not changed."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    expected_version: int | None = Field(
        default=None, ge=1, description="The version that was read: if the site has changed since, 409."
    )
    hosts: Annotated[list[str], Field(min_length=1, max_length=MAX_HOSTS)] | None = None
    logo: str | None = Field(default=None, pattern=PICTURE_URL)
    favicon: str | None = Field(default=None, pattern=PICTURE_URL)
    texts: dict[str, SiteTexts] | None = Field(default=None, description="By language; replaces all texts.")
    seo: SiteSeo | None = None

    @field_validator("*")
    @classmethod
    def _require_one_line(cls, value: object) -> object:
        if isinstance(value, str) and not re.fullmatch(ONE_LINE, value):
            raise PydanticCustomError("line", "Enter one line without control characters.")
        return value

    @field_validator("texts")
    @classmethod
    def _require_texts_of_languages(cls, texts: dict[str, SiteTexts] | None) -> dict[str, SiteTexts] | None:
        for language in texts or ():
            _require_language(language)
        return texts


def _require_language(language: str) -> None:
    if language not in load_languages():
        raise PydanticCustomError(
            "language",
            "{language} is not a language of this installation: it has {known}.",
            {"language": language[:20], "known": ", ".join(load_languages())},
        )


async def change_site(
    session: AsyncSession,
    site: Site,
    change: SiteChange,
    resources: SiteResources,
    *,
    hosts: list[str] | None = None,
) -> Site:
    """Change what needs no picture; for the command line."""
    columns = change.changes()
    await _require_pairs(session, columns.get("listed_pairs"), resources)
    if hosts is not None:
        await _replace_hosts(session, site, await require_hosts(session, site, hosts))
    _set_columns(site, columns)
    await session.flush()
    return site


async def lock_for(session: AsyncSession, site_id: uuid.UUID, edit: SiteEdit) -> Site:
    """The site, locked, as long as nobody else has changed it since it was read."""
    site = await queries.lock_site(session, site_id)
    if site is None:
        raise NotFound("Site not found.")
    if edit.expected_version is not None and edit.expected_version != site.version:
        raise SiteChanged
    return site


async def reach_of(session: AsyncSession, site: Site, edit: SiteEdit) -> dict[str, Any]:
    """What of a change reaches every client: new hostnames, whose script the chat is, and what it may see.

    Less is no such.
    """
    reach: dict[str, Any] = {}
    if edit.hosts is not None:
        wanted = await require_hosts(session, site, edit.hosts)
        if set(wanted) - {host.hostname for host in site.hosts}:
            reach["hosts"] = wanted
    for name in ("chat_domain", "chat_token"):
        if getattr(edit, name) not in (None, "", getattr(site, name)):
            reach[name] = getattr(edit, name)
    return reach | {
        name: exposed
        for name, exposed in EXPOSED.items()
        if getattr(edit, name) == exposed != getattr(site, name)
    }


async def apply_reach(session: AsyncSession, site: Site, reach: Mapping[str, Any]) -> None:
    """Change what two people have decided."""
    columns = dict(reach)
    hosts = columns.pop("hosts", None)
    if hosts is not None:
        await _replace_hosts(session, site, await require_hosts(session, site, hosts))
    _set_columns(site, columns)
    await session.flush()


async def edit_site(
    session: AsyncSession, site: Site, edit: SiteEdit, *, resources: SiteResources, now: datetime
) -> None:
    """Change a locked site."""
    columns = edit.changes()
    columns.pop("expected_version", None)
    hosts: list[str] | None = columns.pop("hosts", None)
    await _require_pairs(session, columns.get("listed_pairs"), resources)
    if hosts is not None:
        await _replace_hosts(session, site, await require_hosts(session, site, hosts))
    _require_own_host(site, columns.get("seo"))
    for kind in PICTURES:
        if kind in columns:
            await _replace_picture(session, site, kind, columns[kind], resources, now=now)
    _set_columns(site, columns)
    await session.flush()


def _set_columns(site: Site, columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        # Of the features only those that are named change.
        setattr(site, name, {**site.features, **value} if name == "features" else value)
    site.version += 1


async def _require_pairs(session: AsyncSession, wanted: list[str] | None, resources: SiteResources) -> None:
    if wanted is None:
        return
    known = await resources.list_pairs(session)
    for pair in wanted:
        if pair not in known:
            raise _refusal(
                "listed_pairs", "pair_unknown", Message("There is no pair {pair}.", pair=repr(pair[:41]))
            )


def _require_own_host(site: Site, seo: Mapping[str, Any] | None) -> None:
    chosen = "" if seo is None else seo["canonical_host"]
    if chosen and chosen not in {host.hostname for host in site.hosts}:
        raise _refusal(
            "seo.canonical_host",
            "hostname",
            Message("{name} is not one of this site's hostnames.", name=repr(chosen[:60])),
        )


async def _replace_picture(
    session: AsyncSession,
    site: Site,
    kind: PictureKind,
    url: str,
    resources: SiteResources,
    *,
    now: datetime,
) -> None:
    before: str = getattr(site, kind)
    if url == before:
        return
    if url != STANDARD_PICTURE:
        await resources.claim_picture(session, url, kind, now=now)
    if before != STANDARD_PICTURE and not await queries.is_picture_shared(session, site.id, before):
        await resources.release_picture(session, before, kind)


async def require_hosts(session: AsyncSession, site: Site, hosts: Iterable[str]) -> list[str]:
    """The hostnames as they are stored; raises if one is none, or another site's."""
    wanted = list(dict.fromkeys(host.strip().lower() for host in hosts))
    for name in wanted:
        if not HOSTNAME.fullmatch(name) and not IPV6.fullmatch(name):
            raise _refusal(
                "hosts",
                "hostname",
                Message("{name} is not a hostname such as trade.example.org.", name=repr(name[:60])),
            )
    taken = await queries.find_hosts_of_others(session, site.id, wanted)
    if taken:
        raise _refusal("hosts", "hostname", Message("Another site already uses {taken}.", taken=taken[0]))
    return wanted


async def _replace_hosts(session: AsyncSession, site: Site, wanted: Iterable[str]) -> None:
    known = {host.hostname: host for host in site.hosts}
    site.hosts = [known.get(name) or SiteHost(hostname=name) for name in wanted]
    try:
        await session.flush()
    except IntegrityError:
        message = "Another site has just taken one of these hostnames."
        raise _refusal("hosts", "hostname", message) from None


def _refusal(field: str, code: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field=field, code=code, message=message)])


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (#rrggbb), from 1 to 21, by WCAG 2; the web client has the same."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)
