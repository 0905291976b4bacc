"""GET /v1/assets and its history, GET /v1/transactions, and the status of the ledger check."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from clearwater.domains.ledger import history, service
from clearwater.domains.ledger.schemas import (
    AssetHistory,
    Assets,
    HistoryPeriod,
    LedgerStatus,
    Transaction,
)
from clearwater.domains.ledger.transactions import transaction_filter, transactions_of
from clearwater.domains.markets.service import current_desk
from clearwater.domains.sessions.errors import READING_REFUSALS
from clearwater.domains.sessions.service import get_reader, open_to_readers
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.clock import milliseconds
from clearwater.kit.dependencies import app_clock, app_reads, find_exports
from clearwater.kit.errors import problems
from clearwater.kit.paging import Page, page_request
from clearwater.kit.plain_route import model_answer, page_answer, plain_get
from clearwater.kit.query_parameters import read_query
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute

router = APIRouter(prefix="/v1", tags=["ledger"], route_class=UnitOfWorkRoute)


def _include_empty(
    *,
    include_empty: Annotated[
        bool, Query(alias="all", description="Whether coins that the client does not have are shown, too.")
    ] = False,
) -> bool:
    return include_empty


@plain_get(
    router,
    "/assets",
    open_to_readers,
    _include_empty,
    response_model=Assets,
    responses=problems(*READING_REFUSALS),
)
async def list_assets(request: Request) -> Response:
    """The client's balances by coin, the most valuable first."""
    caller = await get_reader(request)
    desk = await current_desk(request)
    include_empty = read_query(request, _include_empty)
    return model_answer(service.assets_of(desk.view, str(caller.client.id), include_empty=include_empty))


def _period(period: Annotated[HistoryPeriod, Query(description="How far back.")] = "30d") -> HistoryPeriod:
    return period


@plain_get(
    router,
    "/assets/history",
    open_to_readers,
    _period,
    response_model=AssetHistory,
    responses=problems(*READING_REFUSALS),
)
async def show_history(request: Request) -> Response:
    """The client's portfolio value over time, at past prices."""
    caller = await get_reader(request)
    desk = await current_desk(request)
    period = read_query(request, _period)
    now_ms = milliseconds(app_clock.of(request.app).now())
    reads, owner = app_reads.of(request.app), str(caller.client.id)
    shown = await history.value_history(desk.view, reads, owner, period, now_ms=now_ms)
    answer = model_answer(shown)
    answer.raw_headers.append((b"cache-control", b"private, max-age=60"))
    return answer


@router.get("/ledger-status")
@shared_response()
async def show_ledger_status(site: CurrentSite, response: Response, session: ReadSession) -> LedgerStatus:
    """When the ledger was last checked, and whether it summed to zero; public."""
    response.headers["Cache-Control"] = "public, max-age=30"
    return await service.last_status(session)


@plain_get(
    router,
    "/transactions",
    open_to_readers,
    transaction_filter,
    page_request,
    response_model=Page[Transaction],
    responses=problems(*READING_REFUSALS) | {200: {"content": {"text/csv": {}}}},
)
async def list_transactions(request: Request) -> Response:
    """The client's transactions, newest first."""
    caller = await get_reader(request)
    wanted, page = read_query(request, transaction_filter, page_request)
    owner, transactions = str(caller.client.id), transactions_of(request.app)
    exports = find_exports(request)
    if exports is not None:
        return transactions.export(exports, owner, wanted, caller=f"client:{owner}")
    return page_answer(*await transactions.read(owner, wanted, page))
