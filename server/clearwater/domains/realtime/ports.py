"""What realtime needs of others: the engine's entries, the shapes of things, and other processes."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from clearwater.core.commands import Command
from clearwater.core.events import Event, Filled, Posting, TransferChanged
from clearwater.core.views import OrderView, View

if TYPE_CHECKING:
    from clearwater.domains.realtime.messages import Message
    from clearwater.domains.realtime.streams import PrivateEvent

Json = dict[str, Any]


class Entry(Protocol):
    """A command that was carried out and is durable, and what it did."""

    @property
    def seq(self) -> int: ...

    @property
    def command(self) -> Command: ...

    @property
    def events(self) -> Sequence[Event]: ...


class Shapes(Protocol):
    """How things look on the wire: exactly as the HTTP API shows them."""

    def order(self, view: View, order: OrderView) -> Json: ...

    def stop_price(self, view: View, order: OrderView) -> str | None: ...

    def fill(self, view: View, fill: Filled, *, as_taker: bool) -> Json: ...

    def asset(self, view: View, owner: str, coin: str) -> Json: ...

    def transaction(
        self, view: View, posting: Posting, transfer: TransferChanged | None, *, owner: str, at_ms: int
    ) -> Json | None: ...

    def trade(self, view: View, fill: Filled) -> Json: ...

    def pair_status(self, view: View, pair: str) -> str: ...


class Board(Protocol):
    """What was traded, in figures."""

    def ticker(self, symbol: str) -> Json: ...

    def running(self, symbol: str, interval: str) -> object | None:
        """The newest candle, which goes on changing until another one takes its place."""
        ...

    def candle(self, symbol: str, candle: object) -> Json:
        """A candle that `running` gave, as it is now."""
        ...


class Audience(Protocol):
    """Everybody who listens, in this process or another."""

    def public(self, channel: str, message: "Message") -> None: ...

    def private(self, client: str, event: "PrivateEvent") -> None: ...

    def restart_private(self) -> None:
        """What happened to clients may have been missed: let all who follow that come anew."""
        ...

    def channels(self) -> set[str]:
        """The public channels that somebody follows."""
        ...

    def is_watched(self, channel: str) -> bool: ...

    def clients(self) -> set[str]:
        """The clients who follow their private channels."""
        ...


class Relay(Protocol):
    """A wire between api processes. What is lost on it is noticed by its numbers, not by the wire."""

    def tell(self, message: bytes) -> None:
        """Send to all who follow; never waits."""
        ...

    def ask(self, message: bytes) -> None:
        """Send to whoever leads; never waits."""
        ...

    async def run(self, *, told: Callable[[bytes], None], asked: Callable[[bytes], None]) -> None:
        """Carry messages until cancelled; what one sent comes back to oneself, too."""
        ...
