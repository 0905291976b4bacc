"""What sites need from domains above this one; wired by the entry points."""

from collections.abc import Collection
from datetime import datetime
from typing import Annotated, Literal, Protocol

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit.app_services import AppService

PictureKind = Literal["logo", "favicon"]


class SiteResources(Protocol):
    """Pairs and pictures that a site can refer to; of markets and files, which are layers above."""

    async def list_pairs(self, session: AsyncSession) -> Collection[str]:
        """Every pair of the exchange."""
        ...

    async def claim_picture(
        self, session: AsyncSession, url: str, kind: PictureKind, *, now: datetime
    ) -> None:
        """Keep an uploaded picture; raises ValidationFailed where the url is of no such picture."""
        ...

    async def release_picture(self, session: AsyncSession, url: str, kind: PictureKind) -> None:
        """A picture is no longer used; it is removed after a day."""
        ...


AppSiteResources = Annotated[SiteResources, Depends(AppService[SiteResources]("site_resources"))]
