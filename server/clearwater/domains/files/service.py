"""Files of clients: re-encoded on upload, with access control on reads."""

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.clients import service as clients
from clearwater.domains.clients.service import Client
from clearwater.domains.files import queries
from clearwater.domains.files.errors import FileQuotaUsed, FileTooLarge, FileType
from clearwater.domains.files.kinds import MEGABYTE, RULES, STAFF_KINDS, too_large
from clearwater.domains.files.models import File
from clearwater.domains.files.ports import NotAPicture, Picture, Pictures, Storage, TooManyPixels
from clearwater.domains.files.schemas import FileKind, FileView, url_of
from clearwater.domains.files.uploads import FORM, PictureUpload
from clearwater.domains.staff.service import FILE_VIEWED, Operator, PermissionCheck, record
from clearwater.kit.db import SessionFactory, transaction
from clearwater.kit.errors import FieldError, NotFound, ValidationFailed
from clearwater.kit.ids import new_id

__all__ = [
    "FORM",
    "File",
    "FileView",
    "PictureUpload",
    "claim_file",
    "get_file",
    "purge_unused",
    "release_file",
    "url_of",
]

UNUSED_KEPT_FOR = timedelta(days=1)
PURGE_BATCH = 200
RESEAL_BATCH = 20
# A client needs three pictures for kyc and one avatar; the rest are attachments of support tickets.
MAX_FILES = 200
MAX_BYTES = 300 * MEGABYTE
MAX_UNUSED_FILES = 30
MAX_UNUSED_BYTES = 100 * MEGABYTE
URL_PREFIX = "/api/v1/file/"


async def require_quota(session: AsyncSession, client_id: uuid.UUID, *, more_bytes: int = 0) -> None:
    """Raise when the client has reached the maximum number or size of files."""
    held = await queries.sum_holdings(session, client_id)
    if held.files >= MAX_FILES or held.bytes + more_bytes > MAX_BYTES:
        raise FileQuotaUsed
    if held.unused_files >= MAX_UNUSED_FILES or held.unused_bytes + more_bytes > MAX_UNUSED_BYTES:
        raise FileQuotaUsed("Too many unused images. Unused images are removed after a day.")


async def store_picture(
    session: AsyncSession,
    storage: Storage,
    pictures: Pictures,
    *,
    client: Client,
    kind: FileKind,
    content: bytes,
    now: datetime,
) -> File:
    """Re-encode and store a client's picture, within the quota."""
    picture = await _redraw(pictures, kind, content)
    await queries.lock_holdings(session, client.id)
    await require_quota(session, client.id, more_bytes=len(picture.content))
    return await _store(session, storage, picture, kind=kind, client_id=client.id, now=now)


async def store_staff_picture(
    session: AsyncSession,
    storage: Storage,
    pictures: Pictures,
    *,
    kind: FileKind,
    content: bytes,
    now: datetime,
) -> File:
    """Re-encode and store a picture that belongs to no client. Unused, it is removed after a day."""
    assert kind in STAFF_KINDS
    picture = await _redraw(pictures, kind, content)
    return await _store(session, storage, picture, kind=kind, client_id=None, now=now)


async def _redraw(pictures: Pictures, kind: FileKind, content: bytes) -> Picture:
    rules = RULES[kind]
    if len(content) > rules.limit_bytes:
        raise too_large(kind)
    try:
        return await pictures.redraw(content, longest_side=rules.longest_side)
    except NotAPicture:
        raise FileType from None
    except TooManyPixels:
        raise FileTooLarge("This image is too large. Make it smaller and send it again.") from None


async def _store(
    session: AsyncSession,
    storage: Storage,
    picture: Picture,
    *,
    kind: FileKind,
    client_id: uuid.UUID | None,
    now: datetime,
) -> File:
    """The bytes are on disk before the row that refers to them."""
    size = len(picture.content)
    file = File(id=new_id(), client_id=client_id, kind=kind, mime=picture.mime, size=size, created_at=now)
    await storage.write(file.id, picture.content, is_sealed=RULES[kind].is_sealed)
    session.add(file)
    await session.flush()
    return file


async def get_file(session: AsyncSession, file_id: uuid.UUID) -> File:
    file = await queries.find_file(session, file_id)
    if file is None:
        raise NotFound("File not found.")
    return file


async def read_file(storage: Storage, file: File) -> bytes:
    try:
        return await storage.read(file.id, is_sealed=RULES[file.kind].is_sealed)
    except FileNotFoundError:
        raise NotFound("This file was removed when its retention period ended.") from None


