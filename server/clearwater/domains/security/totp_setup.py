"""Set up and remove an authenticator app."""

import uuid
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.security import emails, queries
from clearwater.domains.security.errors import AttemptsLeft, CodeExpired, CodeInvalid
from clearwater.domains.security.second_factor import TOTP_PURPOSE, renew_recovery_codes
from clearwater.domains.security.step_up import StepUps
from clearwater.domains.sessions.service import Owner
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit import totp
from clearwater.kit.errors import NotFound
from clearwater.kit.notices import Notice, announce
from clearwater.kit.secrets import Seal


async def begin(session: AsyncSession, seal: Seal, client_id: uuid.UUID) -> str:
    """Create a pending secret; the current one stays valid until the first code is confirmed."""
    client = await clients.lock_client(session, client_id)
    secret = totp.new_secret()
    client.totp_pending_secret = seal.seal(secret.encode(), purpose=TOTP_PURPOSE)
    return secret


async def confirm(
    session: AsyncSession, step_ups: StepUps, site: CurrentSite, owner: Owner, code: str, *, now: datetime
) -> list[str]:
    """Enable TOTP; returns the recovery codes, which are shown only once."""
    seal, seen = step_ups.seal, owner.client
    guard = step_ups.guesses_of(site, owner)
    await guard.require_room()
    step = _find_step(seal, seen, code, now=now)
    if step is None:
        await guard.count_failure()
        left = await step_ups.count_guesses_left(site, owner)
        raise CodeInvalid(fields=AttemptsLeft(attempts_left=left))
    client = await clients.lock_client(session, seen.id)
    if client.totp_pending_secret != seen.totp_pending_secret:
        raise CodeExpired("No setup in progress. Start again.")
    client.totp_secret, client.totp_pending_secret = client.totp_pending_secret, None
    client.totp_last_step = step
    client.second_factor_changed_at = now
    recovery_codes = await renew_recovery_codes(session, seal, client)
    await announce(session, Notice("security", client.id, {"change": "totp"}))
    clients.send_email(session, site, client, emails.totp_added(), now=now)
    return recovery_codes


def _find_step(seal: Seal, client: Client, code: str, *, now: datetime) -> int | None:
    if client.totp_pending_secret is None:
        raise CodeExpired("No setup in progress. Start again.")
    secret = seal.open(client.totp_pending_secret, purpose=TOTP_PURPOSE).decode()
    return totp.find_step(secret, code, last_step=None, now=now)


async def remove(session: AsyncSession, site: CurrentSite, client_id: uuid.UUID, *, now: datetime) -> None:
    client = await clients.lock_client(session, client_id)
    if client.totp_secret is None and client.totp_pending_secret is None:
        raise NotFound("No authenticator app is set up.")
    was_on = client.totp_secret is not None
    client.totp_secret = client.totp_pending_secret = client.totp_last_step = None
    await queries.replace_recovery_codes(session, client_id, [])
    if was_on:
        client.second_factor_changed_at = now
        await announce(session, Notice("security", client.id, {"change": "totp"}))
        clients.send_email(session, site, client, emails.totp_removed(), now=now)
