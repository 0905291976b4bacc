from clearwater.kit.errors import ClearwaterError


class KycPending(ClearwaterError):
    status, code, title = 409, "KYC_PENDING", "Your documents are being checked."


class KycApproved(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Your identity has been verified already."


class CaseConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This case is no longer in a state that allows that."
