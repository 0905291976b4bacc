"""The futures of those who wait for the engine, and the errors that it names in its answers."""

import asyncio

from clearwater.core.desk import Committed, Outcome
from clearwater.engine.protocol import Answer
from clearwater.kit.errors import ClearwaterError, EngineUnavailable, OutcomeUnknown, Overloaded

SOON = {"Retry-After": "1"}
ERRORS: dict[str, type[ClearwaterError]] = {
    error.code: error for error in (EngineUnavailable, OutcomeUnknown, Overloaded)
}


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


def resolve_answer(future: asyncio.Future[Outcome], answer: Answer, entry: Committed | None) -> None:
    """Its events are in its entry, which came before, unless it brings them or was refused outright."""
    if answer.error:
        fail(future, answer.error)
        return
    events = answer.events
    if events is None:
        events = entry.events if entry is not None else []
        if not answer.seq and answer.refusal is not None:
            events = [answer.refusal]
    future.set_result(Outcome(answer.seq, events, answer.refusal))


def resolve_preview(future: asyncio.Future[Answer], answer: Answer) -> None:
    if future.done():
        return
    if answer.error:
        fail(future, answer.error)
    else:
        future.set_result(answer)


def fail(
    future: asyncio.Future[Outcome] | asyncio.Future[Answer] | asyncio.Future[None], code: str = ""
) -> None:
    """End the wait with the error of this code; by default, the engine is unavailable."""
    if not future.done():
        future.set_exception(ERRORS.get(code, EngineUnavailable)(headers=SOON))
        # The caller may be gone; then the exception is never retrieved, which is fine.
        future.exception()


def fail_all(waiting: dict[int, asyncio.Future[Answer]] | dict[int, asyncio.Future[None]]) -> None:
    """End all waits: the engine is unavailable."""
    for future in waiting.values():
        fail(future)
    waiting.clear()
