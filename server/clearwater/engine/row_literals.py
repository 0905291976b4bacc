"""Rows of a table as one text that PostgreSQL reads as an array of rows.

One parameter for each table, however many rows it has: an array for each column would be ten times as many,
and each costs the driver and the server more than the rows of a small batch do.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from clearwater.engine.projections import Row
from clearwater.engine.tables import Table

MAX_KNOWN_TEXTS = 50_000


def _quote(text: str) -> str:
    r"""A text inside a row inside an array: each of the two has its quotes and its escapes."""
    escaped = text.replace("\\", r"\\\\").replace('"', r"\"\"")
    return rf"\"{escaped}\""


class _KnownTexts(dict[str | None, str]):
    """Quoted texts by what they quote: nearly all are of coins, kinds and clients, again and again."""

    def __missing__(self, text: str | None) -> str:
        if len(self) >= MAX_KNOWN_TEXTS:
            self.clear()
        quoted = self[text] = "" if text is None else _quote(text)
        return quoted


def _quote_bytes(value: bytes) -> str:
    return rf"\\\\x{value.hex()}"


ENCODERS: dict[str, Callable[[Any], str]] = {
    "text": _KnownTexts().__getitem__,
    "json": _quote,
    "jsonb": _quote,
    "bytea": _quote_bytes,
}


class RowType:
    """A type in the database that has the columns of a table, or those that are written.

    Made by a migration, not by the engine: PostgreSQL removes a temporary type in a transaction of its own
    when the connection ends, and a primary that has lost its standbys could then not be stopped.
    Columns that change get a type of a new name, so that the engine of the version before can go on.
    """

    def __init__(self, name: str, table: Table) -> None:
        self.name = name
        self.table = table
        self._template = f'"({",".join(["%s"] * len(table.columns))})"'
        self._encoders = [ENCODERS.get(kind) for kind in table.types]

    def rows_of(self, parameter: int) -> str:
        """The rows of a parameter, as a query reads them."""
        return f"unnest(${parameter}::text::{self.name}[])"

    def encode(self, rows: Iterable[Row]) -> str:
        """The value of that parameter."""
        columns = map(_encode_column, zip(*rows, strict=True), self._encoders)
        encoded = map(self._template.__mod__, zip(*columns, strict=True))
        return f"{{{','.join(encoded)}}}"


def _encode_column(values: Sequence[Any], encode: Callable[[Any], str] | None) -> Iterable[Any]:
    if encode is not None:
        return map(encode, values)
    # Numbers are written as they are; nothing between two commas is null.
    return ["" if value is None else value for value in values] if None in values else values
