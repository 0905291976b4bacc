from clearwater.kit.errors import ClearwaterError


class EmailTaken(ClearwaterError):
    status, code, title = 409, "EMAIL_TAKEN", "There is an account with this e-mail address."


class UsernameTaken(ClearwaterError):
    status, code, title = 409, "USERNAME_TAKEN", "Somebody has this username."


class NamesLocked(ClearwaterError):
    status, code = 409, "NAMES_LOCKED"
    title = "Names stay as they are while your identity is being checked, and after."


class EmailUnconfirmed(ClearwaterError):
    status, code, title = 403, "EMAIL_UNCONFIRMED", "Please confirm your e-mail address first."


class AccountFrozen(ClearwaterError):
    status, code, title = 403, "ACCOUNT_FROZEN", "This account is frozen. Please contact support."


class FreezeConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The account is in that state already."
