"""Files on the local disk, written atomically."""

import asyncio
import os
import shutil
import uuid
from contextlib import suppress
from pathlib import Path

from clearwater.kit.secrets import Seal


class DiskStorage:
    """One file per id, in two levels of folders so that none grows large."""

    def __init__(self, folder: Path, seal: Seal) -> None:
        self._folder = folder
        self._seal = seal

    async def write(self, file_id: uuid.UUID, content: bytes, *, is_sealed: bool) -> None:
        await asyncio.to_thread(self._write, file_id, content, is_sealed)

    async def read(self, file_id: uuid.UUID, *, is_sealed: bool) -> bytes:
        return await asyncio.to_thread(self._read, file_id, is_sealed)

    async def free_bytes(self) -> int:
        return await asyncio.to_thread(self._free_bytes)

    async def reseal(self, file_id: uuid.UUID) -> bool:
        return await asyncio.to_thread(self._reseal, file_id)

    async def remove(self, file_id: uuid.UUID) -> None:
        await asyncio.to_thread(self._path(file_id).unlink, missing_ok=True)

    def _free_bytes(self) -> int:
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return shutil.disk_usage(self._folder).free

    def _write(self, file_id: uuid.UUID, content: bytes, is_sealed: bool) -> None:
        path = self._path(file_id)
        stored = self._seal.seal(content, purpose=_purpose(file_id)) if is_sealed else content
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.draft")
        try:
            _write_durably(draft, stored)
            _give_to_owner_of(self._folder, draft)
            draft.replace(path)
        except OSError:
            with suppress(OSError):
                draft.unlink()
            raise
        # The folders' entries must be on disk, too, before the write is confirmed.
        for folder in (path.parent, path.parent.parent, self._folder):
            _flush_folder(folder)

    def _reseal(self, file_id: uuid.UUID) -> bool:
        try:
            stored = self._path(file_id).read_bytes()
        except FileNotFoundError:
            return False
        if self._seal.is_current(stored):
            return False
        self._write(file_id, self._seal.open(stored, purpose=_purpose(file_id)), is_sealed=True)
        return True

    def _read(self, file_id: uuid.UUID, is_sealed: bool) -> bytes:
        stored = self._path(file_id).read_bytes()
        return self._seal.open(stored, purpose=_purpose(file_id)) if is_sealed else stored

    def _path(self, file_id: uuid.UUID) -> Path:
        # The last digits are random; the first are a timestamp, which would fill one folder at a time.
        name = file_id.hex
        return self._folder / name[-2:] / name[-4:-2] / name


def _purpose(file_id: uuid.UUID) -> str:
    """Bound to the id: sealed bytes cannot be opened under another id."""
    return f"file:{file_id}"


def _give_to_owner_of(folder: Path, path: Path) -> None:
    """Change the owner, so that files written by a root command stay readable for the exchange."""
    if os.geteuid() == 0:
        owner = folder.stat()
        os.chown(path, owner.st_uid, owner.st_gid)


def _write_durably(path: Path, content: bytes) -> None:
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
