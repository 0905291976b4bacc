"""Schemas of staff, the audit log and the outbox."""

import uuid
from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints

from clearwater.domains.staff.audit import ChainReport
from clearwater.domains.staff.models import AuditEntry, StaffMember, StaffProposal
from clearwater.domains.staff.permissions import Permission, Role
from clearwater.kit.emails import redact
from clearwater.kit.fields import mask_email
from clearwater.kit.outbox import Mail
from clearwater.kit.passkey_messages import ShownCredential

MailStatus = Literal["waiting", "failing", "given_up", "sent"]
StaffProposalKind = Literal["create", "role", "reset", "activate", "deactivate"]
StaffProposalStatus = Literal["proposed", "approved", "rejected"]
NewLogin = Annotated[str, StringConstraints(pattern=r"^[a-z0-9][a-z0-9._-]{1,39}$")]


class Credentials(BaseModel):
    """Credentials of staff; the code is always required."""

    model_config = ConfigDict(extra="forbid")

    login: Annotated[str, StringConstraints(strip_whitespace=True, to_lower=True, max_length=40)]
    password: Annotated[SecretStr, Field(min_length=1, max_length=128)]
    totp: Annotated[str, Field(pattern=r"^[0-9]{6}$", examples=["123456"])]


class OperatorToken(BaseModel):
    raw_token: str
    expires_at: int


class OperatorStepUp(BaseModel):
    """Either a code or a passkey."""

    model_config = ConfigDict(extra="forbid")

    totp: Annotated[str, Field(pattern=r"^[0-9]{6}$", examples=["123456"])] | None = None
    credential: ShownCredential | None = None


class OperatorSteppedUp(BaseModel):
    until: int


class OperatorMe(BaseModel):
    """The signed-in operator and the operator's permissions."""

    login: str
    role: Role
    permissions: list[Permission]
    expires_at: int = Field(description="When this session ends, however much is done in it.")
    idle_limit: int = Field(description="After how many seconds without a request it ends before that.")


class StaffView(BaseModel):
    id: uuid.UUID
    login: str
    role: Role
    is_active: bool
    created_at: int
    enrolled_at: int | None = Field(description="Since when the credentials are there; null: not enrolled.")

    @classmethod
    def of(cls, member: StaffMember) -> Self:
        return cls.model_validate(
            {
                "id": member.id,
                "login": member.login,
                "role": member.role,
                "is_active": member.is_active,
                "created_at": int(member.created_at.timestamp()),
                "enrolled_at": int(member.enrolled_at.timestamp()) if member.enrolled_at else None,
            }
        )


class StaffDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    login: NewLogin
    role: Role


class StaffChange(BaseModel):
    """Missing fields are not changed."""

    model_config = ConfigDict(extra="forbid")

    role: Role | None = None
    is_active: bool | None = None


class StaffProposalView(BaseModel):
    """A proposed change of staff; applied when another admin approves."""

    id: uuid.UUID
    kind: StaffProposalKind
    staff_id: uuid.UUID | None
    login: str
    role: Role | None
    status: StaffProposalStatus
    proposed_by: str
    proposed_at: int
    decided_by: str | None
    decided_at: int | None

    @classmethod
    def of(cls, proposal: StaffProposal) -> Self:
        columns = {name: getattr(proposal, name) for name in cls.model_fields}
        columns["proposed_at"] = int(proposal.proposed_at.timestamp())
        if proposal.decided_at is not None:
            columns["decided_at"] = int(proposal.decided_at.timestamp())
        return cls.model_validate(columns)


class AuditView(BaseModel):
    seq: int
    at: int
    staff_login: str
    act: str
    subject: str
    detail: dict[str, Any]
    hash: str = Field(description="Covers this entry and all before it, in hex.")

    @classmethod
    def of(cls, entry: AuditEntry) -> Self:
        return cls(
            seq=entry.seq,
            at=int(entry.at.timestamp()),
            staff_login=entry.staff_login,
            act=entry.act,
            subject=entry.subject,
            detail=entry.detail,
            hash=entry.hash.hex(),
        )


class ChainView(BaseModel):
    """The result of verifying the audit log. Save `head` elsewhere to detect a truncated log."""

    ok: bool
    entries: int = Field(description="How many entries from the first on are good.")
    broken_at: int | None = Field(description="The first entry that is changed, missing or put in.")
    head: str

    @classmethod
    def of(cls, report: ChainReport) -> Self:
        return cls(ok=report.ok, entries=report.entries, broken_at=report.broken_at, head=report.head.hex())


class MailView(BaseModel):
    """An email of the outbox without its content, which may contain codes."""

    id: uuid.UUID
    recipient: str = Field(description="Masked.")
    subject: str
    status: MailStatus
    created_at: int
    sent_at: int | None
    attempts: int
    next_attempt_at: int | None
    last_error: str | None

    @classmethod
    def of(cls, mail: Mail) -> Self:
        return cls.model_validate(_mail_columns(mail) | {"recipient": mask_email(mail.recipient)})


class MailContentView(MailView):
    """An email with codes and links redacted; the access is audited."""

    recipient: str
    sender_name: str
    text_body: str

    @classmethod
    def of(cls, mail: Mail) -> Self:
        content = {
            "recipient": mail.recipient,
            "sender_name": mail.sender_name,
            "text_body": redact(mail.text_body),
        }
        return cls.model_validate(_mail_columns(mail) | content)


def _mail_columns(mail: Mail) -> dict[str, Any]:
    return {
        "id": mail.id,
        "subject": redact(mail.subject),
        "status": mail_status(mail),
        "created_at": int(mail.created_at.timestamp()),
        "sent_at": int(mail.sent_at.timestamp()) if mail.sent_at else None,
        "attempts": mail.attempts,
        "next_attempt_at": int(mail.next_attempt_at.timestamp()) if mail.next_attempt_at else None,
        "last_error": mail.last_error,
    }


def mail_status(mail: Mail) -> MailStatus:
    if mail.sent_at is not None:
        return "sent"
    if mail.next_attempt_at is None:
        return "given_up"
    return "failing" if mail.attempts else "waiting"
