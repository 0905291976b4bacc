"""Pictures that staff upload for a site."""

import uuid
from typing import Annotated, Literal

from fastapi import APIRouter, Depends, Query

from clearwater.domains.files import service
from clearwater.domains.files.errors import FileTooLarge, FileType, NotMultipart, StorageFull
from clearwater.domains.files.schemas import FileKind, FileView
from clearwater.domains.files.uploads import FORM, PictureUpload
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, record
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, problems
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
    upload: PictureUpload,
    reading: ReadSession,
    session: WriteSession,
    clock: AppClock,
) -> FileView:
    """Upload a logo or an icon (JPEG, PNG, WebP; 2 MB, icons 1 MB); saving the site with its url shows it."""
    if not await sites.site_exists(reading, site_id):
        raise NotFound("Site not found.")
    await reading.close()
    file_kind = FILE_KINDS[kind]
    content = await upload.read(f"staff:{keeper.id}", file_kind)
    now = clock.now()
    file = await service.store_staff_picture(
        session, upload.storage, upload.pictures, kind=file_kind, content=content, now=now
    )
    detail = {"kind": kind, "file_id": str(file.id), "size": file.size}
    await record(session, keeper, "site.picture_added", subject=f"site:{site_id}", detail=detail, now=now)
    return FileView.of(file)
