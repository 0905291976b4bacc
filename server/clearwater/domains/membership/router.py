"""GET /v1/levels and GET /v1/client/level."""

from fastapi import APIRouter

from clearwater.domains.membership import service
from clearwater.domains.membership.schemas import ClientLevelView, Levels, LevelView
from clearwater.domains.membership.service import AppPositions, AppTradingFacts
from clearwater.domains.sessions.errors import ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import SignedIn
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.db import transaction
from clearwater.kit.dependencies import AppClock, AppSessions
from clearwater.kit.errors import problems
from clearwater.kit.response_cache import shared_response
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute

router = APIRouter(prefix="/v1", tags=["membership"], route_class=UnitOfWorkRoute)


@router.get("/levels")
@shared_response()
async def list_levels(site: CurrentSite, session: ReadSession) -> Levels:
    """The membership levels of this site, lowest first."""
    levels = await service.list_levels(session, site.id)
    return Levels(items=[LevelView.of(level) for level in levels])


@router.get("/client/level", responses=problems(TokenInvalid, ScopeMissing))
async def show_client_level(
    caller: SignedIn, positions: AppPositions, sessions: AppSessions, clock: AppClock, facts: AppTradingFacts
) -> ClientLevelView:
    """The client's level, the requirements of the next one, and the withdrawal limit left today."""
    now, client = clock.now(), caller.client
    position = await positions.position_of(client)
    if service.is_due(position, now=now):
        async with transaction(sessions) as session:
            position = await service.evaluate_level(
                session, facts, client, has_second_factor=caller.has_second_factor, now=now
            )
    return service.present(position, now=now)
