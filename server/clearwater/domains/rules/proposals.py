"""External hosts that rules may redirect to: one administrator proposes, another decides.

Rules of every site may lead every visitor there.
"""

import shlex
from collections.abc import Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.approvals.service import Approvals, Refusal
from clearwater.domains.rules import service
from clearwater.domains.rules.errors import HostKnown
from clearwater.domains.rules.models import RedirectHostProposal
from clearwater.domains.staff.service import Operator, record, require_second_admin
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.ids import new_id


async def propose_host(
    session: AsyncSession, operator: Operator, hostname: str, *, now: datetime
) -> RedirectHostProposal:
    """Propose a host; redirects to it are ignored until another administrator approves."""
    name = await service.require_new_host(session, hostname)
    await require_second_admin(session, operator, shlex.join(["clearwater", "rule", "allow-host", name]))
    proposal = RedirectHostProposal(id=new_id(), hostname=name)
    try:
        await APPROVALS.add(session, operator, proposal, now=now)
    except IntegrityError:
        message = "Another proposal for this host is still open."
        fault = FieldError(field="hostname", code="pending", message=message)
        raise ValidationFailed(message, errors=[fault]) from None
    await _record(session, operator, "proposed", proposal, now=now)
    return proposal


async def _carry_out(
    sessions: SessionFactory, _: Desk, proposal: RedirectHostProposal, now: datetime
) -> Refusal | None:
    """Allow the host once: a retry must not bring back what somebody has removed since."""
    async with transaction(sessions) as session:
        stored = await session.get_one(RedirectHostProposal, proposal.id, with_for_update=True)
        if stored.ended_at is None:
            stored.ended_at = now
            # The command line may have allowed it meanwhile.
            with suppress(HostKnown):
                await service.allow_host(session, stored.hostname, added_by=stored.proposed_by, now=now)
    return None


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: RedirectHostProposal,
    more: Mapping[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    detail = {"proposal_id": str(proposal.id), **(more or {})}
    subject = f"host:{proposal.hostname}"
    await record(session, operator, f"redirect_host.{act}", subject=subject, detail=detail, now=now)


APPROVALS = Approvals(RedirectHostProposal, "redirect-host-proposal", _record, _carry_out)
