"""Navigation rules: redirects and guards before a navigation."""

import uuid
from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.rules import queries
from clearwater.domains.rules.errors import HostKnown, RuleLoop
from clearwater.domains.rules.matching import Verdict, find_fault, find_loop, is_allowed_redirect, judge
from clearwater.domains.rules.models import NavigationRule, RedirectHost
from clearwater.domains.sites import service as sites
from clearwater.kit.app_services import AppService
from clearwater.kit.cache import RefreshingValue
from clearwater.kit.clock import Clock
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message


class RuleDirectory:
    """The rules of all sites, cached in memory because they are read before every navigation."""

    def __init__(self, sessions: SessionFactory, clock: Clock) -> None:
        self._sessions = sessions
        self._cached = RefreshingValue("rules", self._load, clock)

    async def look_up(self, site_id: uuid.UUID, path: str) -> Verdict:
        """The verdict of a site's rules for a path; a redirect to a host that is not allowed is ignored."""
        known = await self.known()
        verdict = judge(known.by_site.get(site_id, []), path)
        if verdict.redirect is not None and not is_allowed_redirect(verdict.redirect, known.allowed_hosts):
            return Verdict(None, verdict.app_middleware)
        return verdict

    async def known(self) -> "KnownRules":
        """All rules, as last read."""
        return await self._cached.get()

    async def close(self) -> None:
        await self._cached.close()

    async def _load(self) -> "KnownRules":
        async with self._sessions() as session:
            by_site: defaultdict[uuid.UUID, list[NavigationRule]] = defaultdict(list)
            for rule in await queries.list_all_rules(session):
                by_site[rule.site_id].append(rule)
            return KnownRules(dict(by_site), await list_allowed_hosts(session))


app_rules = AppService[RuleDirectory]("rules")
AppRules = Annotated[RuleDirectory, Depends(app_rules)]


async def rules_version(request: Request) -> Hashable:
    """Another one each time the rules are read."""
    return await app_rules.of(request.app).known()


@dataclass(frozen=True, eq=False)
class KnownRules:
    """The rules by site, and the allowed redirect hosts."""

    by_site: dict[uuid.UUID, list[NavigationRule]]
    allowed_hosts: frozenset[str]


async def list_rules(session: AsyncSession, site_id: uuid.UUID) -> Sequence[NavigationRule]:
    return await queries.list_rules(session, site_id)


async def list_allowed_hosts(session: AsyncSession) -> frozenset[str]:
    return frozenset(host.hostname for host in await queries.list_redirect_hosts(session))


async def allow_host(session: AsyncSession, hostname: str, *, added_by: str, now: datetime) -> RedirectHost:
    """Allow redirects to an external host."""
    name = await require_new_host(session, hostname)
    host = RedirectHost(hostname=name, added_by=added_by, added_at=now)
    session.add(host)
    await session.flush()
    return host


async def require_new_host(session: AsyncSession, hostname: str) -> str:
    """The hostname as it is stored; raises if it is none, or on the list already."""
    name = parse_hostname(hostname)
    if name in await list_allowed_hosts(session):
        raise HostKnown
    return name


async def disallow_host(session: AsyncSession, hostname: str) -> None:
    """Disallow a host; rules that redirect to it are ignored."""
    if not await queries.delete_redirect_host(session, hostname.lower()):
        raise NotFound("This host is not on the list.")


def parse_hostname(given: str) -> str:
    """Normalise a hostname as browsers do; rejects schemes, ports and paths."""
    name = given.strip().lower().rstrip(".")
    if not sites.HOSTNAME.fullmatch(name) or "." not in name:
        message = "Enter a hostname such as help.example.org, without https:// and without a path."
        raise ValidationFailed(
            message, errors=[FieldError(field="hostname", code="refused", message=message)]
        )
    return name


async def add_rule(
    session: AsyncSession,
    site_id: uuid.UUID,
    *,
    pattern: str,
    redirect: str | None = None,
    app_middleware: dict[str, bool] | None = None,
) -> NavigationRule:
    """Append a rule; scripts, unknown guards and redirect loops are rejected."""
    guards = app_middleware or {}
    own_hosts = await sites.list_hostnames(session, site_id)
    allowed_hosts = await list_allowed_hosts(session)
    if fault := find_fault(pattern, redirect, guards, own_hosts, allowed_hosts):
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
    _require_no_loop([*existing, rule])
    session.add(rule)
    await session.flush()
    return rule


async def delete_rule(session: AsyncSession, site_id: uuid.UUID, rule_id: uuid.UUID) -> None:
    """Delete a rule without the check for redirect loops; for the command line."""
    if not await queries.delete_rule(session, site_id, rule_id):
        raise NotFound("Rule not found.")


async def find_faults(session: AsyncSession, site_id: uuid.UUID) -> list[str]:
    """Validation errors of stored rules, however they were stored."""
    stored = await queries.list_rules(session, site_id)
    by_rule = await find_rule_faults(session, site_id, stored)
    faults = [f"{rule.pattern}: {by_rule[rule.id]}" for rule in stored if rule.id in by_rule]
    if trail := find_loop(stored):
        faults.append(f"visitors are sent in a circle: {' to '.join(trail)}")
    return faults


async def find_rule_faults(
    session: AsyncSession, site_id: uuid.UUID, rules: Sequence[NavigationRule]
) -> dict[uuid.UUID, str]:
    """Rules of a site that would be rejected today and so are ignored: the reason by rule."""
    own_hosts = await sites.list_hostnames(session, site_id)
    allowed_hosts = await list_allowed_hosts(session)
    return {
        rule.id: fault[1]
        for rule in rules
        if (fault := find_fault(rule.pattern, rule.redirect, rule.app_middleware, own_hosts, allowed_hosts))
    }


async def remove_rule(session: AsyncSession, rule_id: uuid.UUID) -> NavigationRule:
    """Remove a rule; checked for redirect loops, because later rules then apply to its paths."""
    rule, rules = await _lock(session, rule_id)
    _require_no_loop([other for other in rules if other.id != rule_id])
    await delete_rule(session, rule.site_id, rule_id)
    return rule


async def move_rule(session: AsyncSession, rule_id: uuid.UUID, position: int) -> NavigationRule:
    """Move a rule to a 1-based position in its site's order; past the end means last."""
    rule, rules = await _lock(session, rule_id)
    order = [other for other in rules if other.id != rule_id]
    order.insert(position - 1, rule)
    _require_no_loop(order)
    for number, other in enumerate(order, start=1):
        other.position = number
    await session.flush()
    return rule


async def _lock(session: AsyncSession, rule_id: uuid.UUID) -> tuple[NavigationRule, list[NavigationRule]]:
    found = await queries.find_rule(session, rule_id)
    rules = list(await queries.lock_rules(session, found.site_id)) if found else []
    for rule in rules:
        if rule.id == rule_id:
            return rule, rules
    raise NotFound("Rule not found.")


def _require_no_loop(rules: list[NavigationRule]) -> None:
    if trail := find_loop(rules):
        raise RuleLoop(Message("Redirect loop: {trail}.", trail=" to ".join(trail)))
