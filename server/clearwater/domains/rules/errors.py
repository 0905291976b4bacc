from clearwater.kit.errors import ClearwaterError


class RuleLoop(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This rule would create a redirect loop."


class HostKnown(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This host is already on the list."
