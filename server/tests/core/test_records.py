"""Commands and events are read by name: a field that is inserted shifts nothing."""

from typing import get_args

import pytest

from clearwater.core.commands import KINDS, Deposit
from clearwater.core.events import Event
from clearwater.core.records import Record


def test_every_command_and_event_is_a_record() -> None:
    kinds = {*KINDS.values(), *get_args(Event)}
    assert {kind.__name__ for kind in kinds if not issubclass(kind, Record)} == set()


def test_a_record_is_neither_sliced_nor_unpacked_nor_changed() -> None:
    deposit = Deposit(1, "deposit-1", "ann", "BTC", "bitcoin", 5)
    with pytest.raises(TypeError):
        deposit[2:]  # type: ignore[index]
    with pytest.raises(TypeError):
        tuple(deposit)  # type: ignore[arg-type]
    with pytest.raises(AttributeError):
        deposit.amount = 6  # type: ignore[misc]
