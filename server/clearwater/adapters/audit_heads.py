"""Saved heads of the audit log, in a file outside the database, to detect truncation."""

import os
from pathlib import Path

from clearwater.kit.chain_heads import Head, format_head, parse_heads

FILE_NAME = "audit-heads"


def append_head(data_folder: Path, head: Head) -> None:
    """Append a head, unless it is already the last one."""
    if read_heads(data_folder)[-1:] == [head]:
        return
    path = data_folder / FILE_NAME
    descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o600)
    with os.fdopen(descriptor, "a") as file:
        file.write(f"{format_head('audit-log', head)}\n")
        file.flush()
        os.fsync(file.fileno())


def read_heads(data_folder: Path) -> list[Head]:
    """The saved heads, oldest first. An incomplete last line is ignored."""
    try:
        lines = (data_folder / FILE_NAME).read_text().splitlines(keepends=True)
    except FileNotFoundError:
        return []
    whole = "".join(line for line in lines if line.endswith("\n"))
    return parse_heads(whole, unnamed="audit-log")["audit-log"]
