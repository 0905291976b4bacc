from clearwater.kit.errors import ClearwaterError


class OperatorTokenInvalid(ClearwaterError):
    status, code, title = 401, "TOKEN_INVALID", "Please sign in to the operator console again."


class OperatorCredentialsInvalid(ClearwaterError):
    status, code = 401, "INVALID_CREDENTIALS"
    title = "The login, the password or the code is not right."


class Forbidden(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Your role does not allow this."


class StaffConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The staff cannot be changed in this way."


class MailSent(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This message has been sent already."
