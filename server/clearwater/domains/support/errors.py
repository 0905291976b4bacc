from clearwater.kit.errors import ClearwaterError


class TicketFull(ClearwaterError):
    status, code = 409, "STATE_CONFLICT"
    title = "This conversation has become too long. Please start a new one."


class TicketClosed(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This conversation is closed already."
