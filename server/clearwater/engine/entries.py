"""Commands as the journal has them, read as fast as that is possible: a proof reads all of them."""

from collections.abc import Callable
from dataclasses import MISSING
from functools import cache
from typing import Any

import msgspec

from clearwater.core.commands import FIELDS, KINDS, LEFT_OUT, Command, decode

# Their rules are documents of their own.
WITH_RULES = frozenset(("ListPair", "ChangePair"))
_read = msgspec.json.Decoder().decode


@cache
def reader(kind: str, rules_version: int) -> Callable[[str], Command]:
    """What reads commands of a kind; raises where such a command cannot be."""
    if kind in WITH_RULES:
        return lambda payload: decode(kind, _read(payload), rules_version)
    command = KINDS[kind]
    left_out = LEFT_OUT[rules_version].get(kind, {})
    fields: list[tuple[str, Any] | tuple[str, Any, Any]] = []
    for name, default in FIELDS[command]:
        value = left_out.get(name, default)
        fields.append((name, Any) if value is MISSING else (name, Any, value))
    shape = msgspec.defstruct(kind, fields, kw_only=True, forbid_unknown_fields=True, gc=False)
    read, values = msgspec.json.Decoder(shape).decode, msgspec.structs.astuple
    # By place, not by name: that takes a third of the time.
    return lambda payload: command(*values(read(payload)))
