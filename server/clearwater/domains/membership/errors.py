from typing import Annotated, Self

from pydantic import BaseModel, Field, WithJsonSchema

from clearwater.domains.membership.model import Gap, Rung, plain
from clearwater.kit.errors import ClearwaterError


class Missing(BaseModel):
    """What is still missing; the second factor is named only where the level asks for one."""

    kyc: bool
    two_factor: bool | None = Field(default=None, exclude_if=lambda value: value is None)
    volume_30d: str
    balance: str

    @classmethod
    def of(cls, gap: Gap, rung: Rung) -> Self:
        return cls(
            kyc=gap.kyc,
            two_factor=gap.two_factor if rung.requires_two_factor else None,
            volume_30d=plain(gap.volume_30d),
            balance=plain(gap.balance),
        )


class LevelGap(BaseModel):
    """Which level a call needs, which one the client has, and what lies between."""

    required: str
    current: str
    # Written out: what a problem adds stands in the document without definitions of its own.
    missing: Annotated[Missing, WithJsonSchema(Missing.model_json_schema(mode="serialization"))]


class LevelRequired(ClearwaterError):
    status, code, title = 403, "LEVEL_REQUIRED", "This needs a higher membership level."
    Fields = LevelGap
