"""What notices need of the outside: push messages to browsers."""

from typing import Literal, NamedTuple, Protocol


class PushTarget(NamedTuple):
    """Where a browser takes push messages, and the keys that only it can read with."""

    endpoint: str
    p256dh: str
    auth: str


class PushGone(Exception):
    """The browser no longer takes messages at this endpoint."""


class PushFailed(Exception):
    """The push service was unreachable or refused the message; the text is the reason."""


class WebPush(Protocol):
    """Push messages to browsers; an adapter."""

    @property
    def public_key(self) -> str | None:
        """The key to subscribe with, base64url; None where push is not enabled."""
        ...

    def find_fault(self, target: PushTarget) -> Literal["endpoint", "keys"] | None:
        """What of a target cannot be used: an endpoint inside our own network, or keys that are none."""
        ...

    async def send(self, target: PushTarget, payload: str, *, ttl_seconds: int) -> None:
        """Hand a message over, or raise PushGone, PushFailed, or TimeoutError without an answer."""
        ...
