"""/v1/earn: products, and the client's positions."""

from collections.abc import Hashable
from typing import Annotated

from fastapi import APIRouter, Depends, Request, Response

from clearwater.domains.clients.errors import LevelRequired
from clearwater.domains.clients.service import AppClientFacts
from clearwater.domains.earn import queries, service
from clearwater.domains.earn.schemas import (
    EarnPosition,
    EarnProducts,
    PositionChange,
    PositionDraft,
    PositionStatus,
    Redemption,
)
from clearwater.domains.earn.service import Changed, Positions
from clearwater.domains.markets import errors as market_errors
from clearwater.domains.markets.service import AppDesk, current_desk
from clearwater.domains.orders.service import CurrentTrader
from clearwater.domains.sessions.errors import CHANGING_REFUSALS, READING_REFUSALS
from clearwater.domains.sessions.service import MaybeCaller, Reader, is_visitor
from clearwater.domains.sites.service import require_feature
from clearwater.kit.clock import milliseconds
from clearwater.kit.dependencies import AppClock, AppIdempotency, AppSessions
from clearwater.kit.errors import IdempotencyConflict, NotFound, Overloaded, ValidationFailed, problems
from clearwater.kit.idempotency import REPLAY_HEADER, find_key
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.plain_route import json_answer
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/v1/earn", tags=["earn"])

# What a client already has in earn stays within reach where the site has switched it off.
NEEDS_FEATURE = [Depends(require_feature("earn"))]
CHANGE_REFUSALS = (
    *CHANGING_REFUSALS,
    Overloaded,
    IdempotencyConflict,
    NotFound,
    market_errors.StateConflict,
    market_errors.BadPrecision,
    market_errors.BelowMinimum,
    market_errors.AboveMaximum,
    ValidationFailed,
)


async def _positions(
    desk: AppDesk, sessions: AppSessions, clock: AppClock, facts: AppClientFacts
) -> Positions:
    return Positions(desk, sessions, clock, facts)


async def _products_version(request: Request) -> Hashable:
    return tuple((await current_desk(request)).view.earn_products.values())


AppPositions = Annotated[Positions, Depends(_positions)]


@router.get("/products", responses=problems(*READING_REFUSALS), dependencies=NEEDS_FEATURE)
@shared_response(version=_products_version, is_shared=is_visitor)
async def list_earn_products(
    caller: MaybeCaller, desk: AppDesk, clock: AppClock, session: ReadSession
) -> EarnProducts:
    """What interest is offered; public. With a token also what the client has in each product."""
    owner = None if caller is None else str(caller.client.id)
    items = await service.list_products(session, desk, owner=owner, at=milliseconds(clock.now()))
    return EarnProducts(items=items)


@router.post(
    "/positions",
    status_code=201,
    dependencies=NEEDS_FEATURE,
    response_model=EarnPosition,
    responses=problems(
        *CHANGE_REFUSALS, LevelRequired, market_errors.LimitExceeded, market_errors.InsufficientBalance
    ),
)
async def subscribe(
    *,
    draft: PositionDraft,
    trader: CurrentTrader,
    positions: AppPositions,
    request: Request,
    clock: AppClock,
    idempotency: AppIdempotency,
) -> Response:
    """Put an amount into a product; responds once it is durable. Interest counts from the next full hour."""
    key = find_key(request)

    async def begin() -> Response:
        return _answer(await positions.subscribe(trader, draft, key=key), status=201)

    return await idempotency.answer(request, begin, owner=f"client:{trader.owner}", now=clock.now())


@router.get("/positions", responses=problems(*READING_REFUSALS))
async def list_positions(
    reader: Reader,
    paging: Paging,
    positions: AppPositions,
    session: ReadSession,
    status: PositionStatus | None = None,
) -> Page[EarnPosition]:
    """The client's positions, newest first."""
    statement = queries.select_positions(str(reader.client.id), status=status)
    return await read_page(session, statement, queries.NEWEST_FIRST, paging, positions.writer())


@router.post(
    "/positions/{position_id}/redeem", response_model=EarnPosition, responses=problems(*CHANGE_REFUSALS)
)
async def redeem(
    *,
    position_id: str,
    wanted: Redemption,
    trader: CurrentTrader,
    positions: AppPositions,
    request: Request,
    clock: AppClock,
    idempotency: AppIdempotency,
) -> Response:
    """Take an amount out of a flexible position, or all of any; before maturity without the interest."""
    number, key = _find_position_id(position_id), find_key(request)

    async def take_out() -> Response:
        return _answer(await positions.redeem(trader.owner, number, wanted, key=key), status=200)

    return await idempotency.answer(request, take_out, owner=f"client:{trader.owner}", now=clock.now())


@router.patch("/positions/{position_id}", responses=problems(*CHANGE_REFUSALS))
async def change_position(
    position_id: str, change: PositionChange, trader: CurrentTrader, positions: AppPositions
) -> EarnPosition:
    """Decide whether a locked position begins again when it matures."""
    number = _find_position_id(position_id)
    return await positions.change_auto_renew(trader.owner, number, auto_renew=change.auto_renew)


def _answer(changed: Changed, *, status: int) -> Response:
    response = json_answer(changed.position.model_dump(), status=status)
    if changed.is_replay:
        response.headers[REPLAY_HEADER] = "true"
    return response


def _find_position_id(text: str) -> int:
    """Parse the id in the path; an invalid one is not found."""
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise NotFound("Position not found.")
    return int(text)
