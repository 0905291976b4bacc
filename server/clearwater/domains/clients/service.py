"""Clients: registration data and profiles. Callers lock the row before a change.

Authentication is in `sessions`.
"""

import hmac
import json
import re
import uuid
from collections.abc import Collection, Mapping
from datetime import date, datetime
from typing import Annotated

from fastapi import Depends
from pydantic import JsonValue
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import queries
from clearwater.domains.clients.credentials import find_password_fault, normal_email
from clearwater.domains.clients.errors import EmailTaken, NamesLocked, UsernameTaken
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.ports import ClientFacts, KnownFacts, KycReason
from clearwater.domains.clients.schemas import (
    ClientAnswer,
    ClientView,
    Email,
    NewPassword,
    PersonalInfo,
    PersonalInfoChange,
    RegisteredClientView,
    Registration,
    RegistrationAnswer,
)
from clearwater.domains.sites.service import CurrentSite, Site, offered_languages
from clearwater.kit import emails
from clearwater.kit.app_services import AppService
from clearwater.kit.emails import Brand
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.messages import Message

__all__ = [
    "AppClientFacts",
    "Client",
    "ClientAnswer",
    "ClientFacts",
    "ClientView",
    "Email",
    "KycReason",
    "NewPassword",
    "PersonalInfo",
    "RegisteredClientView",
    "Registration",
    "RegistrationAnswer",
    "advance_totp_step",
    "clear_profile",
    "delete_unconfirmed",
    "find_client",
    "find_client_by_email",
    "find_clients",
    "lock_client",
    "lock_clients",
    "normal_email",
    "present",
    "present_known",
    "require_good_password",
    "send_email",
]


app_client_facts = AppService[ClientFacts]("client_facts")
AppClientFacts = Annotated[ClientFacts, Depends(app_client_facts)]

ADULT_YEARS = 18
EARLIEST_BIRTH = date(1900, 1, 1)
SITE_DATA_BYTES = 16 * 1024
WRITTEN_NUL = re.compile(r"(?<!\\)(\\\\)*\\u0000")
NAMES = ("first_name", "last_name", "middle_name")
CLEARED = (
    *NAMES,
    "username",
    "avatar",
    "sex",
    "location",
    "description",
    "phone",
    "anti_phishing_code",
    "birth_date",
    "country",
    "region",
    "city",
    "address",
    "postal_code",
    "referral_code",
    "totp_secret",
    "totp_pending_secret",
    "totp_last_step",
)


async def find_client(session: AsyncSession, client_id: uuid.UUID) -> Client | None:
    return await queries.find_by_id(session, client_id)


async def find_clients(session: AsyncSession, ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Client]:
    return await queries.find_by_ids(session, ids)


async def find_client_by_email(session: AsyncSession, site_id: uuid.UUID, email: str) -> Client | None:
    return await queries.find_by_email(session, site_id, normal_email(email))


async def lock_client(session: AsyncSession, client_id: uuid.UUID) -> Client:
    return await queries.lock_by_id(session, client_id)


async def lock_clients(session: AsyncSession, ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Client]:
    return await queries.lock_by_ids(session, ids)


async def delete_unconfirmed(session: AsyncSession, client: Client) -> None:
    """Delete a never confirmed account with all its data; raises EmailTaken if the ledger refers to it."""
    assert not client.email_is_confirmed
    try:
        async with session.begin_nested():
            await queries.delete_client(session, client.id)
    except IntegrityError:
        raise EmailTaken from None
    session.expunge(client)


async def advance_totp_step(session: AsyncSession, client_id: uuid.UUID, step: int) -> bool:
    """Mark a TOTP step as used; False when it, or a later one, was used before."""
    return await queries.advance_totp_step(session, client_id, step)


def require_good_password(password: str, *, email: str, context: Collection[str]) -> None:
    """Reject a new password that is easy to guess, also from names of this site and client."""
    fault = find_password_fault(password, email=email, context=context)
    if fault is not None:
        raise _invalid("password", fault.code, fault.message)


