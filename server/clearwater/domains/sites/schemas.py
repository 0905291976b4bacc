"""Schemas of sites, for the web client and for operators."""

import re
import uuid
from typing import Annotated, Any, Literal, Self, cast, get_args

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

from clearwater.domains.approvals.proposal_schemas import ProposalFacts, ProposalRefusal
from clearwater.domains.sites.models import Site, SiteProposal
from clearwater.kit.fields import Line
from clearwater.kit.languages import SOURCE_LANGUAGE, load_languages

ChatPages = Literal["all", "without_secrets"]
Feature = Literal["convert", "premarket", "earn", "news", "apps", "register", "referral"]
ADDRESS = re.compile(r"[0-9.]+|\[.*\]")
FEATURES: tuple[Feature, ...] = get_args(Feature)


class Contacts(BaseModel):
    telegram: str
    email: str


class Chatwoot(BaseModel):
    domain: str
    token: str
    secret: str
    pages: ChatPages


class SiteTexts(BaseModel):
    """A site's own texts in one language; an empty one stands for the standard text."""

    model_config = ConfigDict(extra="forbid")

    headline: Annotated[Line, Field(max_length=120)] = ""
    lead: Annotated[Line, Field(max_length=300)] = ""
    description: Annotated[Line, Field(max_length=300)] = ""


class SiteFeatures(TypedDict):
    """What a site offers; a feature that is off has neither pages nor calls."""

    # No model: those have a method named `register`.
    convert: bool
    premarket: bool
    earn: bool
    news: bool
    apps: bool
    register: bool
    # Off unless switched on: the field of the sign-up without a programme would promise something.
    referral: bool


# Meta tags that prove to a search engine who runs the site.
Verification = Annotated[str, Field(max_length=100, pattern=r"^[A-Za-z0-9_-]*$")]


class SiteSeo(BaseModel):
    """How search engines see a site."""

    model_config = ConfigDict(extra="forbid")

    index: bool = True
    canonical_host: str = Field(
        default="",
        max_length=253,
        pattern=r"^[a-z0-9.:\[\]-]*$",
        description="One of the site's hostnames; empty for the first public one.",
    )
    google_verification: Verification = ""
    bing_verification: Verification = ""


def chat_pages_of(site: Site) -> ChatPages:
    return "without_secrets" if site.chat_pages == "without_secrets" else "all"


class LanguageChoice(BaseModel):
    """A language of the site; its name is written in itself."""

    tag: str
    name: str
    direction: Literal["ltr", "rtl"]


class SiteConfig(BaseModel):
    """The configuration that the web client needs before it renders anything."""

    sitename: str
    contacts: Contacts
    chatwoot: Chatwoot
    accent: str
    logo: str
    favicon: str
    texts: SiteTexts
    features: SiteFeatures
    canonical_host: str
    demo: bool
    build: str
    languages: list[LanguageChoice]
    language: str

    @classmethod
    def of(cls, site: Site, *, demo: bool, build: str, language: str) -> Self:
        """The configuration for a document in one of the site's languages."""
        # The secret would let any visitor impersonate any client in the chat, so it is sent only where the
        # operator has chosen that browsers compute the identity hash themselves.
        secret = site.chat_secret if site.chat_identity == "client" else ""
        return cls(
            sitename=site.sitename,
            contacts=Contacts(telegram=site.contact_telegram, email=site.contact_email),
            chatwoot=Chatwoot(
                domain=site.chat_domain, token=site.chat_token, secret=secret, pages=chat_pages_of(site)
            ),
            accent=site.accent,
            logo=site.logo,
            favicon=site.favicon,
            texts=texts_of(site, language),
            features=features_of(site),
            canonical_host=canonical_host(site),
            demo=demo,
            build=build,
            languages=language_choices(site),
            language=language,
        )


def texts_of(site: Site, language: str) -> SiteTexts:
    """The site's texts in a language; where it has none of them, those of its first language."""
    found = site.texts.get(language) or site.texts.get(site.languages[0]) or {}
    return SiteTexts(**found)


def features_of(site: Site) -> SiteFeatures:
    return cast("SiteFeatures", {name: site.has_feature(name) for name in FEATURES})


def canonical_host(site: Site) -> str:
    """The hostname that search engines are given: the chosen one, else a name rather than an address."""
    names = sorted(host.hostname for host in site.hosts)
    chosen = site.seo.get("canonical_host")
    if chosen in names:
        return str(chosen)
    return min(names, key=lambda name: (ADDRESS.fullmatch(name) is not None, "." not in name))


def language_choices(site: Site) -> list[LanguageChoice]:
    """The site's languages that this installation has."""
    known = load_languages()
    offered = [known[tag] for tag in site.languages if tag in known] or [known[SOURCE_LANGUAGE]]
    return [LanguageChoice(tag=one.tag, name=one.name, direction=one.direction) for one in offered]


class SiteDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    hostname: Annotated[Line, Field(min_length=1, max_length=253)]
    sitename: Annotated[Line, Field(min_length=1, max_length=60)]


class SiteReach(BaseModel):
    """What reaches every client; what is not given stays."""

    sitename: str | None = Field(default=None, description="Only of a new site.")
    hosts: list[str] | None = None
    chat_domain: str | None = None
    chat_token: str | None = None
    chat_identity: Literal["client"] | None = None
    chat_pages: Literal["all"] | None = None


class SiteProposalView(ProposalFacts[ProposalRefusal]):
    site_id: uuid.UUID | None = Field(description="null for a new site until it exists.")
    asked: SiteReach

    @classmethod
    def asked_of(cls, proposal: SiteProposal) -> dict[str, Any]:
        return {"site_id": proposal.site_id, "asked": proposal.asked}


class SiteForStaff(BaseModel):
    """A site without its chat secret, which is write-only."""

    id: uuid.UUID
    version: int
    sitename: str
    hosts: list[str]
    contact_telegram: str
    contact_email: str
    chat_domain: str
    chat_token: str
    chat_secret_is_set: bool
    chat_identity: Literal["server", "client"]
    chat_pages: ChatPages
    accent: str
    logo: str
    favicon: str
    languages: list[str]
    installed_languages: list[str] = Field(description="Those that the site can have.")
    texts: dict[str, SiteTexts]
    features: SiteFeatures
    listed_pairs: list[str] | None = Field(description="null for all pairs of the exchange.")
    seo: SiteSeo
    canonical_host: str
    created_at: int

    @classmethod
    def of(cls, site: Site) -> Self:
        return cls(
            id=site.id,
            version=site.version,
            sitename=site.sitename,
            hosts=sorted(host.hostname for host in site.hosts),
            contact_telegram=site.contact_telegram,
            contact_email=site.contact_email,
            chat_domain=site.chat_domain,
            chat_token=site.chat_token,
            chat_secret_is_set=site.chat_secret != "",
            chat_identity="client" if site.chat_identity == "client" else "server",
            chat_pages=chat_pages_of(site),
            accent=site.accent,
            logo=site.logo,
            favicon=site.favicon,
            languages=site.languages,
            installed_languages=list(load_languages()),
            texts={language: SiteTexts(**texts) for language, texts in site.texts.items()},
            features=features_of(site),
            listed_pairs=site.listed_pairs,
            seo=SiteSeo(**site.seo),
            canonical_host=canonical_host(site),
            created_at=int(site.created_at.timestamp()),
        )
