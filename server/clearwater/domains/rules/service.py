"""Navigation rules: what happens before a navigation."""

import uuid
from collections import defaultdict
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.rules import queries
from clearwater.domains.rules.errors import RuleLoop
from clearwater.domains.rules.matching import Verdict, find_fault, find_loop, judge
from clearwater.domains.rules.models import NavigationRule
from clearwater.domains.sites import service as sites
from clearwater.kit.clock import Clock
from clearwater.kit.db import Sessions
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.kept import Kept


class RuleDirectory:
    """The rules of all sites: asked before every navigation, so they wait in memory."""

    def __init__(self, sessions: Sessions, clock: Clock) -> None:
        self._sessions = sessions
        self._kept = Kept("rules", self._load, clock)

    async def look_up(self, site_id: uuid.UUID, path: str) -> Verdict:
        """What a site's rules say about a path."""
        return judge((await self._kept.get()).get(site_id, []), path)

    async def close(self) -> None:
        await self._kept.close()

    async def _load(self) -> dict[uuid.UUID, list[NavigationRule]]:
        async with self._sessions() as session:
            by_site: defaultdict[uuid.UUID, list[NavigationRule]] = defaultdict(list)
            for rule in await queries.list_all_rules(session):
                by_site[rule.site_id].append(rule)
        return dict(by_site)


async def list_rules(session: AsyncSession, site_id: uuid.UUID) -> Sequence[NavigationRule]:
    return await queries.list_rules(session, site_id)


async def add_rule(
    session: AsyncSession,
    site_id: uuid.UUID,
    *,
    pattern: str,
    redirect: str | None = None,
    app_middleware: dict[str, bool] | None = None,
) -> NavigationRule:
    """Save a rule behind the others; scripts, unknown guards and circles are refused."""
    guards = app_middleware or {}
    own_hosts = await sites.list_hostnames(session, site_id)
    if fault := find_fault(pattern, redirect, guards, own_hosts):
        field, message = fault
        raise ValidationFailed(message, errors=[FieldError(field=field, code="refused", message=message)])
    existing = await queries.list_rules(session, site_id)
    rule = NavigationRule(
        id=new_id(),
        site_id=site_id,
        position=max((known.position for known in existing), default=0) + 1,
        pattern=pattern,
        redirect=redirect,
        app_middleware=guards,
    )
    if trail := find_loop([*existing, rule]):
        raise RuleLoop(f"Visitors would be sent in a circle: {' to '.join(trail)}.")
    session.add(rule)
    await session.flush()
    return rule


async def remove_rule(session: AsyncSession, site_id: uuid.UUID, rule_id: uuid.UUID) -> None:
    if not await queries.delete_rule(session, site_id, rule_id):
        raise NotFound("This site has no such rule.")


async def find_faults(session: AsyncSession, site_id: uuid.UUID) -> list[str]:
    """What is wrong with rules that are stored, however they came there."""
    stored = await queries.list_rules(session, site_id)
    own_hosts = await sites.list_hostnames(session, site_id)
    faults = [
        f"{rule.pattern}: {fault[1]}"
        for rule in stored
        if (fault := find_fault(rule.pattern, rule.redirect, rule.app_middleware, own_hosts))
    ]
    if trail := find_loop(stored):
        faults.append(f"visitors are sent in a circle: {' to '.join(trail)}")
    return faults
