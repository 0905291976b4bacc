from typing import Literal

from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class OperatorTokenInvalid(ClearwaterError):
    status, code, title = 401, "TOKEN_INVALID", "Sign in to the operator console again."


class OperatorCredentialsInvalid(ClearwaterError):
    status, code = 401, "INVALID_CREDENTIALS"
    title = "Incorrect username, password or code."


class Forbidden(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Your role does not allow this."


class NotIndependent(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Someone else must decide on this."


class OperatorStepUpMethods(BaseModel):
    methods: list[Literal["totp", "passkey"]]


class OperatorStepUpRequired(ClearwaterError):
    status, code, title = 403, "STEP_UP_REQUIRED", "Confirm your identity."
    Fields = OperatorStepUpMethods


class ShellCommand(BaseModel):
    command: str


class NoSecondAdmin(ClearwaterError):
    """No other admin could approve; only the command line remains."""

    status, code, title = 409, "STATE_CONFLICT", "There is no second administrator to approve this."
    Fields = ShellCommand


class ProposalDecided(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This proposal has already been decided."


class EnrolmentLinkInvalid(ClearwaterError):
    status, code, title = 410, "CODE_EXPIRED", "This link no longer works. Request a new one."


class EnrolmentCodeInvalid(ClearwaterError):
    status, code, title = 422, "CODE_INVALID", "Incorrect code."


class StaffConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This staff change is not allowed."


class MailSent(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This email has already been sent."
