"""Manual transfers: one staff member proposes, another decides, and the ledger executes it exactly once.

A decision is stored before the command is submitted. Whatever happens then, the proposal stays approved until
its outcome is known; a retry is harmless, because the ledger applies a reference once (LED-7).
"""

import asyncio
import uuid
from datetime import datetime
from decimal import Decimal
from typing import Any
from weakref import WeakValueDictionary

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import Adjust, Command, Fund
from clearwater.core.desk import Desk
from clearwater.core.events import Refused
from clearwater.core.ledger import DEMO_NETWORK
from clearwater.core.money import find_units, to_text
from clearwater.core.views import View
from clearwater.domains.clients import service as clients
from clearwater.domains.ledger import queries
from clearwater.domains.ledger.models import Proposal
from clearwater.domains.ledger.schemas import ProposalDraft
from clearwater.domains.markets.errors import AboveMaximum, BadPrecision
from clearwater.domains.staff.service import Decisions, Operator, record
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import EngineUnavailable, FieldError, Overloaded, ValidationFailed
from clearwater.kit.fields import format_decimal
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message

# Rejections that have the available and the needed amount.
NOT_PLAY_MONEY = "The demo network is for play money only."
WITH_AMOUNTS = frozenset({"INSUFFICIENT_BALANCE", "ABOVE_MAXIMUM"})
# One lock per proposal that is being executed in this process.
_locks: WeakValueDictionary[uuid.UUID, asyncio.Lock] = WeakValueDictionary()


async def propose(
    session: AsyncSession, view: View, operator: Operator, draft: ProposalDraft, *, now: datetime
) -> Proposal:
    """Store a proposal with its reason; nothing is moved yet."""
    await _require_sense(session, view, draft)
    units = _units_of(view, draft)
    proposal = Proposal(
        id=new_id(),
        kind=draft.kind,
        client_id=draft.client_id,
        coin=draft.coin,
        network=draft.network,
        amount=Decimal(to_text(units, view.coins[draft.coin].decimals)),
        reason=draft.reason,
        status="proposed",
        proposed_by_id=operator.id,
        proposed_by=operator.login,
        proposed_at=now,
    )
    session.add(proposal)
    await _record(session, operator, "proposed", proposal, {"reason": draft.reason}, now=now)
    return proposal


async def _require_sense(session: AsyncSession, view: View, draft: ProposalDraft) -> None:
    is_adjustment = draft.kind == "adjustment"
    faults = []
    if draft.coin not in view.coins:
        faults.append(("coin", "not_found", "Coin not found."))
    if is_adjustment != (draft.client_id is not None):
        message = "An adjustment needs a client." if is_adjustment else "A funding has no client."
        faults.append(("client_id", "missing" if is_adjustment else "extra_forbidden", message))
    elif draft.client_id is not None and await clients.find_client(session, draft.client_id) is None:
        faults.append(("client_id", "not_found", "Client not found."))
    if is_adjustment == (draft.network is not None):
        message = "An adjustment has no network." if is_adjustment else "Enter the network of the funding."
        faults.append(("network", "extra_forbidden" if is_adjustment else "missing", message))
    elif not is_adjustment and (draft.network == DEMO_NETWORK) != (view.kind == "demo"):
        is_demo = view.kind == "demo"
        message = "This is a demo: its coins come from the network demo." if is_demo else NOT_PLAY_MONEY
        faults.append(("network", "value", message))
    if not Decimal(draft.amount):
        faults.append(("amount", "zero", "Enter an amount other than 0."))
    elif not is_adjustment and draft.amount.startswith("-"):
        faults.append(("amount", "negative", "A funding must be more than 0."))
    if faults:
        raise ValidationFailed(
            errors=[FieldError(field=field, code=code, message=message) for field, code, message in faults]
        )


def _units_of(view: View, draft: ProposalDraft) -> int:
    """The exact amount in ledger units; raises if it has too many decimals."""
    decimals = view.coins[draft.coin].decimals
    fraction = draft.amount.partition(".")[2].rstrip("0")
    if len(fraction) > decimals:
        message = Message("{coin} has {decimals} decimals.", coin=draft.coin, decimals=decimals)
        raise BadPrecision(
            message, errors=[FieldError(field="amount", code="bad_precision", message=message)]
        )
    units = find_units(draft.amount.removeprefix("-"), decimals)
    if units is None or units > view.coins[draft.coin].supply_units:
        message = Message("Amount exceeds the supply of {coin}.", coin=draft.coin)
        raise AboveMaximum(
            message, errors=[FieldError(field="amount", code="above_maximum", message=message)]
        )
    return -units if draft.amount.startswith("-") else units


