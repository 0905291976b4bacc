"""What a client's view needs from domains above this one; wired by the entry points."""

from datetime import datetime
from typing import Any, Literal, NamedTuple, Protocol

from pydantic import BaseModel, Field
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients.models import Client

KycStatus = Literal["unverified", "pending", "approved", "rejected", "revoked"]
KycReason = Literal[
    "blurred",
    "cropped",
    "glare",
    "document_expired",
    "document_unsupported",
    "face_mismatch",
    "data_mismatch",
    "suspected_forgery",
    "other",
]


class KycPhotos(BaseModel):
    selfie: str | None
    document_front: str | None
    document_back: str | None


class KycFacts(BaseModel):
    """The status of the client's identity check."""

    status: KycStatus
    type: str | None
    reason: KycReason | None = Field(description="Why the documents were rejected; null unless they were.")
    message: str | None
    submitted_at: int | None = Field(description="When documents were last sent; null if never.")
    photos: KycPhotos


class SecurityFacts(BaseModel):
    """The client's security settings."""

    totp: bool
    passkeys: int


class KnownFacts(NamedTuple):
    """What the domains above know of a client, as of the last change."""

    kyc: KycFacts
    security: SecurityFacts
    level: str
    has_deposited: bool
    transactions: list[dict[str, Any]]
    # Since when a version of the terms waits for the client; None if it is accepted.
    terms_asked_since: datetime | None


class ClientFacts(Protocol):
    """Implemented over kyc, membership and the ledger, which are layers above."""

    async def find_known(self, client: Client) -> KnownFacts:
        """All of it, from memory; a transaction that changes some of it asks below instead."""
        ...

    async def kyc_of(self, session: AsyncSession, client: Client) -> KycFacts: ...

    async def security_of(self, session: AsyncSession, client: Client) -> SecurityFacts: ...

    async def accept_terms(self, session: AsyncSession, client: Client) -> None:
        """Store that the client has accepted the terms of the site."""
        ...

    async def level_of(self, session: AsyncSession, client: Client) -> str:
        """The key of the client's membership level."""
        ...

    async def rank_of(self, session: AsyncSession, client: Client) -> int:
        """The rank of the client's membership level."""
        ...

    async def require_rank(self, session: AsyncSession, client: Client, rank: int) -> None:
        """Raise LEVEL_REQUIRED if the client's membership level is below a rank."""
        ...
