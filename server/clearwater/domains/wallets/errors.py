from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class NetworkDisabled(ClearwaterError):
    status, code, title = 422, "NETWORK_DISABLED", "This network is not available right now."


class AddressRefused(ClearwaterError):
    status, code, title = 422, "ADDRESS_INVALID", "This address is not valid on the chosen network."


class MemoRequired(ClearwaterError):
    status, code, title = 422, "MEMO_REQUIRED", "This network needs a memo."


class HoldFields(BaseModel):
    """Until when, in Unix seconds, and why."""

    until: int
    cause: str


class WithdrawHold(ClearwaterError):
    status, code, title = 403, "WITHDRAW_HOLD", "Withdrawals are on hold."
    Fields = HoldFields


class AddressNotAllowed(ClearwaterError):
    status, code, title = 403, "ADDRESS_NOT_ALLOWED", "You can withdraw to saved addresses only."


class AddressSaved(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This address is already in your address book."


class AddressBookFull(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Your address book is full. Delete an address first."


class WithdrawalFinal(ClearwaterError):
    status, code, title = 409, "WITHDRAWAL_FINAL", "This withdrawal can no longer be changed."


class NotUnderReview(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This withdrawal is not under review."


class TooManyWaiting(ClearwaterError):
    status, code = 409, "STATE_CONFLICT"
    title = "Too many withdrawals wait for their confirmation. Confirm or cancel one of them first."


class DepositConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Only an unassigned deposit can be handled, and only once."


class IncidentConflict(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "This incident is resolved already."


class NetworkNotHalted(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "The network is not in the state that this needs."
