"""Messages to clients, each encoded once for all recipients."""

from collections.abc import Sequence
from typing import Any

import msgspec

Json = dict[str, Any]

MAX_SHORT_PAYLOAD, MAX_MEDIUM_PAYLOAD = 125, 0xFFFF
# A later message or a snapshot replaces these, so a slow consumer may skip some.
REPLACEABLE = frozenset({"depth", "ticker", "candles"})


class Message:
    """One or more Socket.IO packets that are sent together. Frames are encoded on first use."""

    __slots__ = ("_frames", "is_replaceable", "texts")

    def __init__(self, texts: Sequence[str], *, is_replaceable: bool) -> None:
        self.texts = texts
        self.is_replaceable = is_replaceable
        self._frames: bytes | None = None

    @classmethod
    def of(cls, event: str, *bodies: Json) -> "Message":
        """One event packet for each body."""
        texts = [f'2["{event}",{msgspec.json.encode(body).decode()}]' for body in bodies]
        return cls(texts, is_replaceable=event in REPLACEABLE)

    @property
    def frames(self) -> bytes:
        """As WebSocket frames: frames of a server are not masked, so all recipients get the same bytes."""
        if self._frames is None:
            self._frames = b"".join(map(frame_of, self.texts))
        return self._frames


def frame_of(text: str) -> bytes:
    """A complete text frame (RFC 6455) with an Engine.IO message packet."""
    payload = b"4" + text.encode()
    size = len(payload)
    if size <= MAX_SHORT_PAYLOAD:
        return b"\x81" + size.to_bytes(1, "big") + payload
    if size <= MAX_MEDIUM_PAYLOAD:
        return b"\x81\x7e" + size.to_bytes(2, "big") + payload
    return b"\x81\x7f" + size.to_bytes(8, "big") + payload
