"""Schemas of sites for operators."""

import uuid
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.sites.models import Site
from clearwater.kit.fields import Line


class SiteDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    hostname: Annotated[Line, Field(min_length=1, max_length=253)]
    sitename: Annotated[Line, Field(min_length=1, max_length=60)]


class SiteForStaff(BaseModel):
    """A site without its chat secret, which is write-only."""

    id: uuid.UUID
    sitename: str
    hosts: list[str]
    contact_telegram: str
    contact_email: str
    chat_domain: str
    chat_token: str
    chat_secret_is_set: bool
    chat_identity: Literal["server", "client"]
    accent: str
    logo: str
    created_at: int

    @classmethod
    def of(cls, site: Site) -> Self:
        return cls(
            id=site.id,
            sitename=site.sitename,
            hosts=sorted(host.hostname for host in site.hosts),
            contact_telegram=site.contact_telegram,
            contact_email=site.contact_email,
            chat_domain=site.chat_domain,
            chat_token=site.chat_token,
            chat_secret_is_set=site.chat_secret != "",
            chat_identity="client" if site.chat_identity == "client" else "server",
            accent=site.accent,
            logo=site.logo,
            created_at=int(site.created_at.timestamp()),
        )
