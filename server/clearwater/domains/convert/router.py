"""/v1/coins/exchange and /v1/exchange: rates, quotes and conversions."""

import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Path, Request, Response

from clearwater.domains.convert import queries, service
from clearwater.domains.convert.errors import QuoteExpired
from clearwater.domains.convert.schemas import ConversionView, QuoteDraft, QuoteView, Targets
from clearwater.domains.convert.service import Converter
from clearwater.domains.markets import errors as market_errors
from clearwater.domains.markets.service import AppDesk, listing_version
from clearwater.domains.orders.service import CurrentTrader
from clearwater.domains.sessions.errors import CHANGING_REFUSALS, READING_REFUSALS
from clearwater.domains.sessions.service import Reader
from clearwater.domains.sites.service import CurrentSite, require_feature
from clearwater.kit.clock import milliseconds
from clearwater.kit.dependencies import AppClock, AppIdempotency, AppSessions, AppSettings
from clearwater.kit.errors import IdempotencyConflict, NotFound, Overloaded, ValidationFailed, problems
from clearwater.kit.idempotency import REPLAY_HEADER
from clearwater.kit.paging import Page, Paging, read_page
from clearwater.kit.plain_route import json_answer
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession

router = APIRouter(prefix="/v1", tags=["convert"], dependencies=[Depends(require_feature("convert"))])

REFUSALS = (
    *CHANGING_REFUSALS,
    Overloaded,
    IdempotencyConflict,
    market_errors.MarketHalted,
    market_errors.BelowMinimum,
    market_errors.MinNotional,
    market_errors.MaxQuantity,
    market_errors.NoLiquidity,
    market_errors.InsufficientBalance,
    ValidationFailed,
)
Symbol = Annotated[str, Path(max_length=41, examples=["BTC"])]


async def _converter(
    desk: AppDesk, sessions: AppSessions, clock: AppClock, settings: AppSettings
) -> Converter:
    return Converter(desk, sessions, clock, settings.convert_spread_bps)


AppConverter = Annotated[Converter, Depends(_converter)]


@router.get("/coins/exchange/{symbol}", response_model=Targets, responses=problems(NotFound))
# Not that of the books: a rate is shown nowhere else, so one that is a second old contradicts nothing.
@shared_response(version=listing_version)
async def list_targets(
    *,
    symbol: Symbol,
    site: CurrentSite,
    desk: AppDesk,
    session: ReadSession,
    clock: AppClock,
    settings: AppSettings,
) -> Response:
    """What a coin can be converted into, and about for how much; public, and promises nothing."""
    at = milliseconds(clock.now())
    targets = await service.list_targets(
        session, desk, symbol, site=site, spread_bps=settings.convert_spread_bps, at=at
    )
    answer = json_answer(targets.model_dump())
    answer.headers["Cache-Control"] = "public, max-age=1"
    return answer


@router.post(
    "/exchange/quote",
    status_code=201,
    response_model=QuoteView,
    responses=problems(*REFUSALS, market_errors.BadPrecision),
)
async def request_quote(
    *,
    draft: QuoteDraft,
    trader: CurrentTrader,
    site: CurrentSite,
    converter: AppConverter,
    request: Request,
    clock: AppClock,
    idempotency: AppIdempotency,
) -> Response:
    """Ask for a firm price: what will be paid and received if it is accepted within 10 seconds."""

    async def quote() -> Response:
        found = await converter.quote(trader, draft, site=site)
        return json_answer(found.model_dump(by_alias=True), status=201)

    return await idempotency.answer(request, quote, owner=f"client:{trader.owner}", now=clock.now())


@router.post(
    "/exchange/quote/{quote_id}/accept",
    response_model=ConversionView,
    responses=problems(*REFUSALS, NotFound, QuoteExpired, market_errors.QuoteMoved),
)
async def accept_quote(
    *,
    quote_id: uuid.UUID,
    trader: CurrentTrader,
    converter: AppConverter,
    request: Request,
    clock: AppClock,
    idempotency: AppIdempotency,
) -> Response:
    """Convert as promised; responds once it is durable. Accepting again returns the same conversion."""

    async def accept() -> Response:
        conversion, is_replay = await converter.accept(trader, quote_id)
        response = json_answer(conversion.model_dump(by_alias=True))
        if is_replay:
            response.headers[REPLAY_HEADER] = "true"
        return response

    return await idempotency.answer(request, accept, owner=f"client:{trader.owner}", now=clock.now())


@router.get("/exchange", responses=problems(*READING_REFUSALS))
async def list_conversions(
    reader: Reader, paging: Paging, converter: AppConverter, session: ReadSession
) -> Page[ConversionView]:
    """The client's conversions, newest first."""
    statement = queries.select_conversions(str(reader.client.id))
    return await read_page(session, statement, queries.NEWEST_FIRST, paging, converter.show)
