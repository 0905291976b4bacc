"""Tokens, their hashes, and sealing with the installation's own key."""

import hashlib
import hmac
import os
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from clearwater.kit.errors import StartupError

KEY_BYTES = 32
NONCE_BYTES = 12


def new_token() -> str:
    """256 random bits, safe in headers and addresses."""
    return secrets.token_urlsafe(32)


def new_digits(length: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(length))


def hash_token(token: str) -> bytes:
    """What is stored of a token: enough to recognise it, useless to present."""
    return hashlib.sha256(token.encode()).digest()


class Seal:
    """AES-256-GCM under keys drawn from one secret that lives outside the database."""

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    def seal(self, content: bytes, *, purpose: str) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        return nonce + AESGCM(self._key(purpose)).encrypt(nonce, content, purpose.encode())

    def open(self, sealed: bytes, *, purpose: str) -> bytes:
        nonce, content = sealed[:NONCE_BYTES], sealed[NONCE_BYTES:]
        try:
            return AESGCM(self._key(purpose)).decrypt(nonce, content, purpose.encode())
        except InvalidTag:
            message = "A sealed value was made under another CLEARWATER_SECRET_KEY."
            raise ValueError(message) from None

    def digest(self, content: str, *, purpose: str) -> bytes:
        """A keyed hash for short secrets such as codes, which a plain hash would not hide."""
        return hmac.digest(self._key(purpose), content.encode(), "sha256")

    def _key(self, purpose: str) -> bytes:
        return hmac.digest(self._secret, purpose.encode(), "sha256")


def load_seal(secret_key: str | None, data_folder: Path) -> Seal:
    """The key from the settings, else the one in the data folder, made on the first start."""
    if secret_key is not None:
        return Seal(hashlib.sha256(secret_key.encode()).digest())
    path = data_folder / "secret-key"
    try:
        data_folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            _write_once(path, os.urandom(KEY_BYTES))
        secret = path.read_bytes()
    except OSError as error:
        raise StartupError(
            f"The key in {path} cannot be used: {error.strerror}; set CLEARWATER_SECRET_KEY."
        ) from None
    if len(secret) != KEY_BYTES:
        raise StartupError(f"The key in {path} is damaged; restore it from a backup.")
    return Seal(secret)


def _write_once(path: Path, content: bytes) -> None:
    """Whole or not at all, and the first of two starters wins: nothing may be sealed under a lost key."""
    draft = path.with_name(f"{path.name}.{os.getpid()}")
    descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        os.write(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()
