"""kill -9 under load: what was acknowledged is there exactly once, and the books still prove right."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import httpx
import pytest

from clearwater.adapters.postgres_server import database
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.config import Settings
from clearwater.kit.migrations import migrate
from tests.builders import SignedInClient, a_web_build
from tests.processes import Exchange, until
from tests.trading import a_trader, followed_engine, open_market

TRADERS = 6
ORDERS_BETWEEN = 60


async def prepare(folder: Path) -> list[SignedInClient]:
    """A market and its traders, on disk before anything is started."""
    settings = Settings(data_folder=folder, web_folder=folder.parent / "web", database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url)
        async with open_api_services(settings, url) as services, followed_engine(services, url) as engine:
            await open_market(engine)
            return [await a_trader(services, engine, f"trader{number}") for number in range(TRADERS)]


class Crowd:
    """Clients who place orders whatever happens, and remember what they were told."""

    def __init__(self, url: str, clients: list[SignedInClient]) -> None:
        self._url = url
        self._clients = clients
        self.acknowledged: set[tuple[int, str]] = set()
        self.unknown: set[tuple[int, str]] = set()
        self.is_over = False
        self._wanted = 0
        self._has_wanted = asyncio.Event()

    async def trade(self) -> None:
        await asyncio.gather(*(self._keep_trading(number) for number in range(len(self._clients))))

    async def _keep_trading(self, number: int) -> None:
        placed = 0
        while not self.is_over:
            async with self.connect(number) as http:
                try:
                    while not self.is_over:
                        placed += 1
                        await self._place(http, number, placed)
                except httpx.TransportError:
                    # The answer was lost: whether it was done is not known here.
                    self.unknown.add((number, f"own-{placed}"))
                    await asyncio.sleep(0.05)

    async def _place(self, http: httpx.AsyncClient, number: int, placed: int) -> None:
        own_id = f"own-{placed}"
        answer = await http.post("/api/v1/order", json=an_order(number, placed, own_id))
        if answer.status_code == 201:
            assert answer.json()["order"]["client_order_id"] == own_id
            self.acknowledged.add((number, own_id))
            if len(self.acknowledged) >= self._wanted:
                self._has_wanted.set()
        else:
            assert answer.status_code == 503, answer.text
            self.unknown.add((number, own_id))
            await asyncio.sleep(0.05)

    def connect(self, number: int) -> httpx.AsyncClient:
        headers = {**self._clients[number].headers, "X-Site": "localhost"}
        return httpx.AsyncClient(base_url=self._url, headers=headers, timeout=30)

    async def wait_for_more(self) -> None:
        self._wanted = len(self.acknowledged) + ORDERS_BETWEEN
        self._has_wanted.clear()
        await asyncio.wait_for(self._has_wanted.wait(), 40)


def an_order(number: int, placed: int, own_id: str) -> dict[str, str]:
    """Buyers and sellers around one price, so that most of them trade."""
    return {
        "symbol": "BTC-USDT",
        "side": "buy" if (number + placed) % 2 else "sell",
        "type": "limit",
        "quantity": "0.001",
        "price": str(50_000 + (placed * 7 + number) % 20),
        "time_in_force": "gtc" if placed % 3 else "ioc",
        "client_order_id": own_id,
    }


async def own_ids(crowd: Crowd, number: int) -> list[str]:
    async with crowd.connect(number) as http:
        listed = await http.get("/api/v1/order", headers={"Accept": "text/csv"})
    return [line.split(",")[1] for line in listed.text.splitlines()[1:]]


def audit(exchange: Exchange) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "clearwater", "audit"],
        env=os.environ | {"CLEARWATER_DATA": str(exchange.data_folder)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def place(run_folder: Path, request: pytest.FixtureRequest) -> Path:
    folder = run_folder / str(request.node.name)[:30]
    a_web_build(folder / "web")
    # The api, which need not be root, removes a file here.
    folder.chmod(0o777)
    return folder


async def test_nothing_acknowledged_is_lost_or_done_twice(place: Path) -> None:
    clients = await prepare(place / "data")
    exchange = Exchange(place, CLEARWATER_RATE_LIMITS="0")
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd(f"http://127.0.0.1:{exchange.port}", clients)
        trading_crowd = asyncio.create_task(crowd.trade())
        for victim in ("api", "postgres", "api", "postgres"):
            await crowd.wait_for_more()
            pid = exchange.pids("api")[-1] if victim == "api" else exchange.postgres_pid()
            os.kill(pid, signal.SIGKILL)
        await crowd.wait_for_more()
        crowd.is_over = True
        await trading_crowd
        await asyncio.to_thread(until, exchange.is_serving)

        assert crowd.unknown, "nobody lost an answer: the kills came to nothing"
        for number, own_id in sorted(crowd.unknown):
            async with crowd.connect(number) as http:
                again = await http.post("/api/v1/order", json=an_order(number, int(own_id[4:]), own_id))
            assert again.status_code in {201, 409}, again.text
        done = crowd.acknowledged | crowd.unknown
        for number in range(TRADERS):
            expected = sorted(own_id for client, own_id in done if client == number)
            assert sorted(await own_ids(crowd, number)) == expected
        assert (beside := audit(exchange)).returncode == 0, beside.stdout + beside.stderr
    finally:
        exchange.end()


# Each interpreter runs this first; api or engine then die at the step that the file names, once.
SITECUSTOMIZE = """
import os
import sys

