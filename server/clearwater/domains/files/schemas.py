"""Schemas of files."""

import uuid
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from clearwater.domains.files.models import File

FileKind = Literal["avatar", "kyc_selfie", "kyc_document", "feedback", "news", "site_logo", "site_favicon"]


def url_of(file_id: uuid.UUID) -> str:
    return f"/api/v1/file/{file_id}"


class FileView(BaseModel):
    """A stored file; other calls refer to it by its `url`."""

    id: uuid.UUID
    url: str
    mime: str
    size: int = Field(description="Bytes of the picture as stored, encoded again without its metadata.")

    @classmethod
    def of(cls, file: File) -> Self:
        return cls(id=file.id, url=url_of(file.id), mime=file.mime, size=file.size)


class AvatarChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    url: str | None = Field(max_length=200, description="The url of an uploaded avatar; null for none.")
