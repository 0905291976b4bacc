"""What a new site needs from domains above this one; wired by the entry points."""

import uuid
from typing import Annotated, Protocol

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit.app_services import AppService


class SetUpSite(Protocol):
    """Implemented by membership, which is a layer above."""

    async def __call__(self, session: AsyncSession, site_id: uuid.UUID) -> None:
        """Create a site's initial data, such as its levels."""
        ...


AppSetUpSite = Annotated[SetUpSite, Depends(AppService[SetUpSite]("set_up_site"))]
