"""Earn products, for staff."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import APIRouter, Depends, Path
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.desk import Desk
from clearwater.domains.earn import products
from clearwater.domains.earn.schemas import (
    EarnProductForStaff,
    EarnProductsForStaff,
    ProductChange,
    ProductDraft,
)
from clearwater.domains.markets.errors import AboveMaximum, BadPrecision, StateConflict
from clearwater.domains.markets.service import AppDesk
from clearwater.domains.staff.errors import Forbidden, OperatorStepUpRequired, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, RecordedDesk, allowed_to, stepped_up
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppClock, AppSessions
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
        shown = await products.list_for_staff(session, self.desk, now=self.now)
        return next(product for product in shown.items if product.id == product_id)


async def _console(
    keeper: Keeper, desk: AppDesk, clock: AppClock, sessions: AppSessions, session: WriteSession
) -> ProductConsole:
    return ProductConsole(keeper, desk, sessions, session, clock.now())


CurrentConsole = Annotated[ProductConsole, Depends(_console)]


@router.get("/products", responses=problems(*STAFF_ALONE))
async def list_earn_products_for_staff(
    reader: Reader, desk: AppDesk, clock: AppClock, session: ReadSession
) -> EarnProductsForStaff:
    """Every product with its rates and what it costs, and how long the treasuries last."""
    return await products.list_for_staff(session, desk, now=clock.now())


@router.post("/products", status_code=201, responses=problems(*CHANGE_REFUSALS, StateConflict))
async def create_earn_product(draft: ProductDraft, console: CurrentConsole) -> EarnProductForStaff:
    """Offer interest on a coin; id, coin, kind and term can never be changed."""
    desk = console.desk_for("earn.product_created", draft.id, draft.model_dump())
    await products.create_product(desk, console.sessions, draft, now=console.now)
    return await console.show(draft.id)


@router.patch("/products/{product_id}", responses=problems(*CHANGE_REFUSALS, NotFound))
async def change_earn_product(
    product_id: ProductId, change: ProductChange, console: CurrentConsole
) -> EarnProductForStaff:
    """Another rate from a full hour on, other bounds or text, or no new positions."""
    asked = change.model_dump(exclude_none=True)
    before = await console.before(product_id, asked)
    desk = console.desk_for("earn.product_changed", product_id, {"before": before, "after": asked})
    await products.change_product(desk, console.session, product_id, change, now=console.now)
    shown = await console.show(product_id)
    await desk.finish(console.session)
    return shown
