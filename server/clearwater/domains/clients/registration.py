"""Registration and confirmation of the e-mail address."""

import re
import uuid
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import emails, queries
from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen, AlreadyConfirmed, EmailTaken
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.schemas import Registration
from clearwater.domains.security.errors import AttemptsLeft, CodeInvalid
from clearwater.domains.security.service import codes
from clearwater.domains.sessions.errors import TokenInvalid
from clearwater.domains.sessions.service import Caller, end_sessions
from clearwater.domains.sites.service import CurrentOrigins, CurrentSite, LinkOrigins
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.dependencies import AppSeal
from clearwater.kit.ids import new_id
from clearwater.kit.notices import Notice, announce
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal

SIX_DIGITS = re.compile(r"[0-9]{6}")
# An unconfirmed registration reserves its address for as long as its code is valid.
RESERVED_FOR = codes.LIFETIME


@dataclass(frozen=True)
class CodeMailer:
    """Emails confirmation codes."""

    seal: Seal
    origins: LinkOrigins

    async def send(self, session: AsyncSession, site: CurrentSite, client: Client, *, now: datetime) -> None:
        issued = await codes.issue(
            session, self.seal, client.id, "email_confirmation", now=now, target=client.email
        )
        link = f"{self.origins.of(site)}/email?code={issued.link_code}"
        email = emails.confirmation(digits=issued.digits, link=link)
        clients.send_email(session, site, client, email, now=now)


async def _code_mailer(seal: AppSeal, origins: CurrentOrigins) -> CodeMailer:
    return CodeMailer(seal, origins)


AppCodeMailer = Annotated[CodeMailer, Depends(_code_mailer)]


async def sign_up(
    session: AsyncSession,
    mailer: CodeMailer,
    passwords: Passwords,
    site: CurrentSite,
    draft: Registration,
    *,
    language: str,
    sessions: SessionFactory,
    now: datetime,
) -> Client:
    """Register a client and email the confirmation code."""
    password = draft.password.get_secret_value()
    clients.require_good_password(password, email=draft.email, context=(site.sitename,))
    async with transaction(sessions) as deleting:
        await delete_expired_registration(deleting, site.id, draft.email, now=now)
    client = await register_client(sessions, session, passwords, site, draft, language=language, now=now)
    await mailer.send(session, site, client, now=now)
    return client


async def register_client(
    session_factory: SessionFactory,
    session: AsyncSession,
    passwords: Passwords,
    site: CurrentSite,
    draft: Registration,
    *,
    language: str,
    now: datetime,
) -> Client:
    """Register a client of a site. Of two concurrent registrations of one address, one succeeds."""
    async with session_factory() as reading:
        if await queries.find_by_email(reading, site.id, draft.email) is not None:
            raise EmailTaken
    # No database connection is held while hashing, or a flood of registrations would exhaust the pool.
    password_hash = await passwords.hash(draft.password.get_secret_value())
    client = await queries.insert_client(
        session,
        id=new_id(),
        site_id=site.id,
        email=draft.email,
        password_hash=password_hash,
        accepted_terms_at=now,
        # Without a programme the code would lead nowhere.
        referral_code=draft.referral_code if site.has_feature("referral") else None,
        country=draft.country,
        language=language,
        created_at=now,
    )
    if client is None:
        raise EmailTaken
    return client


async def delete_expired_registration(
    session: AsyncSession, site_id: uuid.UUID, email: str, *, now: datetime
) -> None:
    """Delete an expired unconfirmed registration of the address, so that it can be registered again."""
    found = await clients.find_client_by_email(session, site_id, email)
    if found is None or not is_expired_registration(found, now=now):
        return
    client = await clients.lock_client(session, found.id)
    if is_expired_registration(client, now=now):
        await end_sessions(session, client.id)
        await clients.delete_unconfirmed(session, client)


def is_expired_registration(client: Client, *, now: datetime) -> bool:
    is_reserved = now < client.created_at + RESERVED_FOR
    return not client.email_is_confirmed and client.frozen_at is None and not is_reserved


async def resend_code(
    session: AsyncSession, mailer: CodeMailer, site: CurrentSite, caller: Caller, *, now: datetime
) -> None:
    client = await clients.lock_client(session, caller.client.id)
    if client.email_is_confirmed:
        raise AlreadyConfirmed
    await codes.require_resend_allowed(session, client, "email_confirmation", now=now)
    await mailer.send(session, site, client, now=now)


async def confirm_email(
    session: AsyncSession,
    site: CurrentSite,
    caller: Caller | None,
    code: str,
    *,
    sessions: SessionFactory,
    seal: Seal,
    now: datetime,
) -> Client:
    """Confirm with the six digits or with the code of the emailed link; requires a session of that account.

    The session is required because a stranger may have registered the reader's address: confirming by the
    link alone would make the stranger's account, whose password the stranger knows, look like the reader's.
    The reader can reset the password by email instead, which locks the stranger out.
    """
    owner = _require_session(caller)
    if SIX_DIGITS.fullmatch(code):
        used = await codes.use_digits(
            session, owner.client.id, "email_confirmation", code, sessions=sessions, seal=seal, now=now
        )
    else:
        found = await codes.get_link_code(session, site.id, "email_confirmation", code, now=now)
        if found.client_id != owner.client.id:
            raise CodeInvalid(fields=AttemptsLeft(attempts_left=0))
        used = await codes.use(session, found, now=now)
    client = await clients.lock_client(session, used.client_id)
    if client.frozen_at is not None:
        raise AccountFrozen
    client.email_is_confirmed = True
    await session.flush()
    # Cached callers are still unconfirmed.
    await announce(session, Notice("security", client.id, {"change": "email_confirmed"}))
    return client


def _require_session(caller: Caller | None) -> Caller:
    if caller is None:
        raise TokenInvalid
    if caller.client.frozen_at is not None:
        raise AccountFrozen
    return caller
