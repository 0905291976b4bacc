"""Schemas of navigation rules, for the web client and for operators."""

import uuid
from typing import Annotated, Any, Self

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.approvals.proposal_schemas import ProposalFacts, ProposalRefusal
from clearwater.domains.rules.models import NavigationRule, RedirectHost, RedirectHostProposal
from clearwater.kit.fields import Line


class RuleVerdict(BaseModel):
    """What to do before a navigation to `path`; the answer may be cached for `ttl` seconds."""

    path: str
    redirect: str | None = Field(description="A path of this site, or a full address elsewhere.")
    app_middleware: dict[str, bool] = Field(description="Named guards switched on or off for this path.")
    ttl: int


class RuleDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    pattern: Annotated[Line, Field(min_length=1, max_length=500, examples=["/promo/*"])]
    redirect: Annotated[Line, Field(min_length=1, max_length=2000)] | None = None
    app_middleware: dict[str, bool] = Field(default_factory=dict)


class RuleMove(BaseModel):
    model_config = ConfigDict(extra="forbid")

    position: int = Field(ge=1, le=100_000, description="The place in the site's order, from 1.")


class RuleForStaff(BaseModel):
    id: uuid.UUID
    site_id: uuid.UUID
    position: int
    pattern: str
    redirect: str | None
    app_middleware: dict[str, bool]
    fault: str | None = Field(description="Why the rule is not followed as it stands.")

    @classmethod
    def of(cls, rule: NavigationRule, *, fault: str | None = None) -> Self:
        return cls(
            id=rule.id,
            site_id=rule.site_id,
            position=rule.position,
            pattern=rule.pattern,
            redirect=rule.redirect,
            app_middleware=rule.app_middleware,
            fault=fault,
        )


class RedirectHostDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    hostname: Annotated[Line, Field(min_length=1, max_length=253, examples=["help.example.org"])]


class RedirectHostView(BaseModel):
    hostname: str
    added_by: str
    added_at: int

    @classmethod
    def of(cls, host: RedirectHost) -> Self:
        added_at = int(host.added_at.timestamp())
        return cls(hostname=host.hostname, added_by=host.added_by, added_at=added_at)


class RedirectHostProposalView(ProposalFacts[ProposalRefusal]):
    hostname: str

    @classmethod
    def asked_of(cls, proposal: RedirectHostProposal) -> dict[str, Any]:
        return {"hostname": proposal.hostname}
