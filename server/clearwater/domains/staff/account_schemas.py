"""Schemas of enrolment and of the operator's own account."""

from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr

from clearwater.domains.staff.enrolment import NewLink, TotpSetup
from clearwater.domains.staff.permissions import Role
from clearwater.kit.passkey_messages import PasskeyView
from clearwater.kit.session_rows import OwnSession

Token = Annotated[SecretStr, Field(min_length=20, max_length=100)]
NewPassword = Annotated[SecretStr, Field(min_length=12, max_length=128)]
SetupCode = Annotated[str, Field(pattern=r"^[0-9]{6}$", examples=["123456"])]
SealedSetup = Annotated[str, Field(pattern=r"^[0-9a-f]+$", max_length=2000)]


class EnrolmentLinkView(BaseModel):
    """Returned only once, to be handed to the colleague."""

    path: str = Field(description="A path of any site of this installation, with the token behind a #.")
    expires_at: int

    @classmethod
    def of(cls, link: NewLink) -> Self:
        # A fragment is never sent to a server, so the token is in no log or Referer header.
        return cls(path=f"/operator/enrol#{link.token}", expires_at=int(link.expires_at.timestamp()))


class EnrolmentOpening(BaseModel):
    model_config = ConfigDict(extra="forbid")

    token: Token


class OperatorTotpSetup(BaseModel):
    """A TOTP secret to set up; `setup` must be sent back with a code of it."""

    secret: str
    uri: str
    setup: str

    @classmethod
    def of(cls, made: TotpSetup) -> Self:
        return cls(secret=made.secret, uri=made.uri, setup=made.sealed)


class EnrolmentView(BaseModel):
    """The account that an enrolment link is for."""

    login: str
    role: Role
    totp: OperatorTotpSetup


class EnrolmentDraft(BaseModel):
    model_config = ConfigDict(extra="forbid")

    token: Token
    password: NewPassword
    setup: SealedSetup
    code: SetupCode


class OperatorPasswordChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    current_password: Annotated[SecretStr, Field(min_length=1, max_length=128)]
    password: NewPassword


class OperatorTotpConfirmation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    setup: SealedSetup
    code: SetupCode


class OperatorSessionView(OwnSession):
    pass


class OperatorAccount(BaseModel):
    """The operator's account: its credentials and sessions."""

    login: str
    role: Role
    enrolled_at: int
    passkeys: list[PasskeyView]
    sessions: list[OperatorSessionView]
