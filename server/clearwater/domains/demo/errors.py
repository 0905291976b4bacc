"""Errors of the demo."""

from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class DayLimit(BaseModel):
    """How many gifts are left today, and when the limit resets."""

    left: str
    resets_at: int


class FaucetUsedUp(ClearwaterError):
    status, code, title = 422, "LIMIT_DAY_EXCEEDED", "Daily play money limit reached."
    Fields = DayLimit
