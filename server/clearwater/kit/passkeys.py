"""WebAuthn ceremonies: options for a browser, and whether what it answers is genuine.

Whose passkeys there are, and which challenges were handed out, is the caller's to store.
"""

import struct
from collections.abc import Collection
from dataclasses import dataclass
from datetime import timedelta
from ipaddress import ip_address
from urllib.parse import urlsplit

import webauthn
from cryptography.exceptions import InternalError, InvalidSignature, UnsupportedAlgorithm
from webauthn.helpers import base64url_to_bytes, options_to_json_dict, parse_client_data_json
from webauthn.helpers.cose import COSEAlgorithmIdentifier
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    CollectedClientData,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from webauthn.registration.verify_registration_response import VerifiedRegistration

from clearwater.kit.errors import ClearwaterError, FieldError, ValidationFailed
from clearwater.kit.messages import Message
from clearwater.kit.passkey_messages import (
    CreatedCredential,
    PasskeyCreationOptions,
    PasskeyRequestOptions,
    ShownCredential,
)

CHALLENGE_TTL = timedelta(minutes=5)
TIMEOUT_MS = int(CHALLENGE_TTL.total_seconds() * 1000)
MAX_PASSKEYS = 20
# The standard's limit, and room for an RSA key of 4096 bits; larger ones would only cost time.
MAX_CREDENTIAL_ID_BYTES = 1023
MAX_PUBLIC_KEY_BYTES = 1024
ALGORITHMS = [
    COSEAlgorithmIdentifier.ECDSA_SHA_256,
    COSEAlgorithmIdentifier.EDDSA,
    COSEAlgorithmIdentifier.RSASSA_PKCS1_v1_5_SHA_256,
]
REGISTER, SIGN_IN, STEP_UP = "register", "sign_in", "step_up"
# Credentials come from outside, as bytes within bytes; these are the ways in which they fail to be read.
UNREADABLE = (
    WebAuthnException,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RecursionError,
    struct.error,
    InternalError,
    InvalidSignature,
    UnsupportedAlgorithm,
)


class PasskeysUnavailable(ClearwaterError):
    status, code, title = 409, "STATE_CONFLICT", "Passkeys do not work at this web address."


@dataclass(frozen=True)
class Party:
    """The relying party: its host, its name, and the origin of the page."""

    host: str
    name: str
    page_origin: str | None


def make_party(host: str, *, hostnames: Collection[str], name: str, page_origin: str | None) -> Party:
    """The party at a host, where passkeys work at it."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        pass
    else:
        raise PasskeysUnavailable(
            Message(
                "Passkeys need a name, and {host} is a number. Please open this site by its name, on your own"
                " machine as http://localhost.",
                host=host,
            )
        )
    if host not in hostnames:
        raise PasskeysUnavailable(
            Message("{host} is not among the hostnames of this site.", host=repr(host[:253]))
        )
    return Party(host, name, page_origin)


def creation_options(
    party: Party, *, user_id: bytes, user_name: str, challenge: bytes, known_ids: Collection[bytes]
) -> PasskeyCreationOptions:
    """Options for a new passkey; one that is there already is not made twice."""
    options = webauthn.generate_registration_options(
        rp_id=party.host,
        rp_name=party.name,
        user_id=user_id,
        user_name=user_name,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        authenticator_selection=AuthenticatorSelectionCriteria(
            resident_key=ResidentKeyRequirement.REQUIRED,
            user_verification=UserVerificationRequirement.REQUIRED,
        ),
        exclude_credentials=[PublicKeyCredentialDescriptor(id=known) for known in known_ids],
        supported_pub_key_algs=ALGORITHMS,
    )
    return PasskeyCreationOptions.model_validate(options_to_json_dict(options))


def request_options(
    party: Party, *, challenge: bytes, known_ids: Collection[bytes] = ()
) -> PasskeyRequestOptions:
    """Options to sign in with a passkey; without ids the passkey identifies its owner."""
    options = webauthn.generate_authentication_options(
        rp_id=party.host,
        challenge=challenge,
        timeout=TIMEOUT_MS,
        allow_credentials=[PublicKeyCredentialDescriptor(id=known) for known in known_ids],
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return PasskeyRequestOptions.model_validate(options_to_json_dict(options))


def verify_registration(
    party: Party, credential: CreatedCredential, challenge: bytes | None
) -> VerifiedRegistration:
    """What to store of a new passkey that answers this challenge; any other is refused."""
    try:
        verified = webauthn.verify_registration_response(
            credential=credential.as_json(),
            expected_challenge=challenge or b"",
            expected_rp_id=party.host,
            expected_origin=_expected_origin(party, credential),
            require_user_verification=True,
            supported_pub_key_algs=ALGORITHMS,
        )
    except UNREADABLE:
        raise refused("Could not verify this passkey. Try again.") from None
    if challenge is None or not _fits_columns(verified):
        raise refused("Could not verify this passkey. Try again.")
    return verified


def verify_assertion(
    party: Party, credential: ShownCredential, challenge: bytes, *, public_key: bytes, sign_count: int
) -> int | None:
    """The passkey's new count of signatures, or None if it is not genuine."""
    try:
        verified = webauthn.verify_authentication_response(
            credential=credential.as_json(),
            expected_challenge=challenge,
            expected_rp_id=party.host,
            expected_origin=_expected_origin(party, credential),
            credential_public_key=public_key,
            credential_current_sign_count=sign_count,
            require_user_verification=True,
        )
    except UNREADABLE:
        return None
    return verified.new_sign_count


def challenge_of(credential: CreatedCredential | ShownCredential) -> bytes | None:
    """The challenge that a credential answers."""
    client_data = _client_data(credential)
    return None if client_data is None else client_data.challenge


def is_owned_by(credential: ShownCredential, owner_id: bytes) -> bool:
    """Whether the user handle, where the passkey shows one, is this owner's."""
    handle = credential.response.user_handle
    return handle is None or raw_bytes(handle) == owner_id


def raw_bytes(text: str) -> bytes:
    """The bytes of a base64url text; of one that is none, such as no key and no challenge has."""
    try:
        return base64url_to_bytes(text)
    except ValueError:
        return b""


def require_room(count: int) -> None:
    if count >= MAX_PASSKEYS:
        raise refused(
            Message(
                "You can have at most {max_passkeys} passkeys. Remove one first.", max_passkeys=MAX_PASSKEYS
            )
        )


def refused(message: str) -> ValidationFailed:
    error = FieldError(field="credential", code="passkey", message=message)
    return ValidationFailed(message, errors=[error])


def _client_data(credential: CreatedCredential | ShownCredential) -> CollectedClientData | None:
    try:
        return parse_client_data_json(raw_bytes(credential.response.client_data_json))
    except UNREADABLE:
        return None


def _expected_origin(party: Party, credential: CreatedCredential | ShownCredential) -> str:
    """The origin that the browser wrote down, if it is one of this host; else one that never matches."""
    client_data = _client_data(credential)
    if client_data is None or client_data.cross_origin or not isinstance(client_data.origin, str):
        return ""
    parts = urlsplit(client_data.origin)
    is_private = parts.scheme == "https" or party.host == "localhost" or party.host.endswith(".localhost")
    is_page = party.page_origin in (None, client_data.origin)
    is_here = parts.hostname == party.host and parts.scheme in ("http", "https")
    return client_data.origin if is_here and is_private and is_page else ""


def _fits_columns(verified: VerifiedRegistration) -> bool:
    return (
        len(verified.credential_id) <= MAX_CREDENTIAL_ID_BYTES
        and len(verified.credential_public_key) <= MAX_PUBLIC_KEY_BYTES
    )
