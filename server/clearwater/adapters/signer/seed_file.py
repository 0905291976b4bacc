"""The seed at rest: AES-256-GCM under a key that scrypt makes of a passphrase or a key file."""

import os
from dataclasses import dataclass
from pathlib import Path

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.scrypt import Scrypt

from clearwater.kit.errors import StartupError

SALT_BYTES, NONCE_BYTES, KEY_BYTES = 16, 12, 32
BLOCK_SIZE, PARALLELISM = 8, 1
# 128 MiB for each guess.
SCRYPT_COST = 1 << 17
MIN_COST, MAX_COST = 1 << 10, 1 << 20
MIN_SECRET_BYTES = 12
FORMAT = 1


class WrongPassphrase(StartupError):
    def __init__(self, path: Path) -> None:
        super().__init__(f"The passphrase or key file does not open {path}, or the file is damaged.")


class Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is needed to open the file; it is authenticated with the content."""

    format: int
    cost: int
    salt: bytes
    nonce: bytes


class SealedSeed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    header: Header
    sealed: bytes


@dataclass(frozen=True)
class SeedFile:
    """A file with an encrypted seed; `cost` is for new ones, an existing one names its own."""

    path: Path
    cost: int = SCRYPT_COST

    def exists(self) -> bool:
        return self.path.exists()

    def open(self, secret: bytes) -> bytes:
        """The entropy; raises WrongPassphrase."""
        sealed = self._read()
        header = sealed.header
        key = _derive_key(secret, header)
        try:
            return AESGCM(key).decrypt(header.nonce, sealed.sealed, msgspec.json.encode(header))
        except InvalidTag:
            raise WrongPassphrase(self.path) from None

    def create(self, entropy: bytes, secret: bytes) -> None:
        """Write a new file; an existing one is never replaced."""
        draft = self._write_draft(entropy, secret)
        try:
            os.link(draft, self.path)
        except FileExistsError:
            raise StartupError(f"{self.path} already exists; it is not overwritten.") from None
        finally:
            draft.unlink()
        _sync_folder(self.path.parent)

    def replace(self, entropy: bytes, secret: bytes) -> None:
        """Seal the same seed under another secret; cut off at any point, one of both files is there."""
        owner = self.path.stat()
        draft = self._write_draft(entropy, secret)
        if os.geteuid() == 0:
            os.chown(draft, owner.st_uid, owner.st_gid)
        draft.replace(self.path)
        _sync_folder(self.path.parent)

    def _read(self) -> SealedSeed:
        try:
            sealed = msgspec.json.decode(self.path.read_bytes(), type=SealedSeed)
        except OSError as error:
            raise StartupError(f"{self.path} cannot be read: {error.strerror}.") from None
        except msgspec.MsgspecError:
            raise StartupError(f"{self.path} is no seed file, or it is damaged.") from None
        if sealed.header.format != FORMAT or not MIN_COST <= sealed.header.cost <= MAX_COST:
            raise StartupError(f"{self.path} was written by another version of Clearwater.")
        return sealed

    def _write_draft(self, entropy: bytes, secret: bytes) -> Path:
        header = Header(FORMAT, self.cost, os.urandom(SALT_BYTES), os.urandom(NONCE_BYTES))
        key = _derive_key(secret, header)
        sealed = AESGCM(key).encrypt(header.nonce, entropy, msgspec.json.encode(header))
        draft = self.path.with_name(f"{self.path.name}.{os.getpid()}.draft")
        try:
            descriptor = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
            with os.fdopen(descriptor, "wb") as file:
                file.write(msgspec.json.encode(SealedSeed(header, sealed)) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StartupError(f"{self.path} cannot be written: {error.strerror}.") from None
        return draft


def read_secret(path: Path) -> bytes:
    """The passphrase or key in a file; the end of the line does not belong to it."""
    try:
        secret = path.read_bytes().rstrip(b"\r\n")
    except OSError as error:
        raise StartupError(f"{path} cannot be read: {error.strerror}.") from None
    require_long(secret, what=str(path))
    return secret


def require_long(secret: bytes, *, what: str) -> None:
    if len(secret) < MIN_SECRET_BYTES:
        raise StartupError(f"{what} is too short: at least {MIN_SECRET_BYTES} characters are needed.")


def _derive_key(secret: bytes, header: Header) -> bytes:
    return Scrypt(header.salt, KEY_BYTES, header.cost, BLOCK_SIZE, PARALLELISM).derive(secret)


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
