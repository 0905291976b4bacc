"""What sessions need from a domain above this one; wired by the entry points."""

from typing import Protocol

from clearwater.kit.app_services import AppService


class PrivateChannels(Protocol):
    """Implemented by realtime."""

    def position_of(self, client: str) -> int | None:
        """The sequence number of the client's last private message; None while it is unknown."""
        ...


app_private_channels = AppService[PrivateChannels]("realtime")
