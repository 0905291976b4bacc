from clearwater.kit.errors import ClearwaterError


class ProposalDecided(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This proposal has already been decided."
