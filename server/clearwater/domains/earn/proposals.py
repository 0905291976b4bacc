"""New products, higher rates and larger quotas: one of the staff proposes, another decides."""

from datetime import datetime
from typing import Any

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.core.views import View
from clearwater.domains.approvals.service import Approvals, Refusal
from clearwater.domains.earn import products
from clearwater.domains.earn.models import EarnProposal
from clearwater.domains.earn.schemas import (
    ChangeProposalDraft,
    ProductChange,
    ProductDraft,
    ProductProposalDraft,
)
from clearwater.domains.markets.errors import StateConflict
from clearwater.domains.staff.service import Operator, record
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, Overloaded
from clearwater.kit.ids import new_id

WITHOUT_REASON = {"reason"}


async def propose_product(
    session: AsyncSession,
    view: View,
    operator: Operator,
    draft: ProductProposalDraft,
    *,
    most_ppm: int,
    now: datetime,
) -> EarnProposal:
    """Propose a product that there can be; nothing is offered until another person approves it."""
    products.require_at_most(products.plan_creation(view, draft, now=now), most_ppm)
    asked = draft.model_dump(exclude=WITHOUT_REASON)
    proposal = EarnProposal(id=new_id(), kind="create", product=draft.id, asked=asked, reason=draft.reason)
    return await _add(session, operator, proposal, now=now)


async def propose_change(
    session: AsyncSession,
    view: View,
    operator: Operator,
    product_id: str,
    draft: ChangeProposalDraft,
    *,
    most_ppm: int,
    now: datetime,
) -> EarnProposal:
    """Propose a change that can be made; nothing changes until another person approves it."""
    change = ProductChange.model_validate(draft.model_dump(exclude=WITHOUT_REASON))
    products.require_at_most(products.plan_change(view, product_id, change, now=now), most_ppm)
    asked = change.model_dump(exclude_none=True)
    proposal = EarnProposal(id=new_id(), kind="change", product=product_id, asked=asked, reason=draft.reason)
    return await _add(session, operator, proposal, now=now)


async def _add(
    session: AsyncSession, operator: Operator, proposal: EarnProposal, *, now: datetime
) -> EarnProposal:
    try:
        await APPROVALS.add(session, operator, proposal, now=now)
    except IntegrityError as error:
        raise StateConflict("Another proposal for this product is still open.") from error
    asked = proposal.asked | {"reason": proposal.reason}
    await _record(session, operator, "proposed", proposal, asked, now=now)
    return proposal


async def _carry_out(
    sessions: SessionFactory, desk: Desk, proposal: EarnProposal, now: datetime
) -> Refusal | None:
    """Why it cannot be done any more; None when it is done, now or before."""
    try:
        if proposal.kind == "create":
            await _create(sessions, desk, ProductDraft.model_validate(proposal.asked), now)
        else:
            change = ProductChange.model_validate(proposal.asked)
            await products.change_product(desk, sessions, proposal.product, change, now=now)
    except (EngineUnavailable, Overloaded):
        raise
    except ClearwaterError as problem:
        return {"code": problem.code, "message": problem.detail}
    return None


async def _create(sessions: SessionFactory, desk: Desk, draft: ProductDraft, now: datetime) -> None:
    known = desk.view.earn_products.get(draft.id)
    # Nobody else can have created it while this proposal was open.
    if known is None:
        await products.create_product(desk, sessions, draft, now=now)


async def _record(
    session: AsyncSession,
    operator: Operator,
    act: str,
    proposal: EarnProposal,
    more: dict[str, Any] | None = None,
    *,
    now: datetime,
) -> None:
    detail = {"proposal_id": str(proposal.id), **(more or {})}
    subject = f"earn:{proposal.product}"
    await record(session, operator, f"earn.{proposal.kind}_{act}", subject=subject, detail=detail, now=now)


APPROVALS = Approvals(EarnProposal, "earn-proposal", _record, _carry_out)
