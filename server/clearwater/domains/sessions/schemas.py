"""Schemas of sign-ins and sessions, and of the state of the installation for staff."""

import uuid
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    ValidationInfo,
    field_validator,
)
from pydantic_core import PydanticCustomError

from clearwater.domains.clients.service import ClientView, Email, NewPassword
from clearwater.domains.security.service import MailedCode
from clearwater.domains.sessions.models import LoginEvent, Session
from clearwater.kit.session_rows import OwnSession, SessionFacts

# Longer than any password that can be set, so that a wrong password is never a validation error.
PASSWORD_INPUT = 1024

# PostgreSQL cannot store NUL characters; no login has control characters anyway.
Login = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=254, pattern=r"^[^\x00-\x1f\x7f]+$"),
]


class SignIn(BaseModel):
    """Login and password, or the code of a sign-in link; with the second factor where one is set up."""

    model_config = ConfigDict(extra="forbid")

    # Must be declared first: whether login and password are required depends on it.
    knock: MailedCode | None = Field(default=None, description="In place of login and password.")
    login: Login | None = Field(default=None, validate_default=True)
    password: Annotated[SecretStr, Field(min_length=1, max_length=PASSWORD_INPUT)] | None = Field(
        default=None, validate_default=True
    )
    totp: Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")] | None = None
    recovery_code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9 -]{4,64}$")] | None = None

    @field_validator("login", "password", mode="before")
    @classmethod
    def _needed_without_a_knock(cls, value: object, info: ValidationInfo) -> object:
        """Checked with the other fields, so that all errors are reported at once."""
        if "knock" not in info.data:
            return value
        if info.data["knock"] is None and value is None:
            raise PydanticCustomError("missing", "Field required")
        if info.data["knock"] is not None and value is not None:
            raise PydanticCustomError("extra_forbidden", "A knock takes the place of this.")
        return value


class TokenView(BaseModel):
    """The token of a new session; returned only once."""

    raw_token: str
    expires_at: int


class TokenState(BaseModel):
    valid: Literal[True] = True


class CurrentClientView(BaseModel):
    """The signed-in client and the newest transactions."""

    client: ClientView
    transactions: list[dict[str, Any]]
    has_deposited: bool = Field(description="Whether anything was ever credited to the client.")
    asks_terms: bool = Field(description="Whether new terms wait to be accepted since this sign-in.")


class MailRequest(BaseModel):
    """The address of a client who requests a sign-in link or a password reset."""

    model_config = ConfigDict(extra="forbid")

    email: Email


class MailRequestAnswer(BaseModel):
    """The same whether there is such an account or not, so that accounts cannot be enumerated."""

    accepted: Literal[True] = True


class PasswordReset(BaseModel):
    model_config = ConfigDict(extra="forbid")

    code: MailedCode
    password: NewPassword


class SessionView(OwnSession):
    pass


class LoginView(BaseModel):
    HEADER: ClassVar = ("at", "device", "ip", "outcome")

    id: uuid.UUID
    at: int
    device: str
    ip: str
    outcome: str

    @classmethod
    def of(cls, row: LoginEvent) -> Self:
        at = int(row.at.timestamp())
        return cls(id=row.id, at=at, device=row.device, ip=row.ip, outcome=row.outcome)

    @classmethod
    def cells(cls, row: LoginEvent) -> tuple[object, ...]:
        return int(row.at.timestamp()), row.device, row.ip, row.outcome


class SessionForStaff(SessionFacts):
    expires_at: int

    @classmethod
    def of(cls, row: Session) -> Self:
        return cls._with(row, expires_at=int(row.expires_at.timestamp()))


class InstallationHealth(BaseModel):
    """Figures that were counted a moment ago; what is not measured is not here."""

    database: Literal["ok"]
    outbox_waiting: int = Field(description="Messages that will be tried (again).")
    outbox_failing: int = Field(description="Messages that failed at least once and have not left.")
    sessions: int = Field(description="Open sessions of clients.")
