"""The heads of the audit log, in a file beside the database: what it must still hold later."""

import os
from pathlib import Path

FILE_NAME = "audit-heads"


def append_head(data_folder: Path, seq: int, digest: bytes) -> None:
    """Write a head down, unless it is the last one already."""
    known = read_heads(data_folder)
    if known and known[-1] == (seq, digest):
        return
    path = data_folder / FILE_NAME
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "a") as file:
        file.write(f"{seq} {digest.hex()}\n")
        file.flush()
        os.fsync(file.fileno())


def read_heads(data_folder: Path) -> list[tuple[int, bytes]]:
    """The heads that were written down, oldest first. A last line that was cut off counts for nothing."""
    try:
        lines = (data_folder / FILE_NAME).read_text().splitlines(keepends=True)
    except FileNotFoundError:
        return []
    whole = [line.split() for line in lines if line.endswith("\n")]
    return [(int(seq), bytes.fromhex(digest)) for seq, digest in whole]
