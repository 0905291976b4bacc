"""Sign-in links and password resets: what access to the mailbox allows.

Requests get the same response after the same time, whether the account exists or not.
"""

import asyncio
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import datetime
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen
from clearwater.domains.clients.service import Client
from clearwater.domains.security import service as security
from clearwater.domains.security.service import codes, guards
from clearwater.domains.sessions import devices, emails, queries
from clearwater.domains.sessions.schemas import PasswordReset
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit.attempts import Attempts
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.emails import Email
from clearwater.kit.notices import Notice, announce
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal, new_token
from clearwater.kit.visitor import Visitor, subnet_of

# Longer than the lookup and the email take on a busy machine.
ANSWER_AFTER_SECONDS = 0.15

MailedPurpose = Literal["knock", "password_reset"]


async def request_mail(
    sessions: SessionFactory,
    seal: Seal,
    visitor: Visitor,
    site: CurrentSite,
    purpose: MailedPurpose,
    *,
    email: str,
    origin: str,
    browser: str | None = None,
    now: datetime,
) -> None:
    """Mail a code to the account with this address, if there is one and it has not just had one."""
    async with _at_least(ANSWER_AFTER_SECONDS), transaction(sessions) as session:
        known = await clients.find_client_by_email(session, site.id, email)
        if known is None:
            return
        client = await clients.lock_client(session, known.id)
        device_id = await devices.find_known(session, visitor, client.id)
        asked_from = f"net:{subnet_of(visitor.ip)}" if device_id is None else f"device:{device_id}"
        is_known = device_id is not None
        if not await codes.may_mail(
            session, client, purpose, asked_from=asked_from, is_known=is_known, now=now
        ):
            return
        issued = await codes.issue(
            session, seal, client.id, purpose, asked_from=asked_from, browser=browser, now=now
        )
        mail = _email(purpose, origin, issued.link_code)
        clients.send_email(session, site, client, mail, now=now)


def requesting_browser(visitor: Visitor) -> str | None:
    """The cookie that binds a sign-in link to the browser that requested it; None for a program."""
    if not visitor.is_browser:
        return None
    return visitor.cookies.get(codes.SIGN_IN_LINK_COOKIE) or new_token()


def _email(purpose: MailedPurpose, origin: str, link_code: str) -> Email:
    if purpose == "knock":
        link = f"{origin}/knock-knock?code={link_code}"
        return emails.sign_in_link(spelled_code=codes.format_link_code(link_code), link=link)
    return emails.password_reset(link=f"{origin}/password?code={link_code}")


@asynccontextmanager
async def _at_least(seconds: float) -> AsyncIterator[None]:
    """Take at least this long, so that timing does not reveal whether the account exists."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + seconds
    yield
    await asyncio.sleep(max(0.0, deadline - clock()))


async def reset_password(
    sessions: SessionFactory,
    attempts: Attempts,
    passwords: Passwords,
    site: CurrentSite,
    draft: PasswordReset,
    *,
    visitor: Visitor,
    now: datetime,
) -> None:
    """Set a new password by an emailed link; ends all sessions and notifies the client by email."""
    async with sessions() as session:
        found = await codes.get_link_code(session, site.id, "password_reset", draft.code, now=now)
        known = await clients.find_client(session, found.client_id)
    assert known is not None, "codes are deleted with their client"
    if known.frozen_at is not None:
        raise AccountFrozen
    password = draft.password.get_secret_value()
    context = (site.sitename, known.username or "")
    clients.require_good_password(password, email=known.email, context=context)
    # No connection is held meanwhile.
    password_hash = await passwords.hash(password)
    async with transaction(sessions) as session:
        client = await clients.lock_client(session, known.id)
        await codes.use(session, found, now=now)
        keys: list[str] = []
        if client.email_is_confirmed:
            client.password_hash = password_hash
            client.password_changed_at = now
            for purpose in codes.PUBLIC_PURPOSES:
                await security.close_codes(session, client.id, purpose, now=now)
            await queries.end_sessions(session, client.id)
            # An attacker with the old password could have created API keys.
            keys = await security.delete_api_keys(session, client.id)
        else:
            await claim(session, client, password_hash=password_hash, now=now)
        await announce(session, Notice("security", client.id, {"change": "password"}), is_recorded=True)
        email = security.password_changed_email(
            was_reset=True, api_keys=keys, device=visitor.device, ip=visitor.ip, now=now
        )
        clients.send_email(session, site, client, email, now=now)
    # Clear the failed attempts that preceded the reset.
    await attempts.clear_login(guards.scope_of(site), known.email)


async def claim(session: AsyncSession, client: Client, *, password_hash: str, now: datetime) -> None:
    """Hand an unconfirmed account to the owner of its mailbox. The caller has locked the client's row.

    A stranger may have registered the address of somebody else and wait for its owner to confirm it. So the
    owner of the mailbox gets an empty account: profile, sessions and credentials are deleted.
    """
    assert not client.email_is_confirmed, "a confirmed account cannot be claimed"
    client.password_hash = password_hash
    client.password_changed_at = now
    client.email_is_confirmed = True
    clients.clear_profile(client)
    await revoke_access(session, client.id, now=now)


async def revoke_access(session: AsyncSession, client_id: uuid.UUID, *, now: datetime) -> None:
    """End all sessions and delete all credentials except the password."""
    await queries.end_sessions(session, client_id)
    await queries.delete_devices(session, client_id)
    await security.delete_all_credentials(session, client_id)
    for purpose in codes.PURPOSES:
        await security.close_codes(session, client_id, purpose, now=now)
