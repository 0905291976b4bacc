"""Navigation rules as operators see them."""

import uuid
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.rules.models import NavigationRule
from clearwater.kit.text import Line


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

    @classmethod
    def of(cls, rule: NavigationRule) -> Self:
        return cls(
            id=rule.id,
            site_id=rule.site_id,
            position=rule.position,
            pattern=rule.pattern,
            redirect=rule.redirect,
            app_middleware=rule.app_middleware,
        )
