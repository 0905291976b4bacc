"""The table of files; their bytes are in the file storage."""

import uuid
from datetime import datetime

from sqlalchemy import CheckConstraint, DateTime, ForeignKey, Index, String, text
from sqlalchemy.orm import Mapped, mapped_column

from clearwater.kit.db import Base


class File(Base):
    """An uploaded picture. It is removed after a day if nothing uses it."""

    __tablename__ = "files"
    __table_args__ = (
        CheckConstraint(
            "kind IN ('avatar', 'kyc_selfie', 'kyc_document', 'feedback', 'news',"
            " 'site_logo', 'site_favicon')",
            name="kind",
        ),
        Index("ix_files_unused", "created_at", postgresql_where=text("used_at IS NULL")),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    client_id: Mapped[uuid.UUID | None] = mapped_column(
        ForeignKey("clients.id", ondelete="CASCADE"), index=True
    )
    kind: Mapped[str] = mapped_column(String(20))
    mime: Mapped[str] = mapped_column(String(20))
    size: Mapped[int]
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    used_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))
