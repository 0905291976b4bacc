"""Where commands are handed in: one small interface, whether the engine is in this process or elsewhere."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import msgspec

from clearwater.core.commands import Command, Convert, PlaceOrder
from clearwater.core.convert import ConversionForecast
from clearwater.core.events import Event, Refused
from clearwater.core.execution import Forecast
from clearwater.core.views import View


class Outcome(NamedTuple):
    """What became of a command, reported only after it was made durable.

    `seq` is its place in the journal; 0 for a command that was refused and changed nothing. One that was
    refused has a place there, too, when its time ended orders. `refusal` is None when it was done.
    """

    seq: int
    events: Sequence[Event]
    refusal: Refused | None


class Entry(NamedTuple):
    """A command that was carried out, and what it did."""

    seq: int
    command: Command
    events: list[Event]
    refusal: Refused | None


class Committed(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A command that has become durable: its place in the journal, its time, and what it did."""

    seq: int
    at: int
    events: list[Event]


class Desk(Protocol):
    """The engine, a layer above, as far as others know it. It raises `EngineUnavailable` or `Overloaded`."""

    @property
    def view(self) -> View:
        """What is live, as far as it is durable."""
        ...

    async def submit(self, command: Command) -> Outcome:
        """Have a command carried out; the answer comes when it is durable."""
        ...

    async def catch_up(self) -> None:
        """Wait until the view has everything that was acknowledged to anybody before."""
        ...

    async def preview(self, terms: PlaceOrder) -> Forecast:
        """What a limit or market order would trade right now; reported once what it rests on is durable."""
        ...

    async def preview_conversion(self, terms: Convert) -> ConversionForecast:
        """The same for a conversion, whatever it promises, or why it cannot be."""
        ...
