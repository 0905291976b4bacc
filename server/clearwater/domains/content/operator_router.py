"""News, FAQ and pages, for editors."""

import asyncio
import uuid
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.content import markdown, queries, service
from clearwater.domains.content.errors import NotLive, VersionConflict
from clearwater.domains.content.models import Entry
from clearwater.domains.content.schemas import (
    ContentDraft,
    ContentForStaff,
    ContentKind,
    ContentPreview,
    ContentPreviewRequest,
    ContentRow,
    ContentSite,
    ContentStatus,
    ContentVersion,
    ContentVersionRow,
    NewContent,
    PublishRequest,
    RestoreRequest,
    entry_columns,
)
from clearwater.domains.files import service as files
from clearwater.domains.files.errors import FileTooLarge, FileType, NotMultipart, StorageFull
from clearwater.domains.files.service import FORM, FileView, PictureUpload
from clearwater.domains.sites import service as sites
from clearwater.domains.staff.errors import Forbidden, OperatorTokenInvalid
from clearwater.domains.staff.service import Operator, allowed_to, find_logins, record
from clearwater.kit.dependencies import AppClock
from clearwater.kit.errors import NotFound, RateLimited, problems
from clearwater.kit.fields import ONE_LINE
from clearwater.kit.paging import Listing, Page, Paging, read_page, read_rows
from clearwater.kit.unit_of_work import ReadSession, UnitOfWorkRoute, WriteSession

router = APIRouter(prefix="/operator/content", tags=["operator"], route_class=UnitOfWorkRoute)

Editor = Annotated[Operator, Depends(allowed_to("content"))]
Query100 = Annotated[
    str | None, Query(max_length=100, pattern=ONE_LINE, description="Part of a title or slug.")
]


@router.get("", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_content(
    *,
    editor: Editor,
    paging: Paging,
    session: ReadSession,
    kind: ContentKind | None = None,
    site_id: uuid.UUID | None = None,
    status: ContentStatus | None = None,
    q: Query100 = None,
) -> Page[ContentRow]:
    """Entries, last changed first."""
    entries = queries.select_entries(kind=kind, site_id=site_id, status=status, q=q)
    return await read_page(session, entries, queries.ENTRY_ORDER, paging, ContentRow.of)


@router.get("/sites", responses=problems(OperatorTokenInvalid, Forbidden))
async def list_content_sites(editor: Editor, session: ReadSession) -> Page[ContentSite]:
    """The sites that entries can belong to, and their languages; all on one page."""
    found = [
        ContentSite(
            id=site.id,
            sitename=site.sitename,
            hosts=sorted(host.hostname for host in site.hosts),
            languages=sites.offered_languages(site),
        )
        for site in await sites.list_sites(session)
    ]
    return Page(items=found, next_cursor=None)


@router.post("", status_code=201, responses=problems(OperatorTokenInvalid, Forbidden))
async def create_content(
    draft: NewContent, editor: Editor, clock: AppClock, session: WriteSession
) -> ContentForStaff:
    """Create an entry; it is a draft until it is published."""
    now = clock.now()
    entry = await service.create(session, editor, draft, now=now)
    return await _record(session, editor, entry, "content.created", clock)


@router.post("/preview", responses=problems(OperatorTokenInvalid, Forbidden))
async def preview_content(draft: ContentPreviewRequest, editor: Editor) -> ContentPreview:
    """A text as visitors would see it."""
    return ContentPreview(html=await asyncio.to_thread(markdown.render, draft.body_markdown))


@router.post(
    "/files",
    status_code=201,
    openapi_extra=FORM,
    responses=problems(
        OperatorTokenInvalid, Forbidden, FileTooLarge, FileType, NotMultipart, StorageFull, RateLimited
    ),
)
async def upload_content_file(
    *,
    editor: Editor,
    upload: PictureUpload,
    session: WriteSession,
    clock: AppClock,
) -> FileView:
    """Upload a picture for a cover or a text (JPEG, PNG, WebP; 10 MB). It is public, without metadata."""
    content = await upload.read(f"staff:{editor.id}", "news")
    now = clock.now()
    file = await files.store_staff_picture(
        session, upload.storage, upload.pictures, kind="news", content=content, now=now
    )
    await record(session, editor, "content.file_uploaded", subject=f"file:{file.id}", now=now)
    return FileView.of(file)


@router.get("/{entry_id}", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def show_content(entry_id: uuid.UUID, editor: Editor, session: ReadSession) -> ContentForStaff:
    """An entry with its draft."""
    return await _view(session, await service.get_entry(session, entry_id))


@router.put(
    "/{entry_id}/draft", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, VersionConflict)
)
async def save_content_draft(
    entry_id: uuid.UUID, draft: ContentDraft, editor: Editor, clock: AppClock, session: WriteSession
) -> ContentForStaff:
    """Save a new version as the draft. Rejected when someone else has saved one since `expected_version`."""
    entry = await service.save_draft(
        session, editor, entry_id, draft, expected_version=draft.expected_version, now=clock.now()
    )
    return await _record(session, editor, entry, "content.saved", clock)


@router.post(
    "/{entry_id}/publish", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, VersionConflict)
)
async def publish_content(
    entry_id: uuid.UUID, request: PublishRequest, editor: Editor, clock: AppClock, session: WriteSession
) -> ContentForStaff:
    """Publish the draft now, or schedule it."""
    entry = await service.publish(
        session, entry_id, expected_version=request.expected_version, at=request.at, now=clock.now()
    )
    act = "content.published" if entry.scheduled_version is None else "content.scheduled"
    return await _record(session, editor, entry, act, clock)


