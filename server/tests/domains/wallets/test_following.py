"""The worker's task for all networks goes on, whatever happens to others."""

import asyncio
from types import SimpleNamespace
from typing import Any

import pytest

from clearwater.domains.wallets import tasks
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.tasks import Tools, keep_following
from clearwater.kit.clock import SystemClock
from clearwater.kit.errors import EngineUnavailable
from tests.polling import eventually


class LeavingDesk:
    """An engine that is away at the second look."""

    def __init__(self) -> None:
        self.looks = 0

    @property
    def view(self) -> Any:
        self.looks += 1
        if self.looks == 2:
            raise EngineUnavailable
        return SimpleNamespace(kind="demo")


async def test_an_engine_that_is_away_does_not_end_the_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tasks, "RELOAD_SECONDS", 0.0)
    desk: Any = LeavingDesk()
    unused: Any = None
    tools = Tools(unused, unused, unused, SystemClock(), desk)

    following = asyncio.create_task(keep_following(Networks(dict, SystemClock()), tools))
    try:
        await eventually(lambda: desk.looks > 2 or following.done())
        assert not following.done()
    finally:
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)
