"""Schemas of sites for the web client."""

from typing import Self

from pydantic import BaseModel

from clearwater.domains.sites.models import Site


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
