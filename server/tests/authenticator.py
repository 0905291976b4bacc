"""An authenticator in software: it makes real WebAuthn attestations and assertions."""

import hashlib
import json
import struct
from dataclasses import dataclass, field
from typing import Any

import cbor2
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url

USER_PRESENT, USER_VERIFIED, HAS_CREDENTIAL = 0x01, 0x04, 0x40


@dataclass
class SoftAuthenticator:
    """One passkey. What a test tampers with is an argument; everything else is as a good browser does it."""

    credential_id: bytes
    user_handle: bytes = b""
    sign_count: int = 0
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))

    def create(
        self,
        options: dict[str, Any],
        *,
        origin: str = "http://localhost",
        rp_id: str | None = None,
        verified: bool = True,
        challenge: str | None = None,
        cross_origin: bool = False,
        kind: str = "webauthn.create",
    ) -> dict[str, Any]:
        """What `navigator.credentials.create(options)` gives, as `toJSON` writes it."""
        self.user_handle = base64url_to_bytes(options["user"]["id"])
        client_data = _client_data(
            kind, challenge or options["challenge"], origin=origin, cross_origin=cross_origin
        )
        data = self._authenticator_data(rp_id or options["rp"]["id"], verified=verified, attested=True)
        attestation = cbor2.dumps({"fmt": "none", "attStmt": {}, "authData": data})
        return self._envelope(
            {
                "clientDataJSON": bytes_to_base64url(client_data),
                "attestationObject": bytes_to_base64url(attestation),
                "transports": ["internal"],
            }
        )

    def get(
        self,
        options: dict[str, Any],
        *,
        origin: str = "http://localhost",
        rp_id: str | None = None,
        verified: bool = True,
        challenge: str | None = None,
        user_handle: bytes | None = None,
        cross_origin: bool = False,
        kind: str = "webauthn.get",
    ) -> dict[str, Any]:
        """What `navigator.credentials.get(options)` gives, as `toJSON` writes it."""
        self.sign_count += 1
        client_data = _client_data(
            kind, challenge or options["challenge"], origin=origin, cross_origin=cross_origin
        )
        data = self._authenticator_data(rp_id or options["rpId"], verified=verified, attested=False)
        signature = self.key.sign(data + hashlib.sha256(client_data).digest(), ec.ECDSA(hashes.SHA256()))
        return self._envelope(
            {
                "clientDataJSON": bytes_to_base64url(client_data),
                "authenticatorData": bytes_to_base64url(data),
                "signature": bytes_to_base64url(signature),
                "userHandle": bytes_to_base64url(user_handle or self.user_handle),
            }
        )

    def _envelope(self, response: dict[str, Any]) -> dict[str, Any]:
        name = bytes_to_base64url(self.credential_id)
        return {
            "id": name,
            "rawId": name,
            "type": "public-key",
            "response": response,
            "authenticatorAttachment": "platform",
            "clientExtensionResults": {},
        }

    def _authenticator_data(self, rp_id: str, *, verified: bool, attested: bool) -> bytes:
        flags = USER_PRESENT | (USER_VERIFIED if verified else 0) | (HAS_CREDENTIAL if attested else 0)
        data = hashlib.sha256(rp_id.encode()).digest() + struct.pack(">BI", flags, self.sign_count)
        if attested:
            data += bytes(16) + struct.pack(">H", len(self.credential_id)) + self.credential_id
            data += self._public_key()
        return data

    def _public_key(self) -> bytes:
        numbers = self.key.public_key().public_numbers()
        key = {1: 2, 3: -7, -1: 1, -2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        return cbor2.dumps(key)


def _client_data(kind: str, challenge: str, *, origin: str, cross_origin: bool) -> bytes:
    return json.dumps(
        {"type": kind, "challenge": challenge, "origin": origin, "crossOrigin": cross_origin}
    ).encode()
