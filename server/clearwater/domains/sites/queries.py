"""All SQL of sites."""

import uuid
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from clearwater.domains.sites.models import Site, SiteHost


async def list_sites(session: AsyncSession) -> Sequence[Site]:
    answer = await session.scalars(select(Site).options(selectinload(Site.hosts)).order_by(Site.created_at))
    return answer.all()


async def find_by_hostname(session: AsyncSession, hostname: str) -> Site | None:
    return await session.scalar(
        select(Site)
        .options(selectinload(Site.hosts))
        .where(Site.id == select(SiteHost.site_id).where(SiteHost.hostname == hostname).scalar_subquery())
    )


async def get_by_id(session: AsyncSession, site_id: uuid.UUID) -> Site:
    answer = await session.scalars(select(Site).options(selectinload(Site.hosts)).where(Site.id == site_id))
    return answer.one()
