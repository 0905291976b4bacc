from clearwater.kit.errors import ClearwaterError


class VersionConflict(ClearwaterError):
    status, code = 409, "STATE_CONFLICT"
    title = "Someone else saved this entry in the meantime. Nothing was overwritten."


class TermsChanged(ClearwaterError):
    status, code, title = 409, "TERMS_CHANGED", "The terms have changed meanwhile. Read them again."


class NotLive(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This entry is neither published nor scheduled."
