from typing import Literal

from pydantic import BaseModel

from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.kit.errors import ClearwaterError


class InvalidCredentials(ClearwaterError):
    status, code, title = 401, "INVALID_CREDENTIALS", "The login or the password is not right."


class TokenInvalid(ClearwaterError):
    status, code, title = 401, "TOKEN_INVALID", "Please sign in again."


class SecondFactors(BaseModel):
    methods: list[Literal["totp", "recovery_code", "passkey"]]


class TwoFactorRequired(ClearwaterError):
    status, code, title = 401, "TWO_FACTOR_REQUIRED", "Please enter the code of your second factor."
    Fields = SecondFactors


class StepUpMethods(BaseModel):
    methods: list[Literal["totp", "passkey", "password"]]


class StepUpRequired(ClearwaterError):
    status, code, title = 403, "STEP_UP_REQUIRED", "Please show once more that it is you."
    Fields = StepUpMethods


class ScopeMissing(ClearwaterError):
    status, code, title = 403, "SCOPE_MISSING", "This API key may not do that."


class IpNotAllowed(ClearwaterError):
    status, code, title = 403, "IP_NOT_ALLOWED", "This API key may not be used from this address."


# What any call of a signed-in client may meet, and what any change of his may meet.
READING_REFUSALS = (TokenInvalid, ScopeMissing, IpNotAllowed)
CHANGING_REFUSALS = (*READING_REFUSALS, AccountFrozen, EmailUnconfirmed)
STEPPED_UP_REFUSALS = (*CHANGING_REFUSALS, StepUpRequired)
