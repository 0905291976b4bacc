"""Schemas of sites, for the web client and for operators."""

import uuid
from typing import Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.sites.models import Site
from clearwater.kit.fields import Line


class Contacts(BaseModel):
    telegram: str
    email: str


class Chatwoot(BaseModel):
    domain: str
    token: str
    secret: str


class SiteConfig(BaseModel):
    """The configuration that the web client needs before it renders anything."""

    sitename: str
    contacts: Contacts
    chatwoot: Chatwoot
    accent: str
    logo: str
    demo: bool
    build: str

    @classmethod
    def of(cls, site: Site, *, demo: bool, build: str) -> Self:
        # The secret would let any visitor impersonate any client in the chat, so it is sent only where the
        # operator has chosen that browsers compute the identity hash themselves.
        secret = site.chat_secret if site.chat_identity == "client" else ""
        return cls(
            sitename=site.sitename,
            contacts=Contacts(telegram=site.contact_telegram, email=site.contact_email),
            chatwoot=Chatwoot(domain=site.chat_domain, token=site.chat_token, secret=secret),
            accent=site.accent,
            logo=site.logo,
            demo=demo,
            build=build,
        )


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
