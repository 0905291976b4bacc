"""What identity checks need from outside."""

import uuid
from typing import Protocol


class PictureStorage(Protocol):
    """Stores the pictures; implemented by an adapter."""

    async def remove(self, file_id: uuid.UUID) -> None:
        """Delete a picture permanently; does nothing if it no longer exists."""
        ...
