"""The data folder of an installation: created if missing, locked by one Clearwater at a time.

It also has the saved heads of the audit log, outside the database, to detect truncation.
"""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from clearwater.kit.chain_heads import Head, format_head, parse_heads
from clearwater.kit.errors import StartupError

AUDIT_HEADS_FILE = "audit-heads"
PUSH_KEY_FILE = "web-push-key"


class DataFolderInUse(StartupError):
    """Another process holds the folder's lock."""

    def __init__(self, folder: Path, holder: str) -> None:
        who = f"process {holder}" if holder else "another process"
        super().__init__(f"The data folder {folder} is in use by Clearwater in {who}; stop that one first.")


@contextmanager
def lock_data_folder(folder: Path) -> Iterator[None]:
    """Lock the folder; the kernel releases the lock when the process dies.

    The lock file is never removed: otherwise two processes could lock two files of the same name.
    """
    descriptor = _open_lock(folder)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise DataFolderInUse(folder, os.pread(descriptor, 20, 0).decode().strip()) from None
        except OSError as error:
            raise not_writable(folder, error) from None
        _write_holder(descriptor, folder)
        try:
            yield
        finally:
            os.ftruncate(descriptor, 0)
    finally:
        os.close(descriptor)


def not_writable(folder: Path, error: OSError) -> StartupError:
    return StartupError(
        f"The data folder {folder} cannot be written ({error.strerror or error}); "
        "set CLEARWATER_DATA to a folder that can."
    )


def _open_lock(folder: Path) -> int:
    try:
        if not folder.exists():
            folder.mkdir(parents=True)
            # As root, PostgreSQL runs under another account, which must be able to traverse the folder but
            # not list it.
            folder.chmod(0o711 if os.geteuid() == 0 else 0o700)
        return os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise not_writable(folder, error) from None


def _write_holder(descriptor: int, folder: Path) -> None:
    try:
        os.ftruncate(descriptor, 0)
        os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
    except OSError as error:
        raise not_writable(folder, error) from None


def append_head(data_folder: Path, head: Head) -> None:
    """Append a head, unless it is already the last one."""
    if read_heads(data_folder)[-1:] == [head]:
        return
    path = data_folder / AUDIT_HEADS_FILE
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "a") as file:
        file.write(f"{format_head('audit-log', head)}\n")
        file.flush()
        os.fsync(file.fileno())


def read_heads(data_folder: Path) -> list[Head]:
    """The saved heads, oldest first. An incomplete last line is ignored."""
    try:
        lines = (data_folder / AUDIT_HEADS_FILE).read_text().splitlines(keepends=True)
    except FileNotFoundError:
        return []
    whole = "".join(line for line in lines if line.endswith("\n"))
    return parse_heads(whole, unnamed="audit-log")["audit-log"]
