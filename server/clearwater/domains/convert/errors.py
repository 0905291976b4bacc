"""Errors of conversions; those that the engine refuses with are in `markets`."""

from clearwater.kit.errors import ClearwaterError


class QuoteExpired(ClearwaterError):
    status, code, title = 410, "QUOTE_EXPIRED", "This quote has expired. Get a new one."
