"""Sites: which one a request belongs to, and changes by operators."""

import math
import re
import uuid
from collections.abc import Sequence
from typing import Annotated, Literal, NamedTuple

import structlog
from fastapi import Depends, Request
from pydantic import BaseModel, ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.datastructures import Headers

from clearwater.domains.sites import queries
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.domains.sites.models import Site, SiteHost
from clearwater.domains.sites.ports import SetUpSite
from clearwater.kit.app_services import AppService
from clearwater.kit.cache import RefreshingValue
from clearwater.kit.clock import Clock
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppSettings
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.ids import new_id
from clearwater.kit.passkeys import Party, make_party

log = structlog.get_logger()

USUAL_PORTS = {"http": 80, "https": 443}
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?")
HOSTNAME = re.compile(r"(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*")
# The lightest background for text in the accent colour: --shelf in the web client's tokens.
GROUND = "#151d27"
MIN_CONTRAST = 3.0
MAX_HOSTS = 50
IPV6 = re.compile(r"\[[0-9a-f:.]{2,45}\]")
SECRETS = frozenset({"chat_secret"})


def hostname_of(headers: Headers) -> str:
    """The hostname of a request: X-Site, else Host, without the port."""
    named = headers.get("x-site") or headers.get("host") or ""
    name = named.strip().lower()
    if name.startswith("["):
        return name.partition("]")[0] + "]"
    return name.partition(":")[0].rstrip(".")


class LinkOrigins(NamedTuple):
    """The base URL of links in emails: a hostname of the site, at the public port of this installation."""

    scheme: str
    host: str
    settings: Settings

    def of(self, site: Site) -> str:
        hostnames = [host.hostname for host in site.hosts]
        asked = HOST.fullmatch(self.host.lower())
        name = asked["name"] if asked is not None and asked["name"] in hostnames else hostnames[0]
        # A TLS proxy in front of us uses the default port unless configured otherwise.
        port = self.settings.public_port or (443 if self.scheme == "https" else self.settings.port)
        if port == USUAL_PORTS[self.scheme]:
            return f"{self.scheme}://{name}"
        return f"{self.scheme}://{name}:{port}"


async def _link_origins(request: Request, settings: AppSettings) -> LinkOrigins:
    return LinkOrigins(request.url.scheme, request.headers.get("host", ""), settings)


CurrentOrigins = Annotated[LinkOrigins, Depends(_link_origins)]


class SiteDirectory:
    """All sites by hostname, cached."""

    def __init__(self, sessions: SessionFactory, clock: Clock, *, default_hostname: str | None) -> None:
        self._sessions = sessions
        self._default_hostname = default_hostname.lower() if default_hostname else None
        self._cached = RefreshingValue("sites", self._load, clock)

    async def get_site(self, hostname: str) -> Site:
        """The site of a hostname, else the default site; raises SITE_UNKNOWN without one."""
        by_hostname = await self._cached.get()
        site = by_hostname.get(hostname)
        if site is None and self._default_hostname:
            site = by_hostname.get(self._default_hostname)
        if site is None:
            raise SiteUnknown(f"No site of this installation is called {hostname[:253]!r}.")
        return site

    async def has_hostname(self, hostname: str) -> bool:
        """Whether a site has this hostname; the default site is not a fallback here."""
        return hostname in await self._cached.get()

    async def get_party(self, request: Request) -> Party:
        """The WebAuthn relying party for the host of a request, for domains below the sites."""
        host = hostname_of(request.headers)
        site = await self.get_site(host)
        hostnames = {known.hostname for known in site.hosts}
        origin = request.headers.get("origin")
        return make_party(host, hostnames=hostnames, name=site.sitename, page_origin=origin)

    async def close(self) -> None:
        await self._cached.close()

    async def _load(self) -> dict[str, Site]:
        async with self._sessions() as session:
            sites = await queries.list_sites(session)
        by_hostname = {host.hostname: site for site in sites for host in site.hosts}
        if self._default_hostname and self._default_hostname not in by_hostname:
            log.warning("default_site_unknown", hostname=self._default_hostname)
        return by_hostname


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
    accent: str | None = Field(default=None, pattern=r"^#[0-9a-f]{6}$")

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


