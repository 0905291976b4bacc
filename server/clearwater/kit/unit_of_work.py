"""One request, one transaction: committed before the answer leaves, rolled back when it fails."""

from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit.db import Sessions
from clearwater.kit.errors import ClearwaterError, RequestProblem
from clearwater.kit.idempotency import Claim, Replay

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class UnitOfWork:
    """The request's transaction, opened when the first use case asks for it."""

    def __init__(self, sessions: Sessions) -> None:
        self._sessions = sessions
        self._stack = AsyncExitStack()
        self._session: AsyncSession | None = None
        self.claim: Claim | None = None

    async def session(self) -> AsyncSession:
        if self._session is None:
            self._session = await self._stack.enter_async_context(self._sessions())
        return self._session

    async def commit(self) -> None:
        if self._session is not None:
            await self._session.commit()

    async def close(self) -> None:
        await self._stack.aclose()


class UnitOfWorkRoute(APIRoute):
    """A route whose work is one transaction and, where a key was sent, happens once."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_in_transaction(request: Request) -> Response:
            work = UnitOfWork(request.app.state.services.sessions)
            request.state.work = work
            try:
                response = await _answer(handle, request, work)
                await work.commit()
            except Replay as replay:
                return replay.response()
            finally:
                await work.close()
            return response

        return handle_in_transaction


async def _answer(handle: Handler, request: Request, work: UnitOfWork) -> Response:
    try:
        response = await handle(request)
    except ClearwaterError as refusal:
        # A refusal by a rule is as final as a success: asking again with the key must repeat it.
        # What the request did before it was refused is undone, the key stays.
        if work.claim is None or not work.claim.keeps(refusal.status):
            raise
        await work.claim.undo_work()
        response = RequestProblem(refusal, request.state.request_id)
    if work.claim is not None:
        await work.claim.store(response)
    return response


async def _write_session(request: Request) -> AsyncSession:
    work: UnitOfWork = request.state.work
    return await work.session()


async def _read_session(request: Request) -> Any:
    async with request.app.state.services.sessions() as session:
        yield session


WriteSession = Annotated[AsyncSession, Depends(_write_session)]
ReadSession = Annotated[AsyncSession, Depends(_read_session, scope="function")]
