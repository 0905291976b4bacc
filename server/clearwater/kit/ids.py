"""Ids outside the engine: UUIDv7, so that they sort by the time they were made."""

import uuid

import uuid_utils


def new_id() -> uuid.UUID:
    return uuid.UUID(bytes=uuid_utils.uuid7().bytes)


def new_hex_id() -> str:
    """An id as 32 hexadecimal digits, for logs and headers."""
    return uuid_utils.uuid7().hex
