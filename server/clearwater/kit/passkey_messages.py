"""Passkeys on the wire. The names inside options and credentials are WebAuthn's own."""

import uuid
from typing import Annotated, Any, Literal, Protocol, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue, StringConstraints
from pydantic.alias_generators import to_camel

Base64Url = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9_-]+={0,2}$", max_length=32_768)]


class WebAuthnPart(BaseModel):
    """A part of a WebAuthn message. Browsers add to them over time; what is new is not for us."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True, extra="ignore")


class PasskeyParty(WebAuthnPart):
    id: str
    name: str


class PasskeyAccount(WebAuthnPart):
    id: str
    name: str
    display_name: str


class PasskeyAlgorithm(WebAuthnPart):
    type: Literal["public-key"]
    alg: int


class PasskeyDescriptor(WebAuthnPart):
    id: str
    type: Literal["public-key"]


class PasskeySelection(WebAuthnPart):
    resident_key: Literal["required"]
    require_resident_key: bool
    user_verification: Literal["required"]


class PasskeyCreationOptions(WebAuthnPart):
    """For `PublicKeyCredential.parseCreationOptionsFromJSON`."""

    rp: PasskeyParty
    user: PasskeyAccount
    challenge: str
    pub_key_cred_params: list[PasskeyAlgorithm]
    timeout: int
    exclude_credentials: list[PasskeyDescriptor]
    authenticator_selection: PasskeySelection
    attestation: Literal["none"]


class PasskeyRequestOptions(WebAuthnPart):
    """For `PublicKeyCredential.parseRequestOptionsFromJSON`."""

    challenge: str
    timeout: int
    rp_id: str
    allow_credentials: list[PasskeyDescriptor]
    user_verification: Literal["required"]


class PasskeyAttestation(WebAuthnPart):
    client_data_json: Base64Url = Field(alias="clientDataJSON")
    attestation_object: Base64Url


class PasskeyAssertion(WebAuthnPart):
    client_data_json: Base64Url = Field(alias="clientDataJSON")
    authenticator_data: Base64Url
    signature: Base64Url
    user_handle: Base64Url | None = None


class PasskeyEnvelope(WebAuthnPart):
    id: Base64Url
    raw_id: Base64Url
    type: Literal["public-key"]
    authenticator_attachment: str | None = None
    client_extension_results: dict[str, JsonValue] = {}

    def as_json(self) -> dict[str, Any]:
        """The credential as WebAuthn spells it."""
        return self.model_dump(
            by_alias=True,
            exclude_none=True,
            exclude={"client_extension_results", "authenticator_attachment"},
        )


class CreatedCredential(PasskeyEnvelope):
    """What `navigator.credentials.create` gave, as `toJSON` writes it."""

    response: PasskeyAttestation


class ShownCredential(PasskeyEnvelope):
    """What `navigator.credentials.get` gave, as `toJSON` writes it."""

    response: PasskeyAssertion


class NewPasskey(BaseModel):
    model_config = ConfigDict(extra="forbid")

    credential: CreatedCredential
    name: Annotated[
        str | None,
        StringConstraints(
            strip_whitespace=True, min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f\u2028\u2029]+$"
        ),
    ] = None


class PasskeySignIn(BaseModel):
    model_config = ConfigDict(extra="forbid")

    credential: ShownCredential


class StoredPasskey(Protocol):
    """What a table of passkeys holds of each."""

    id: Any
    name: Any
    created_at: Any
    last_used_at: Any


class PasskeyView(BaseModel):
    id: uuid.UUID
    name: str
    created_at: int
    last_used_at: int | None

    @classmethod
    def of(cls, passkey: StoredPasskey) -> Self:
        return cls(
            id=passkey.id,
            name=passkey.name,
            created_at=int(passkey.created_at.timestamp()),
            last_used_at=int(passkey.last_used_at.timestamp()) if passkey.last_used_at else None,
        )
