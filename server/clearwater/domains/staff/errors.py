from typing import Literal

from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class OperatorTokenInvalid(ClearwaterError):
    status, code, title = 401, "TOKEN_INVALID", "Please sign in to the operator console again."


class OperatorCredentialsInvalid(ClearwaterError):
    status, code = 401, "INVALID_CREDENTIALS"
    title = "The login, the password or the code is not right."


class Forbidden(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Your role does not allow this."


class NotIndependent(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Somebody else has to decide on this."


class OperatorStepUpMethods(BaseModel):
    methods: list[Literal["totp", "passkey"]]


class OperatorStepUpRequired(ClearwaterError):
    status, code, title = 403, "STEP_UP_REQUIRED", "Please confirm that it is you."
    Fields = OperatorStepUpMethods


class ShellCommand(BaseModel):
    command: str


class NoSecondAdmin(ClearwaterError):
    """Nobody is there who could approve; the shell remains."""

    status, code, title = 409, "STATE_CONFLICT", "There is no second admin who could approve this."
    Fields = ShellCommand


class StaffProposalDecided(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This proposal has been decided already."


class EnrolmentLinkInvalid(ClearwaterError):
    status, code, title = 410, "CODE_EXPIRED", "This link no longer works. Ask for a new one."


class EnrolmentCodeInvalid(ClearwaterError):
    status, code, title = 422, "CODE_INVALID", "Incorrect code."


class StaffConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The staff cannot be changed in this way."


class MailSent(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This message has been sent already."
