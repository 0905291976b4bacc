"""Earn products, for staff."""

from collections.abc import Iterable
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
from clearwater.domains.staff.service import Operator, allowed_to, record, stepped_up
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
    """What every change of a product by an operator needs; it ends with an audit entry."""

    keeper: Operator
    desk: Desk
    session: AsyncSession
    now: datetime

    async def before(self, product_id: str, names: Iterable[str]) -> dict[str, object]:
        """What stands in these fields of a product; the date of a new rate has none before it."""
        products.get_product(self.desk.view, product_id)
        shown = (await self.show(product_id)).model_dump()
        return {name: shown[name] for name in names if name in shown}

    async def show(self, product_id: str) -> EarnProductForStaff:
        shown = await products.list_for_staff(self.session, self.desk, now=self.now)
        return next(product for product in shown.items if product.id == product_id)

    async def record(self, act: str, product_id: str, detail: dict[str, object]) -> None:
        subject = f"earn:{product_id}"
        await record(self.session, self.keeper, act, subject=subject, detail=detail, now=self.now)


async def _console(keeper: Keeper, desk: AppDesk, clock: AppClock, session: WriteSession) -> ProductConsole:
    return ProductConsole(keeper, desk, session, clock.now())


CurrentConsole = Annotated[ProductConsole, Depends(_console)]


@router.get("/products", responses=problems(*STAFF_ALONE))
async def list_earn_products_for_staff(
    reader: Reader, desk: AppDesk, clock: AppClock, session: ReadSession
) -> EarnProductsForStaff:
    """Every product with its rates and what it costs, and how long the treasuries last."""
    return await products.list_for_staff(session, desk, now=clock.now())


@router.post("/products", status_code=201, responses=problems(*CHANGE_REFUSALS, StateConflict))
async def create_earn_product(
    draft: ProductDraft, console: CurrentConsole, sessions: AppSessions
) -> EarnProductForStaff:
    """Offer interest on a coin; id, coin, kind and term can never be changed."""
    await products.create_product(console.desk, sessions, draft, now=console.now)
    shown = await console.show(draft.id)
    await console.record("earn.product_created", draft.id, draft.model_dump())
    return shown


@router.patch("/products/{product_id}", responses=problems(*CHANGE_REFUSALS, NotFound))
async def change_earn_product(
    product_id: ProductId, change: ProductChange, console: CurrentConsole
) -> EarnProductForStaff:
    """Another rate from a full hour on, other bounds or text, or no new positions."""
    asked = change.model_dump(exclude_none=True)
    before = await console.before(product_id, asked)
    await products.change_product(console.desk, console.session, product_id, change, now=console.now)
    shown = await console.show(product_id)
    await console.record("earn.product_changed", product_id, {"before": before, "after": asked})
    return shown