@router.post("/{entry_id}/unpublish", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, NotLive))
async def unpublish_content(
    entry_id: uuid.UUID, editor: Editor, clock: AppClock, session: WriteSession
) -> ContentForStaff:
    """Hide an entry from visitors, and cancel its schedule; its versions stay."""
    entry = await service.unpublish(session, entry_id)
    return await _record(session, editor, entry, "content.unpublished", clock)


@router.get("/{entry_id}/versions", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def list_content_versions(
    entry_id: uuid.UUID, editor: Editor, paging: Paging, session: ReadSession
) -> Page[ContentVersionRow]:
    """The versions of an entry, newest first."""
    await service.get_entry(session, entry_id)
    listing = Listing(queries.select_versions(entry_id), queries.VERSION_ORDER)
    versions, following = await read_rows(session, listing, paging)
    authors = (version.staff_id for version in versions if version.staff_id is not None)
    logins = await find_logins(session, authors)
    items = [ContentVersionRow.by(version, logins) for version in versions]
    return Page(items=items, next_cursor=following)


@router.get("/{entry_id}/versions/{number}", responses=problems(OperatorTokenInvalid, Forbidden, NotFound))
async def show_content_version(
    entry_id: uuid.UUID, number: int, editor: Editor, session: ReadSession
) -> ContentVersion:
    """One version with everything in it."""
    return await _version_view(session, entry_id, number)


@router.post(
    "/{entry_id}/restore", responses=problems(OperatorTokenInvalid, Forbidden, NotFound, VersionConflict)
)
async def restore_content(
    entry_id: uuid.UUID, request: RestoreRequest, editor: Editor, clock: AppClock, session: WriteSession
) -> ContentForStaff:
    """Make an old version the draft again, as a new version."""
    entry = await service.restore(
        session,
        editor,
        entry_id,
        request.number,
        expected_version=request.expected_version,
        now=clock.now(),
    )
    return await _record(session, editor, entry, "content.restored", clock)


async def _record(
    session: AsyncSession, editor: Operator, entry: Entry, act: str, clock: AppClock
) -> ContentForStaff:
    shown = await _view(session, entry)
    detail = service.describe(entry)
    await record(session, editor, act, subject=f"content:{entry.id}", detail=detail, now=clock.now())
    return shown


async def _view(session: AsyncSession, entry: Entry) -> ContentForStaff:
    draft = await _version_view(session, entry.id, entry.latest_version)
    return ContentForStaff.model_validate(entry_columns(entry) | {"draft": draft})


async def _version_view(session: AsyncSession, entry_id: uuid.UUID, number: int) -> ContentVersion:
    version = await service.get_version(session, entry_id, number)
    authors = [version.staff_id] if version.staff_id is not None else []
    return ContentVersion.by(version, await find_logins(session, authors))
