"""Errors of pre-markets; those that the engine refuses with are in `markets`."""

from pydantic import BaseModel

from clearwater.kit.errors import ClearwaterError


class PreMarketNotOpen(ClearwaterError):
    status, code, title = 422, "PREMARKET_NOT_OPEN", "This pre-market is not open for orders."


class Exposure(BaseModel):
    """The limit of a client in this pre-market, and what is left of it, in the quote coin."""

    limit: str
    left: str


class ExposureExceeded(ClearwaterError):
    status, code, title = 422, "LIMIT_EXCEEDED", "This is more than you can hold in this pre-market."
    Fields = Exposure


class ProposalPending(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Another proposal for this pre-market is still open."
