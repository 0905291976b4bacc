"""All SQL of sites."""

import uuid
from collections.abc import Sequence

from sqlalchemy import Select, or_, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from clearwater.domains.sites.models import Site, SiteHost
from clearwater.kit.keyset import Keyset

SITE_ORDER = Keyset[Site]((Site.created_at, Site.id))


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


async def exists(session: AsyncSession, site_id: uuid.UUID) -> bool:
    return await session.scalar(select(Site.id).where(Site.id == site_id)) is not None


def select_sites() -> Select[Site]:
    return select(Site).options(selectinload(Site.hosts))


async def lock_site(session: AsyncSession, site_id: uuid.UUID) -> Site | None:
    return await session.scalar(
        select(Site).options(selectinload(Site.hosts)).where(Site.id == site_id).with_for_update()
    )


async def find_hosts_of_others(
    session: AsyncSession, site_id: uuid.UUID, hostnames: list[str]
) -> Sequence[str]:
    answer = await session.scalars(
        select(SiteHost.hostname).where(SiteHost.hostname.in_(hostnames), SiteHost.site_id != site_id)
    )
    return answer.all()


async def is_picture_shared(session: AsyncSession, site_id: uuid.UUID, url: str) -> bool:
    """Whether another site shows a picture, too."""
    found = await session.scalar(
        select(Site.id).where(Site.id != site_id, or_(Site.logo == url, Site.favicon == url)).limit(1)
    )
    return found is not None
