"""Schemas of clients for staff."""

import uuid
from datetime import date, datetime
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.clients.models import Client
from clearwater.domains.clients.ports import KycFacts, KycPhotos, SecurityFacts
from clearwater.domains.sessions.service import SessionForStaff
from clearwater.kit.fields import Line, mask_email


class ClientRow(BaseModel):
    """A search result; details need a request for one client, which is audited."""

    id: uuid.UUID
    site_id: uuid.UUID
    email: str = Field(description="Masked.")
    email_is_confirmed: bool
    username: str | None
    name: str | None
    frozen_at: int | None
    created_at: int

    @classmethod
    def of(cls, client: Client) -> Self:
        name = " ".join(part for part in (client.first_name, client.last_name) if part)
        return cls(
            id=client.id,
            site_id=client.site_id,
            email=mask_email(client.email),
            email_is_confirmed=client.email_is_confirmed,
            username=client.username,
            name=name or None,
            frozen_at=_seconds(client.frozen_at),
            created_at=int(client.created_at.timestamp()),
        )


class Identity(BaseModel):
    """The personal information that identity checks compare; only for operators who do those checks."""

    birth_date: date | None
    country: str | None
    region: str | None
    city: str | None
    address: str | None
    postal_code: str | None


class ClientDetail(BaseModel):
    id: uuid.UUID
    site_id: uuid.UUID
    email: str
    email_is_confirmed: bool
    username: str | None
    first_name: str | None
    last_name: str | None
    middle_name: str | None
    phone: str | None
    avatar: str | None
    identity: Identity | None = Field(description="null unless the caller may review identity checks.")
    kyc: KycFacts
    level: str
    security: SecurityFacts
    frozen_at: int | None
    password_changed_at: int | None
    email_changed_at: int | None
    second_factor_changed_at: int | None
    created_at: int
    sessions: list[SessionForStaff]

    @classmethod
    def of(
        cls,
        client: Client,
        *,
        kyc: KycFacts,
        security: SecurityFacts,
        level: str,
        sessions: list[SessionForStaff],
        with_identity: bool,
    ) -> Self:
        taken = ("id", "site_id", "email", "email_is_confirmed", "username", "phone", "avatar")
        named = ("first_name", "last_name", "middle_name")
        moments = ("frozen_at", "password_changed_at", "email_changed_at", "second_factor_changed_at")
        identity = {name: getattr(client, name) for name in Identity.model_fields}
        no_photos = KycPhotos(selfie=None, document_front=None, document_back=None)
        columns = {
            **{name: getattr(client, name) for name in (*taken, *named)},
            **{name: _seconds(getattr(client, name)) for name in moments},
            "created_at": _seconds(client.created_at),
            "identity": identity if with_identity else None,
            "kyc": kyc if with_identity else kyc.model_copy(update={"photos": no_photos}),
            "security": security,
            "level": level,
            "sessions": sessions,
        }
        return cls.model_validate(columns)


def _seconds(moment: datetime | None) -> int | None:
    return int(moment.timestamp()) if moment else None


class FreezeReason(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reason: Annotated[Line, Field(min_length=3, max_length=500)]
