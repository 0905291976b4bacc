"""What staff needs from domains above this one; wired by the entry points."""

from typing import Protocol

from starlette.requests import Request

from clearwater.kit.passkeys import Party


class Parties(Protocol):
    """Implemented by sites, which are a layer above."""

    async def get_party(self, request: Request) -> Party:
        """The WebAuthn relying party for the host of a request."""
        ...
