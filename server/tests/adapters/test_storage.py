"""Files on a real disk."""

import os
import uuid
from pathlib import Path

import pytest

from clearwater.adapters.storage import DiskStorage
from clearwater.kit.ids import new_id
from clearwater.kit.secrets import Seal

SEAL = Seal(b"k" * 32)


@pytest.mark.parametrize("is_sealed", [False, True])
async def test_a_written_file_is_read_back(tmp_path: Path, is_sealed: bool) -> None:
    storage = DiskStorage(tmp_path / "files", SEAL)
    file_id = new_id()

    await storage.write(file_id, b"the bytes", is_sealed=is_sealed)

    assert await storage.read(file_id, is_sealed=is_sealed) == b"the bytes"


async def test_a_sealed_file_shows_nothing_and_opens_under_its_own_name_alone(tmp_path: Path) -> None:
    storage = DiskStorage(tmp_path, SEAL)
    first, second = new_id(), new_id()
    await storage.write(first, b"a passport", is_sealed=True)
    await storage.write(second, b"another", is_sealed=True)
    path, other = path_of(tmp_path, first), path_of(tmp_path, second)

    assert b"passport" not in path.read_bytes()
    other.write_bytes(path.read_bytes())
    with pytest.raises(ValueError, match="another CLEARWATER_SECRET_KEY"):
        await storage.read(second, is_sealed=True)


async def test_the_same_bytes_are_sealed_differently_each_time(tmp_path: Path) -> None:
    storage = DiskStorage(tmp_path, SEAL)
    file_id = new_id()
    await storage.write(file_id, b"a passport", is_sealed=True)
    once = path_of(tmp_path, file_id).read_bytes()

    await storage.write(file_id, b"a passport", is_sealed=True)

    assert path_of(tmp_path, file_id).read_bytes() != once


async def test_files_are_sharded_into_folders_and_private(tmp_path: Path) -> None:
    storage = DiskStorage(tmp_path, SEAL)
    file_id = uuid.UUID("019a8a3e-6000-7000-8000-00000000abcd")

    await storage.write(file_id, b"x", is_sealed=False)

    path = tmp_path / "cd" / "ab" / file_id.hex
    assert path.read_bytes() == b"x"
    assert path.stat().st_mode & 0o777 == 0o600


async def test_a_failed_write_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    storage = DiskStorage(tmp_path, SEAL)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        await storage.write(new_id(), b"x", is_sealed=False)

    assert files_in(tmp_path) == []


async def test_removing_a_file_is_idempotent(tmp_path: Path) -> None:
    storage = DiskStorage(tmp_path, SEAL)
    file_id = new_id()
    await storage.write(file_id, b"x", is_sealed=False)

    await storage.remove(file_id)
    await storage.remove(file_id)

    with pytest.raises(FileNotFoundError):
        await storage.read(file_id, is_sealed=False)


def path_of(folder: Path, file_id: uuid.UUID) -> Path:
    return next(folder.rglob(file_id.hex))


def files_in(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