async def approve(
    sessions: SessionFactory, desk: Desk, operator: Operator, proposal_id: uuid.UUID, *, now: datetime
) -> None:
    """Approve a proposal and execute it; later if the engine is unavailable."""
    await DECISIONS.approve(sessions, operator, proposal_id, now=now)
    try:
        await execute(sessions, desk, proposal_id, now=now)
    except (EngineUnavailable, Overloaded):
        # The background task that finishes approved proposals will find the outcome.
        return


async def reject(
    sessions: SessionFactory, operator: Operator, proposal_id: uuid.UUID, remark: str, *, now: datetime
) -> None:
    """Reject a proposal."""
    await DECISIONS.reject(sessions, operator, proposal_id, remark, now=now)


async def execute(sessions: SessionFactory, desk: Desk, proposal_id: uuid.UUID, *, now: datetime) -> None:
    """Submit an approved proposal to the engine and store the outcome.

    Serialised for each proposal: of two concurrent submissions one could store a refusal after the other was
    executed. The lock is in memory, so that no connection is held meanwhile. Where another process submits
    the same proposal, the ledger decides: it has the reference if it was executed (`correct_refused`).
    """
    lock = _locks.setdefault(proposal_id, asyncio.Lock())
    async with lock:
        async with sessions() as session:
            proposal = await queries.find_approved(session, proposal_id)
            if proposal is None:
                return
            # The engine keeps only the newest references; the table has them all.
            is_done = await queries.has_transfer(session, proposal.reference)
        refusal = None if is_done else await _submit(desk, proposal, now=now)
        async with transaction(sessions) as session:
            approved = await queries.lock_approved(session, proposal_id)
            if approved is not None:
                approved.status, approved.refusal = "done" if refusal is None else "refused", refusal
                approved.ended_at = now


async def _submit(desk: Desk, proposal: Proposal, *, now: datetime) -> dict[str, Any] | None:
    """The engine's refusal; None when the proposal was executed, now or before."""
    decimals = desk.view.coins[proposal.coin].decimals
    outcome = await desk.submit(_command(proposal, decimals, at=milliseconds(now)))
    if outcome.refusal is None or _was_done(outcome.refusal):
        return None
    return _explain(outcome.refusal, decimals)


async def correct_refused(sessions: SessionFactory) -> None:
    """Mark refused proposals as done whose transfer is in the ledger; a stale process was refused."""
    async with transaction(sessions) as session:
        await queries.mark_done_as_in_ledger(session)


def _command(proposal: Proposal, decimals: int, *, at: int) -> Command:
    amount = int(proposal.amount.scaleb(decimals))
    if proposal.client_id is not None:
        return Adjust(at, proposal.reference, str(proposal.client_id), proposal.coin, amount)
    assert proposal.network is not None, "a funding has a network"
    return Fund(at, proposal.reference, proposal.coin, proposal.network, amount)


def _was_done(refusal: Refused) -> bool:
    """Whether the ledger has this reference already, submitted by a process that lost the engine since."""
    return (refusal.code, refusal.field) == ("STATE_CONFLICT", "reference")


def _explain(refusal: Refused, decimals: int) -> dict[str, Any]:
    has_amounts = refusal.code in WITH_AMOUNTS
    return {
        "code": refusal.code,
        "available": to_text(refusal.available, decimals) if has_amounts else None,
        "needed": to_text(refusal.needed, decimals) if has_amounts else None,
    }


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: Proposal,
    more: dict[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    moved = {
        "client_id": str(proposal.client_id) if proposal.client_id else None,
        "coin": proposal.coin,
        "amount": format_decimal(proposal.amount),
    }
    await record(
        session,
        operator,
        f"{proposal.kind}.{act}",
        subject=f"proposal:{proposal.id}",
        detail=moved | (more or {}),
        now=now,
    )


DECISIONS = Decisions("proposal", queries.find_proposal, queries.lock_proposal, _record)
