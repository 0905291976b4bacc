from typing import Annotated

from pydantic import BaseModel, Field, WithJsonSchema

from clearwater.kit.errors import ClearwaterError


class EmailTaken(ClearwaterError):
    status, code, title = 409, "EMAIL_TAKEN", "This email already has an account."


class UsernameTaken(ClearwaterError):
    status, code, title = 409, "USERNAME_TAKEN", "This username is taken."


class NamesLocked(ClearwaterError):
    status, code = 409, "NAMES_LOCKED"
    title = "Your name is locked during and after identity verification."


class EmailUnconfirmed(ClearwaterError):
    status, code, title = 403, "EMAIL_UNCONFIRMED", "Confirm your email address first."


class AlreadyConfirmed(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This email address is already confirmed."


class AccountFrozen(ClearwaterError):
    status, code, title = 403, "ACCOUNT_FROZEN", "This account is frozen. Contact support."


class FreezeConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The account is already in this state."


class MissingForLevel(BaseModel):
    """What is missing for the level; `two_factor` only where the level requires it."""

    kyc: bool
    two_factor: bool | None = Field(default=None, exclude_if=lambda value: value is None)
    volume_30d: str
    balance: str


class LevelGap(BaseModel):
    """The required level, the client's level, and what is missing."""

    required: str
    current: str
    # Inlined: extra fields of a problem appear in the OpenAPI document without definitions of their own.
    missing: Annotated[
        MissingForLevel, WithJsonSchema(MissingForLevel.model_json_schema(mode="serialization"))
    ]


class LevelRequired(ClearwaterError):
    """Defined beside the port that raises it, because domains below membership check levels, too."""

    status, code, title = 403, "LEVEL_REQUIRED", "This requires a higher membership level."
    Fields = LevelGap
