"""GET /v1/assets and GET /v1/transactions."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from clearwater.domains.ledger import listing, service
from clearwater.domains.ledger.listing import Wanted
from clearwater.domains.ledger.schemas import Assets, Transaction
from clearwater.domains.sessions.errors import IpNotAllowed, ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import SignedIn
from clearwater.kit.errors import problems
from clearwater.kit.paging import Page, Paging
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute

router = APIRouter(prefix="/v1", tags=["ledger"], route_class=UnitOfWorkRoute)

READING_REFUSALS = (TokenInvalid, ScopeMissing, IpNotAllowed)


@router.get("/assets", responses=problems(*READING_REFUSALS))
async def list_assets(
    caller: SignedIn,
    request: Request,
    include_empty: Annotated[
        bool, Query(alias="all", description="Whether coins that the client does not have are shown, too.")
    ] = False,
) -> Assets:
    """What the client has of each coin, the most valuable first."""
    caller.require_scope("read")
    view = request.app.state.services.desk.view
    return service.assets_of(view, str(caller.client.id), include_empty=include_empty)


@router.get(
    "/transactions",
    response_model=Page[Transaction],
    responses=problems(*READING_REFUSALS) | {200: {"content": {"text/csv": {}}}},
)
async def list_transactions(
    caller: SignedIn, wanted: Wanted, page: Paging, session: ReadSession, request: Request
) -> Page[Transaction] | Response:
    """What has changed what the client has, newest first."""
    caller.require_scope("read")
    return await listing.answer(request, session, str(caller.client.id), wanted, page)
