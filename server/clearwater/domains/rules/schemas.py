"""Schemas of navigation rules."""

from pydantic import BaseModel, Field


class RuleVerdict(BaseModel):
    """What to do before a navigation to `path`; the answer may be cached for `ttl` seconds."""

    path: str
    redirect: str | None = Field(description="A path of this site, or a full address elsewhere.")
    app_middleware: dict[str, bool] = Field(description="Named guards switched on or off for this path.")
    ttl: int
