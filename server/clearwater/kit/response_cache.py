"""Responses that are the same for everybody are built once, compressed once, and served as they are.

A route is marked with `shared_response`. The key of a response is what its route declares: the site and the
language if it depends on them, its path, and the query parameters that it has. Nothing else of a request
reaches the key, and a test of the architecture makes sure that nothing else reaches the response.

A response is served for a second, and only while its version is the same. The version is what the
dependencies in its key gave (a site that was read again is another one), how often operators have changed
something through this process, and what the route names: for what the engine changes a count of those
changes, so that nobody gets less than they have been told. It is read before the response is built, which may
therefore be newer than its version and never older.

Only successful responses are kept. Each route has room for some of its own, so that strange queries to one
displace nothing of another.
"""

import asyncio
import hashlib
import zlib
from collections import OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Hashable, Iterator
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, NamedTuple, TypeVar
from urllib.parse import parse_qsl

from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clearwater.kit.app_services import AppService
from clearwater.kit.cache import count_cache
from clearwater.kit.clock import Clock
from clearwater.kit.http import is_not_modified

MAX_AGE = timedelta(seconds=1)
# Of each route; the bytes count twice, once for the compressed form.
MAX_ENTRIES, MAX_BYTES = 256, 8 * 1024**2
MIN_COMPRESSED_BYTES = 1024
# A fifth of the size; more effort would save little and keep others waiting.
COMPRESSION_LEVEL, GZIP_BITS = 4, 31

READING_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})

Version = Callable[[Request], Awaitable[Hashable]]
Key = tuple[Hashable, ...]
F = TypeVar("F", bound=Callable[..., Any])


class SharedResponse(NamedTuple):
    """How the responses of a route are kept."""

    version: Version | None
    is_shared: Callable[[Request], bool] | None
    is_compressed: bool


def shared_response(
    *,
    version: Version | None = None,
    is_shared: Callable[[Request], bool] | None = None,
    is_compressed: bool = True,
) -> Callable[[F], F]:
    """Mark the endpoint of a GET route whose response depends on nothing of its caller.

    Where it depends on a signed-in one, `is_shared` says of which requests it does not.
    """
    shared = SharedResponse(version, is_shared, is_compressed)

    def mark(endpoint: F) -> F:
        endpoint.shared_response = shared  # type: ignore[attr-defined]
        return endpoint

    return mark


def find_mark(route: APIRoute) -> SharedResponse | None:
    return getattr(route.endpoint, "shared_response", None)


def keyed_by(key: Callable[[Any], Hashable]) -> Callable[[F], F]:
    """Mark a dependency, which takes the request alone, whose value is part of the key."""

    def mark(dependency: F) -> F:
        dependency.response_key = key  # type: ignore[attr-defined]
        return dependency

    return mark


class PreparedResponse(Response):
    """A response whose headers are encoded already."""

    def __init__(self, status: int, headers: list[tuple[bytes, bytes]], body: bytes = b"") -> None:
        self.status_code = status
        self.background = None
        self.body = body
        self.raw_headers = headers


class Entry:
    """A response that is kept."""

    def __init__(self, response: Response, *, is_compressed: bool) -> None:
        self.body = bytes(response.body)
        self.etag = f'W/"{hashlib.sha256(self.body).hexdigest()[:20]}"'
        self._packed: bytes | None = None
        self._is_compressed = is_compressed and len(self.body) >= MIN_COMPRESSED_BYTES
        own = [header for header in response.raw_headers if header[0] != b"content-length"]
        assert all(name != b"set-cookie" for name, _ in own), "a cookie is for one caller"
        if self._is_compressed:
            own.append((b"vary", b"Accept-Encoding"))
        self.headers = [*own, (b"etag", self.etag.encode())]

    def same_as(self, other: "Entry") -> bool:
        return (self.etag, self.headers) == (other.etag, other.headers)

    def answer(self, headers: Headers) -> Response:
        """The response to a request with these headers."""
        if is_not_modified(headers, self.etag):
            return PreparedResponse(304, [header for header in self.headers if header[0] != b"content-type"])
        body, own = self.body, self.headers
        if self._is_compressed and "gzip" in headers.get("accept-encoding", ""):
            if self._packed is None:
                compressor = zlib.compressobj(COMPRESSION_LEVEL, wbits=GZIP_BITS)
                self._packed = compressor.compress(body) + compressor.flush()
            body, own = self._packed, [*own, (b"content-encoding", b"gzip")]
        return PreparedResponse(200, [(b"content-length", str(len(body)).encode()), *own], body)


