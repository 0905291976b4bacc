"""What files need from outside: storage of bytes and an image decoder."""

import uuid
from dataclasses import dataclass
from typing import Annotated, Literal, Protocol

from fastapi import Depends

from clearwater.kit.app_services import AppService

Mime = Literal["image/jpeg", "image/png", "image/webp"]


class NotAPicture(Exception):
    """The bytes are not a complete picture of a supported format."""


class TooManyPixels(Exception):
    """The picture has too many pixels to be decoded."""


@dataclass(frozen=True)
class Picture:
    """A re-encoded picture; nothing else of the upload is kept."""

    content: bytes
    mime: Mime


class Pictures(Protocol):
    """Re-encodes pictures; implemented by an adapter."""

    async def redraw(self, content: bytes, *, longest_side: int) -> Picture:
        """Re-encode a picture upright and without metadata; raises NotAPicture or TooManyPixels."""
        ...


class Storage(Protocol):
    """Stores bytes by id; implemented by an adapter. Sealed files are encrypted."""

    async def write(self, file_id: uuid.UUID, content: bytes, *, is_sealed: bool) -> None: ...

    async def read(self, file_id: uuid.UUID, *, is_sealed: bool) -> bytes: ...

    async def reseal(self, file_id: uuid.UUID) -> bool:
        """Re-encrypt a file with the newest key; False when it already is, or no longer exists."""
        ...

    async def free_bytes(self) -> int:
        """Free disk space."""
        ...

    async def remove(self, file_id: uuid.UUID) -> None: ...


AppPictures = Annotated[Pictures, Depends(AppService[Pictures]("pictures"))]
AppStorage = Annotated[Storage, Depends(AppService[Storage]("storage"))]
