"""Reads messages, also those of the next version, as far as this one knows them.

What a newer side adds at the end of an array is left out by the decoder itself. Here the rest is: kinds of
messages and events, and fields of what travels under names (the terms of an order, the rules of a pair). A
command is not among it: the engine must not carry out a part of what it was asked.
"""

from typing import Any, get_args

import msgspec
from msgspec.structs import fields

from clearwater.core.desk import Committed
from clearwater.core.events import Event
from clearwater.core.records import EventRecord, Record
from clearwater.engine.protocol import Answer, Answers, Batch, FromEngine, FromFollower

ENGINE: msgspec.msgpack.Decoder[FromEngine] = msgspec.msgpack.Decoder(FromEngine)
FOLLOWER: msgspec.msgpack.Decoder[FromFollower] = msgspec.msgpack.Decoder(FromFollower)
decode_any = msgspec.msgpack.Decoder().decode
encode = msgspec.msgpack.Encoder().encode


def _tag(kind: Any) -> int:
    return int(kind.__struct_config__.tag)


def _named_fields(event: type[EventRecord]) -> dict[int, frozenset[str]]:
    """The places in an event's array of what travels under names, and the names that are known."""
    return {
        place: frozenset(field.type.__struct_fields__)
        for place, field in enumerate(fields(event), 1)
        if isinstance(field.type, type) and issubclass(field.type, Record)
    }


ENGINE_TAGS = frozenset(map(_tag, get_args(FromEngine)))
FOLLOWER_TAGS = frozenset(map(_tag, get_args(FromFollower)))
EVENTS = {_tag(event): _named_fields(event) for event in get_args(Event)}
# Where a message has its parts, and where each of these has its events; a tag comes before the fields.
EVENTS_AT = {
    _tag(Batch): (
        1 + Batch.__struct_fields__.index("entries"),
        Committed.__struct_fields__.index("events"),
    ),
    _tag(Answers): (
        1 + Answers.__struct_fields__.index("answers"),
        1 + Answer.__struct_fields__.index("events"),
    ),
}


def decode_follower(encoded: bytes) -> FromFollower | None:
    """What a follower sent; None for a kind of message that this version does not know."""
    try:
        return FOLLOWER.decode(encoded)
    except msgspec.ValidationError:
        if _is_newer(decode_any(encoded), FOLLOWER_TAGS):
            return None
        raise


def decode_engine(encoded: bytes) -> FromEngine | None:
    """What the engine sent; None for a kind of message that this version does not know."""
    try:
        return ENGINE.decode(encoded)
    except msgspec.ValidationError as error:
        message = decode_any(encoded)
        if _is_newer(message, ENGINE_TAGS):
            return None
        try:
            _leave_out_newer_events(message)
        except (AttributeError, LookupError, TypeError):
            raise error from None
        return ENGINE.decode(encode(message))


def _is_newer(message: Any, known: frozenset[int]) -> bool:
    return isinstance(message, list) and bool(message) and type(message[0]) is int and message[0] not in known


def _leave_out_newer_events(message: list[Any]) -> None:
    """Drop events of unknown kinds, and unknown names within those that are known."""
    parts, events = EVENTS_AT[message[0]]
    for part in message[parts]:
        if part[events] is None:
            continue
        part[events] = [array for array in part[events] if array[0] in EVENTS]
        for array in part[events]:
            for place, known in EVENTS[array[0]].items():
                array[place] = {name: value for name, value in array[place].items() if name in known}
