"""Passkeys: WebAuthn credentials that count as both factors, because they verify their user."""

import struct
import uuid
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address
from urllib.parse import urlsplit

import webauthn
from cryptography.exceptions import InternalError, InvalidSignature, UnsupportedAlgorithm
from fastapi import Request
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession
from webauthn.helpers import (
    base64url_to_bytes,
    generate_challenge,
    options_to_json_dict,
    parse_client_data_json,
)
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    CollectedClientData,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from clearwater.domains.accounts import service as accounts
from clearwater.domains.accounts.service import Client
from clearwater.domains.sessions import security_letters as letters
from clearwater.domains.sessions import security_queries as queries
from clearwater.domains.sessions.errors import InvalidCredentials, PasskeysUnavailable
from clearwater.domains.sessions.models import Passkey, PasskeyChallenge
from clearwater.domains.sessions.passkey_schemas import (
    CreatedCredential,
    PasskeyCreationOptions,
    PasskeyRequestOptions,
    ShownCredential,
)
from clearwater.domains.sessions.sign_in import Guard, OpenedSession, open_session
from clearwater.domains.sites.service import CurrentSite, hostname_of
from clearwater.kit.db import Sessions
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id
from clearwater.kit.notices import Notice, announce

CHALLENGE_LIFE = timedelta(minutes=5)
TIMEOUT_MS = int(CHALLENGE_LIFE.total_seconds() * 1000)
MAX_PASSKEYS = 20
# The standard's limit, and room for an RSA key of 4096 bits: larger ones would only cost us time.
MAX_CREDENTIAL_ID_BYTES = 1023
MAX_PUBLIC_KEY_BYTES = 1024
ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
REGISTER, SIGN_IN, STEP_UP = "register", "sign_in", "step_up"
# Credentials come from outside, as bytes within bytes; these are the ways in which they fail to be read.
UNREADABLE = (
    WebAuthnException,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    struct.error,
    InternalError,
    InvalidSignature,
    UnsupportedAlgorithm,
)


@dataclass(frozen=True)
class Party:
    """Who asks for a passkey: the host that the browser shows, and the page that asked."""

    host: str
    site_id: uuid.UUID
    sitename: str
    page_origin: str | None


def party_of(request: Request, site: CurrentSite) -> Party:
    """The host of this request, where passkeys work at it."""
    host = hostname_of(request.headers)
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        pass
    else:
        raise PasskeysUnavailable(
            f"Passkeys need a name, and {host} is a number. Please open this site by its name, "
            "on your own machine as http://localhost."
        )
    if host not in {known.hostname for known in site.hosts}:
        raise PasskeysUnavailable(f"{host[:253]!r} is not among the hostnames of this site.")
    return Party(host, site.id, site.sitename, request.headers.get("origin"))


async def offer_registration(
    session: AsyncSession, party: Party, client: Client, *, now: datetime
) -> PasskeyCreationOptions:
    """Options for a new passkey; one that is there already is not made twice."""
    known = await queries.list_passkeys(session, client.id)
    _require_room(len(known))
    options = webauthn.generate_registration_options(
        rp_id=party.host,
        rp_name=party.sitename,
        user_id=client.id.bytes,
        user_name=client.email,
        challenge=await _new_challenge(session, REGISTER, client.id, now=now),
        timeout=TIMEOUT_MS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=passkey.credential_id) for passkey in known],
        supported_pub_key_algs=ALGORITHMS,
    )
    return PasskeyCreationOptions.model_validate(options_to_json_dict(options))


