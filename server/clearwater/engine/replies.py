"""The futures of those who wait for the engine, and the errors that it names in its answers."""

import asyncio

from clearwater.core.desk import Outcome
from clearwater.core.execution import Forecast
from clearwater.engine.protocol import Answer
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, Overloaded

SOON = {"Retry-After": "1"}
ERRORS: dict[str, type[ClearwaterError]] = {error.code: error for error in (EngineUnavailable, Overloaded)}


def ignore(_outcome: Outcome | ClearwaterError) -> None:
    """Nobody waits for it."""


def resolve(future: asyncio.Future[Outcome], outcome: Outcome | ClearwaterError) -> None:
    if future.done():
        return
    if isinstance(outcome, ClearwaterError):
        future.set_exception(outcome)
        # The caller may be gone; then the exception is never retrieved, which is fine.
        future.exception()
    else:
        future.set_result(outcome)


def resolve_preview(future: asyncio.Future[Forecast], answer: Answer) -> None:
    if future.done():
        return
    if answer.forecast is None:
        fail(future, answer.error)
    else:
        future.set_result(answer.forecast)


def fail(
    future: asyncio.Future[Outcome] | asyncio.Future[Forecast] | asyncio.Future[None], code: str = ""
) -> None:
    """End the wait with the error of this code; by default, the engine is unavailable."""
    if not future.done():
        future.set_exception(ERRORS.get(code, EngineUnavailable)(headers=SOON))
        # The caller may be gone; then the exception is never retrieved, which is fine.
        future.exception()
