"""Change password, email address and authenticator app."""

import uuid
from datetime import datetime

from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import EmailTaken
from clearwater.domains.clients.service import Client
from clearwater.domains.security import codes, emails, queries
from clearwater.domains.security.errors import AttemptsLeft, CodeExpired, CodeInvalid
from clearwater.domains.security.guards import Guards
from clearwater.domains.security.second_factor import TOTP_PURPOSE, renew_recovery_codes
from clearwater.domains.security.step_up import StepUps
from clearwater.domains.sessions.errors import InvalidCredentials
from clearwater.domains.sessions.service import Owner, end_sessions
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit import totp
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.notices import Notice, announce
from clearwater.kit.passwords import Passwords
from clearwater.kit.secrets import Seal
from clearwater.kit.visitor import Visitor

# Codes that were sent to the old address must not work after the change.
MAILED_PURPOSES = ("email_confirmation", "knock", "password_reset", "withdrawal")


async def change_password(
    session: AsyncSession,
    step_ups: StepUps,
    passwords: Passwords,
    site: CurrentSite,
    owner: Owner,
    *,
    current_password: str,
    password: str,
    visitor: Visitor,
    now: datetime,
) -> None:
    """Change the password, given the current one, and end all other sessions."""
    await step_ups.require_password(site, owner, current_password)
    context = (site.sitename, owner.client.username or "")
    clients.require_good_password(password, email=owner.client.email, context=context)
    password_hash = await passwords.hash(password)
    client = await clients.lock_client(session, owner.client.id)
    if client.password_hash != owner.client.password_hash:
        # The password was changed while the current one was being verified.
        raise InvalidCredentials("Incorrect password.")
    client.password_hash = password_hash
    client.password_changed_at = now
    await end_sessions(session, client.id, keep=owner.session_id)
    await announce(session, Notice("security", client.id, {"change": "password"}), is_recorded=True)
    email = emails.password_changed(was_reset=False, device=visitor.device, ip=visitor.ip, now=now)
    clients.send_email(session, site, client, email, now=now)


async def ask_for_email_change(
    session: AsyncSession,
    guards: Guards,
    seal: Seal,
    site: CurrentSite,
    owner: Owner,
    *,
    sessions: SessionFactory,
    email: str,
    now: datetime,
) -> None:
    """Mail a code to the new address, and a notice to the old one."""
    if email == owner.client.email:
        message = "This is already your email address."
        raise ValidationFailed(message, errors=[FieldError(field="email", code="same", message=message)])
    # Limited, because trying many addresses would reveal who has an account.
    guard = guards.of_holder(site, f"email-change:{owner.client.id}")
    await guard.require_room()
    async with sessions() as reading:
        taken = await clients.find_client_by_email(reading, site.id, email)
    if taken is not None:
        await guard.count_failure()
        raise EmailTaken
    client = await clients.lock_client(session, owner.client.id)
    await codes.require_resend_allowed(session, client, "email_change", now=now)
    issued = await codes.issue(session, seal, client.id, "email_change", now=now, target=email)
    clients.send_email(
        session, site, client, emails.email_change_code(issued.digits), now=now, recipient=email
    )
    clients.send_email(session, site, client, emails.email_change_requested(email), now=now)


async def confirm_email_change(
    session: AsyncSession,
    sessions: SessionFactory,
    seal: Seal,
    site: CurrentSite,
    client_id: uuid.UUID,
    *,
    digits: str,
    now: datetime,
) -> Client:
    """Make the address that the code was mailed to the client's own."""
    used = await codes.use_digits(
        session, client_id, "email_change", digits, sessions=sessions, seal=seal, now=now
    )
    assert used.target is not None, "a code for a change of address has the new one"
    client = await clients.lock_client(session, client_id)
    old_email, client.email = client.email, used.target
    client.email_is_confirmed = True
    client.email_changed_at = now
    try:
        await session.flush()
    except IntegrityError:
        raise EmailTaken from None
    for purpose in MAILED_PURPOSES:
        await queries.close_codes(session, client_id, purpose, now=now)
    await announce(session, Notice("security", client.id, {"change": "email"}), is_recorded=True)
    notice = emails.email_changed(client.email)
    clients.send_email(session, site, client, notice, now=now, recipient=old_email)
    return client


async def begin_totp_setup(session: AsyncSession, seal: Seal, client_id: uuid.UUID) -> str:
    """Create a pending secret; the current one stays valid until the first code is confirmed."""
    client = await clients.lock_client(session, client_id)
    secret = totp.new_secret()
    client.totp_pending_secret = seal.seal(secret.encode(), purpose=TOTP_PURPOSE)
    return secret


async def confirm_totp_setup(
    session: AsyncSession, step_ups: StepUps, site: CurrentSite, owner: Owner, code: str, *, now: datetime
) -> list[str]:
    """Enable TOTP; returns the recovery codes, which are shown only once."""
    seal, seen = step_ups.seal, owner.client
    guard = step_ups.attempts_of(site, owner)
    await guard.require_room()
    step = _find_pending_step(seal, seen, code, now=now)
    if step is None:
        await guard.count_failure()
        left = await step_ups.count_attempts_left(site, owner)
        raise CodeInvalid(fields=AttemptsLeft(attempts_left=left))
    client = await clients.lock_client(session, seen.id)
    if client.totp_pending_secret != seen.totp_pending_secret:
        raise CodeExpired("No setup in progress. Start again.")
    if client.totp_secret is not None or await queries.count_passkeys(session, [client.id]):
        client.second_factor_replaced_at = now
    client.totp_secret, client.totp_pending_secret = client.totp_pending_secret, None
    client.totp_last_step = step
    client.second_factor_changed_at = now
    recovery_codes = await renew_recovery_codes(session, seal, client)
    await announce(
        session, Notice("security", client.id, {"change": "totp", "act": "added"}), is_recorded=True
    )
    clients.send_email(session, site, client, emails.totp_added(), now=now)
    return recovery_codes


def _find_pending_step(seal: Seal, client: Client, code: str, *, now: datetime) -> int | None:
    if client.totp_pending_secret is None:
        raise CodeExpired("No setup in progress. Start again.")
    secret = seal.open(client.totp_pending_secret, purpose=TOTP_PURPOSE).decode()
    return totp.find_step(secret, code, last_step=None, now=now)


async def remove_totp(
    session: AsyncSession, site: CurrentSite, client_id: uuid.UUID, *, now: datetime
) -> None:
    client = await clients.lock_client(session, client_id)
    if client.totp_secret is None and client.totp_pending_secret is None:
        raise NotFound("No authenticator app is set up.")
    was_on = client.totp_secret is not None
    client.totp_secret = client.totp_pending_secret = client.totp_last_step = None
    await queries.replace_recovery_codes(session, client_id, [])
    if was_on:
        client.second_factor_changed_at = client.second_factor_replaced_at = now
        await announce(
            session, Notice("security", client.id, {"change": "totp", "act": "removed"}), is_recorded=True
        )
        clients.send_email(session, site, client, emails.totp_removed(), now=now)
