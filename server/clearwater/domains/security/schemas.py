"""Schemas of API keys, proofs and changes of credentials."""

import uuid
from datetime import datetime
from ipaddress import ip_address, ip_network
from typing import Annotated, Any, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    StringConstraints,
    model_validator,
)
from pydantic_core import PydanticCustomError

from clearwater.domains.clients.service import Email, NewPassword
from clearwater.domains.security.models import ApiKey
from clearwater.kit.passkey_messages import ShownCredential

MAX_ALLOWED_ADDRESSES = 50
Scope = Literal["read", "trade", "withdraw"]
# The membership rank that each scope requires, both when a key is created and when it is used.
RANK_NEEDED: dict[Scope, int] = {"read": 0, "trade": 1, "withdraw": 2}


def _seconds(moment: datetime) -> int:
    return int(moment.timestamp())


def _network(given: str) -> str:
    """Normalise an IP address or network; rejects zones such as %eth0, which are only valid locally."""
    try:
        if "%" in given:
            raise ValueError
        return str(ip_network(given, strict=False)) if "/" in given else str(ip_address(given))
    except ValueError:
        message = "Send an address or a network, such as 203.0.113.7 or 203.0.113.0/24."
        raise PydanticCustomError("ip_address", message) from None


def _scopes_in_order(given: list[Scope]) -> list[Scope]:
    order: tuple[Scope, ...] = ("read", "trade", "withdraw")
    return [scope for scope in order if scope in given]


Network = Annotated[str, StringConstraints(strip_whitespace=True, max_length=49), AfterValidator(_network)]
PrintableName = Annotated[
    str,
    StringConstraints(
        strip_whitespace=True, min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]+$"
    ),
]
# Longer than any password; limits what argon2 has to hash.
GivenPassword = Annotated[SecretStr, Field(min_length=1, max_length=1000)]
MailedCode = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]{1,64}$")]
SixDigits = Annotated[str, StringConstraints(pattern=r"^[0-9]{6}$")]


class ResendAnswer(BaseModel):
    retry_after: int = Field(description="Seconds until the next code can be asked for.")


class StepUp(BaseModel):
    """One proof; `password` only without a second factor."""

    model_config = ConfigDict(extra="forbid")

    totp: SixDigits | None = None
    password: GivenPassword | None = None
    credential: ShownCredential | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if sum(proof is not None for proof in (self.totp, self.password, self.credential)) != 1:
            raise PydanticCustomError("one_proof", "Send exactly one of totp, password and credential.")
        return self


class SteppedUpUntil(BaseModel):
    until: int


class TotpSetup(BaseModel):
    """A TOTP secret that waits for its first code; `uri` is for a QR code."""

    secret: str
    uri: str


class TotpConfirmation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    code: SixDigits


class RecoveryCodes(BaseModel):
    """Recovery codes, returned only once."""

    recovery_codes: list[str]


class NewApiKey(BaseModel):
    model_config = ConfigDict(extra="forbid")

    name: PrintableName
    scopes: Annotated[list[Scope], Field(min_length=1, max_length=3), AfterValidator(_scopes_in_order)]
    ip_allow_list: list[Network] = Field(default=[], max_length=MAX_ALLOWED_ADDRESSES)


class ApiKeyView(BaseModel):
    id: uuid.UUID
    name: str
    scopes: list[Scope]
    suspended_scopes: list[Scope] = Field(
        description="Scopes that need a higher level than the client has now: the key may not use them."
    )
    ip_allow_list: list[str]
    created_at: int
    last_used_at: int | None

    @classmethod
    def of(cls, row: ApiKey, *, rank: int) -> Self:
        suspended = [scope for scope, needed in RANK_NEEDED.items() if scope in row.scopes and needed > rank]
        return cls(**_facts_of(row), suspended_scopes=suspended)


class CreatedApiKey(ApiKeyView):
    """A new API key with its secret, which is returned only here."""

    key: str

    @classmethod
    def with_key(cls, row: ApiKey, key: str) -> Self:
        return cls(**_facts_of(row), suspended_scopes=[], key=key)


def _facts_of(row: ApiKey) -> dict[str, Any]:
    return {
        "id": row.id,
        "name": row.name,
        "scopes": row.scopes,
        "ip_allow_list": row.ip_allow_list,
        "created_at": _seconds(row.created_at),
        "last_used_at": _seconds(row.last_used_at) if row.last_used_at else None,
    }


class PasswordChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    current_password: GivenPassword
    password: NewPassword


class EmailChange(BaseModel):
    model_config = ConfigDict(extra="forbid")

    email: Email


class EmailChangeConfirmation(BaseModel):
    model_config = ConfigDict(extra="forbid")

    code: SixDigits
