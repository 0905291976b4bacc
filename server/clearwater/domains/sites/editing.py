"""Changes of sites by operators."""

import re
import uuid
from typing import Annotated

from pydantic import ConfigDict, Field, field_validator
from pydantic_core import PydanticCustomError
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.sites import queries
from clearwater.domains.sites.models import Site, SiteHost
from clearwater.domains.sites.service import HOSTNAME, SiteChange
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.fields import ONE_LINE

MAX_HOSTS = 50
IPV6 = re.compile(r"\[[0-9a-f:.]{2,45}\]")
SECRETS = frozenset({"chat_secret"})


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
