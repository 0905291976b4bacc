"""What realtime needs of others: who listens, and a wire to other processes."""

from collections.abc import Callable
from typing import Protocol

from clearwater.domains.realtime.messages import Message
from clearwater.domains.realtime.streams import PrivateEvent


class Audience(Protocol):
    """Everybody who listens: those in this process (the hub), or in all of them together (realtime)."""

    def public(self, channel: str, message: Message) -> None: ...

    def private(self, client: str, event: PrivateEvent) -> None: ...

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
    """A wire between api processes; an adapter. What is lost on it is noticed by its numbers, not by it."""

    def publish(self, message: bytes) -> None:
        """Send to all who follow; never waits."""
        ...

    def request(self, message: bytes) -> None:
        """Send to whoever leads; never waits."""
        ...

    async def run(self, *, on_message: Callable[[bytes], None], on_request: Callable[[bytes], None]) -> None:
        """Carry messages until cancelled; what one sent comes back to oneself, too."""
        ...
