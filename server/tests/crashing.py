"""A whole exchange with traders whose processes are killed at a step; in the end its ledger is audited."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

from tests.crowd import Crowd, audit, prepare
from tests.processes import Exchange
from tests.stopped_at import Step


class Crashing(NamedTuple):
    step: Step
    exchange: Exchange
    crowd: Crowd


@asynccontextmanager
async def crashing_exchange(place: Path) -> AsyncIterator[Crashing]:
    clients = await prepare(place / "data")
    step = Step(place)
    exchange = step.start()
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        yield Crashing(step, exchange, Crowd([f"http://127.0.0.1:{exchange.port}"], clients))
        require_audited(exchange)
    finally:
        exchange.end()


def require_audited(exchange: Exchange) -> None:
    beside = audit(CLEARWATER_DATA=str(exchange.data_folder))
    assert beside.returncode == 0, beside.stdout + beside.stderr
