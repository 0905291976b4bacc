"""Commands as the journal has them: a kind and its fields, of whatever version of the rules."""

from collections.abc import Mapping
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import asdict, fields

from clearwater.core.commands import KINDS, CancelAll, Command, Convert, ConvertLeg, PairRules
from clearwater.core.records import Record
from clearwater.core.versions import DEFAULTS, RULES_VERSION


def encode(command: Command) -> tuple[str, dict[str, Any]]:
    """The command's kind and its fields for the journal; what has its default value is left out."""
    kind = type(command)
    values = {}
    for name, default in FIELDS[kind]:
        value = getattr(command, name)
        if value != default:
            values[name] = _plain(value) if isinstance(value, NESTED) else value
    return kind.__name__, values


NESTED = (Record, tuple)


def _plain(value: Any) -> Any:
    """Records inside of a command as their fields."""
    if isinstance(value, Record):
        return asdict(value)
    return [_plain(part) if isinstance(part, NESTED) else part for part in value]


def decode(kind: str, values: Mapping[str, Any], version: int = RULES_VERSION) -> Command:
    """The command that `encode` has written under a version of the rules."""
    left_out = LEFT_OUT[version]
    rules = values.get("rules")
    if rules is not None:
        values = {**values, "rules": PairRules(**{**left_out.get("PairRules", {}), **rules})}
    if kind in left_out:
        values = {**left_out[kind], **values}
    if kind == Convert.__name__:
        values = {**values, "legs": tuple(ConvertLeg(**leg) for leg in values["legs"])}
    elif kind == CancelAll.__name__ and "types" in values:
        values = {**values, "types": tuple(values["types"])}
    return KINDS[kind](**values)


def _fields(kind: type[Command | PairRules]) -> tuple[tuple[str, Any], ...]:
    """Every field with its default; NODEFAULT, which nothing equals, where there is none."""
    return tuple((field.name, field.default) for field in fields(kind))


# Looked up once: every command that is carried out is written down.
FIELDS = {kind: _fields(kind) for kind in KINDS.values()}


def _left_out(version: int) -> dict[str, dict[str, Any]]:
    """By kind, the defaults of a version that are not those of today."""
    today = {kind.__name__: dict(_fields(kind)) for kind in (PairRules, *KINDS.values())}
    others = {
        kind: {
            name: default for name, default in defaults.items() if today[kind].get(name, NODEFAULT) != default
        }
        for kind, defaults in DEFAULTS.get(version, {}).items()
    }
    return {kind: defaults for kind, defaults in others.items() if defaults}


LEFT_OUT = {version: _left_out(version) for version in range(1, RULES_VERSION + 1)}
