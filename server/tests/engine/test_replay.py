"""Entries are read fast, and as the rules of their time would read them."""

import msgspec
import pytest

from clearwater.core.coding import decode, encode
from clearwater.core.versions import RULES_VERSION
from clearwater.engine.replay import entry_decoder
from tests.core.recorded import list_names, read
from tests.engine.conftest import a_day


@pytest.mark.parametrize("name", list_names())
def test_recorded_entries_are_read_as_the_core_decodes_them(name: str) -> None:
    recorded = read(name)

    assert recorded.entries
    for kind, payload, _ in recorded.entries:
        text = msgspec.json.encode(payload).decode()
        assert entry_decoder(kind, recorded.version)(text) == decode(kind, payload, recorded.version)


def test_encoded_commands_are_decoded_as_they_were() -> None:
    for command in a_day(seed=5, length=300):
        kind, values = encode(command)
        assert entry_decoder(kind, RULES_VERSION)(msgspec.json.encode(values).decode()) == command


@pytest.mark.parametrize("payload", ['{"at":1,"unknown":2}', "{}", '{"at":1', "[1]"])
def test_an_invalid_payload_is_not_decoded(payload: str) -> None:
    with pytest.raises(msgspec.MsgspecError):
        entry_decoder("Tick", RULES_VERSION)(payload)
