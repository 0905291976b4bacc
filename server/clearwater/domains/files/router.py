"""Uploads, the files themselves, and PATCH /v1/client/avatar."""

import uuid
from typing import Annotated, Any

from fastapi import APIRouter, Query, Response

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
)
from clearwater.domains.files.kinds import RULES, require_may_upload
from clearwater.domains.files.ports import AppStorage
from clearwater.domains.files.schemas import AvatarChange, FileKind, FileView
from clearwater.domains.files.uploads import FORM, PictureUpload
from clearwater.domains.sessions.errors import ScopeMissing, TokenInvalid
from clearwater.domains.sessions.service import Confirmed, MaybeCaller, Unfrozen
from clearwater.domains.sites.service import CurrentSite
from clearwater.domains.staff.errors import Forbidden
from clearwater.domains.staff.service import CurrentPermissionCheck, MaybeStaff
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/v1", tags=["files"], route_class=UnitOfWorkRoute)

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
    upload: PictureUpload,
    reading: ReadSession,
    session: WriteSession,
    clock: AppClock,
) -> FileView:
    """Upload a picture (JPEG, PNG, WebP; 10 MB, avatars 2 MB). It is re-encoded without metadata."""
    require_may_upload(kind)
    await service.require_quota(reading, caller.client.id)
    await reading.close()
    content = await upload.read(f"client:{caller.client.id}", kind)
    file = await service.store_picture(
        session,
        upload.storage,
        upload.pictures,
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
            "Cache-Control": FOR_EVER if RULES[file.kind].is_public else PRIVATE,
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
