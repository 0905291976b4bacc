"""Earn products, for staff."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.core.money import PPM
from clearwater.domains.approvals.proposal_routes import ProposalRoutes
from clearwater.domains.earn import products, proposals
from clearwater.domains.earn.proposals import APPROVALS
from clearwater.domains.earn.schemas import (
    ChangeProposalDraft,
    EarnProductForStaff,
    EarnProductsForStaff,
    EarnProposalView,
    ProductChange,
    ProductProposalDraft,
)
from clearwater.domains.markets.errors import AboveMaximum, BadPrecision, StateConflict
from clearwater.domains.markets.service import AppDesk, current_desk
from clearwater.domains.staff.errors import (
    Forbidden,
    OperatorStepUpRequired,
    OperatorTokenInvalid,
)
from clearwater.domains.staff.service import Operator, RecordedDesk, allowed_to, stepped_up
from clearwater.kit.config import Settings
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppClock, AppSessions, AppSettings
from clearwater.kit.errors import NotFound, Overloaded, ValidationFailed, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/earn", tags=["operator"], route_class=UnitOfWorkRoute)

Reader = Annotated[Operator, Depends(allowed_to("ledger"))]
Keeper = Annotated[Operator, Depends(stepped_up("products"))]
ProductId = Annotated[str, Path(max_length=40, examples=["usdt"])]
STAFF_ALONE = (OperatorTokenInvalid, Forbidden)
CHANGE_REFUSALS = (
    *STAFF_ALONE,
    OperatorStepUpRequired,
    BadPrecision,
    AboveMaximum,
    ValidationFailed,
    Overloaded,
)


@dataclass(frozen=True)
class ProductConsole:
    """What every change of a product by an operator needs: a desk that records it."""

    keeper: Operator
    desk: Desk
    sessions: SessionFactory
    session: AsyncSession
    most_ppm: int
    now: datetime

    def desk_for(self, act: str, product_id: str, detail: Mapping[str, object]) -> RecordedDesk:
        subject = f"earn:{product_id}"
        return RecordedDesk(self.desk, self.sessions, self.keeper, act, subject, detail, self.now)

    async def before(self, product_id: str, names: Iterable[str]) -> dict[str, object]:
        """What stands in these fields of a product; the date of a new rate has none before it."""
        products.get_product(self.desk.view, product_id)
        # Closed before the engine is asked: a request that waits for it holds no connection.
        async with self.sessions() as session:
            shown = (await self._show(session, product_id)).model_dump()
        return {name: shown[name] for name in names if name in shown}

    async def show(self, product_id: str) -> EarnProductForStaff:
        return await self._show(self.session, product_id)

    async def _show(self, session: AsyncSession, product_id: str) -> EarnProductForStaff:
        shown = await products.list_for_staff(session, self.desk, most_ppm=self.most_ppm, now=self.now)
        return next(product for product in shown.items if product.id == product_id)


def _most_ppm(settings: Settings) -> int:
    return settings.earn_max_apr_percent * PPM // 100


async def _console(
    *,
    keeper: Keeper,
    desk: AppDesk,
    clock: AppClock,
    settings: AppSettings,
    sessions: AppSessions,
    session: WriteSession,
) -> ProductConsole:
    return ProductConsole(keeper, desk, sessions, session, _most_ppm(settings), clock.now())


CurrentConsole = Annotated[ProductConsole, Depends(_console)]


@router.get("/products", responses=problems(*STAFF_ALONE))
async def list_earn_products_for_staff(
    reader: Reader, desk: AppDesk, clock: AppClock, settings: AppSettings, session: ReadSession
) -> EarnProductsForStaff:
    """Every product with its rates and what it costs, and how long the treasuries last."""
    return await products.list_for_staff(session, desk, most_ppm=_most_ppm(settings), now=clock.now())


@router.post("/products", status_code=202, responses=problems(*CHANGE_REFUSALS, StateConflict))
async def propose_earn_product(draft: ProductProposalDraft, console: CurrentConsole) -> EarnProposalView:
    """Propose to offer interest on a coin; it begins when another person approves it."""
    proposal = await proposals.propose_product(
        console.session, console.desk.view, console.keeper, draft, most_ppm=console.most_ppm, now=console.now
    )
    return EarnProposalView.of(proposal)


@router.patch("/products/{product_id}", responses=problems(*CHANGE_REFUSALS, NotFound, StateConflict))
async def change_earn_product(
    product_id: ProductId, change: ProductChange, console: CurrentConsole
) -> EarnProductForStaff:
    """A lower rate from a full hour on, a smaller quota, other bounds or text, or no new positions."""
    asked = change.model_dump(exclude_none=True)
    command = products.plan_change(console.desk.view, product_id, change, now=console.now)
    if products.needs_two(products.get_product(console.desk.view, product_id), command):
        raise StateConflict("A higher rate or a larger quota takes two people. Propose it.")
    before = await console.before(product_id, asked)
    desk = console.desk_for("earn.product_changed", product_id, {"before": before, "after": asked})
    await desk.begin()
    await products.change_product(desk, console.sessions, product_id, change, now=console.now)
    return await console.show(product_id)


@router.post(
    "/products/{product_id}/proposals",
    status_code=202,
    responses=problems(*CHANGE_REFUSALS, NotFound, StateConflict),
)
async def propose_earn_change(
    product_id: ProductId, draft: ChangeProposalDraft, console: CurrentConsole
) -> EarnProposalView:
    """Propose a change, such as a higher rate or a larger quota; another person decides."""
    proposal = await proposals.propose_change(
        console.session,
        console.desk.view,
        console.keeper,
        product_id,
        draft,
        most_ppm=console.most_ppm,
        now=console.now,
    )
    return EarnProposalView.of(proposal)


ROUTES = ProposalRoutes(APPROVALS, EarnProposalView, "earn_proposal")
ROUTES.add_list(
    router, "/proposals", permission="ledger", about="New products and changes that take two people"
)
ROUTES.add_decisions(router, "/proposals", permission="products", desk=current_desk)
