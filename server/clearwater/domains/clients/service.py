"""Clients: registration data and profiles. Authentication is in `sessions`."""

import hmac
import uuid
from collections.abc import Collection
from datetime import datetime
from typing import Annotated

from fastapi import Depends
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import profile, queries
from clearwater.domains.clients.credentials import find_password_fault, normal_email
from clearwater.domains.clients.errors import EmailTaken
from clearwater.domains.clients.models import Client
from clearwater.domains.clients.ports import ClientFacts, KycReason
from clearwater.domains.clients.schemas import (
    ClientAnswer,
    ClientView,
    Email,
    NewPassword,
    RegisteredClientView,
    Registration,
    RegistrationAnswer,
)
from clearwater.domains.sites.service import CurrentSite
from clearwater.kit import emails
from clearwater.kit.emails import Brand
from clearwater.kit.errors import FieldError, ValidationFailed
from clearwater.kit.from_app import FromApp

AppClientFacts = Annotated[ClientFacts, Depends(FromApp[ClientFacts]("client_facts"))]

__all__ = [
    "AppClientFacts",
    "Client",
    "ClientAnswer",
    "ClientFacts",
    "ClientView",
    "Email",
    "KycReason",
    "NewPassword",
    "RegisteredClientView",
    "Registration",
    "RegistrationAnswer",
    "advance_totp_step",
    "clear_profile",
    "delete_unconfirmed",
    "find_client",
    "find_client_by_email",
    "lock_client",
    "normal_email",
    "present",
    "require_good_password",
    "send_email",
]


async def find_client(session: AsyncSession, client_id: uuid.UUID) -> Client | None:
    return await queries.find_by_id(session, client_id)


async def find_client_by_email(session: AsyncSession, site_id: uuid.UUID, email: str) -> Client | None:
    return await queries.find_by_email(session, site_id, normal_email(email))


async def lock_client(session: AsyncSession, client_id: uuid.UUID) -> Client:
    return await queries.lock_by_id(session, client_id)


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


def clear_profile(client: Client) -> None:
    """Clear all profile fields and settings of an account."""
    profile.clear_profile(client)


def require_good_password(password: str, *, email: str, context: Collection[str]) -> None:
    """Reject a new password that is easy to guess, also from names of this site and client."""
    fault = find_password_fault(password, email=email, context=context)
    if fault is not None:
        errors = [FieldError(field="password", code=fault.code, message=fault.message)]
        raise ValidationFailed(fault.message, errors=errors)


async def present(session: AsyncSession, facts: ClientFacts, client: Client, site: CurrentSite) -> ClientView:
    """The client as returned to that client, with data of other domains."""
    return ClientView.of(
        client,
        kyc=await facts.kyc_of(session, client),
        security=await facts.security_of(session, client),
        level=await facts.level_of(session, client),
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
        now=now,
    )
