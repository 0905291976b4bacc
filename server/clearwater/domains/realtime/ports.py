"""What the publisher needs: the subscribers."""

from typing import Final, Protocol

from clearwater.domains.realtime.messages import Message
from clearwater.domains.realtime.streams import PrivateEvent

# The pairs of a site; None for all of the exchange.
Listing = frozenset[str] | None


class Everyone:
    """Subscribers of every site."""


EVERYONE: Final = Everyone()


class Subscribers(Protocol):
    """The subscribers: the sockets of this process."""

    def public(self, channel: str, message: Message, *, listing: Listing | Everyone = EVERYONE) -> None:
        """Send to the subscribers of a channel; with a listing only to those of sites that have it."""
        ...

    def listings(self, channel: str) -> set[Listing]:
        """The different listings of a channel's subscribers."""
        ...

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
