"""Which site a request belongs to."""

from datetime import datetime, timedelta
from typing import Annotated

import structlog
from fastapi import Depends, Request
from sqlalchemy.exc import SQLAlchemyError
from starlette.datastructures import Headers

from clearwater.domains.sites import queries
from clearwater.domains.sites.errors import SiteUnknown
from clearwater.domains.sites.models import Site
from clearwater.kit.clock import Clock
from clearwater.kit.db import Sessions

log = structlog.get_logger()

FRESH_FOR = timedelta(seconds=5)


def hostname_of(headers: Headers) -> str:
    """The site a request names: X-Site, else its Host, without a port."""
    named = headers.get("x-site") or headers.get("host") or ""
    name = named.strip().lower()
    if name.startswith("["):
        return name.partition("]")[0] + "]"
    return name.partition(":")[0].rstrip(".")


class SiteDirectory:
    """All sites by hostname, kept in memory and read again every few seconds.

    While the database is away the last known sites go on serving.
    """

    def __init__(self, sessions: Sessions, clock: Clock, *, default_hostname: str | None) -> None:
        self._sessions = sessions
        self._clock = clock
        self._default_hostname = default_hostname
        self._by_hostname: dict[str, Site] = {}
        self._fresh_until: datetime | None = None

    async def get_site(self, hostname: str) -> Site:
        """The site of a hostname, else the default site, else SITE_UNKNOWN."""
        await self._refresh()
        site = self._by_hostname.get(hostname)
        if site is None and self._default_hostname:
            site = self._by_hostname.get(self._default_hostname)
        if site is None:
            raise SiteUnknown(f"No site of this installation is called {hostname[:253]!r}.")
        return site

    async def _refresh(self) -> None:
        now = self._clock.now()
        if self._fresh_until is not None and now < self._fresh_until:
            return
        try:
            async with self._sessions() as session:
                sites = await queries.list_sites(session)
        except (OSError, SQLAlchemyError) as error:
            if not self._by_hostname:
                raise
            log.warning("sites_kept", reason=type(error).__name__)
        else:
            self._by_hostname = {host.hostname: site for site in sites for host in site.hosts}
        self._fresh_until = now + FRESH_FOR


async def _current_site(request: Request) -> Site:
    directory: SiteDirectory = request.app.state.services.sites
    return await directory.get_site(hostname_of(request.headers))


CurrentSite = Annotated[Site, Depends(_current_site)]
