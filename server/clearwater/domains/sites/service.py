"""Sites: which one a request belongs to, and changes by operators."""

import re
import uuid
from collections.abc import Awaitable, Callable, Sequence
from typing import Annotated, NamedTuple

import structlog
from fastapi import Depends, Request
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import HTTPConnection

from clearwater.domains.sites import edits, queries
from clearwater.domains.sites.edits import HOSTNAME, SiteChange, SiteEdit, contrast
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.domains.sites.models import Site, SiteHost
from clearwater.domains.sites.ports import SiteResources
from clearwater.domains.sites.schemas import Feature, canonical_host
from clearwater.kit.app_services import AppService
from clearwater.kit.cache import RefreshingValue
from clearwater.kit.clock import Clock
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppSettings
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.languages import SOURCE_LANGUAGE, choose_language, host_of, hostname_of, load_languages
from clearwater.kit.messages import Message
from clearwater.kit.passkeys import Party, make_party
from clearwater.kit.response_cache import keyed_by

log = structlog.get_logger()

__all__ = [
    "HOSTNAME",
    "CurrentLanguage",
    "CurrentOrigins",
    "CurrentSite",
    "LinkOrigins",
    "Site",
    "SiteChange",
    "SiteDirectory",
    "SiteEdit",
    "contrast",
]

USUAL_PORTS = {"http": 80, "https": 443}
# Names of one's own machine, where one exchange is developed with all of its sites.
LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?")


class LinkOrigins(NamedTuple):
    """The base URL of links in emails: the site's canonical host, at the public port of this installation.

    Who asks does not choose among a site's names: one of them may be somebody else's by now. On one's own
    machine links stay at the name that was asked.
    """

    scheme: str
    host: str
    settings: Settings

    def of(self, site: Site) -> str:
        asked = HOST.fullmatch(self.host.lower())
        own = LOOPBACK & {host.hostname for host in site.hosts}
        name = asked["name"] if asked is not None and asked["name"] in own else canonical_host(site)
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
            raise SiteUnknown(
                Message("No site of this installation is called {hostname}.", hostname=repr(hostname[:253]))
            )
        return site

    async def get_site_of(self, connection: HTTPConnection) -> Site:
        """The site of a request; outside the API only its host says which."""
        is_api = connection.scope["path"].startswith("/api/")
        return await self.choose_site(connection, connection.headers.get("x-site") if is_api else None)

    async def choose_site(self, connection: HTTPConnection, named: str | None) -> Site:
        """The site of the host that was asked; another one is named where no site has that host.

        On one's own machine the name decides, so that one address serves all sites in development.
        """
        host = host_of(connection.headers.get("host", ""))
        if not named:
            return await self.get_site(host)
        site = await self.get_site(host_of(named))
        asked = (await self._cached.get()).get(host)
        if asked is not None and asked is not site and host not in LOOPBACK:
            raise SiteUnknown("Another site was named than that of the host that was asked.")
        return site

    async def list_by_id(self) -> dict[uuid.UUID, Site]:
        return {site.id: site for site in (await self._cached.get()).values()}

    async def has_hostname(self, hostname: str) -> bool:
        """Whether a site has this hostname; the default site is not a fallback here."""
        return hostname in await self._cached.get()

    async def get_party(self, request: Request) -> Party:
        """The WebAuthn relying party for the host of a request, for domains below the sites."""
        host = hostname_of(request.headers)
        site = await self.get_site_of(request)
        hostnames = {known.hostname for known in site.hosts}
        origin = request.headers.get("origin")
        return make_party(host, hostnames=hostnames, name=site.sitename, page_origin=origin)

    def languages_of(self, hostname: str) -> list[str]:
        """The languages of a site as last read, without asking the database."""
        by_hostname = self._cached.last_known or {}
        site = by_hostname.get(hostname) or by_hostname.get(self._default_hostname or "")
        return [*load_languages()] if site is None else offered_languages(site)

    async def close(self) -> None:
        await self._cached.close()

    async def _load(self) -> dict[str, Site]:
        async with self._sessions() as session:
            sites = await queries.list_sites(session)
        by_hostname = {host.hostname: site for site in sites for host in site.hosts}
        if self._default_hostname and self._default_hostname not in by_hostname:
            log.warning("default_site_unknown", hostname=self._default_hostname)
        return by_hostname


async def list_sites(session: AsyncSession) -> Sequence[Site]:
    return await queries.list_sites(session)


async def get_site(session: AsyncSession, hostname: str) -> Site:
    site = await queries.find_by_hostname(session, hostname)
    if site is None:
        raise SiteUnknown(
            Message("No site of this installation is called {hostname}.", hostname=repr(hostname[:253]))
        )
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


async def site_exists(session: AsyncSession, site_id: uuid.UUID) -> bool:
    return await queries.exists(session, site_id)


async def add_site(session: AsyncSession, *, hostname: str, sitename: str) -> Site:
    """Add a site with a hostname that is not in use; its levels are the default ones until they change."""
    name = await require_new_hostname(session, hostname)
    site = Site(id=new_id(), sitename=sitename, hosts=[SiteHost(hostname=name)])
    session.add(site)
    try:
        await session.flush()
    except IntegrityError:
        # Another transaction has taken the hostname since it was looked up.
        raise _hostname_refused() from None
    return site


async def require_new_hostname(session: AsyncSession, hostname: str) -> str:
    """The hostname as it is stored; raises if it is none, or a site's."""
    name = hostname.lower()
    if not HOSTNAME.fullmatch(name) or await queries.find_by_hostname(session, name):
        raise _hostname_refused()
    return name


def _hostname_refused() -> ValidationFailed:
    message = "Enter a hostname that no site uses yet, such as trade.example.org."
    return ValidationFailed(message, errors=[FieldError(field="hostname", code="hostname", message=message)])


async def change_site(
    session: AsyncSession,
    hostname: str,
    change: SiteChange,
    *,
    resources: SiteResources,
    hosts: list[str] | None = None,
) -> Site:
    site = await get_site(session, hostname)
    return await edits.change_site(session, site, change, resources, hosts=hosts)


app_sites = AppService[SiteDirectory]("sites")


@keyed_by(lambda site: site.id)
async def find_site(request: Request) -> Site:
    return await app_sites.of(request.app).get_site_of(request)


CurrentSite = Annotated[Site, Depends(find_site)]


def require_feature(name: Feature) -> Callable[[Site], Awaitable[None]]:
    """For routers: on a site without the feature their calls do not exist."""

    async def require(site: CurrentSite) -> None:
        if not site.has_feature(name):
            raise NotFound

    return require


def language_of(site: Site, request: Request) -> str:
    """The language of an answer: ?lang=, else the visitor's choice, else the browser's, else the site's."""
    return choose_language(request, offered_languages(site))


def offered_languages(site: Site) -> list[str]:
    """The site's languages that this installation has."""
    known = load_languages()
    return [tag for tag in site.languages if tag in known] or [SOURCE_LANGUAGE]


@keyed_by(lambda language: language)
async def find_language(request: Request) -> str:
    return language_of(await find_site(request), request)


CurrentLanguage = Annotated[str, Depends(find_language)]
