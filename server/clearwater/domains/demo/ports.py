"""What the demo needs of the outside."""

from typing import Protocol

from clearwater.core.views import View


class Audience(Protocol):
    """Who might be looking. While nobody is, the bots hardly trade."""

    def is_watching(self) -> bool:
        """Whether somebody has asked for something, or kept a socket open, a moment ago."""
        ...


class Board(Protocol):
    """Where market data is kept; it is told when a past was stored behind its back."""

    def on_reset(self, view: View) -> None:
        """Read what is stored anew."""
        ...
