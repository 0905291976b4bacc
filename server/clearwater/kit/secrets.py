"""Tokens, their hashes, and sealing with the installation's own key."""

import hashlib
import hmac
import os
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError

KEY_BYTES = 32
KEY_FILE, OLD_KEYS_FILE, DRAFT = "secret-key", "secret-key.old", "draft"
NONCE_BYTES = 12
# What a seal with a key's id begins with. Older ones begin with their nonce, which can be anything.
FORMAT_PREFIX = b"\x02cw\x00"
KEY_ID_BYTES = 4


def new_token() -> str:
    """256 random bits, safe in headers and addresses."""
    return secrets.token_urlsafe(32)


def new_digits(length: int) -> str:
    return "".join(secrets.choice("0123456789") for _ in range(length))


def hash_token(token: str) -> bytes:
    """What is stored of a token: enough to recognise it, useless to present."""
    return hashlib.sha256(token.encode()).digest()


class SealedColumn(NamedTuple):
    """Values of a table that are sealed, and what for."""

    table: str
    column: str
    purpose: str


class Seal:
    """AES-256-GCM under keys drawn from secrets that live outside the database.

    The first secret seals; the others are older ones, under which things may still be sealed.
    """

    def __init__(self, *secrets: bytes, load_secrets: Callable[[], Sequence[bytes]] | None = None) -> None:
        self._load_secrets = load_secrets
        self._set_keys(secrets)

    def _set_keys(self, secrets: Sequence[bytes]) -> None:
        self._secrets = {_key_id(secret): secret for secret in secrets}
        self.key_id = _key_id(secrets[0])

    def seal(self, content: bytes, *, purpose: str) -> bytes:
        nonce = os.urandom(NONCE_BYTES)
        key = _key(self._secrets[self.key_id], purpose)
        return FORMAT_PREFIX + self.key_id + nonce + AESGCM(key).encrypt(nonce, content, purpose.encode())

    def open(self, sealed: bytes, *, purpose: str) -> bytes:
        for secret, content in self._candidates(sealed):
            nonce, hidden = content[:NONCE_BYTES], content[NONCE_BYTES:]
            try:
                return AESGCM(_key(secret, purpose)).decrypt(nonce, hidden, purpose.encode())
            except InvalidTag:
                continue
        message = "A sealed value was made under another CLEARWATER_SECRET_KEY."
        raise ValueError(message)

    def is_current(self, sealed: bytes) -> bool:
        """Whether something is sealed under the newest key."""
        return sealed.startswith(FORMAT_PREFIX + self.key_id)

    def digest(self, content: str, *, purpose: str) -> bytes:
        """A keyed hash for short secrets such as codes, which a plain hash would not hide."""
        return hmac.digest(_key(self._secrets[self.key_id], purpose), content.encode(), "sha256")

    def digests(self, content: str, *, purpose: str) -> list[bytes]:
        """What may be stored of a secret: its hash under each key, the newest first."""
        return [
            hmac.digest(_key(secret, purpose), content.encode(), "sha256")
            for secret in self._secrets.values()
        ]

    def sign(self, content: bytes, *, purpose: str, key_id: bytes) -> bytes | None:
        """The signature of some content under one of the keys; None when that key is missing."""
        if key_id not in self._secrets:
            self.reload()
        secret = self._secrets.get(key_id)
        return secret and hmac.digest(_key(secret, purpose), content, "sha256")

    def _candidates(self, sealed: bytes) -> list[tuple[bytes, bytes]]:
        """Each secret under which it may be sealed, with what follows the mark."""
        start = len(FORMAT_PREFIX) + KEY_ID_BYTES
        key_id = sealed[len(FORMAT_PREFIX) : start]
        named = []
        if sealed.startswith(FORMAT_PREFIX):
            if key_id not in self._secrets:
                self.reload()
            if key_id in self._secrets:
                named = [(self._secrets[key_id], sealed[start:])]
        return [*named, *((secret, sealed) for secret in self._secrets.values())]

    def reload(self) -> None:
        """Load the keys again after they were changed."""
        if self._load_secrets is not None:
            self._set_keys(self._load_secrets())


def _key(secret: bytes, purpose: str) -> bytes:
    return hmac.digest(secret, purpose.encode(), "sha256")


def _key_id(secret: bytes) -> bytes:
    return hmac.digest(secret, b"clearwater key id", "sha256")[:KEY_ID_BYTES]


def settings_seal(settings: Settings) -> Seal:
    """The keys from the settings, else those in the data folder, made on the first start."""
    if settings.secret_key is not None:
        old_keys = [key for key in (settings.old_secret_keys or "").split(",") if key]
        return Seal(*(hashlib.sha256(key.encode()).digest() for key in (settings.secret_key, *old_keys)))
    data_folder = settings.data_folder.absolute()
    path = data_folder / KEY_FILE
    try:
        data_folder.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            write_once(path, os.urandom(KEY_BYTES))
        return Seal(*read_keys(data_folder), load_secrets=lambda: read_keys(data_folder))
    except OSError as error:
        raise StartupError(
            f"The key in {path} cannot be used: {error.strerror}; set CLEARWATER_SECRET_KEY."
        ) from None


def read_keys(data_folder: Path) -> list[bytes]:
    """The current key and those before it, newest first."""
    current = (data_folder / KEY_FILE).read_bytes()
    old_path = data_folder / OLD_KEYS_FILE
    old = old_path.read_bytes() if old_path.exists() else b""
    if len(current) != KEY_BYTES or len(old) % KEY_BYTES:
        raise StartupError(f"The key in {data_folder / KEY_FILE} is damaged; restore it from a backup.")
    olds = [old[place : place + KEY_BYTES] for place in range(0, len(old), KEY_BYTES)]
    return [current, *dict.fromkeys(reversed(olds))]


def rotate_keys(data_folder: Path) -> None:
    """Put a new key in front. The old one is written down first: cut off in between, nothing is lost."""
    path, old_path = data_folder / KEY_FILE, data_folder / OLD_KEYS_FILE
    keys = read_keys(data_folder)
    # What a rotation that was killed has left holds keys, too.
    for draft in data_folder.glob(f"{KEY_FILE}*.{DRAFT}"):
        draft.unlink(missing_ok=True)
    _replace(old_path, b"".join(reversed(dict.fromkeys(keys))), like=path)
    _replace(path, os.urandom(KEY_BYTES), like=path)


def _replace(path: Path, content: bytes, *, like: Path) -> None:
    """Replace atomically, with the owner of the given file."""
    owner = like.stat()
    draft = path.with_name(f"{path.name}.{os.getpid()}.{DRAFT}")
    _write_durably(draft, content)
    if os.geteuid() == 0:
        os.chown(draft, owner.st_uid, owner.st_gid)
    draft.replace(path)
    folder = os.open(path.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)


def write_once(path: Path, content: bytes) -> None:
    """Create a file atomically; of two processes the first wins, so that no key in use is lost."""
    draft = path.with_name(f"{path.name}.{os.getpid()}.{DRAFT}")
    _write_durably(draft, content)
    try:
        os.link(draft, path)
    except FileExistsError:
        pass
    finally:
        draft.unlink()


def _write_durably(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    try:
        os.write(descriptor, content)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
