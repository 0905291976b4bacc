from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class AlertLimitFields(BaseModel):
    """How many open alerts a client may have."""

    limit: int


class AlertLimit(ClearwaterError):
    status, code, title = 422, "LIMIT_EXCEEDED", "You have too many price alerts. Delete one first."
    Fields = AlertLimitFields


class PushDisabled(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Push notifications are not enabled on this exchange."
