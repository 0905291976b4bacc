"""The demo market as a job of the worker."""

import asyncio
from contextlib import suppress
from io import StringIO
from typing import Any, cast

import pytest

from clearwater.core.desk import Desk
from clearwater.domains.demo import tasks
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.progress import progress_on
from tests.domains.demo.builders import Watched
from tests.polling import eventually


class LosableDesk:
    """An engine that is lost whenever it is looked at for the first few times."""

    def __init__(self, desk: Desk, times: int) -> None:
        self._desk = desk
        self._left = times

    @property
    def view(self) -> Any:
        if self._left:
            self._left -= 1
            raise EngineUnavailable
        return self._desk.view

    def __getattr__(self, name: str) -> Any:
        return getattr(self._desk, name)


@pytest.mark.parametrize("times", [1, 2, 3])
async def test_an_engine_that_is_lost_for_a_moment_only_delays_the_demo(
    times: int, services: ApiServices, engine: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "RETRY_SECONDS", 0.01)
    desk = cast("Desk", LosableDesk(engine, times))
    job = asyncio.create_task(
        tasks.keep_market(
            desk,
            services.board,
            services.sessions,
            services.clock,
            Watched(),
            rate=0,
            progress=progress_on(StringIO(), event="test"),
        )
    )

    await eventually(lambda: engine.view.pairs)

    job.cancel()
    with suppress(asyncio.CancelledError):
        await job
