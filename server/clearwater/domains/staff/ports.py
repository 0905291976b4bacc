"""What the staff need of domains above theirs; the entry points wire it."""

from typing import Protocol

from starlette.requests import Request

from clearwater.kit.passkeys import Party


class Parties(Protocol):
    """The sites, which are a layer above."""

    async def get_party(self, request: Request) -> Party:
        """Who asks for a passkey at the host of this request."""
        ...
