"""Journals as they were lived, one for each version of the rules, and what they led to.

Whoever changes the rules makes a new version of them. It is settled when it lands on the main branch: by then
a journal of it is made up by the simulator, which is never made again; in `server`:
`python -m tests.core.recorded`

A file has a line of JSON for each entry, between a first line with the shapes of that time and a last line
with the state at the end. A type may get another field later; what was written down is compared without it.
"""

import gzip
import hashlib
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import NODEFAULT

from clearwater.core.coding import FIELDS, encode
from clearwater.core.commands import Command
from clearwater.core.events import Event, Refused
from clearwater.core.exchange import Exchange
from clearwater.core.limits import Limits
from clearwater.core.records import Record
from clearwater.core.simulation import LIMITS, SET_UP, CommandGenerator
from clearwater.core.versions import RULES_VERSION

FOLDER = Path(__file__).parent / "journals"
SEED, LENGTH = 10, 3_000
MARK_LENGTH = 8

Shapes = dict[str, list[str]]
# What a type was called when older journals were recorded.
FORMER_NAMES = {"Coin": "Asset", "CoinListed": "AssetListed", "CoinChanged": "AssetChanged"}


class Entry(NamedTuple):
    """A command as the journal has it, and a mark of what came of it."""

    kind: str
    payload: dict[str, Any]
    mark: str


class Recorded(NamedTuple):
    """A journal, the shapes and defaults of its time, and where it led to."""

    version: int
    shapes: Shapes
    defaults: Mapping[str, Mapping[str, Any]]
    entries: Sequence[Entry]
    state: Any
    limits: Limits


def name_of(value: Any, shapes: Shapes) -> str:
    """What a value's type was called in the time of these shapes."""
    name = type(value).__name__
    former = FORMER_NAMES.get(name, name)
    return former if former in shapes else name


def plain(value: Any, shapes: Shapes) -> Any:
    """Lists and values only. A type is written with the fields it is known to have; a new one gets known."""
    type_name = name_of(value, shapes)
    if isinstance(value, Record):
        names = shapes.setdefault(type_name, list(value.__struct_fields__))
    elif hasattr(value, "_fields"):
        names = shapes.setdefault(type_name, list(value._fields))
    elif isinstance(value, tuple | list):
        return [plain(part, shapes) for part in value]
    else:
        return value
    return [type_name, *(plain(getattr(value, name), shapes) for name in names)]


def mark(events: Sequence[Event], shapes: Shapes) -> str:
    """Tells apart what came of a command from everything else that could have."""
    text = json.dumps([plain(event, shapes) for event in events])
    return hashlib.sha256(text.encode()).hexdigest()[:MARK_LENGTH]


def is_journaled(events: Sequence[Event]) -> bool:
    """What changed nothing never gets into a journal."""
    return bool(events) and not (len(events) == 1 and type(events[0]) is Refused)


def record(limits: Limits, seed: int = SEED, length: int = LENGTH) -> Recorded:
    """Random commands under the rules of today, until its journal has so many entries."""
    exchange, shapes, entries = Exchange(limits), Shapes(), list[Entry]()
    generator = CommandGenerator(seed, exchange)
    set_up = iter(SET_UP)
    while len(entries) < length:
        command = no_earlier(next(set_up, None) or generator.next(), exchange.state.now)
        events = exchange.apply(command)
        if is_journaled(events):
            entries.append(Entry(*encode(command), mark(events, shapes)))
    state = plain(exchange.export(), shapes)
    return Recorded(RULES_VERSION, shapes, defaults_of_today(), entries, state, limits)


def defaults_of_today() -> dict[str, dict[str, Any]]:
    """What is left out of an entry, for every kind of command."""
    return {
        kind.__name__: {name: default for name, default in named if default is not NODEFAULT}
        for kind, named in FIELDS.items()
    }


def no_earlier(command: Command, now: int) -> Command:
    if command.at >= now:
        return command
    values = {name: getattr(command, name) for name, _ in FIELDS[type(command)]}
    return type(command)(**values | {"at": now})


def write(name: str, recorded: Recorded) -> None:
    first = {
        "version": recorded.version,
        "shapes": recorded.shapes,
        "defaults": recorded.defaults,
        "limits": recorded.limits._asdict(),
    }
    lines = [first, *recorded.entries, {"state": recorded.state}]
    text = "".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines)
    with (FOLDER / name).open("xb") as file:
        file.write(gzip.compress(text.encode(), mtime=0))


def list_names() -> list[str]:
    return sorted(path.name for path in FOLDER.glob("*.jsonl.gz"))


def read(name: str) -> Recorded:
    first, *entries, last = map(json.loads, gzip.decompress((FOLDER / name).read_bytes()).splitlines())
    return Recorded(
        first["version"],
        first["shapes"],
        first["defaults"],
        [Entry(*entry) for entry in entries],
        last["state"],
        Limits(**first.get("limits", {})),
    )


if __name__ == "__main__":
    # As it is served, and with limits that a small market reaches, too.
    write(f"version-{RULES_VERSION}.jsonl.gz", record(Limits()))
    write(f"version-{RULES_VERSION}-limits.jsonl.gz", record(LIMITS))
