"""One request, one transaction: committed before the answer leaves, rolled back when it fails."""

from collections.abc import Callable, Coroutine
from contextlib import AsyncExitStack
from typing import Annotated, Any

from fastapi import Depends, Request, Response
from fastapi.routing import APIRoute
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppSessions, app_sessions

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class UnitOfWork:
    """The request's transaction, opened when the first use case asks for it."""

    def __init__(self, sessions: SessionFactory) -> None:
        self._sessions = sessions
        self._stack = AsyncExitStack()
        self._session: AsyncSession | None = None
        self.on_end: list[Callable[[], None]] = []

    async def session(self) -> AsyncSession:
        if self._session is None:
            self._session = await self._stack.enter_async_context(self._sessions())
        return self._session

    async def commit(self) -> None:
        if self._session is not None:
            await self._session.commit()

    async def close(self) -> None:
        await self._stack.aclose()
        for callback in self.on_end:
            callback()


class UnitOfWorkRoute(APIRoute):
    """A route whose work is one transaction."""

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_in_transaction(request: Request) -> Response:
            work = UnitOfWork(app_sessions.of(request.app))
            request.state.work = work
            try:
                response = await handle(request)
                await work.commit()
            finally:
                await work.close()
            return response

        return handle_in_transaction


def on_end(request: Request, callback: Callable[[], None]) -> None:
    """Call back when the request's transaction has ended, before the answer leaves; if it has one."""
    work: UnitOfWork | None = getattr(request.state, "work", None)
    if work is not None:
        work.on_end.append(callback)


async def _write_session(request: Request) -> AsyncSession:
    work: UnitOfWork = request.state.work
    return await work.session()


async def _read_session(sessions: AppSessions) -> Any:
    async with sessions() as session:
        yield session


WriteSession = Annotated[AsyncSession, Depends(_write_session)]
ReadSession = Annotated[AsyncSession, Depends(_read_session, scope="function")]
