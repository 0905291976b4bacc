from clearwater.kit.errors import ClearwaterError


class ProposalDecided(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Somebody has decided on this proposal already."


class OwnProposal(ClearwaterError):
    status, code, title = 403, "FORBIDDEN", "Somebody else has to decide on what you proposed."
