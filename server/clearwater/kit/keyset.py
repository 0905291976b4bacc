"""The order of a list, and the cursor of a place in it."""

import base64
import binascii
import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, TypeVar
from uuid import UUID

from sqlalchemy import Select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from clearwater.kit.errors import FieldError, ValidationFailed

Row = TypeVar("Row")
# What a column of integers can hold.
STORABLE = range(-(2**63), 2**63)


@dataclass(frozen=True)
class Keyset(Generic[Row]):
    """A list's order: columns that together are unique, all newest (largest) first."""

    columns: Sequence[InstrumentedAttribute[Any]]

    def after(self, statement: Select[Row], cursor: str | None) -> Select[Row]:
        ordered = statement.order_by(*(column.desc() for column in self.columns))
        if cursor is None:
            return ordered
        return ordered.where(tuple_(*self.columns) < tuple_(*self.decode(cursor)))

    def cursor_of(self, row: Row) -> str:
        return encode_cursor([getattr(row, column.key) for column in self.columns])

    def decode(self, cursor: str) -> list[Any]:
        """The values of the columns in the last row of the page before."""
        return decode_cursor(cursor, *(column.type.python_type for column in self.columns))


def encode_cursor(values: Sequence[object]) -> str:
    """The cursor after a row that has these values."""
    text = json.dumps(values, default=_encode_value, separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode().rstrip("=")


def decode_cursor(cursor: str, *kinds: type) -> list[Any]:
    """The values of a cursor, of these types."""
    try:
        padded = cursor + "=" * (-len(cursor) % 4)
        values = json.loads(base64.b64decode(padded, altchars=b"-_", validate=True))
        if not isinstance(values, list) or len(values) != len(kinds):
            raise ValueError
        return [_decode_value(kind, value) for kind, value in zip(kinds, values, strict=True)]
    except (ValueError, TypeError, binascii.Error, RecursionError):
        message = "Send next_cursor as it was answered."
        raise ValidationFailed(errors=[FieldError(field="cursor", code="cursor", message=message)]) from None


def _encode_value(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _decode_value(kind: type, value: object) -> object:
    if kind is datetime and isinstance(value, str):
        return datetime.fromisoformat(value)
    if kind is UUID and isinstance(value, str):
        return UUID(value)
    if type(value) is not kind or (kind is int and value not in STORABLE):
        raise ValueError
    return value
