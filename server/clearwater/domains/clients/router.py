"""/v1/client: registration, confirmation of the address, and profile changes."""

from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import freezing, registration, schemas
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import (
    AccountFrozen,
    AlreadyConfirmed,
    EmailTaken,
    NamesLocked,
    UsernameTaken,
)
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.registration import AppCodeMailer
from clearwater.domains.clients.schemas import (
    ClientAnswer,
    RegisteredClientView,
    Registration,
    RegistrationAnswer,
)
from clearwater.domains.clients.service import AppClientFacts
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
from clearwater.kit.dependencies import AppClock, AppLimiter, AppPasswords, AppSeal, AppSessions
from clearwater.kit.errors import problems
from clearwater.kit.ratelimit import Group
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession
from clearwater.kit.visitor import network_of_scope

NO_STORE = "no-store"
PROFILE_REFUSALS = (*READING_REFUSALS, AccountFrozen)

router = APIRouter(prefix="/v1/client", tags=["clients"], route_class=UnitOfWorkRoute)


async def _answer(
    facts: AppClientFacts, session: AsyncSession, client: Client, site: CurrentSite
) -> ClientAnswer:
    await session.flush()
    return ClientAnswer(client=await clients.present(session, facts, client, site))


@router.post("", status_code=201, responses=problems(EmailTaken))
async def register(
    *,
    request: Request,
    clock: AppClock,
    facts: AppClientFacts,
    response: Response,
    draft: Registration,
    site: CurrentSite,
    session: WriteSession,
    limiter: AppLimiter,
    mailer: AppCodeMailer,
    passwords: AppPasswords,
    sessions: AppSessions,
) -> RegistrationAnswer:
    """Register a client and email a code that confirms the address."""
    response.headers["Cache-Control"] = NO_STORE
    await limiter.require_room(Group.REGISTRATION, network_of_scope(request.scope))
    client = await registration.sign_up(
        session, mailer, passwords, site, draft, sessions=sessions, now=clock.now()
    )
    view = await clients.present(session, facts, client, site)
    password = draft.password.get_secret_value()
    return RegistrationAnswer(client=RegisteredClientView(**view.model_dump(), password=password))


@router.patch(
    "/email-confirmation",
    responses=problems(TokenInvalid, ScopeMissing, AccountFrozen, CodeInvalid, CodeExpired),
)
async def confirm_email(
    *,
    clock: AppClock,
    facts: AppClientFacts,
    response: Response,
    code: Annotated[MailedCode, Query(description="The six digits, or the code of the mailed link.")],
    caller: MaybeCaller,
    site: CurrentSite,
    session: WriteSession,
    sessions: AppSessions,
    seal: AppSeal,
) -> ClientAnswer:
    """Confirm the e-mail address with the six digits or the link's code, signed in to the account."""
    response.headers["Cache-Control"] = NO_STORE
    client = await registration.confirm_email(
        session, site, caller, code, sessions=sessions, seal=seal, now=clock.now()
    )
    return ClientAnswer(client=await clients.present(session, facts, client, site))


@router.post(
    "/resend-email-confirmation",
    status_code=202,
    responses=problems(TokenInvalid, ScopeMissing, AccountFrozen, AlreadyConfirmed, CodeResendTooSoon),
)
async def resend_confirmation(
    clock: AppClock, caller: Unfrozen, site: CurrentSite, session: WriteSession, mailer: AppCodeMailer
) -> ResendAnswer:
    """Email a new confirmation code; the previous one becomes invalid."""
    now = clock.now()
    await registration.resend_code(session, mailer, site, caller, now=now)
    return ResendAnswer(retry_after=int(codes.RESEND_AFTER.total_seconds()))


@router.patch("/username", responses=problems(*PROFILE_REFUSALS, UsernameTaken))
async def change_username(
    change: schemas.UsernameChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Change the username, which must be unique on the site."""
    client = await clients.lock_client(session, caller.client.id)
    await clients.change_username(session, client, change.username)
    return await _answer(facts, session, client, site)


@router.patch("/sex", responses=problems(*PROFILE_REFUSALS))
async def change_sex(
    change: schemas.SexChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Change or clear the sex."""
    client = await clients.lock_client(session, caller.client.id)
    client.sex = change.sex
    return await _answer(facts, session, client, site)


@router.patch("/location", responses=problems(*PROFILE_REFUSALS))
async def change_location(
    change: schemas.LocationChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Change the location."""
    client = await clients.lock_client(session, caller.client.id)
    client.location = change.model_dump()
    return await _answer(facts, session, client, site)


@router.patch("/description", responses=problems(*PROFILE_REFUSALS))
async def change_description(
    change: schemas.DescriptionChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Change the profile description."""
    client = await clients.lock_client(session, caller.client.id)
    client.description = change.description
    return await _answer(facts, session, client, site)


@router.patch("/phone", responses=problems(*PROFILE_REFUSALS, StepUpRequired))
async def change_phone(
    change: schemas.PhoneChange,
    caller: UnfrozenSteppedUp,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Change or clear the phone number."""
    client = await clients.lock_client(session, caller.client.id)
    client.phone = change.phone
    return await _answer(facts, session, client, site)


@router.patch("/anti-phishing-code", responses=problems(*PROFILE_REFUSALS, StepUpRequired))
async def change_anti_phishing_code(
    change: schemas.AntiPhishingCodeChange,
    caller: UnfrozenSteppedUp,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Set the anti-phishing code that our emails contain; no response ever returns it."""
    client = await clients.lock_client(session, caller.client.id)
    client.anti_phishing_code = change.code
    return await _answer(facts, session, client, site)


@router.patch("/personal-info", responses=problems(*PROFILE_REFUSALS, NamesLocked))
async def change_personal_info(
    *,
    change: schemas.PersonalInfoChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
    clock: AppClock,
) -> ClientAnswer:
    """Change the personal information."""
    client = await clients.lock_client(session, caller.client.id)
    await clients.change_personal_info(session, facts, client, change, now=clock.now())
    return await _answer(facts, session, client, site)


@router.patch("/site-data", responses=problems(*PROFILE_REFUSALS))
async def change_site_data(
    change: schemas.SiteDataChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Merge settings of the web client into the stored ones; null removes a key."""
    client = await clients.lock_client(session, caller.client.id)
    clients.merge_site_data(client, change)
    return await _answer(facts, session, client, site)


@router.post("/freeze", status_code=204, responses=problems(*STEPPED_UP_REFUSALS))
async def freeze_account(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, clock: AppClock
) -> None:
    """Freeze the caller's account; only staff can unfreeze it."""
    now = clock.now()
    await freezing.freeze_own_account(session, site, owner.client.id, keep=owner.session_id, now=now)