async def list_sites(session: AsyncSession) -> Sequence[Site]:
    return await queries.list_sites(session)


async def get_site(session: AsyncSession, hostname: str) -> Site:
    site = await queries.find_by_hostname(session, hostname)
    if site is None:
        raise SiteUnknown(f"No site of this installation is called {hostname[:253]!r}.")
    return site


async def list_hostnames(session: AsyncSession, site_id: uuid.UUID) -> set[str]:
    return {
        host.hostname
        for site in await queries.list_sites(session)
        if site.id == site_id
        for host in site.hosts
    }


async def get_site_by_id(session: AsyncSession, site_id: uuid.UUID) -> Site:
    """The site with this id."""
    return await queries.get_by_id(session, site_id)


async def add_site(session: AsyncSession, *, hostname: str, sitename: str, set_up: SetUpSite) -> Site:
    """Add a site with a hostname that is not in use."""
    name = hostname.lower()
    if not HOSTNAME.fullmatch(name) or await queries.find_by_hostname(session, name):
        message = "Enter a hostname that no site uses yet, such as trade.example.org."
        raise ValidationFailed(
            message, errors=[FieldError(field="hostname", code="hostname", message=message)]
        )
    site = Site(id=new_id(), sitename=sitename, hosts=[SiteHost(hostname=name)])
    session.add(site)
    await session.flush()
    await set_up(session, site.id)
    return site


async def change_site(session: AsyncSession, hostname: str, change: SiteChange) -> Site:
    site = await get_site(session, hostname)
    for name, value in change.model_dump(exclude_none=True).items():
        setattr(site, name, value)
    await session.flush()
    return site


app_sites = AppService[SiteDirectory]("sites")


async def find_site(request: Request) -> Site:
    return await app_sites.of(request.app).get_site(hostname_of(request.headers))


CurrentSite = Annotated[Site, Depends(find_site)]


def contrast(one: str, other: str) -> float:
    """The contrast ratio of two colours (#rrggbb), from 1 to 21, by WCAG 2; the web client has the same."""
    darker, lighter = sorted((_luminance(one), _luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(share: float) -> float:
    return share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4)


class SiteEdit(SiteChange):
    """A change of a site by an operator; missing fields are not changed."""

    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)

    hosts: Annotated[list[str], Field(min_length=1, max_length=MAX_HOSTS)] | None = None

    @field_validator("*")
    @classmethod
    def _require_one_line(cls, value: object) -> object:
        if isinstance(value, str) and not re.fullmatch(ONE_LINE, value):
            raise PydanticCustomError("line", "Enter one line without control characters.")
        return value

    def described(self) -> dict[str, object]:
        """The change for the audit log, with secrets masked."""
        changed = self.model_dump(exclude_none=True)
        return {name: "(set)" if name in SECRETS else value for name, value in changed.items()}


async def edit_site(session: AsyncSession, site_id: uuid.UUID, edit: SiteEdit) -> Site:
    site = await queries.lock_site(session, site_id)
    if site is None:
        raise NotFound("Site not found.")
    for name, value in edit.model_dump(exclude_none=True, exclude={"hosts"}).items():
        setattr(site, name, value)
    if edit.hosts is not None:
        await _replace_hosts(session, site, edit.hosts)
    return site


async def _replace_hosts(session: AsyncSession, site: Site, hosts: list[str]) -> None:
    wanted = list(dict.fromkeys(host.strip().lower() for host in hosts))
    for name in wanted:
        if not HOSTNAME.fullmatch(name) and not IPV6.fullmatch(name):
            raise _refusal(f"{name[:60]!r} is not a hostname such as trade.example.org.")
    taken = await queries.find_hosts_of_others(session, site.id, wanted)
    if taken:
        raise _refusal(f"Another site already uses {taken[0]}.")
    known = {host.hostname: host for host in site.hosts}
    site.hosts = [known.get(name) or SiteHost(hostname=name) for name in wanted]
    try:
        await session.flush()
    except IntegrityError:
        raise _refusal("Another site has just taken one of these hostnames.") from None


def _refusal(message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field="hosts", code="hostname", message=message)])
