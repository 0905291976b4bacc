"""Signing up, and confirming the e-mail address."""

import re
from datetime import datetime

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen
from clearwater.domains.clients.service import Client, Registration
from clearwater.domains.sessions import claiming, codes, mails
from clearwater.domains.sessions.errors import AlreadyConfirmed, AttemptsLeft, CodeInvalid, TokenInvalid
from clearwater.domains.sessions.service import Caller
from clearwater.domains.sites.service import CurrentSite, origin_of
from clearwater.kit.addresses import network_of_scope
from clearwater.kit.ratelimit import Group

SIX_DIGITS = re.compile(r"[0-9]{6}")


async def sign_up(
    request: Request, session: AsyncSession, site: CurrentSite, draft: Registration, *, now: datetime
) -> Client:
    """Make a client and mail the code that confirms the address."""
    services = request.app.state.services
    await services.limiter.require_room(Group.REGISTRATION, network_of_scope(request.scope))
    password = draft.password.get_secret_value()
    clients.require_good_password(password, email=draft.email, context=(site.sitename,))
    async with services.sessions() as giving_way:
        await claiming.give_way(giving_way, site.id, draft.email, now=now)
        await giving_way.commit()
    client = await clients.register_client(
        services.sessions, session, services.passwords, site, draft, now=now
    )
    await _mail_code(request, session, site, client, now=now)
    return client


async def resend_code(
    request: Request, session: AsyncSession, site: CurrentSite, caller: Caller, *, now: datetime
) -> None:
    client = await clients.lock_client(session, caller.client.id)
    if client.email_is_confirmed:
        raise AlreadyConfirmed
    await codes.require_resend_allowed(session, client, "email_confirmation", now=now)
    await _mail_code(request, session, site, client, now=now)


async def confirm_email(
    request: Request,
    session: AsyncSession,
    site: CurrentSite,
    caller: Caller | None,
    code: str,
    *,
    now: datetime,
) -> Client:
    """Confirm with the six digits or with the code of the mailed link, signed in to that very account.

    Whoever only reads the mail may be somebody whose address a stranger has registered: confirming
    would make the stranger's account, whose password he knows, look like the reader's own. He can
    set a password with a mailed link, which makes the account his alone.
    """
    services = request.app.state.services
    owner = _require_session(caller)
    if SIX_DIGITS.fullmatch(code):
        used = await codes.use_digits(
            session,
            owner.client.id,
            "email_confirmation",
            code,
            sessions=services.sessions,
            seal=services.seal,
            now=now,
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
    return client


def _require_session(caller: Caller | None) -> Caller:
    if caller is None:
        raise TokenInvalid
    if caller.client.frozen_at is not None:
        raise AccountFrozen
    return caller


async def _mail_code(
    request: Request, session: AsyncSession, site: CurrentSite, client: Client, *, now: datetime
) -> None:
    seal = request.app.state.services.seal
    issued = await codes.issue(session, seal, client.id, "email_confirmation", now=now, target=client.email)
    link = f"{origin_of(request, site)}/email?code={issued.link_code}"
    letter = mails.confirmation(site.sitename, digits=issued.digits, link=link)
    clients.mail_client(session, site, client, letter, now=now)
