"""Manual transfers: one staff member proposes, another decides, and the ledger executes it exactly once.

A retry is harmless, because the ledger applies a reference once (LED-7).
"""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import Adjust, Command, Defund, Fund, MoveHouse
from clearwater.core.desk import Desk
from clearwater.core.events import Refused
from clearwater.core.ledger import DEMO_NETWORK
from clearwater.core.money import find_units, to_text
from clearwater.core.views import View
from clearwater.domains.approvals.service import Approvals, Refusal
from clearwater.domains.clients import service as clients
from clearwater.domains.ledger import queries
from clearwater.domains.ledger.models import Proposal
from clearwater.domains.ledger.schemas import ProposalDraft, ProposalKind
from clearwater.domains.markets.errors import AboveMaximum, BadPrecision
from clearwater.domains.staff.service import Operator, record
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.fields import format_decimal
from clearwater.kit.ids import new_id
from clearwater.kit.messages import Message

# Rejections that have the available and the needed amount.
NOT_PLAY_MONEY = "The demo network is for play money only."
ONLY_DEMO = "This is a demo: its coins come from the network demo."
# What a proposal of each kind says besides coin and amount.
FIELDS_OF: dict[ProposalKind, frozenset[str]] = {
    "adjustment": frozenset({"client_id"}),
    "funding": frozenset({"network"}),
    "defunding": frozenset({"network"}),
    "house_move": frozenset({"source", "target"}),
}
MISSING = {
    "client_id": "An adjustment needs a client.",
    "network": "Enter the network, or where else it comes from or goes.",
    "source": "Choose the account that it comes from.",
    "target": "Choose the account that it goes to.",
}
WITH_AMOUNTS = frozenset({"INSUFFICIENT_BALANCE", "ABOVE_MAXIMUM"})


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
        source=draft.source,
        target=draft.target,
        amount=Decimal(to_text(units, view.coins[draft.coin].decimals)),
        reason=draft.reason,
    )
    await APPROVALS.add(session, operator, proposal, now=now)
    await _record(session, operator, "proposed", proposal, {"reason": draft.reason}, now=now)
    return proposal


async def _require_sense(session: AsyncSession, view: View, draft: ProposalDraft) -> None:
    faults = list(_find_faults(view, draft))
    if draft.client_id is not None and await clients.find_client(session, draft.client_id) is None:
        faults.append(("client_id", "not_found", "Client not found."))
    if faults:
        raise ValidationFailed(
            errors=[FieldError(field=field, code=code, message=message) for field, code, message in faults]
        )


def _find_faults(view: View, draft: ProposalDraft) -> Iterator[tuple[str, str, str]]:
    """Which field is wrong, the code, and a sentence."""
    if draft.coin not in view.coins:
        yield "coin", "not_found", "Coin not found."
    needed = FIELDS_OF[draft.kind]
    for field, message in MISSING.items():
        is_given = getattr(draft, field) is not None
        if field in needed and not is_given:
            yield field, "missing", message
        elif is_given and field not in needed:
            yield field, "extra_forbidden", "Not for a transfer of this kind."
    if "network" in needed and draft.network and (draft.network == DEMO_NETWORK) != (view.kind == "demo"):
        is_demo = view.kind == "demo"
        yield "network", "value", ONLY_DEMO if is_demo else NOT_PLAY_MONEY
    if draft.source is not None and draft.source == draft.target:
        yield "target", "value", "Choose another account than the one it comes from."
    if not Decimal(draft.amount):
        yield "amount", "zero", "Enter an amount other than 0."
    elif draft.kind != "adjustment" and draft.amount.startswith("-"):
        yield "amount", "negative", "Enter an amount above 0."


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


async def _carry_out(
    sessions: SessionFactory, desk: Desk, proposal: Proposal, now: datetime
) -> Refusal | None:
    """The engine's refusal; None when the transfer was made, now or before (LED-7)."""
    async with sessions() as session:
        # The engine keeps only the newest references; the table has them all.
        if await queries.has_transfer(session, proposal.reference):
            return None
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
    if proposal.source is not None and proposal.target is not None:
        return MoveHouse(at, proposal.reference, proposal.coin, proposal.source, proposal.target, amount)
    assert proposal.network is not None, "a funding has a network"
    kind = Defund if proposal.kind == "defunding" else Fund
    return kind(at, proposal.reference, proposal.coin, proposal.network, amount)


def _was_done(refusal: Refused) -> bool:
    """Whether the ledger has this reference already, submitted by a process that lost the engine since."""
    return (refusal.code, refusal.field) == ("STATE_CONFLICT", "reference")


def _explain(refusal: Refused, decimals: int) -> Refusal:
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
    if proposal.source is not None:
        moved |= {"source": proposal.source, "target": proposal.target}
    await record(
        session,
        operator,
        f"{proposal.kind}.{act}",
        subject=f"proposal:{proposal.id}",
        detail=moved | (more or {}),
        now=now,
    )


APPROVALS = Approvals(Proposal, "proposal", _record, _carry_out)
