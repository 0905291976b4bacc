"""Pairs and pictures that a site can refer to."""

from collections.abc import Collection
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.files import service as files
from clearwater.domains.files.schemas import FileKind
from clearwater.domains.markets import service as markets
from clearwater.domains.sites.ports import PictureKind

FILE_KINDS: dict[PictureKind, FileKind] = {"logo": "site_logo", "favicon": "site_favicon"}


class KnownSiteResources:
    """As markets and files hold them."""

    async def list_pairs(self, session: AsyncSession) -> Collection[str]:
        return await markets.list_pair_symbols(session)

    async def claim_picture(
        self, session: AsyncSession, url: str, kind: PictureKind, *, now: datetime
    ) -> None:
        await files.claim_staff_file(session, url, FILE_KINDS[kind], field=kind, now=now)

    async def release_picture(self, session: AsyncSession, url: str, kind: PictureKind) -> None:
        await files.release_staff_file(session, url, FILE_KINDS[kind])
