"""What a new site gets of domains above this one; the entry points wire it."""

import uuid
from typing import Protocol

from sqlalchemy.ext.asyncio import AsyncSession


class SetUpSite(Protocol):
    async def __call__(self, session: AsyncSession, site_id: uuid.UUID) -> None:
        """Give a site what it begins with, such as its levels."""
        ...
