"""Changes of navigation rules by operators: every change is checked for redirect loops first."""

import uuid

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.rules import queries, service
from clearwater.domains.rules.errors import RuleLoop
from clearwater.domains.rules.matching import find_loop
from clearwater.domains.rules.models import NavigationRule
from clearwater.kit.errors import NotFound


async def remove_rule(session: AsyncSession, rule_id: uuid.UUID) -> NavigationRule:
    """Remove a rule; checked for redirect loops, because later rules then apply to its paths."""
    rule, rules = await _lock(session, rule_id)
    _require_no_loop([other for other in rules if other.id != rule_id])
    await service.remove_rule(session, rule.site_id, rule_id)
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
        raise RuleLoop(f"Redirect loop: {' to '.join(trail)}.")
