"""Reading an upload: one file in a form, counted while it arrives, and never on disk."""

import asyncio
from collections.abc import AsyncGenerator, Callable
from typing import Any

from fastapi import Request
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from clearwater.domains.files.errors import FileTooLarge, NotMultipart, UploadTooSlow
from clearwater.kit.errors import FieldError, Malformed, ValidationFailed
from clearwater.kit.messages import Message

FIELD = "file"
# Allowance for multipart boundaries and headers.
FORM_BYTES = 16 * 1024
# The upload is buffered in memory until it is complete.
UPLOAD_TIMEOUT_SECONDS = 300.0

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


async def read_upload(request: Request, *, limit_bytes: int, too_large: Callable[[], FileTooLarge]) -> bytes:
    """The bytes of the form's only file; rejected as soon as it exceeds the limit."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "multipart/form-data":
        raise NotMultipart
    allowed_bytes = limit_bytes + FORM_BYTES
    declared = request.headers.get("content-length", "")
    if declared.isascii() and declared.isdigit() and int(declared) > allowed_bytes:
        raise too_large()

    async def counted() -> AsyncGenerator[bytes, None]:
        received = 0
        async for chunk in request.stream():
            received += len(chunk)
            if received > allowed_bytes:
                raise too_large()
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
