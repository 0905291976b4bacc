"""What a new site gets of domains above this one; the entry points wire it."""

import uuid
from typing import Annotated, Protocol

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit.from_app import FromApp


class SetUpSite(Protocol):
    """Membership, which is a layer above."""

    async def __call__(self, session: AsyncSession, site_id: uuid.UUID) -> None:
        """Give a site what it begins with, such as its levels."""
        ...


AppSetUpSite = Annotated[SetUpSite, Depends(FromApp[SetUpSite]("set_up_site"))]
