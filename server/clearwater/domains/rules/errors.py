from clearwater.kit.errors import ClearwaterError


class RuleLoop(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This rule would send visitors in a circle."


class HostKnown(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This host is on the list already."