async def register(
    request: Request,
    session: AsyncSession,
    site: CurrentSite,
    client: Client,
    credential: CreatedCredential,
    *,
    name: str,
    now: datetime,
) -> Passkey:
    """Keep a passkey that answers a challenge of this very client."""
    party, sessions = party_of(request, site), request.app.state.services.sessions
    challenge = await _take_challenge(
        sessions, credential, purposes=(REGISTER,), client_id=client.id, now=now
    )
    try:
        verified = webauthn.verify_registration_response(
            credential=credential.as_json(),
            expected_challenge=challenge or b"",
            expected_rp_id=party.host,
            expected_origin=_expected_origin(party, credential),
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    except UNREADABLE:
        raise _refused("This passkey could not be verified. Please try again.") from None
    if challenge is None or not _is_keepable(verified):
        raise _refused("This passkey could not be verified. Please try again.")
    locked = await accounts.lock_client(session, client.id)
    _require_room(await queries.count_passkeys(session, client.id))
    locked.second_factor_changed_at = now
    await announce(session, Notice("security", client.id, {"change": "passkey"}))
    accounts.mail_client(session, site, locked, letters.passkey_added(name), now=now)
    passkey = Passkey(
        id=new_id(),
        client_id=client.id,
        credential_id=verified.credential_id,
        public_key=verified.credential_public_key,
        sign_count=verified.sign_count,
        name=name,
        created_at=now,
    )
    session.add(passkey)
    try:
        await session.flush()
    except IntegrityError:
        raise _refused("This passkey is registered already.") from None
    return passkey


async def remove(
    session: AsyncSession, site: CurrentSite, client_id: uuid.UUID, passkey_id: uuid.UUID, *, now: datetime
) -> None:
    client = await accounts.lock_client(session, client_id)
    if not await queries.delete_passkey(session, client_id, passkey_id):
        raise NotFound("You have no such passkey.")
    client.second_factor_changed_at = now
    await announce(session, Notice("security", client_id, {"change": "passkey"}))
    accounts.mail_client(session, site, client, letters.passkey_removed(), now=now)


async def offer_sign_in(session: AsyncSession, party: Party, *, now: datetime) -> PasskeyRequestOptions:
    """Options for whoever sits there: the passkey itself says whose it is."""
    return await _offer(session, party, SIGN_IN, None, [], now=now)


async def offer_step_up(
    session: AsyncSession, party: Party, client: Client, *, now: datetime
) -> PasskeyRequestOptions:
    known = await queries.list_passkeys(session, client.id)
    return await _offer(session, party, STEP_UP, client.id, known, now=now)


async def use(
    session: AsyncSession,
    sessions: Sessions,
    party: Party,
    credential: ShownCredential,
    *,
    owner: Client | None,
    now: datetime,
) -> Passkey:
    """The passkey that was shown, verified and counted. With an owner, only one of his will do."""
    purposes = (SIGN_IN,) if owner is None else (SIGN_IN, STEP_UP)
    owner_id = None if owner is None else owner.id
    challenge = await _take_challenge(sessions, credential, purposes=purposes, client_id=owner_id, now=now)
    passkey = await queries.lock_passkey(session, _bytes(credential.raw_id))
    if challenge is None or passkey is None or (owner is not None and passkey.client_id != owner.id):
        raise _not_shown()
    handle = credential.response.user_handle
    if handle is not None and _bytes(handle) != passkey.client_id.bytes:
        raise _not_shown()
    try:
        verified = webauthn.verify_authentication_response(
            credential=credential.as_json(),
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=_expected_origin(party, credential),
            credential_public_key=passkey.public_key,
            credential_current_sign_count=passkey.sign_count,
            require_user_verification=True,
        )
    except UNREADABLE:
        raise _not_shown() from None
    passkey.sign_count = verified.new_sign_count
    passkey.last_used_at = now
    return passkey


async def come_in(
    request: Request, site: CurrentSite, credential: ShownCredential, *, now: datetime
) -> OpenedSession:
    """Open a session for the owner of a passkey, which counts as both factors."""
    sessions = request.app.state.services.sessions
    party = party_of(request, site)
    guard = Guard(request, site, None)
    await guard.require_room()
    try:
        async with sessions() as session:
            passkey = await use(session, sessions, party, credential, owner=None, now=now)
            client = await accounts.find_client(session, passkey.client_id)
            if client is None or client.site_id != site.id:
                raise _not_shown()
            opened = await open_session(session, request, client, now=now)
            await session.commit()
    except InvalidCredentials:
        await guard.count_failure()
        raise
    return opened


async def _offer(
    session: AsyncSession,
    party: Party,
    purpose: str,
    client_id: uuid.UUID | None,
    known: Collection[Passkey],
    *,
    now: datetime,
) -> PasskeyRequestOptions:
    options = webauthn.generate_authentication_options(
        rp_id=party.host,
        challenge=await _new_challenge(session, purpose, client_id, now=now),
        timeout=TIMEOUT_MS,
        allow_credentials=[PublicKeyCredentialDescriptor(id=passkey.credential_id) for passkey in known],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return PasskeyRequestOptions.model_validate(options_to_json_dict(options))


async def _new_challenge(
    session: AsyncSession, purpose: str, client_id: uuid.UUID | None, *, now: datetime
) -> bytes:
    await queries.purge_challenges(session, now=now)
    challenge = generate_challenge()
    session.add(
        PasskeyChallenge(
            challenge=challenge, purpose=purpose, client_id=client_id, expires_at=now + CHALLENGE_LIFE
        )
    )
    return challenge


async def _take_challenge(
    sessions: Sessions,
    credential: CreatedCredential | ShownCredential,
    *,
    purposes: Collection[str],
    client_id: uuid.UUID | None,
    now: datetime,
) -> bytes | None:
    """The challenge that a credential answers, used up whatever becomes of the ceremony.

    It goes in a transaction of its own: a ceremony that fails is rolled back, its challenge is not.
    """
    client_data = _client_data(credential)
    if client_data is None:
        return None
    async with sessions() as session:
        taken = await queries.take_challenge(session, client_data.challenge)
        await session.commit()
    if taken is None or taken.expires_at <= now or taken.purpose not in purposes:
        return None
    # A sign-in challenge is for whoever comes; any other is for the client who asked.
    if taken.client_id is not None and taken.client_id != client_id:
        return None
    return taken.challenge


def _client_data(credential: CreatedCredential | ShownCredential) -> CollectedClientData | None:
    try:
        return parse_client_data_json(_bytes(credential.response.client_data_json))
    except UNREADABLE:
        return None


def _expected_origin(party: Party, credential: CreatedCredential | ShownCredential) -> str:
    """The origin that the browser wrote down, if it is one of this host; else one that never matches."""
    client_data = _client_data(credential)
    if client_data is None or client_data.cross_origin or not isinstance(client_data.origin, str):
        return ""
    parts = urlsplit(client_data.origin)
    is_private = parts.scheme == "https" or party.host == "localhost" or party.host.endswith(".localhost")
    is_page = party.page_origin in (None, client_data.origin)
    is_here = parts.hostname == party.host and parts.scheme in ("http", "https")
    return client_data.origin if is_here and is_private and is_page else ""


def _is_keepable(verified: VerifiedRegistration) -> bool:
    return (
        len(verified.credential_id) <= MAX_CREDENTIAL_ID_BYTES
        and len(verified.credential_public_key) <= MAX_PUBLIC_KEY_BYTES
    )


def _bytes(text: str) -> bytes:
    """The bytes of a base64url text; of one that is none, such as no key and no challenge has."""
    try:
        return base64url_to_bytes(text)
    except ValueError:
        return b""


def _require_room(count: int) -> None:
    if count >= MAX_PASSKEYS:
        raise _refused(f"Keep at most {MAX_PASSKEYS} passkeys; please remove one first.")


def _refused(message: str) -> ValidationFailed:
    error = FieldError(field="credential", code="passkey", message=message)
    return ValidationFailed(message, errors=[error])


def _not_shown() -> InvalidCredentials:
    return InvalidCredentials("This passkey could not be verified.")