async def claim_file(
    session: AsyncSession,
    client_id: uuid.UUID,
    url: str,
    kinds: Sequence[FileKind],
    *,
    field: str,
    now: datetime,
) -> File:
    """Mark the client's file at a url as used; anything else raises as if it did not exist."""
    file_id = _id_in(url)
    file = await queries.find_own_file(session, client_id, file_id, kinds) if file_id else None
    if file is None:
        message = "Name a file of the right kind that you have uploaded."
        raise ValidationFailed(errors=[FieldError(field=field, code="file", message=message)])
    file.used_at = now
    return file


async def release_file(session: AsyncSession, client_id: uuid.UUID, url: str) -> None:
    """Mark a file as unused; it is removed after a day."""
    file_id = _id_in(url)
    if file_id is not None:
        await queries.mark_unused(session, client_id, file_id)


async def claim_staff_file(
    session: AsyncSession, url: str, kind: FileKind, *, field: str, now: datetime
) -> None:
    """Mark a picture that staff have uploaded as used."""
    file_id = _id_in(url)
    file = await queries.lock_staff_file(session, file_id, kind) if file_id else None
    if file is None:
        message = "Upload this image first."
        raise ValidationFailed(errors=[FieldError(field=field, code="file", message=message)])
    file.used_at = now


async def release_staff_file(session: AsyncSession, url: str, kind: FileKind) -> None:
    """Mark a picture of staff as unused; it is removed after a day."""
    file_id = _id_in(url)
    file = await queries.lock_staff_file(session, file_id, kind) if file_id else None
    if file is not None:
        file.used_at = None


async def change_avatar(
    session: AsyncSession, client_id: uuid.UUID, url: str | None, *, now: datetime
) -> Client:
    client = await clients.lock_client(session, client_id)
    if url == client.avatar:
        return client
    if client.avatar is not None:
        await release_file(session, client_id, client.avatar)
    if url is not None:
        url = url_of((await claim_file(session, client_id, url, ["avatar"], field="url", now=now)).id)
    client.avatar = url
    await session.flush()
    return client


async def reseal(sessions: SessionFactory, storage: Storage) -> int:
    """Re-encrypt every sealed file that is not under the newest key; returns how many.

    Works in batches with the rows locked, so that a concurrently removed file is not written again. Safe to
    repeat after an interruption: files under the newest key are skipped.
    """
    kinds = [kind for kind, rules in RULES.items() if rules.is_sealed]
    last, done = uuid.UUID(int=0), 0
    while True:
        async with sessions() as session:
            ids = await queries.lock_next_files(session, kinds, after=last, limit=RESEAL_BATCH)
            done += sum([await storage.reseal(file_id) for file_id in ids])
        if not ids:
            return done
        last = ids[-1]


async def purge_unused(sessions: SessionFactory, storage: Storage, *, now: datetime) -> None:
    """Remove unused uploads, rows first: a row without bytes must never exist."""
    while True:
        async with transaction(sessions) as session:
            removed = await queries.delete_unused(
                session, made_before=now - UNUSED_KEPT_FOR, limit=PURGE_BATCH
            )
        for file_id in removed:
            await storage.remove(file_id)
        if len(removed) < PURGE_BATCH:
            return


def _id_in(url: str) -> uuid.UUID | None:
    if not url.startswith(URL_PREFIX):
        return None
    try:
        file_id = uuid.UUID(url.removeprefix(URL_PREFIX))
    except ValueError:
        return None
    return file_id if url == url_of(file_id) else None


@dataclass(frozen=True)
class Viewer:
    client_id: uuid.UUID | None
    operator: Operator | None


async def get_visible_file(
    check: PermissionCheck, session: AsyncSession, viewer: Viewer, file_id: uuid.UUID, *, now: datetime
) -> File:
    """Return the file if the viewer may see it. Access by staff is audited."""
    file = await get_file(session, file_id)
    rules = RULES[file.kind]
    if rules.is_public or (file.client_id is not None and file.client_id == viewer.client_id):
        return file
    if viewer.operator is None or rules.viewed_with is None:
        # The same answer as for an unknown id, so that ids cannot be probed.
        raise NotFound("File not found.")
    await check.require(viewer.operator, rules.viewed_with)
    detail = {"kind": file.kind, "client_id": str(file.client_id)}
    await record(session, viewer.operator, FILE_VIEWED, subject=f"file:{file.id}", detail=detail, now=now)
    return file
