"""What files need of the outside: a place for bytes, and somebody who looks into pictures."""

import uuid
from dataclasses import dataclass
from typing import Literal, Protocol

Mime = Literal["image/jpeg", "image/png", "image/webp"]


class NotAPicture(Exception):
    """The bytes are no whole picture of a kind we take."""


class TooManyPixels(Exception):
    """The picture would be too large once it is unpacked."""


@dataclass(frozen=True)
class Picture:
    """A picture of our own making: what was sent is drawn anew, and nothing else of it is kept."""

    content: bytes
    mime: Mime


class Pictures(Protocol):
    """Draws pictures; an adapter."""

    async def redraw(self, content: bytes, *, longest_side: int) -> Picture:
        """Draw a picture anew, upright and without metadata; raises NotAPicture or TooManyPixels."""
        ...


class Storage(Protocol):
    """Keeps bytes under an id; an adapter. What is sealed can be read only with the installation's key."""

    async def write(self, file_id: uuid.UUID, content: bytes, *, is_sealed: bool) -> None: ...

    async def read(self, file_id: uuid.UUID, *, is_sealed: bool) -> bytes: ...

    async def reseal(self, file_id: uuid.UUID) -> bool:
        """Seal a file anew under the newest key; False when it is already, or not there any more."""
        ...

    async def free_bytes(self) -> int:
        """How much more fits."""
        ...

    async def remove(self, file_id: uuid.UUID) -> None: ...
