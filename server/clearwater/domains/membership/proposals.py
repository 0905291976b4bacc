"""The terms of a level: one administrator proposes, another decides, for they reach every client of it."""

import shlex
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.approvals.service import Approvals, Refusal
from clearwater.domains.membership import terms
from clearwater.domains.membership.errors import LevelConflict
from clearwater.domains.membership.models import LevelProposal
from clearwater.domains.membership.schemas import LevelChange, LevelProposalDraft
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.service import Operator, record, require_second_admin
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import ValidationFailed
from clearwater.kit.ids import new_id

# Options of the command line for what is in a group of terms.
OPTIONS = {"volume_30d": "--volume", "maker": "--maker-fee", "taker": "--taker-fee"}


async def propose(
    session: AsyncSession,
    operator: Operator,
    hostname: str,
    key: str,
    draft: LevelProposalDraft,
    *,
    now: datetime,
) -> LevelProposal:
    """Propose a change that can be made; nothing changes until another administrator approves it."""
    site = await sites.get_site(session, hostname)
    change = LevelChange.model_validate(draft.model_dump(exclude={"reason"}))
    planned = await terms.plan(session, site.id, key, change)
    if not planned.after:
        raise LevelConflict("Nothing of the level would change.")
    await require_second_admin(session, operator, _command(hostname, key, planned.after))
    proposal = LevelProposal(
        id=new_id(),
        site_id=site.id,
        level=key,
        before=planned.before,
        asked=planned.after,
        reason=draft.reason,
    )
    try:
        await APPROVALS.add(session, operator, proposal, now=now)
    except IntegrityError as error:
        raise LevelConflict("Another proposal for this level is still open.") from error
    detail = {"before": planned.before, "after": planned.after, "reason": draft.reason}
    await _record(session, operator, "proposed", proposal, detail, now=now)
    return proposal


def _command(hostname: str, key: str, asked: Mapping[str, Any]) -> str:
    """What does the same at the command line."""
    return shlex.join(["clearwater", "level", "set", hostname, key, *_options(asked)])


def _options(asked: Mapping[str, Any]) -> Iterator[str]:
    for name, value in asked.items():
        if isinstance(value, dict):
            yield from _options(value)
        elif isinstance(value, bool):
            yield f"--{'' if value else 'no-'}{name.replace('_', '-')}"
        else:
            yield OPTIONS.get(name, f"--{name.replace('_', '-')}")
            yield ",".join(value) if isinstance(value, list) else value


async def _carry_out(
    sessions: SessionFactory, _: Desk, proposal: LevelProposal, now: datetime
) -> Refusal | None:
    """Why it cannot be done any more, such as another level that requires more by now."""
    try:
        async with transaction(sessions) as session:
            planned = await terms.plan_part(session, proposal.site_id, proposal.level, proposal.asked)
            await terms.make(session, planned)
    except ValidationFailed as problem:
        return {"code": problem.code, "message": problem.detail}
    return None


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: LevelProposal,
    more: Mapping[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    detail = {"proposal_id": str(proposal.id), "site_id": str(proposal.site_id), **(more or {})}
    subject = f"level:{proposal.level}"
    await record(session, operator, f"level.change_{act}", subject=subject, detail=detail, now=now)


APPROVALS = Approvals(LevelProposal, "level-proposal", _record, _carry_out)
