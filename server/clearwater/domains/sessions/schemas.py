"""Sign-up, sign-in and codes on the wire."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr, StringConstraints

from clearwater.domains.accounts.service import ClientView, Email, NewPassword
from clearwater.kit.errors import FieldError

# Longer than any password that can be set: a wrong one is wrong, not malformed.
PASSWORD_INPUT = 1024

# PostgreSQL stores every character but NUL; no login has control characters anyway.
Login = Annotated[
    str,
    StringConstraints(strip_whitespace=True, min_length=1, max_length=254, pattern=r"^[^\x00-\x1f\x7f]+$"),
]
MailedCode = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]


class SignIn(BaseModel):
    """A login and its password, or the code of a knock; with the second factor where there is one."""

    model_config = ConfigDict(extra="forbid")

    login: Login | None = None
    password: Annotated[SecretStr, Field(min_length=1, max_length=PASSWORD_INPUT)] | None = None
    knock: MailedCode | None = Field(default=None, description="In place of login and password.")
    totp: Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")] | None = None
    recovery_code: Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9 -]{4,64}$")] | None = None

    def find_faults(self) -> list[FieldError]:
        """What is missing, or one too many."""
        needed = {"login": self.login, "password": self.password}
        if self.knock is None:
            return [
                FieldError(field=name, code="missing", message="Field required")
                for name, value in needed.items()
                if value is None
            ]
        return [
            FieldError(field=name, code="extra_forbidden", message="A knock takes the place of this.")
            for name, value in needed.items()
            if value is not None
        ]


class TokenView(BaseModel):
    """The token of a new session, shown this once."""

    raw_token: str
    expires_at: int


class TokenState(BaseModel):
    valid: Literal[True] = True


class CurrentClientView(BaseModel):
    """The signed-in client and his newest transactions."""

    client: ClientView
    transactions: list[dict[str, Any]]


class ResendAnswer(BaseModel):
    retry_after: int = Field(description="Seconds until the next code can be asked for.")


class MailRequest(BaseModel):
    """The address of whoever knocks or has forgotten the password."""

    model_config = ConfigDict(extra="forbid")

    email: Email


class MailRequestAnswer(BaseModel):
    """Says the same whether there is such an account or not."""

    accepted: Literal[True] = True


class PasswordReset(BaseModel):
    model_config = ConfigDict(extra="forbid")

    code: MailedCode
    password: NewPassword
