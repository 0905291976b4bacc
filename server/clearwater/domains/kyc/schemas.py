"""Schemas of identity checks."""

import uuid
from collections.abc import Sequence
from typing import Annotated, Any, Literal, Self, cast

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from clearwater.domains.clients.service import Client, KycReason, PersonalInfo
from clearwater.domains.files import service as files
from clearwater.domains.kyc.models import KycCase, KycStep
from clearwater.kit.fields import SEVERAL_LINES, mask_email

DocumentType = Literal["passport", "id_card", "driver_license", "residence_permit"]
CaseStatus = Literal["pending", "approved", "rejected", "revoked"]
FileUrl = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Message = Annotated[
    str, StringConstraints(strip_whitespace=True, min_length=3, max_length=500, pattern=SEVERAL_LINES)
]


class KycSubmission(BaseModel):
    """Pictures for an identity check, by their urls. A passport has no back side."""

    model_config = ConfigDict(extra="forbid")

    selfie: FileUrl
    document_front: FileUrl
    document_back: FileUrl | None = None
    type: DocumentType


class Rejection(BaseModel):
    model_config = ConfigDict(extra="forbid")

    reason: KycReason
    message: Message = Field(description="What the client reads.")


class Revocation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    message: Message = Field(description="What the client reads.")


class CaseRef(BaseModel):
    """A case without personal information."""

    client_id: uuid.UUID
    type: DocumentType
    status: CaseStatus
    submitted_at: int

    @classmethod
    def of(cls, case: KycCase) -> "CaseRef":
        return CaseRef(
            client_id=case.client_id,
            type=cast("DocumentType", case.type),
            status=cast("CaseStatus", case.status),
            submitted_at=int(case.submitted_at.timestamp()),
        )


class KycCaseRow(CaseRef):
    """A row in the list of cases."""

    email: str = Field(description="Masked.")
    first_name: str | None
    last_name: str | None
    country: str | None

    @classmethod
    def with_person(cls, ref: CaseRef, client: Client) -> Self:
        return cls(
            **ref.model_dump(),
            email=mask_email(client.email),
            first_name=client.first_name,
            last_name=client.last_name,
            country=client.country,
        )


class CasePhotos(BaseModel):
    selfie: str
    document_front: str
    document_back: str | None

    @classmethod
    def of(cls, pictured: KycCase | KycStep) -> Self:
        back = pictured.document_back_id
        return cls(
            selfie=files.url_of(pictured.selfie_id),
            document_front=files.url_of(pictured.document_front_id),
            document_back=files.url_of(back) if back is not None else None,
        )


class CaseStep(BaseModel):
    """One step of the history: a submission or a decision, when and by whom."""

    at: int
    act: Literal["submitted", "approved", "rejected", "revoked"]
    type: DocumentType
    reason: KycReason | None
    message: str | None
    staff: str | None
    photos: CasePhotos

    @classmethod
    def of(cls, step: KycStep) -> Self:
        return cls(
            at=int(step.at.timestamp()),
            act=cast("Any", step.act),
            type=cast("DocumentType", step.type),
            reason=cast("KycReason | None", step.reason),
            message=step.message,
            staff=step.staff_login,
            photos=CasePhotos.of(step),
        )


class CasePerson(PersonalInfo):
    """The client's own statements, to be compared with the document."""

    model_config = ConfigDict(from_attributes=True)


class KycCaseView(CaseRef):
    """A case with everything that a reviewer needs."""

    email: str = Field(description="Masked.")
    registered_at: int
    is_frozen: bool
    personal_info: CasePerson
    message: str | None
    photos: CasePhotos
    history: list[CaseStep] = Field(description="Newest first.")

    @classmethod
    def whole(cls, case: KycCase, client: Client, steps: Sequence[KycStep]) -> Self:
        return cls(
            **CaseRef.of(case).model_dump(),
            email=mask_email(client.email),
            registered_at=int(client.created_at.timestamp()),
            is_frozen=client.frozen_at is not None,
            personal_info=CasePerson.model_validate(client),
            message=case.message,
            photos=CasePhotos.of(case),
            history=[CaseStep.of(step) for step in steps],
        )
