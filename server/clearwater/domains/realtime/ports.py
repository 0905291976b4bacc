"""What realtime needs: the subscribers, and a relay to other processes."""

from collections.abc import Callable
from typing import Protocol

from clearwater.domains.realtime.messages import Message
from clearwater.domains.realtime.streams import PrivateEvent


class Subscribers(Protocol):
    """The subscribers: those of this process (the hub), or of all processes together (realtime)."""

    def public(self, channel: str, message: Message) -> None: ...

    def private(self, client: str, event: PrivateEvent) -> None: ...

    def restart_private(self) -> None:
        """Private events may have been missed: make all private subscribers reconnect."""
        ...

    def channels(self) -> set[str]:
        """The public channels with subscribers."""
        ...

    def is_watched(self, channel: str) -> bool: ...

    def clients(self) -> set[str]:
        """The clients with private subscriptions."""
        ...


class Relay(Protocol):
    """Messages between api processes; an adapter. Lost messages are detected by their numbers."""

    def publish(self, message: bytes) -> None:
        """Send to all who follow; never waits."""
        ...

    def request(self, message: bytes) -> None:
        """Send to whoever leads; never waits."""
        ...

    async def run(self, *, on_message: Callable[[bytes], None], on_request: Callable[[bytes], None]) -> None:
        """Carry messages until cancelled; a process also receives its own messages."""
        ...
