"""A whole exchange with traders whose processes are killed at a step; in the end its ledger is audited."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import httpx

from tests.crowd import Crowd, audit, prepare
from tests.processes import Exchange, until
from tests.stopped_at import Step


class Crashing(NamedTuple):
    step: Step
    exchange: Exchange
    crowd: Crowd


class PersistentClient:
    """A client who asks until there is an answer."""

    def __init__(self, exchange: Exchange, crowd: Crowd, number: int) -> None:
        self._exchange, self._crowd, self._number = exchange, crowd, number

    async def ask(
        self, method: str, path: str, body: Mapping[str, object] | None = None, **params: str
    ) -> httpx.Response:
        while True:
            try:
                async with self._crowd.connect(self._number) as http:
                    answer = await http.request(method, f"/api/v1{path}", json=body, params=params)
            except httpx.TransportError:
                answer = None
            if answer is not None and answer.status_code != 503:
                return answer
            # Whether it was carried out is not known here.
            await asyncio.to_thread(until, self._exchange.is_serving)


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
