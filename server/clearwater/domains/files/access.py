"""Who may see a file."""

import uuid
from dataclasses import dataclass
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.files import service
from clearwater.domains.files.models import File
from clearwater.domains.staff.service import FILE_VIEWED, Operator, PermissionCheck, record
from clearwater.kit.errors import NotFound


@dataclass(frozen=True)
class Viewer:
    client_id: uuid.UUID | None
    operator: Operator | None


async def get_visible_file(
    check: PermissionCheck, session: AsyncSession, viewer: Viewer, file_id: uuid.UUID, *, now: datetime
) -> File:
    """Return the file if the viewer may see it. Access by staff is audited."""
    file = await service.get_file(session, file_id)
    rules = service.RULES[file.kind]
    if rules.is_public or (file.client_id is not None and file.client_id == viewer.client_id):
        return file
    if viewer.operator is None or rules.viewed_with is None:
        # The same answer as for an unknown id, so that ids cannot be probed.
        raise NotFound("File not found.")
    await check.require(viewer.operator, rules.viewed_with)
    detail = {"kind": file.kind, "client_id": str(file.client_id)}
    await record(session, viewer.operator, FILE_VIEWED, subject=f"file:{file.id}", detail=detail, now=now)
    return file
