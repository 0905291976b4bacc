"""GET /v1/assets and its history, GET /v1/transactions, and the status of the ledger check."""

from typing import Annotated

from fastapi import APIRouter, Query, Response

from clearwater.domains.ledger import history, service
from clearwater.domains.ledger.schemas import (
    AssetHistory,
    Assets,
    HistoryPeriod,
    LedgerStatus,
    Transaction,
)
from clearwater.domains.ledger.transactions import AppTransactions, Wanted
from clearwater.domains.markets.service import AppDesk
from clearwater.domains.sessions.errors import READING_REFUSALS
from clearwater.domains.sessions.service import Reader
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.clock import milliseconds
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import problems
from clearwater.kit.paging import Page, Paging
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute

router = APIRouter(prefix="/v1", tags=["ledger"], route_class=UnitOfWorkRoute)


@router.get("/assets", responses=problems(*READING_REFUSALS))
async def list_assets(
    caller: Reader,
    desk: AppDesk,
    include_empty: Annotated[
        bool, Query(alias="all", description="Whether coins that the client does not have are shown, too.")
    ] = False,
) -> Assets:
    """The client's balances by coin, the most valuable first."""
    view = desk.view
    return service.assets_of(view, str(caller.client.id), include_empty=include_empty)


@router.get("/assets/history", responses=problems(*READING_REFUSALS))
async def show_history(
    *,
    caller: Reader,
    clock: AppClock,
    desk: AppDesk,
    response: Response,
    session: ReadSession,
    period: Annotated[HistoryPeriod, Query(description="How far back.")] = "30d",
) -> AssetHistory:
    """The client's portfolio value over time, at past prices."""
    response.headers["Cache-Control"] = "private, max-age=60"
    now_ms = milliseconds(clock.now())
    return await history.value_history(desk.view, session, str(caller.client.id), period, now_ms=now_ms)


@router.get("/ledger-status")
@shared_response()
async def show_ledger_status(site: CurrentSite, response: Response, session: ReadSession) -> LedgerStatus:
    """When the ledger was last checked, and whether it summed to zero; public."""
    response.headers["Cache-Control"] = "public, max-age=30"
    return await service.last_status(session)


@router.get(
    "/transactions",
    response_model=Page[Transaction],
    responses=problems(*READING_REFUSALS) | {200: {"content": {"text/csv": {}}}},
)
async def list_transactions(
    caller: Reader, wanted: Wanted, page: Paging, session: ReadSession, transactions: AppTransactions
) -> Page[Transaction] | Response:
    """The client's transactions, newest first."""
    owner = str(caller.client.id)
    return await transactions.answer(session, owner, wanted, page, caller=f"client:{owner}")
