"""/v1/client: registration, confirmation of the address, and profile changes."""

import uuid
from dataclasses import dataclass
from typing import Annotated

from fastapi import APIRouter, Depends, Query, Request, Response
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
from clearwater.domains.clients.service import AppClientFacts, ClientFacts
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
from clearwater.domains.sites.service import CurrentLanguage, CurrentSite, require_feature
from clearwater.kit.dependencies import AppClock, AppLimiter, AppPasswords, AppSeal, AppSessions
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.ratelimit import RateLimitGroup
from clearwater.kit.unit_of_work import UnitOfWorkRoute, WriteSession
from clearwater.kit.visitor import network_of_scope

NO_STORE = "no-store"
PROFILE_REFUSALS = (*READING_REFUSALS, AccountFrozen)

router = APIRouter(prefix="/v1/client", tags=["clients"], route_class=UnitOfWorkRoute)


@dataclass(frozen=True)
class Profile:
    """The caller's profile in a request that changes it."""

    client_id: uuid.UUID
    site: CurrentSite
    session: AsyncSession
    facts: ClientFacts

    async def lock(self) -> Client:
        return await clients.lock_client(self.session, self.client_id)

    async def answer(self, client: Client) -> ClientAnswer:
        await self.session.flush()
        return ClientAnswer(client=await clients.present(self.session, self.facts, client, self.site))


async def _profile(
    caller: Unfrozen, site: CurrentSite, session: WriteSession, facts: AppClientFacts
) -> Profile:
    return Profile(caller.client.id, site, session, facts)


async def _stepped_up_profile(
    _caller: UnfrozenSteppedUp, profile: Annotated[Profile, Depends(_profile)]
) -> Profile:
    return profile


OwnProfile = Annotated[Profile, Depends(_profile)]
SteppedUpProfile = Annotated[Profile, Depends(_stepped_up_profile)]


@router.post(
    "",
    status_code=201,
    responses=problems(EmailTaken, NotFound),
    dependencies=[Depends(require_feature("register"))],
)
async def register(
    *,
    request: Request,
    clock: AppClock,
    facts: AppClientFacts,
    response: Response,
    draft: Registration,
    site: CurrentSite,
    language: CurrentLanguage,
    session: WriteSession,
    limiter: AppLimiter,
    mailer: AppCodeMailer,
    passwords: AppPasswords,
    sessions: AppSessions,
) -> RegistrationAnswer:
    """Register a client and email a code that confirms the address."""
    response.headers["Cache-Control"] = NO_STORE
    await limiter.require_room(RateLimitGroup.REGISTRATION, network_of_scope(request.scope))
    client = await registration.sign_up(
        session, mailer, passwords, site, draft, language=language, sessions=sessions, now=clock.now()
    )
    await facts.accept_terms(session, client)
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
async def change_username(change: schemas.UsernameChange, profile: OwnProfile) -> ClientAnswer:
    """Change the username, which must be unique on the site."""
    client = await profile.lock()
    await clients.change_username(profile.session, client, change.username)
    return await profile.answer(client)


@router.patch("/sex", responses=problems(*PROFILE_REFUSALS))
async def change_sex(change: schemas.SexChange, profile: OwnProfile) -> ClientAnswer:
    """Change or clear the sex."""
    client = await profile.lock()
    client.sex = change.sex
    return await profile.answer(client)


@router.patch("/language", responses=problems(*PROFILE_REFUSALS))
async def change_language(change: schemas.LanguageChange, profile: OwnProfile) -> ClientAnswer:
    """Change the language of emails and push notifications to one of the site's."""
    client = await profile.lock()
    clients.change_language(client, profile.site, change.language)
    return await profile.answer(client)


@router.patch("/location", responses=problems(*PROFILE_REFUSALS))
async def change_location(change: schemas.LocationChange, profile: OwnProfile) -> ClientAnswer:
    """Change the location."""
    client = await profile.lock()
    client.location = change.model_dump()
    return await profile.answer(client)


@router.patch("/description", responses=problems(*PROFILE_REFUSALS))
async def change_description(change: schemas.DescriptionChange, profile: OwnProfile) -> ClientAnswer:
    """Change the profile description."""
    client = await profile.lock()
    client.description = change.description
    return await profile.answer(client)


@router.patch("/phone", responses=problems(*PROFILE_REFUSALS, StepUpRequired))
async def change_phone(change: schemas.PhoneChange, profile: SteppedUpProfile) -> ClientAnswer:
    """Change or clear the phone number."""
    client = await profile.lock()
    client.phone = change.phone
    return await profile.answer(client)


@router.patch("/anti-phishing-code", responses=problems(*PROFILE_REFUSALS, StepUpRequired))
async def change_anti_phishing_code(
    change: schemas.AntiPhishingCodeChange, profile: SteppedUpProfile
) -> ClientAnswer:
    """Set the anti-phishing code that our emails contain; no response ever returns it."""
    client = await profile.lock()
    client.anti_phishing_code = change.code
    return await profile.answer(client)


@router.patch("/personal-info", responses=problems(*PROFILE_REFUSALS, NamesLocked))
async def change_personal_info(
    change: schemas.PersonalInfoChange,
    profile: OwnProfile,
    clock: AppClock,
) -> ClientAnswer:
    """Change the personal information."""
    client = await profile.lock()
    await clients.change_personal_info(profile.session, profile.facts, client, change, now=clock.now())
    return await profile.answer(client)


@router.patch("/site-data", responses=problems(*PROFILE_REFUSALS))
async def change_site_data(change: schemas.SiteDataChange, profile: OwnProfile) -> ClientAnswer:
    """Merge settings of the web client into the stored ones; null removes a key."""
    client = await profile.lock()
    clients.merge_site_data(client, change)
    return await profile.answer(client)


@router.post("/freeze", status_code=204, responses=problems(*STEPPED_UP_REFUSALS))
async def freeze_account(
    owner: SteppedUpOwner, site: CurrentSite, session: WriteSession, clock: AppClock
) -> None:
    """Freeze the caller's account; only staff can unfreeze it."""
    now = clock.now()
    await freezing.freeze_own_account(session, site, owner.client.id, keep=owner.session_id, now=now)
