from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class AttemptsLeft(BaseModel):
    attempts_left: int


class CodeInvalid(ClearwaterError):
    status, code, title = 422, "CODE_INVALID", "Incorrect code."
    Fields = AttemptsLeft


class CodeExpired(ClearwaterError):
    status, code, title = 410, "CODE_EXPIRED", "This code has expired. Request a new one."


class AskedElsewhere(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This sign-in link was requested in another browser."


class CodeResendTooSoon(ClearwaterError):
    status, code, title = 429, "CODE_RESEND_TOO_SOON", "A code is on its way. Wait a moment."
