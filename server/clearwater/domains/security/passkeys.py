"""Passkeys of clients: WebAuthn credentials that count as both factors, because they verify their user."""

import uuid
from collections.abc import Collection
from datetime import datetime

from fastapi import Request
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.security import emails, queries
from clearwater.domains.security.models import Passkey, PasskeyChallenge
from clearwater.domains.sessions.errors import InvalidCredentials
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit import passkey_store, passkeys
from clearwater.kit.db import SessionFactory
from clearwater.kit.errors import NotFound
from clearwater.kit.languages import hostname_of
from clearwater.kit.notices import Notice, announce
from clearwater.kit.passkey_messages import (
    CreatedCredential,
    PasskeyCreationOptions,
    PasskeyRequestOptions,
    ShownCredential,
)
from clearwater.kit.passkeys import REGISTER, SIGN_IN, STEP_UP, Party


def party_of(request: Request, site: CurrentSite) -> Party:
    """The WebAuthn relying party for the host of this request."""
    return passkeys.make_party(
        hostname_of(request.headers),
        hostnames={known.hostname for known in site.hosts},
        name=site.sitename,
        page_origin=request.headers.get("origin"),
    )


async def offer_registration(
    session: AsyncSession, party: Party, client: Client, *, now: datetime
) -> PasskeyCreationOptions:
    """Options to register a passkey; authenticators that have one already are excluded."""
    known = await queries.list_passkeys(session, client.id)
    passkeys.require_room(len(known))
    return passkeys.creation_options(
        party,
        user_id=client.id.bytes,
        user_name=client.email,
        challenge=await _new_challenge(session, REGISTER, client.id, now=now),
        known_ids=[passkey.credential_id for passkey in known],
    )


async def register(
    session: AsyncSession,
    sessions: SessionFactory,
    party: Party,
    site: CurrentSite,
    client: Client,
    *,
    credential: CreatedCredential,
    name: str,
    now: datetime,
) -> Passkey:
    """Verify and store a new passkey for the client's challenge."""
    challenge = await _take_challenge(
        sessions, credential, purposes=(REGISTER,), client_id=client.id, now=now
    )
    verified = passkeys.verify_registration(party, credential, challenge)
    locked = await clients.lock_client(session, client.id)
    known = (await queries.count_passkeys(session, [client.id])).get(client.id, 0)
    passkeys.require_room(known)
    if locked.totp_secret is not None or known:
        locked.second_factor_replaced_at = now
    locked.second_factor_changed_at = now
    await announce(
        session, Notice("security", client.id, {"change": "passkey", "act": "added"}), is_recorded=True
    )
    clients.send_email(session, site, locked, emails.passkey_added(name), now=now)
    return await passkey_store.add_passkey(
        session, Passkey, verified, name=name, now=now, client_id=client.id
    )


async def remove(
    session: AsyncSession, site: CurrentSite, client_id: uuid.UUID, passkey_id: uuid.UUID, *, now: datetime
) -> None:
    client = await clients.lock_client(session, client_id)
    if not await queries.delete_passkey(session, client_id, passkey_id):
        raise NotFound("Passkey not found.")
    client.second_factor_changed_at = client.second_factor_replaced_at = now
    await announce(
        session, Notice("security", client_id, {"change": "passkey", "act": "removed"}), is_recorded=True
    )
    clients.send_email(session, site, client, emails.passkey_removed(), now=now)


async def offer_sign_in(session: AsyncSession, party: Party, *, now: datetime) -> PasskeyRequestOptions:
    """Options for a sign-in; the passkey identifies the client."""
    challenge = await _new_challenge(session, SIGN_IN, None, now=now)
    return passkeys.request_options(party, challenge=challenge)


async def offer_step_up(
    session: AsyncSession, party: Party, client: Client, *, now: datetime
) -> PasskeyRequestOptions:
    known = await queries.list_passkeys(session, client.id)
    challenge = await _new_challenge(session, STEP_UP, client.id, now=now)
    known_ids = [passkey.credential_id for passkey in known]
    return passkeys.request_options(party, challenge=challenge, known_ids=known_ids)


async def use(
    session: AsyncSession,
    sessions: SessionFactory,
    party: Party,
    credential: ShownCredential,
    *,
    owner: Client | None,
    now: datetime,
) -> Passkey:
    """Verify a passkey and update its counter. With an owner, it must be one of the owner's."""
    purposes = (SIGN_IN,) if owner is None else (SIGN_IN, STEP_UP)
    owner_id = None if owner is None else owner.id
    challenge = await _take_challenge(sessions, credential, purposes=purposes, client_id=owner_id, now=now)
    passkey = await queries.lock_passkey(session, passkeys.raw_bytes(credential.raw_id))
    if challenge is None or passkey is None or (owner is not None and passkey.client_id != owner.id):
        raise invalid_passkey()
    is_valid = passkey_store.count_use(
        passkey, party, credential, challenge, owner_id=passkey.client_id, now=now
    )
    if not is_valid:
        raise invalid_passkey()
    return passkey


async def _new_challenge(
    session: AsyncSession, purpose: str, client_id: uuid.UUID | None, *, now: datetime
) -> bytes:
    return await passkey_store.new_challenge(session, PasskeyChallenge, purpose, now=now, client_id=client_id)


async def _take_challenge(
    sessions: SessionFactory,
    credential: CreatedCredential | ShownCredential,
    *,
    purposes: Collection[str],
    client_id: uuid.UUID | None,
    now: datetime,
) -> bytes | None:
    """Take the challenge: sign-in challenges belong to no client, others to the client who requested them."""
    taken = await passkey_store.take_challenge(
        sessions, PasskeyChallenge, credential, purposes=purposes, now=now
    )
    is_theirs = taken is not None and taken.client_id in {None, client_id}
    return taken.challenge if taken is not None and is_theirs else None


def invalid_passkey() -> InvalidCredentials:
    return InvalidCredentials("This passkey could not be verified.")
