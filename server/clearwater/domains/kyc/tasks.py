"""Background jobs of identity checks."""

import uuid
from datetime import datetime, timedelta
from typing import Protocol

from clearwater.domains.kyc import queries
from clearwater.kit.db import SessionFactory, transaction

# Long enough to appeal a rejection. Pictures of approved checks are kept as long as the client exists.
REFUSED_PICTURES_KEPT_FOR = timedelta(days=180)
BATCH_STEPS = 50


class PictureStorage(Protocol):
    """Stores the pictures; implemented by an adapter."""

    async def remove(self, file_id: uuid.UUID) -> None:
        """Delete a picture permanently; does nothing if it no longer exists."""
        ...


async def purge_refused_pictures(sessions: SessionFactory, storage: PictureStorage, *, now: datetime) -> None:
    """Purge the pictures of rejected and revoked checks; the decisions and their reasons are kept.

    The bytes are deleted before the row is marked, so an interrupted run is safely repeated.
    """
    while True:
        async with transaction(sessions) as session:
            steps = await queries.lock_steps_to_purge(
                session, decided_before=now - REFUSED_PICTURES_KEPT_FOR, limit=BATCH_STEPS
            )
            for step in steps:
                for picture in (step.selfie_id, step.document_front_id, step.document_back_id):
                    if picture is not None:
                        await storage.remove(picture)
                step.pictures_purged_at = now
        if len(steps) < BATCH_STEPS:
            return