if {"api", "engine"} & set(sys.orig_argv):
    import signal
    from pathlib import Path

    from clearwater.engine.follower import Follower
    from clearwater.engine.gateway import Gateway
    from clearwater.engine.journal import Journal
    from clearwater.kit.idempotency import IdempotentRequests

    marker = Path(os.environ["CLEARWATER_TEST_KILL_AT"])

    def die_at(step):
        if marker.exists() and marker.read_text() == step:
            marker.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    def around(owner, name, before, after):
        original = getattr(owner, name)

        async def wrapped(self, *args):
            die_at(before)
            result = await original(self, *args)
            die_at(after)
            return result

        setattr(owner, name, wrapped)

    def around_call(owner, name, before, after):
        original = getattr(owner, name)

        def wrapped(self, *args):
            die_at(before)
            original(self, *args)
            die_at(after)

        setattr(owner, name, wrapped)

    around(Follower, "submit", "before it is sent", "after the answer")
    around_call(Gateway, "submit", "before it is applied", "after it is applied")
    around(Journal, "commit", "before the commit", "after the commit")
    around_call(Gateway, "on_commit", "before the feed", "after the feed")
    around_call(Follower, "_take", "before the view", "after the view")
    around(IdempotentRequests, "_store", "before the note", "after the note")
"""
STEPS = (
    "before it is sent",
    "before it is applied",
    "after it is applied",
    "before the commit",
    "after the commit",
    "before the feed",
    "after the feed",
    "before the view",
    "after the view",
    "after the answer",
    "before the note",
    "after the note",
)


async def test_an_order_is_placed_once_whatever_step_the_process_dies_at(place: Path) -> None:
    clients = await prepare(place / "data")
    marker = place / "kill-at"
    (place / "code").mkdir()
    (place / "code" / "sitecustomize.py").write_text(SITECUSTOMIZE)
    exchange = Exchange(
        place,
        CLEARWATER_RATE_LIMITS="0",
        PYTHONPATH=str(place / "code"),
        CLEARWATER_TEST_KILL_AT=str(marker),
    )
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd(f"http://127.0.0.1:{exchange.port}", clients)
        for number, step in enumerate(STEPS):
            marker.write_text(step)
            for send in named_requests(number):
                await place_through_a_kill(exchange, crowd, send)
            assert not marker.exists(), f"nothing died {step}"
        assert (beside := audit(exchange)).returncode == 0, beside.stdout + beside.stderr
    finally:
        exchange.end()


def named_requests(step: int) -> list[tuple[dict[str, str], dict[str, str]]]:
    """Headers and body of an order with a key, with an id of the client's own, and with both."""
    base = an_order(0, 1, f"own-{step}")
    unnamed = {name: value for name, value in base.items() if name != "client_order_id"}
    return [
        ({"Idempotency-Key": f"key-{step}"}, unnamed),
        ({}, base),
        ({"Idempotency-Key": f"both-{step}"}, base | {"client_order_id": f"both-{step}"}),
    ]


async def place_through_a_kill(
    exchange: Exchange, crowd: Crowd, request: tuple[dict[str, str], dict[str, str]]
) -> None:
    headers, body = request
    before = len(await own_ids(crowd, 0))
    answers: list[object] = []
    while len(answers) < 2:
        try:
            async with crowd.connect(0) as http:
                answer = await http.post("/api/v1/order", json=body, headers=headers)
        except httpx.TransportError:
            await asyncio.to_thread(until, exchange.is_serving)
            continue
        if answer.status_code == 503:
            # The engine died: whether it was placed is not known here.
            await asyncio.to_thread(until, exchange.is_serving)
            continue
        assert answer.status_code == 201, answer.text
        answers.append(answer.json())
    async with crowd.connect(0) as http:
        other = await http.post("/api/v1/order", json=body | {"quantity": "0.002"}, headers=headers)

    assert answers[0] == answers[1]
    assert other.status_code == 409, other.text
    assert len(await own_ids(crowd, 0)) == before + 1
