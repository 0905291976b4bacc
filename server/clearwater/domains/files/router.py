"""Uploads, the files themselves, and PATCH /v1/client/avatar."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.datastructures import UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.errors import AccountFrozen, EmailUnconfirmed
from clearwater.domains.clients.service import AppClientFacts, ClientAnswer
from clearwater.domains.files import service
from clearwater.domains.files.errors import (
    FileQuotaUsed,
    FileTooLarge,
    FileType,
    KindForbidden,
    NotMultipart,
    StorageFull,
    UploadTooSlow,
)
from clearwater.domains.files.schemas import AvatarChange, FileKind, FileView
from clearwater.domains.files.service import AppPictures, AppStorage
from clearwater.domains.sessions.errors import ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import Confirmed, MaybeCaller, Unfrozen
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.staff.errors import Forbidden
from clearwater.domains.staff.service import CurrentPermissionCheck, MaybeStaff
from clearwater.kit.dependencies import AppClock, AppLimiter, AppSettings, AppUploads
from clearwater.kit.errors import FieldError, Malformed, NotFound, ValidationFailed, problems
from clearwater.kit.ratelimit import RateLimitGroup
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

FIELD = "file"
# Allowance for multipart boundaries and headers.
FORM_BYTES = 16 * 1024
# The upload is buffered in memory until it is complete.
UPLOAD_TIMEOUT_SECONDS = 300.0

router = APIRouter(prefix="/v1", tags=["files"], route_class=UnitOfWorkRoute)

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
PICTURE: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The picture.",
        "content": {
            mime: {"schema": {"type": "string", "format": "binary"}}
            for mime in ("image/jpeg", "image/png", "image/webp")
        },
    }
}
PRIVATE = "private, no-store"
FOR_EVER = "public, max-age=31536000, immutable"
# Sandboxed, so that nothing can run when a picture is opened as a page.
SANDBOX = "default-src 'none'; sandbox; frame-ancestors 'none'"


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
        raise UploadTooSlow(f"Send the file within {UPLOAD_TIMEOUT_SECONDS:.0f} s.") from None
    except MultiPartException:
        raise Malformed(f"Send one file, in a form field named {FIELD}, and nothing else.") from None
    try:
        file = form.get(FIELD)
        if not isinstance(file, UploadFile):
            message = f"Send the file in a form field named {FIELD}."
            raise ValidationFailed(errors=[FieldError(field=FIELD, code="missing", message=message)])
        return await file.read()
    finally:
        await form.close()


@router.post(
    "/file",
    status_code=201,
    openapi_extra=FORM,
    responses=problems(
        TokenInvalid,
        AccountFrozen,
        EmailUnconfirmed,
        ScopeMissing,
        KindForbidden,
        FileTooLarge,
        FileType,
        NotMultipart,
        FileQuotaUsed,
        StorageFull,
    ),
)
async def upload_file(
    *,
    caller: Confirmed,
    kind: Annotated[FileKind, Query(alias="type")],
    reading: ReadSession,
    session: WriteSession,
    request: Request,
    limiter: AppLimiter,
    storage: AppStorage,
    settings: AppSettings,
    uploads: AppUploads,
    pictures: AppPictures,
    clock: AppClock,
) -> FileView:
    """Upload a picture (JPEG, PNG, WebP; 10 MB, avatars 2 MB). It is re-encoded without metadata."""
    service.require_may_upload(kind)
    owner = f"client:{caller.client.id}"
    await limiter.require_room(RateLimitGroup.UPLOADS, owner)
    await service.require_disk(storage, min_free_mb=settings.min_free_disk_mb)
    await service.require_quota(reading, caller.client.id)
    # Release the connection: a slow upload must not block the pool.
    await reading.close()
    with uploads.slot(owner):
        content = await read_upload(
            request,
            limit_bytes=service.RULES[kind].limit_bytes,
            too_large=lambda: service.too_large(kind),
        )
    file = await service.store_picture(
        session,
        storage,
        pictures,
        client=caller.client,
        kind=kind,
        content=content,
        now=clock.now(),
    )
    return FileView.of(file)


@router.get(
    "/file/{file_id}",
    response_class=Response,
    responses={**PICTURE, **problems(TokenInvalid, ScopeMissing, Forbidden, NotFound)},
)
async def show_file(
    *,
    file_id: uuid.UUID,
    caller: MaybeCaller,
    operator: MaybeStaff,
    session: WriteSession,
    clock: AppClock,
    storage: AppStorage,
    check: CurrentPermissionCheck,
) -> Response:
    """The picture: avatars are public, others are visible to their owner and to staff."""
    viewer = service.Viewer(caller.client.id if caller else None, operator)
    file = await service.get_visible_file(check, session, viewer, file_id, now=clock.now())
    content = await service.read_file(storage, file)
    extension = file.mime.removeprefix("image/")
    return Response(
        content,
        media_type=file.mime,
        headers={
            "Cache-Control": FOR_EVER if service.RULES[file.kind].is_public else PRIVATE,
            "Content-Disposition": f'inline; filename="{file.id}.{extension}"',
            "Content-Security-Policy": SANDBOX,
            "X-Content-Type-Options": "nosniff",
        },
    )


@router.patch("/client/avatar", responses=problems(TokenInvalid, AccountFrozen, ScopeMissing))
async def change_avatar(
    *,
    change: AvatarChange,
    caller: Unfrozen,
    site: CurrentSite,
    session: WriteSession,
    clock: AppClock,
    facts: AppClientFacts,
) -> ClientAnswer:
    """Set the avatar to one of the caller's uploads, or remove it."""
    client = await service.change_avatar(session, caller.client.id, change.url, now=clock.now())
    return ClientAnswer(client=await clients.present(session, facts, client, site))
