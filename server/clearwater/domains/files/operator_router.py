"""Pictures that staff upload for a site."""

import uuid
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query, Request

from clearwater.domains.files import service
from clearwater.domains.files.errors import FileTooLarge, FileType, NotMultipart, StorageFull
from clearwater.domains.files.schemas import FileKind, FileView
from clearwater.domains.files.service import AppPictures, AppStorage
from clearwater.domains.files.uploads import FORM, read_upload
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record
from clearwater.kit.dependencies import AppClock, AppLimiter, AppSettings, AppUploads
from clearwater.kit.errors import NotFound, problems
from clearwater.kit.ratelimit import RateLimitGroup
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/sites", tags=["operator"], route_class=UnitOfWorkRoute)

SiteKeeper = Annotated[Operator, Depends(allowed_to("sites"))]
FILE_KINDS: dict[str, FileKind] = {"logo": "site_logo", "favicon": "site_favicon"}


@router.post(
    "/{site_id}/files",
    status_code=201,
    openapi_extra=FORM,
    responses=problems(
        OperatorTokenInvalid, Forbidden, NotFound, FileTooLarge, FileType, NotMultipart, StorageFull
    ),
)
async def upload_site_picture(
    *,
    site_id: uuid.UUID,
    kind: Annotated[Literal["logo", "favicon"], Query()],
    keeper: SiteKeeper,
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
    """Upload a logo or an icon (JPEG, PNG, WebP; 2 MB, icons 1 MB); saving the site with its url shows it."""
    if not await sites.site_exists(reading, site_id):
        raise NotFound("Site not found.")
    # Release the connection: a slow upload must not block the pool.
    await reading.close()
    owner, file_kind = f"staff:{keeper.id}", FILE_KINDS[kind]
    await limiter.require_room(RateLimitGroup.UPLOADS, owner)
    await service.require_disk(storage, min_free_mb=settings.min_free_disk_mb)
    with uploads.slot(owner):
        content = await read_upload(
            request,
            limit_bytes=service.RULES[file_kind].limit_bytes,
            too_large=lambda: service.too_large(file_kind),
        )
    now = clock.now()
    file = await service.store_staff_picture(
        session, storage, pictures, kind=file_kind, content=content, now=now
    )
    detail = {"kind": kind, "file_id": str(file.id), "size": file.size}
    await record(session, keeper, "site.picture_added", subject=f"site:{site_id}", detail=detail, now=now)
    return FileView.of(file)
