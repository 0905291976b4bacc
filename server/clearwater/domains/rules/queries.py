"""All SQL of navigation rules."""

import uuid
from collections.abc import Sequence

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.rules.models import NavigationRule, RedirectHost


async def list_rules(session: AsyncSession, site_id: uuid.UUID) -> Sequence[NavigationRule]:
    """The rules of a site in the order in which they are matched."""
    answer = await session.scalars(
        select(NavigationRule)
        .where(NavigationRule.site_id == site_id)
        .order_by(NavigationRule.position, NavigationRule.id)
    )
    return answer.all()


async def list_all_rules(session: AsyncSession) -> Sequence[NavigationRule]:
    answer = await session.scalars(
        select(NavigationRule).order_by(NavigationRule.position, NavigationRule.id)
    )
    return answer.all()


async def delete_rule(session: AsyncSession, site_id: uuid.UUID, rule_id: uuid.UUID) -> bool:
    deleted = await session.scalar(
        delete(NavigationRule)
        .where(NavigationRule.site_id == site_id, NavigationRule.id == rule_id)
        .returning(NavigationRule.id)
    )
    return deleted is not None


async def list_redirect_hosts(session: AsyncSession) -> Sequence[RedirectHost]:
    """All external hosts that rules may redirect to; few, so not paged."""
    return (await session.scalars(select(RedirectHost).order_by(RedirectHost.hostname))).all()


async def delete_redirect_host(session: AsyncSession, hostname: str) -> bool:
    deleted = await session.scalar(
        delete(RedirectHost).where(RedirectHost.hostname == hostname).returning(RedirectHost.hostname)
    )
    return deleted is not None


async def find_rule(session: AsyncSession, rule_id: uuid.UUID) -> NavigationRule | None:
    return await session.get(NavigationRule, rule_id)


async def lock_rules(session: AsyncSession, site_id: uuid.UUID) -> Sequence[NavigationRule]:
    """Lock all rules of a site in their order, because a redirect loop depends on all of them."""
    answer = await session.scalars(
        select(NavigationRule)
        .where(NavigationRule.site_id == site_id)
        .order_by(NavigationRule.position, NavigationRule.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    )
    return answer.all()
