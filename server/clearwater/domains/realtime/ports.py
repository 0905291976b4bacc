"""What the publisher needs: the subscribers."""

from typing import Protocol

from clearwater.domains.realtime.messages import Message
from clearwater.domains.realtime.streams import PrivateEvent


class Subscribers(Protocol):
    """The subscribers: the sockets of this process."""

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