class Stored(NamedTuple):
    entry: Entry
    version: Hashable
    until: datetime


class RouteEntries:
    """The responses of one route, the one that was used last at the end."""

    def __init__(self) -> None:
        self._stored: OrderedDict[Key, Stored] = OrderedDict()
        self.bytes = 0

    def __len__(self) -> int:
        return len(self._stored)

    def get(self, key: Key) -> Stored | None:
        stored = self._stored.get(key)
        if stored is not None:
            self._stored.move_to_end(key)
        return stored

    def put(self, key: Key, stored: Stored) -> None:
        self._drop(key)
        if _size(key, stored.entry) > MAX_BYTES:
            return
        self._stored[key] = stored
        self.bytes += _size(key, stored.entry)
        while len(self._stored) > MAX_ENTRIES or self.bytes > MAX_BYTES:
            self._drop(next(iter(self._stored)))

    def _drop(self, key: Key) -> None:
        stored = self._stored.pop(key, None)
        if stored is not None:
            self.bytes -= _size(key, stored.entry)


def _size(key: Key, entry: Entry) -> int:
    return 2 * len(entry.body) + sum(len(part) for part in key if isinstance(part, str))


class ResponseCache:
    """The responses that this process keeps, by route."""

    def __init__(self, clock: Clock, *, max_age: timedelta = MAX_AGE) -> None:
        self.max_age = max_age
        self._clock = clock
        self._hits, self._misses = count_cache("responses")
        self._changes = 0
        self._routes: defaultdict[str, RouteEntries] = defaultdict(RouteEntries)
        # What is being built, for those who ask for the same meanwhile.
        self._building: dict[tuple[str, Key, Hashable], asyncio.Future[Entry | None]] = {}

    @property
    def changes(self) -> int:
        """How often something was changed: part of every version."""
        return self._changes

    def invalidate(self) -> None:
        """Serve nothing that was built, or begun, before."""
        self._changes += 1

    def entries(self, route: str) -> RouteEntries:
        return self._routes[route]

    def find(self, route: str, key: Key, version: Hashable) -> Entry | None:
        """The response, if it is new enough."""
        stored = self._routes[route].get(key)
        if stored is None or stored.version != version or stored.until <= self._clock.now():
            return None
        self._hits.value += 1
        return stored.entry

    async def build(
        self, route: str, key: Key, version: Hashable, make: Callable[[], Awaitable[Entry | Response]]
    ) -> Entry | Response:
        """Build a response and keep it; whoever asks for the same meanwhile waits for it."""
        place = route, key, version
        future = self._building.get(place)
        if future is not None:
            # Of several who wait, one may go away.
            found = await asyncio.shield(future)
            return await make() if found is None else found
        self._misses.value += 1
        future = self._building[place] = asyncio.get_running_loop().create_future()
        entry: Entry | None = None
        try:
            made = await make()
            entry = self._keep(route, key, version, made) if isinstance(made, Entry) else None
        except Exception as error:
            future.set_exception(error)
            # Perhaps nobody waits for it.
            future.exception()
            raise
        finally:
            del self._building[place]
            if not future.done():
                future.set_result(entry)
        return made

    def _keep(self, route: str, key: Key, version: Hashable, entry: Entry) -> Entry:
        entries, until = self._routes[route], self._clock.now() + self.max_age
        earlier = entries.get(key)
        if earlier is not None and earlier.entry.same_as(entry):
            # It may be compressed already.
            entry = earlier.entry
        entries.put(key, Stored(entry, version, until))
        return entry


app_response_cache = AppService[ResponseCache]("response_cache")


