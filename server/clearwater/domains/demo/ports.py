"""What the demo needs of the outside."""

from typing import Protocol


class Audience(Protocol):
    """Who might be looking, which an entry point knows. While nobody is, the bots hardly trade."""

    def is_watching(self) -> bool:
        """Whether somebody has asked for something, or kept a socket open, a moment ago."""
        ...
