"""Limits on concurrent work, per caller and in total."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Container, Iterator
from contextlib import asynccontextmanager, contextmanager
from functools import partial

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from clearwater.kit import messages
from clearwater.kit.app_services import AppService
from clearwater.kit.errors import Overloaded, RateLimited, scope_problem
from clearwater.kit.read_slots import SOON, ReadSlots
from clearwater.kit.visitor import has_left, network_of_scope

RETRY_AFTER = {"Retry-After": "10"}
READ_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class ConcurrencyLimit:
    """Counts concurrent work in this process."""

    def __init__(self, *, max_per_caller: int, max_in_all: int, is_limited: bool = True) -> None:
        self._max_per_caller = max_per_caller
        self._max_in_all = max_in_all
        self._is_limited = is_limited
        self._taken: Counter[str] = Counter()

    def total(self) -> int:
        return self._taken.total()

    @contextmanager
    def slot(self, caller: str) -> Iterator[None]:
        """A slot for a caller, if there is one."""
        if self._is_limited:
            if self._taken[caller] >= self._max_per_caller:
                message = messages.Message(
                    "At most {limit} of these at a time. Wait for one to finish.", limit=self._max_per_caller
                )
                raise RateLimited(message, headers=RETRY_AFTER)
            if self._taken.total() >= self._max_in_all:
                raise Overloaded(headers=RETRY_AFTER)
        self._taken[caller] += 1
        try:
            yield
        finally:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]


class CallerSemaphores:
    """Lets a few requests of each caller run at a time; the others wait for a slot.

    The pool has few connections. A caller with many concurrent requests delays only its own.
    """

    def __init__(self, max_per_caller: int | None) -> None:
        self._max_per_caller = max_per_caller
        self._callers: dict[str, tuple[asyncio.Semaphore, int]] = {}

    @asynccontextmanager
    async def slot(self, caller: str) -> AsyncIterator[None]:
        await self.acquire(caller)
        try:
            yield
        finally:
            self.release(caller)

    async def acquire(self, caller: str) -> None:
        """Acquire a slot, waiting until there is one; `release` returns it."""
        if self._max_per_caller is None:
            return
        semaphore, users = self._callers.get(caller) or (asyncio.Semaphore(self._max_per_caller), 0)
        self._callers[caller] = semaphore, users + 1
        try:
            await semaphore.acquire()
        except BaseException:
            self._leave(caller)
            raise

    def release(self, caller: str) -> None:
        if self._max_per_caller is not None:
            self._leave(caller).release()

    def _leave(self, caller: str) -> asyncio.Semaphore:
        semaphore, users = self._callers.pop(caller)
        if users > 1:
            self._callers[caller] = semaphore, users - 1
        return semaphore


app_caller_limits = AppService[CallerSemaphores]("caller_limits")
app_read_slots = AppService[ReadSlots]("read_slots")


class RequestSlot:
    """What a call waits for before any work: a slot of its address, and a read also one of all reads."""

    def __init__(self, scope: Scope) -> None:
        self._scope = scope
        self._held: list[Callable[[], None]] = []

    async def acquire(self) -> None:
        """Wait for the slot; raises when it cannot be had soon, or when nobody waits for the answer."""
        app, caller = self._scope["app"], network_of_scope(self._scope)
        callers = app_caller_limits.of(app)
        await callers.acquire(caller)
        self._held.append(partial(callers.release, caller))
        if self._scope["method"] in READ_METHODS:
            reads = app_read_slots.of(app)
            await reads.acquire()
            self._held.append(reads.release)
        require_sender(self._scope)

    def release(self) -> None:
        """Return what is held, once."""
        while self._held:
            self._held.pop()()


def require_sender(scope: Scope) -> None:
    """Refuse a request that nobody waits for any more; what has begun is finished."""
    if has_left(scope):
        raise Overloaded(headers=SOON)


class ConcurrencyGate:
    """Gives each call of the API its slot, until its answer begins: what comes after is the reader's time.

    Uploads are let by: they wait for their senders.
    """

    def __init__(self, app: ASGIApp, *, free_paths: Container[str] = frozenset()) -> None:
        self._app = app
        self._free_paths = free_paths

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"] if scope["type"] == "http" else ""
        if not path.startswith("/api/") or path.startswith("/api/health/") or path in self._free_paths:
            await self._app(scope, receive, send)
            return
        slot = RequestSlot(scope)

        async def send_and_release(message: Message) -> None:
            slot.release()
            await send(message)

        try:
            try:
                await slot.acquire()
            except Overloaded as refusal:
                await scope_problem(refusal, scope)(scope, receive, send_and_release)
                return
            await self._app(scope, receive, send_and_release)
        finally:
            slot.release()
