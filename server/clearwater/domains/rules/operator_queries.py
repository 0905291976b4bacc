"""What staff ask the table of navigation rules."""

import uuid
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.rules.models import NavigationRule


async def find_rule(session: AsyncSession, rule_id: uuid.UUID) -> NavigationRule | None:
    return await session.get(NavigationRule, rule_id)


async def lock_rules(session: AsyncSession, site_id: uuid.UUID) -> Sequence[NavigationRule]:
    """The rules of a site in their order, locked: whether they make a circle depends on all of them."""
    answer = await session.scalars(
        select(NavigationRule)
        .where(NavigationRule.site_id == site_id)
        .order_by(NavigationRule.position, NavigationRule.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return answer.all()
