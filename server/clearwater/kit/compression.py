"""Public lists, packed on their way: candles and tables of markets are long and much alike.

Only what is the same for everybody: where a secret stands beside what a stranger may have chosen, the packed
length would help to guess it.
"""

import re

from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

MIN_COMPRESSED_BYTES = 1024
# A fifth of the size; more effort would save little and keep others waiting.
EFFORT = 4


class CompressedLists:
    """Compresses the responses of some paths for clients that accept it."""

    def __init__(self, app: ASGIApp, *, paths: re.Pattern[str]) -> None:
        self._app = app
        self._paths = paths
        self._packing = GZipMiddleware(app, minimum_size=MIN_COMPRESSED_BYTES, compresslevel=EFFORT)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and self._paths.fullmatch(scope["path"]):
            # An answer that is written in one piece could not be packed.
            await self._packing({**scope, "extensions": {}}, receive, send)
        else:
            await self._app(scope, receive, send)
