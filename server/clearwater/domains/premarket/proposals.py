"""Listings, delays and cancellations: one staff member proposes, another decides, the engine executes it.

Only one proposal of a pre-market is open at a time, so that a retry finds it as the proposal left it, and
never undoes a later one.
"""

from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.core.premarket_commands import CancelPreMarket, ListPreMarket
from clearwater.core.views import View
from clearwater.domains.approvals.service import Approvals, Refusal
from clearwater.domains.markets.errors import StateConflict
from clearwater.domains.premarket import queries, service
from clearwater.domains.premarket.errors import ProposalPending
from clearwater.domains.premarket.models import PreMarketProposal, PreMarketRow
from clearwater.domains.premarket.operating import explain
from clearwater.domains.premarket.operator_schemas import PreMarketProposalDraft
from clearwater.domains.staff.service import Operator, record
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.ids import new_id

PASSED = "The proposed time has passed. Propose a later one."
# In which states a pre-market can be listed, delayed or canceled.
ALLOWED_IN = {"list": {"open", "closed"}, "cancel": {"upcoming", "open", "closed"}}


async def propose(
    session: AsyncSession,
    view: View,
    operator: Operator,
    symbol: str,
    draft: PreMarketProposalDraft,
    *,
    now: datetime,
) -> PreMarketProposal:
    """Store a proposal with its note; nothing changes yet."""
    _require_sense(view, symbol, draft, at=milliseconds(now))
    delivery_ms = None if draft.delivery_at is None else draft.delivery_at * 1000
    proposal = PreMarketProposal(
        id=new_id(),
        symbol=symbol,
        kind=draft.kind,
        delivery_ms=delivery_ms,
        note=draft.note,
    )
    try:
        await APPROVALS.add(session, operator, proposal, now=now)
    except IntegrityError as error:
        raise ProposalPending from error
    await _record(session, operator, "proposed", proposal, {"note": draft.note}, now=now)
    return proposal


def _require_sense(view: View, symbol: str, draft: PreMarketProposalDraft, *, at: int) -> None:
    terms = service.get_market(view, symbol).terms
    if terms.status not in ALLOWED_IN[draft.kind]:
        raise StateConflict("The current status of the pre-market does not allow this.")
    message = None
    if (draft.kind == "list") != (draft.delivery_at is not None):
        is_listing = draft.kind == "list"
        message = "Enter when delivery begins." if is_listing else "A cancellation has no delivery."
    elif draft.delivery_at is not None:
        closes_at, delivery_ms = at if terms.status == "open" else terms.closes_at, draft.delivery_at * 1000
        if delivery_ms <= at:
            message = "Must be in the future. Another person still has to approve it."
        elif delivery_ms > closes_at + terms.late_ms:
            message = "Must not be after the last day for a listing."
        elif delivery_ms == terms.delivery_at:
            message = "Delivery is already set to this time."
    if message is not None:
        raise ValidationFailed(
            message, errors=[FieldError(field="delivery_at", code="value", message=message)]
        )


async def _carry_out(
    sessions: SessionFactory, desk: Desk, proposal: PreMarketProposal, now: datetime
) -> Refusal | None:
    """The engine's refusal; None when the pre-market is as proposed, by now or before."""
    at = milliseconds(now)
    if await _is_done(sessions, proposal):
        return None
    if proposal.delivery_ms is None:
        outcome = await desk.submit(CancelPreMarket(at, proposal.symbol))
    else:
        outcome = await desk.submit(ListPreMarket(at, proposal.symbol, proposal.delivery_ms))
    if outcome.refusal is None or await _is_done(sessions, proposal):
        return None
    problem = explain(outcome.refusal)
    has_passed = proposal.delivery_ms is not None and proposal.delivery_ms <= at
    is_late = has_passed and outcome.refusal.field == "delivery_at"
    return {"code": problem.code, "message": PASSED if is_late else problem.detail}


async def _is_done(sessions: SessionFactory, proposal: PreMarketProposal) -> bool:
    """Whether the pre-market is as the proposal asks, by a submission whose answer was lost."""
    async with sessions() as session:
        market = await queries.find_market(session, proposal.symbol)
    return market is not None and _is_as_proposed(market, proposal)


def _is_as_proposed(market: PreMarketRow, proposal: PreMarketProposal) -> bool:
    if proposal.kind == "cancel":
        return market.status == "canceled"
    return market.delivery_ms == proposal.delivery_ms and market.status != "canceled"


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: PreMarketProposal,
    more: dict[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    delivery_ms = proposal.delivery_ms
    asked = {
        "proposal_id": str(proposal.id),
        "delivery_at": None if delivery_ms is None else delivery_ms // 1000,
    }
    await record(
        session,
        operator,
        f"premarket.{proposal.kind}_{act}",
        subject=f"premarket:{proposal.symbol}",
        detail=asked | (more or {}),
        now=now,
    )


APPROVALS = Approvals(PreMarketProposal, "premarket-proposal", _record, _carry_out)
