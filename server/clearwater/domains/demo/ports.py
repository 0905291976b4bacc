"""What the demo needs from outside."""

from typing import Protocol


class Audience(Protocol):
    """Whether somebody may be watching, known to an entry point. Otherwise the bots trade only a little."""

    def is_watching(self) -> bool:
        """Whether there was a request or an open socket recently."""
        ...
