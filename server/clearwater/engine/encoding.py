"""Columns of rows by the thousand, encoded as one text each, here and in the database alike.

The text is a list in JSON: nothing else that both can encode is as fast here, and comparing texts is faster
than hashing them in the database.

Equal texts are equal columns: the database puts quotes around what it has and escapes nothing, so a value
there that has a quote makes one more than the replay has. It cannot make up for quotes that are missing
elsewhere, because both sides also count the rows and the nulls. Where the replay itself has something to
escape its text cannot be that of the database, and rows are compared one by one.
"""

import json
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from clearwater.engine.projections import Row
from clearwater.engine.tables import Table

_encode = msgspec.json.Encoder().encode
# Texts that are missing in some rows, and those that are numbers in most as the replay has them.
NULLABLE = frozenset(("client_order_id", "idempotency_key"))
BARE = "reference"


def columns_query(table: Table, where: str) -> str:
    """The number of rows and of nulls, and the text of each column, by key."""
    texts = ", ".join(map(_text_of, table.columns, table.types))
    rows = f"SELECT {table.column_list} FROM {table.name} WHERE {where} ORDER BY {', '.join(table.key)}"
    return f"SELECT count(*), sum(num_nulls({table.column_list})), {texts} FROM ({rows}) AS rows"


def _text_of(column: str, kind: str) -> str:
    if column in NULLABLE:
        text = f"""string_agg(coalesce('"' || {column} || '"', 'null'), ',')"""
    elif column == BARE:
        text = f"string_agg({column}, ',')"
    elif kind == "text":
        text = f"""'"' || string_agg({column}, '","') || '"'"""
    else:
        text = f"string_agg({column}::text, ',')"
    # As bytes: reading them as a text would take longer than comparing them.
    return f"convert_to({text}, 'UTF8')"


class EncodedColumns:
    """Rows of a table, encoded a few at a time so that their source need not stay in memory."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.count = 0
        self._nulls = 0
        self._texts: list[list[bytes]] = [[] for _ in table.columns]

    def add(self, columns: Iterable[Sequence[Any]]) -> None:
        """Add some rows by their columns."""
        for name, texts, values in zip(self.table.columns, self._texts, columns, strict=True):
            texts.append(_encode_values(values)[1:-1])
            if name in NULLABLE:
                self._nulls += values.count(None)
        self.count += len(values)

    def texts(self) -> tuple[Any, ...] | None:
        """What `columns_query` gives for the same rows; None where that is unknown."""
        columns = dict(zip(self.table.columns, map(b",".join, self._texts), strict=True))
        if any(b"\\" in column for column in columns.values()):
            return None
        if BARE in columns:
            columns[BARE] = columns[BARE].replace(b'"', b"")
            if columns[BARE].count(b",") != self.count - 1:
                return None
        return self.count, self._nulls, *columns.values()

    def rows(self) -> list[Row]:
        """The rows themselves."""
        columns = []
        for name, texts in zip(self.table.columns, self._texts, strict=True):
            column = json.loads(b"[" + b",".join(texts) + b"]")
            columns.append(list(map(str, column)) if name == BARE else column)
        return list(zip(*columns, strict=True))


def _encode_values(values: Sequence[Any]) -> bytes:
    try:
        return _encode(values)
    except (OverflowError, UnicodeEncodeError):
        # Nothing that the database can have; encoded in any way it differs.
        return json.dumps(values, separators=(",", ":")).encode()
