"""All SQL of sites."""

from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from clearwater.domains.sites.models import Site


async def list_sites(session: AsyncSession) -> Sequence[Site]:
    answer = await session.scalars(select(Site).options(selectinload(Site.hosts)).order_by(Site.created_at))
    return answer.all()
