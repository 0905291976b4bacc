from clearwater.kit.errors import ClearwaterError


class KycPending(ClearwaterError):
    status, code, title = 409, "KYC_PENDING", "Your documents are under review."


class KycApproved(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Your identity is already verified."


class CaseConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The state of this case does not allow this."
