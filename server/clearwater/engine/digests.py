"""Rows by the thousand in a few hashes, one for each column, taken here and in the database alike.

Equal hashes are equal columns: numbers have a fixed width, texts are separated by a character that none of
them has, and both sides count the rows.
"""

import struct
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import Any

from clearwater.engine.tables import Table

# Between texts, and in place of one that is not there.
SEPARATOR, ABSENT = "\x01", "\x02"
NUMBERS = frozenset(("int8", "int2"))
BOOLEANS = {True: "true", False: "false"}


def digest_query(table: Table, where: str) -> str:
    """The number of rows and the hash of each column, by key."""
    hashes = ", ".join(map(_hash_of, table.columns, table.types))
    rows = f"SELECT {table.column_list} FROM {table.name} WHERE {where} ORDER BY {', '.join(table.key)}"
    return f"SELECT count(*), {hashes} FROM ({rows}) AS rows"


def _hash_of(column: str, kind: str) -> str:
    if kind in NUMBERS:
        return f"sha256(string_agg(int8send({column}), ''::bytea))"
    text = f"string_agg(coalesce({column}::text, chr({ord(ABSENT)})), chr({ord(SEPARATOR)}))"
    return f"sha256(convert_to({text}, 'UTF8'))"


def digest(table: Table, columns: Iterable[Sequence[Any]]) -> tuple[Any, ...] | None:
    """The same of columns that are here; None where they cannot be told apart by their hashes."""
    count, hashes = 0, list[bytes]()
    try:
        for kind, values in zip(table.types, columns, strict=True):
            count = len(values)
            data = struct.pack(f">{count}q", *values) if kind in NUMBERS else _join(kind, values, count)
            hashes.append(sha256(data).digest())
    except (struct.error, Ambiguous):
        return None
    return (count, *hashes)


class Ambiguous(Exception):
    """A text has the character that separates texts."""


def _join(kind: str, values: Sequence[Any], count: int) -> bytes:
    if kind == "bool":
        values = [BOOLEANS[value] for value in values]
    try:
        joined = SEPARATOR.join(values)
    except TypeError:
        joined = SEPARATOR.join(ABSENT if value is None else value for value in values)
    if joined.count(SEPARATOR) != count - 1:
        raise Ambiguous
    return joined.encode()
