from clearwater.kit.errors import ClearwaterError


class TicketFull(ClearwaterError):
    status, code = 409, "STATE_CONFLICT"
    title = "This ticket is too long. Open a new one."


class TicketClosed(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This ticket is already closed."
