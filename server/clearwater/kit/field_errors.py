"""What is wrong with a field, in words for people; the code beside them is pydantic's own."""

from collections.abc import Mapping
from typing import Any

from clearwater.kit.amounts import AMOUNT_PATTERN
from clearwater.kit.errors import FieldError

MISMATCH = "string_pattern_mismatch"
NO_AMOUNT = "Write a plain number, such as 12.5: no sign, and at most 18 digits after the point."
NOT_SPELLED_SO = "It holds a character that does not belong here, or is too long or short."


def field_error(field: str, found: Mapping[str, Any]) -> FieldError:
    """One entry of pydantic's list. A regular expression is no help to the reader."""
    message = found["msg"]
    if found["type"] == MISMATCH:
        message = NO_AMOUNT if found["ctx"]["pattern"] == AMOUNT_PATTERN else NOT_SPELLED_SO
    return FieldError(field=field, code=found["type"], message=message)
