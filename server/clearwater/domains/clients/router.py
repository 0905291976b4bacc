"""/v1/client: becoming a client, confirming the address, and what clients change of themselves."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import freezing, profile, profile_schemas, registration
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import (
    AccountFrozen,
    AlreadyConfirmed,
    EmailTaken,
    NamesLocked,
    UsernameTaken,
)
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.schemas import (
    ClientAnswer,
    RegisteredClientView,
    Registration,
    RegistrationAnswer,
)
from clearwater.domains.security.errors import CodeExpired, CodeInvalid, CodeResendTooSoon
from clearwater.domains.security.service import MailedCode, ResendAnswer, codes
from clearwater.domains.sessions.errors import (
    READING_REFUSALS,
    STEPPED_UP_REFUSALS,
    ScopeMissing,
    StepUpRequired,
    TokenInvalid,
)
from clearwater.domains.sessions.service import MaybeCaller, SteppedUpOwner, Unfrozen, UnfrozenSteppedUp
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.errors import problems
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession

NO_STORE = "no-store"
PROFILE_REFUSALS = (*READING_REFUSALS, AccountFrozen)

router = APIRouter(prefix="/v1/client", tags=["clients"], route_class=UnitOfWorkRoute)


async def _answer(request: Request, session: AsyncSession, client: Client, site: CurrentSite) -> ClientAnswer:
    await session.flush()
    facts = request.app.state.services.client_facts
    return ClientAnswer(client=await clients.present(session, facts, client, site))


@router.post("", status_code=201, responses=problems(EmailTaken))
async def register(
    request: Request, response: Response, draft: Registration, site: CurrentSite, session: WriteSession
) -> RegistrationAnswer:
    """Become a client; a code to confirm the address is on its way."""
    services = request.app.state.services
    response.headers["Cache-Control"] = NO_STORE
    client = await registration.sign_up(request, session, site, draft, now=services.clock.now())
    view = await clients.present(session, services.client_facts, client, site)
    password = draft.password.get_secret_value()
    return RegistrationAnswer(client=RegisteredClientView(**view.model_dump(), password=password))


@router.patch(
    "/email-confirmation",
    responses=problems(TokenInvalid, ScopeMissing, AccountFrozen, CodeInvalid, CodeExpired),
)
async def confirm_email(
    *,
    request: Request,
    response: Response,
    code: Annotated[MailedCode, Query(description="The six digits, or the code of the mailed link.")],
    caller: MaybeCaller,
    site: CurrentSite,
    session: WriteSession,
) -> ClientAnswer:
    """Confirm the e-mail address: signed in with six digits, or with the link's code."""
    services = request.app.state.services
    response.headers["Cache-Control"] = NO_STORE
    client = await registration.confirm_email(request, session, site, caller, code, now=services.clock.now())
    return ClientAnswer(client=await clients.present(session, services.client_facts, client, site))


@router.post(
    "/resend-email-confirmation",
    status_code=202,
    responses=problems(TokenInvalid, ScopeMissing, AccountFrozen, AlreadyConfirmed, CodeResendTooSoon),
)
async def resend_confirmation(
    request: Request, caller: Unfrozen, site: CurrentSite, session: WriteSession
) -> ResendAnswer:
    """Mail a fresh confirmation code; the one before it is no longer good."""
    now = request.app.state.services.clock.now()
    await registration.resend_code(request, session, site, caller, now=now)
    return ResendAnswer(retry_after=int(codes.RESEND_AFTER.total_seconds()))


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


@router.post("/freeze", status_code=204, responses=problems(*STEPPED_UP_REFUSALS))
async def freeze_account(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, request: Request
) -> None:
    """Stop one's own account; only staff open it again."""
    now = request.app.state.services.clock.now()
    await freezing.freeze_own_account(session, site, owner.client.id, keep=owner.session_id, now=now)
