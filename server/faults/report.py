"""What a scenario has found, and the table of all of it."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Row:
    """One thing that was looked at: what was seen, and what was wanted."""

    what: str
    seen: str
    wanted: str = ""
    is_good: bool = True


# Takes an empty folder to work in, and leaves nothing running.
Scenario = Callable[[Path], Awaitable[list[Row]]]


def check(what: str, seen: object, wanted: object) -> Row:
    """A row for what must be exactly so."""
    return Row(what, str(seen), str(wanted), seen == wanted)


def print_table(found: Sequence[tuple[str, Row]]) -> None:
    lines = [("scenario", "what", "seen", "wanted", "")]
    lines += [(name, row.what, row.seen, row.wanted, "" if row.is_good else "BROKEN") for name, row in found]
    print_lines(lines)


def print_lines(lines: Sequence[Sequence[str]]) -> None:
    """Columns of text, the first line their heads."""
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    for line in lines:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())
