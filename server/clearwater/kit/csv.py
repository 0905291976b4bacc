"""Rows as CSV text."""

import csv
import io
import re
from collections.abc import Iterable, Sequence

PLAIN_NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")
FORMULA_START = ("=", "+", "-", "@", "\t", "\r")


def encode_rows(rows: Iterable[Sequence[object]]) -> str:
    buffer = io.StringIO()
    csv.writer(buffer).writerows([_cell(value) for value in row] for row in rows)
    return buffer.getvalue()


def _cell(value: object) -> str:
    """Text that a spreadsheet would run as a formula is made plain text; figures stay figures."""
    text = "" if value is None else str(value)
    if text.startswith(FORMULA_START) and not PLAIN_NUMBER.fullmatch(text):
        return "'" + text
    return text
