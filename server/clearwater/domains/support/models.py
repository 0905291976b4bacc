"""The tables of support tickets."""

import uuid
from datetime import datetime

from sqlalchemy import (
    ARRAY,
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    String,
    Text,
)
from sqlalchemy.orm import Mapped, mapped_column, relationship

from clearwater.kit.db import Base


class Ticket(Base):
    """A support ticket. A visitor who was signed out is identified by the e-mail address only."""

    __tablename__ = "support_tickets"
    __table_args__ = (
        CheckConstraint("status IN ('open', 'answered', 'closed')", name="status"),
        Index(None, "client_id", "created_at", "id"),
        Index(None, "status", "created_at", "id"),
    )

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    number: Mapped[int] = mapped_column(BigInteger, Identity(always=True), unique=True)
    site_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("sites.id"), index=True)
    client_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("clients.id", ondelete="CASCADE"))
    email: Mapped[str] = mapped_column(String(254))
    topic: Mapped[str] = mapped_column(String(20))
    subject: Mapped[str] = mapped_column(String(120))
    reference: Mapped[str | None] = mapped_column(String(100))
    status: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
    updated_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    messages: Mapped[list["TicketMessage"]] = relationship(
        lazy="raise", order_by="TicketMessage.created_at, TicketMessage.id"
    )


class TicketMessage(Base):
    """A message in a ticket, by the client or by staff."""

    __tablename__ = "support_messages"
    __table_args__ = (Index(None, "ticket_id", "created_at", "id"),)

    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    ticket_id: Mapped[uuid.UUID] = mapped_column(ForeignKey("support_tickets.id", ondelete="CASCADE"))
    # None if the client wrote it.
    staff_id: Mapped[uuid.UUID | None] = mapped_column(ForeignKey("staff.id"))
    message: Mapped[str] = mapped_column(Text)
    attachments: Mapped[list[str]] = mapped_column(ARRAY(String(200)))
    created_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))