async def present(session: AsyncSession, facts: ClientFacts, client: Client, site: CurrentSite) -> ClientView:
    """The client as returned to that client, with data of other domains."""
    return ClientView.of(
        client,
        kyc=await facts.kyc_of(session, client),
        security=await facts.security_of(session, client),
        level=await facts.level_of(session, client),
        chat_identifier_hash=_chat_identifier_hash(site.chat_secret, client.id),
    )


def present_known(client: Client, known: KnownFacts, site: Site) -> ClientView:
    """The same as `present`, from the cached facts of a client."""
    return ClientView.of(
        client,
        kyc=known.kyc,
        security=known.security,
        level=known.level,
        chat_identifier_hash=_chat_identifier_hash(site.chat_secret, client.id),
    )


def _chat_identifier_hash(chat_secret: str, client_id: uuid.UUID) -> str:
    """The HMAC that authenticates a client to the support chat; empty without a secret."""
    if not chat_secret:
        return ""
    return hmac.digest(chat_secret.encode(), str(client_id).encode(), "sha256").hex()


def send_email(
    session: AsyncSession,
    site: CurrentSite,
    client: Client,
    email: emails.Email,
    *,
    now: datetime,
    recipient: str | None = None,
) -> None:
    """Queue an email to a client in the site's name; it is sent after the caller's transaction commits."""
    emails.send(
        session,
        email,
        Brand(site.sitename, site.accent),
        recipient=recipient or client.email,
        anti_phishing_code=client.anti_phishing_code,
        language=client.language,
        now=now,
    )


async def change_username(session: AsyncSession, client: Client, username: str) -> None:
    """Change the username; a unique constraint rejects one that is taken."""
    client.username = username
    try:
        await session.flush()
    except IntegrityError:
        raise UsernameTaken from None


def change_language(client: Client, site: CurrentSite, language: str) -> None:
    """Change the language of the client's emails to one that the site has."""
    if language not in offered_languages(site):
        raise _invalid("language", "language", "Choose one of the languages of this site.")
    client.language = language


async def change_personal_info(
    session: AsyncSession, facts: ClientFacts, client: Client, change: PersonalInfoChange, *, now: datetime
) -> None:
    """Change personal information; names are locked once they are being checked against documents."""
    if change.birth_date is not None:
        _require_adult(change.birth_date, now.date())
    renames = any(getattr(change, name) != getattr(client, name) for name in NAMES)
    if renames and (await facts.kyc_of(session, client)).status in ("pending", "approved"):
        raise NamesLocked
    for name, value in change.model_dump().items():
        setattr(client, name, value)


def clear_profile(client: Client) -> None:
    """Clear all profile fields and settings of an account."""
    for name in CLEARED:
        setattr(client, name, None)
    client.site_data = {}


def _require_adult(birth_date: date, today: date) -> None:
    had_birthday = (today.month, today.day) >= (birth_date.month, birth_date.day)
    age = today.year - birth_date.year - (0 if had_birthday else 1)
    if birth_date < EARLIEST_BIRTH or birth_date >= today:
        raise _invalid("birth_date", "date", "Enter your date of birth.")
    if age < ADULT_YEARS:
        raise _invalid(
            "birth_date",
            "too_young",
            Message("You must be at least {adult_years} years old.", adult_years=ADULT_YEARS),
        )


def merge_site_data(client: Client, change: Mapping[str, JsonValue]) -> None:
    """Merge keys into the site data; null removes a key. The total size is limited."""
    merged = {key: value for key, value in {**client.site_data, **change}.items() if value is not None}
    try:
        written = json.dumps(merged, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
        size = len(written.encode())
    except (ValueError, RecursionError):
        raise _invalid("site_data", "json", "Send plain JSON values.") from None
    if WRITTEN_NUL.search(written):
        # PostgreSQL cannot store NUL characters.
        raise _invalid("site_data", "json", "Send text without NUL characters.")
    if size > SITE_DATA_BYTES:
        raise _invalid(
            "site_data",
            "too_large",
            Message("Keep at most {site_data_bytes} KiB in all.", site_data_bytes=SITE_DATA_BYTES // 1024),
        )
    client.site_data = merged


def _invalid(field: str, code: str, message: str) -> ValidationFailed:
    return ValidationFailed(message, errors=[FieldError(field=field, code=code, message=message)])
