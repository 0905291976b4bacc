"""Reading an upload: one file in a form, counted while it arrives, and never on disk."""

import asyncio
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from typing import Annotated, Any

import structlog
from fastapi import Depends, Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from clearwater.domains.files.errors import NotMultipart, StorageFull, UploadTooSlow
from clearwater.domains.files.kinds import MEGABYTE, RULES, too_large
from clearwater.domains.files.ports import AppPictures, AppStorage
from clearwater.domains.files.schemas import FileKind
from clearwater.kit.dependencies import AppLimiter, AppSettings, AppUploads
from clearwater.kit.errors import FieldError, Malformed, ValidationFailed
from clearwater.kit.messages import Message
from clearwater.kit.ratelimit import RateLimitGroup

log = structlog.get_logger("clearwater.files")

FIELD = "file"
# Allowance for multipart boundaries and headers.
FORM_BYTES = 16 * 1024
# The upload is buffered in memory until it is complete.
UPLOAD_TIMEOUT_SECONDS = 300.0
RETRY_AFTER = {"Retry-After": "600"}

FORM: dict[str, Any] = {
    "requestBody": {
        "required": True,
        "content": {
            "multipart/form-data": {
                "schema": {
                    "type": "object",
                    "required": [FIELD],
                    "properties": {FIELD: {"type": "string", "format": "binary"}},
                }
            }
        },
    }
}


class InMemoryParser(MultiPartParser):
    """Keeps the file in memory: a document must never be on disk unencrypted."""

    def __init__(self, request: Request, stream: AsyncGenerator[bytes, None], limit_bytes: int) -> None:
        super().__init__(request.headers, stream, max_files=1, max_fields=0)
        self.spool_max_size = limit_bytes + FORM_BYTES


@dataclass(frozen=True)
class _PictureUpload:
    """The picture in the form of a request, and what is needed to store it."""

    request: Request
    limiter: AppLimiter
    slots: AppUploads
    settings: AppSettings
    storage: AppStorage
    pictures: AppPictures

    async def read(self, owner: str, kind: FileKind) -> bytes:
        """The bytes of the picture, if the owner may upload now and the disk has room.

        This takes as long as the sender does: hold no connection of the database meanwhile.
        """
        await self.limiter.require_room(RateLimitGroup.UPLOADS, owner)
        await self._require_disk()
        with self.slots.slot(owner):
            return await _read_form(self.request, kind)

    async def _require_disk(self) -> None:
        """Raise when free disk space is below the reserve for the database."""
        free_bytes, min_free_mb = await self.storage.free_bytes(), self.settings.min_free_disk_mb
        if free_bytes < min_free_mb * MEGABYTE:
            log.error("disk_nearly_full", free_mb=free_bytes // MEGABYTE, min_free_mb=min_free_mb)
            raise StorageFull(headers=RETRY_AFTER)


PictureUpload = Annotated[_PictureUpload, Depends()]


async def _read_form(request: Request, kind: FileKind) -> bytes:
    """The bytes of the form's only file; rejected as soon as it exceeds the limit."""
    content_type = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if content_type != "multipart/form-data":
        raise NotMultipart
    limit_bytes = RULES[kind].limit_bytes
    allowed_bytes = limit_bytes + FORM_BYTES
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared) > allowed_bytes:
        raise too_large(kind)

    async def counted() -> AsyncGenerator[bytes, None]:
        received = 0
        async for chunk in request.stream():
            received += len(chunk)
            if received > allowed_bytes:
                raise too_large(kind)
            yield chunk

    try:
        async with asyncio.timeout(UPLOAD_TIMEOUT_SECONDS):
            form = await InMemoryParser(request, counted(), limit_bytes).parse()
    except TimeoutError:
        raise UploadTooSlow(
            Message("Send the file within {seconds} s.", seconds=format(UPLOAD_TIMEOUT_SECONDS, ".0f"))
        ) from None
    except MultiPartException:
        raise Malformed(
            Message("Send one file, in a form field named {field}, and nothing else.", field=FIELD)
        ) from None
    try:
        file = form.get(FIELD)
        if not isinstance(file, UploadFile):
            message = Message("Send the file in a form field named {field}.", field=FIELD)
            raise ValidationFailed(errors=[FieldError(field=FIELD, code="missing", message=message)])
        return await file.read()
    finally:
        await form.close()
