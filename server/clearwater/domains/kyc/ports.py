"""What identity checks need of the outside."""

import uuid
from typing import Protocol


class PictureStorage(Protocol):
    """Keeps the pictures; an adapter."""

    async def remove(self, file_id: uuid.UUID) -> None:
        """Remove one for good; none that is not there any more."""
        ...