class SharedRoute:
    """A marked route: answers from the cache, or builds the response by the route's own handler."""

    # What is the same for everybody is not exported.
    has_export = False

    def __init__(self, route: APIRoute, mark: SharedResponse) -> None:
        assert route.methods == {"GET"}, "only what is read can be shared"
        # As the limits and figures of a plain route know it.
        self.path, self.methods = route.path, route.methods
        self._mark = mark
        self._make = route.get_route_handler()
        tree = list(walk(route.dependant))
        self._names = {field.alias for dependant in tree for field in dependant.query_params}
        found = dict.fromkeys(dependant.call for dependant in tree)
        self._parts: list[Any] = [call for call in found if hasattr(call, "response_key")]

    async def find(self, request: Request) -> bool:
        """Whether there is a response to serve; if so it is noted, for the endpoint."""
        cache = app_response_cache.of(request.app)
        known = await self._key_and_version(cache, request) if self._is_shared(request) else None
        entry = cache.find(self.path, *known) if known is not None else None
        request.scope["shared_response"] = entry
        return entry is not None

    async def endpoint(self, request: Request) -> Response:
        """The response that was found."""
        entry: Entry = request.scope["shared_response"]
        return entry.answer(request.headers)

    async def handle(self, request: Request) -> Response:
        """The route's handler, for a request that has come through all layers."""
        if not self._is_shared(request):
            return await self._make(request)
        cache = app_response_cache.of(request.app)
        known = await self._key_and_version(cache, request)
        if known is None:
            found = await self._build(request)
        else:
            found = cache.find(self.path, *known) or await cache.build(
                self.path, *known, lambda: self._build(request)
            )
        return found.answer(request.headers) if isinstance(found, Entry) else found

    def _is_shared(self, request: Request) -> bool:
        return self._mark.is_shared is None or self._mark.is_shared(request)

    async def _build(self, request: Request) -> Entry | Response:
        response = await self._make(request)
        if response.status_code != HTTPStatus.OK or isinstance(response, StreamingResponse):
            return response
        return Entry(response, is_compressed=self._mark.is_compressed)

    async def _key_and_version(self, cache: ResponseCache, request: Request) -> tuple[Key, Hashable] | None:
        """None where one cannot be told, and the handler says why."""
        if not cache.max_age:
            return None
        try:
            values = [await part(request) for part in self._parts]
            version = None if self._mark.version is None else await self._mark.version(request)
        except Exception:  # noqa: BLE001 - raised again by the handler, which depends on the same
            return None
        parts = [part.response_key(value) for part, value in zip(self._parts, values, strict=True)]
        key = (*parts, request.scope["path"], *self._query(request.scope["query_string"]))
        return key, (cache.changes, *values, version)

    def _query(self, encoded: bytes) -> Iterator[str]:
        """The parameters that the route knows; of several by one name the last counts, as for FastAPI."""
        if encoded and self._names:
            given = dict(parse_qsl(encoded.decode("latin-1"), keep_blank_values=True))
            for name in sorted(self._names & given.keys()):
                yield name
                yield given[name]


def walk(dependant: Dependant) -> Iterator[Dependant]:
    """A dependant and all that it depends on."""
    yield dependant
    for other in dependant.dependencies:
        yield from walk(other)


class InvalidateOnChange:
    """Invalidates the responses when an operator has changed something, before the operator knows.

    What clients change is counted in the versions of the routes that show it. Other processes serve what was
    before until it is a second old.
    """

    def __init__(self, app: ASGIApp, *, prefix: str) -> None:
        self._app = app
        self._prefix = prefix

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        reads = scope["type"] != "http" or scope["method"] in READING_METHODS
        if reads or not scope["path"].startswith(self._prefix):
            await self._app(scope, receive, send)
            return

        async def invalidate_and_send(message: Message) -> None:
            if message["type"] == "http.response.start" and message["status"] < HTTPStatus.BAD_REQUEST:
                app_response_cache.of(scope["app"]).invalidate()
            await send(message)

        await self._app(scope, receive, invalidate_and_send)
