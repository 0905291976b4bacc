"""PATCH /v1/client/...: what clients change of themselves."""

from fastapi import APIRouter, Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen, NamesLocked, UsernameTaken
from clearwater.domains.clients.service import Client, ClientAnswer, profile, profile_schemas
from clearwater.domains.sessions.errors import READING_REFUSALS, StepUpRequired
from clearwater.domains.sessions.service import Unfrozen, UnfrozenSteppedUp
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.errors import problems
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

PROFILE_REFUSALS = (*READING_REFUSALS, AccountFrozen)

router = APIRouter(prefix="/v1/client", tags=["client"], route_class=UnitOfWorkRoute)


async def _answer(request: Request, session: AsyncSession, client: Client, site: CurrentSite) -> ClientAnswer:
    await session.flush()
    facts = request.app.state.services.client_facts
    return ClientAnswer(client=await clients.present(session, facts, client, site))


@router.patch("/username", responses=problems(*PROFILE_REFUSALS, UsernameTaken))
async def change_username(
    change: profile_schemas.UsernameChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Take a username that nobody on this site has."""
    client = await clients.lock_client(session, caller.client.id)
    await profile.change_username(session, client, change.username)
    return await _answer(request, session, client, site)


@router.patch("/sex", responses=problems(*PROFILE_REFUSALS))
async def change_sex(
    change: profile_schemas.SexChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Say one's sex, or take it back."""
    client = await clients.lock_client(session, caller.client.id)
    client.sex = change.sex
    return await _answer(request, session, client, site)


@router.patch("/location", responses=problems(*PROFILE_REFUSALS))
async def change_location(
    change: profile_schemas.LocationChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Say where one is."""
    client = await clients.lock_client(session, caller.client.id)
    client.location = change.model_dump()
    return await _answer(request, session, client, site)


@router.patch("/description", responses=problems(*PROFILE_REFUSALS))
async def change_description(
    change: profile_schemas.DescriptionChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Say a few words about oneself."""
    client = await clients.lock_client(session, caller.client.id)
    client.description = change.description
    return await _answer(request, session, client, site)


@router.patch("/phone", responses=problems(*PROFILE_REFUSALS, StepUpRequired))
async def change_phone(
    change: profile_schemas.PhoneChange,
    caller: UnfrozenSteppedUp,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Leave a telephone number, or take it back."""
    client = await clients.lock_client(session, caller.client.id)
    client.phone = change.phone
    return await _answer(request, session, client, site)


@router.patch("/anti-phishing-code", responses=problems(*PROFILE_REFUSALS, StepUpRequired))
async def change_anti_phishing_code(
    change: profile_schemas.AntiPhishingCodeChange,
    caller: UnfrozenSteppedUp,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Choose the words by which our mails are known; no answer ever shows them."""
    client = await clients.lock_client(session, caller.client.id)
    client.anti_phishing_code = change.code
    return await _answer(request, session, client, site)


@router.patch("/personal-info", responses=problems(*PROFILE_REFUSALS, NamesLocked))
async def change_personal_info(
    change: profile_schemas.PersonalInfoChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Say who one is."""
    services = request.app.state.services
    client = await clients.lock_client(session, caller.client.id)
    await profile.change_personal_info(
        session, services.client_facts, client, change, now=services.clock.now()
    )
    return await _answer(request, session, client, site)


@router.patch("/site-data", responses=problems(*PROFILE_REFUSALS))
async def change_site_data(
    change: profile_schemas.SiteDataChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    request: Request,
) -> ClientAnswer:
    """Keep settings of the web client: keys are put over those there are, null removes one."""
    client = await clients.lock_client(session, caller.client.id)
    profile.merge_site_data(client, change)
    return await _answer(request, session, client, site)
