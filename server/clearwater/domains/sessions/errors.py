from typing import Literal

from pydantic import BaseModel

from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.kit.errors import ClearwaterError


class InvalidCredentials(ClearwaterError):
    status, code, title = 401, "INVALID_CREDENTIALS", "Incorrect email or password."


class TokenInvalid(ClearwaterError):
    status, code, title = 401, "TOKEN_INVALID", "Sign in again."


class SecondFactors(BaseModel):
    methods: list[Literal["totp", "recovery_code", "passkey"]]


class TwoFactorRequired(ClearwaterError):
    status, code, title = 401, "TWO_FACTOR_REQUIRED", "Enter your two-factor code."
    Fields = SecondFactors


class StepUpMethods(BaseModel):
    methods: list[Literal["totp", "passkey", "password"]]


class StepUpRequired(ClearwaterError):
    status, code, title = 403, "STEP_UP_REQUIRED", "Confirm your identity."
    Fields = StepUpMethods


class ScopeMissing(ClearwaterError):
    status, code, title = 403, "SCOPE_MISSING", "This API key does not have the permission."


class IpNotAllowed(ClearwaterError):
    status, code, title = 403, "IP_NOT_ALLOWED", "This API key is not allowed from this IP address."


# Errors of every call of a signed-in client, of every change, and of changes that need a step-up.
READING_REFUSALS = (TokenInvalid, ScopeMissing, IpNotAllowed)
CHANGING_REFUSALS = (*READING_REFUSALS, AccountFrozen, EmailUnconfirmed)
STEPPED_UP_REFUSALS = (*CHANGING_REFUSALS, StepUpRequired)
