"""GET /v1/levels and GET /v1/client/level."""

from fastapi import APIRouter, Request, Response

from clearwater.domains.membership import service
from clearwater.domains.membership.schemas import ClientLevelView, Levels, LevelView
from clearwater.domains.sessions.errors import ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import get_signed_in, signed_in
from clearwater.domains.sites.service import CurrentSite, find_site
from clearwater.kit.db import transaction
from clearwater.kit.dependencies import app_clock, app_sessions
from clearwater.kit.errors import problems
from clearwater.kit.plain_route import model_answer, plain_get
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute

router = APIRouter(prefix="/v1", tags=["membership"], route_class=UnitOfWorkRoute)


@router.get("/levels")
@shared_response()
async def list_levels(site: CurrentSite, session: ReadSession) -> Levels:
    """The membership levels of this site, lowest first."""
    levels = await service.list_levels(session, site.id)
    return Levels(items=[LevelView.of(level) for level in levels])


@plain_get(
    router,
    "/client/level",
    signed_in,
    response_model=ClientLevelView,
    responses=problems(TokenInvalid, ScopeMissing),
)
async def show_client_level(request: Request) -> Response:
    """The client's level, the requirements of the next one, and the withdrawal limit left today."""
    caller = await get_signed_in(request, await find_site(request))
    now, client = app_clock.of(request.app).now(), caller.client
    position = await service.app_positions.of(request.app).position_of(client)
    if service.is_due(position, now=now):
        facts = service.app_trading_facts.of(request.app)
        async with transaction(app_sessions.of(request.app)) as session:
            position = await service.evaluate_level(
                session, facts, client, has_second_factor=caller.has_second_factor, now=now
            )
    return model_answer(service.present(position, now=now))
