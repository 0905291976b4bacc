"""kill -9 under load: what was acknowledged is there exactly once, and the books still prove right.

One kill of each kind, on real processes: the simulation tries every step (`simulation/`, ADR 0035).
"""

import asyncio
import os
import signal
import uuid
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from decimal import Decimal
from pathlib import Path

import asyncpg
import httpx

from clearwater.adapters.postgres_server import find_running_url
from clearwater.core.commands import PlaceOrder
from clearwater.core.desk import Committed
from clearwater.core.views import View
from clearwater.domains.ledger.models import Proposal
from clearwater.domains.ledger.service import assets_of
from clearwater.engine.recovery import load_view
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.ids import new_id
from tests.builders import SignedInClient, SignedInStaff, a_staff
from tests.crashing import crashing_exchange, require_audited
from tests.crowd import Crowd, an_order, list_orders, own_ids, prepare
from tests.engine.following import shown
from tests.polling import eventually, ticks
from tests.processes import Exchange, until
from tests.stopped_at import Step
from tests.trading import AT, running_engine, units


async def test_nothing_acknowledged_is_lost_or_done_twice(place: Path) -> None:
    clients = await prepare(place / "data")
    exchange = Exchange(place, CLEARWATER_RATE_LIMITS="0")
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd([f"http://127.0.0.1:{exchange.port}"], clients)
        trading_crowd = asyncio.create_task(crowd.trade())
        for victim in ("api", "engine", "postgres"):
            await crowd.wait_for_more()
            pid = exchange.postgres_pid() if victim == "postgres" else exchange.pids(victim)[-1]
            os.kill(pid, signal.SIGKILL)
        await crowd.wait_for_more()
        crowd.is_over = True
        await trading_crowd
        await asyncio.to_thread(until, exchange.is_serving)

        assert crowd.repeated, "nobody lost an answer: the kills came to nothing"
        assert sorted(await list_orders(crowd)) == sorted(crowd.acknowledged)
        require_audited(exchange)
    finally:
        exchange.end()


# It is durable, and nobody was told: by the engine, and by the api.
STEPS = ("engine after the commit", "api after the answer")


async def test_an_order_is_placed_once_whatever_step_the_process_dies_at(place: Path) -> None:
    async with crashing_exchange(place) as (step, exchange, crowd):
        for number, name in enumerate(STEPS):
            step.arm(name)
            killing = asyncio.create_task(step.kill(exchange))
            for send in named_requests(number):
                await place_through_a_kill(exchange, crowd, send)
            await killing


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


class Feed:
    """A listener that finds what is missing in the feed, or comes twice."""

    def __init__(self) -> None:
        self.last: int | None = None
        self.entries = 0
        self.faults: list[tuple[int, int]] = []

    def on_reset(self, view: View) -> None:
        self.last = None

    def on_commit(self, entries: Sequence[Committed]) -> None:
        for entry in entries:
            if self.last is not None and entry.seq != self.last + 1:
                self.faults.append((self.last, entry.seq))
            self.last = entry.seq
            self.entries += 1


class Watched:
    """An exchange of real processes, and the test as one more api that follows its engine."""

    def __init__(self, place: Path, clients: list[SignedInClient]) -> None:
        self.clients = clients
        self.step = Step(place)
        self.exchange = self.step.start()
        self.crowd = Crowd([f"http://127.0.0.1:{self.exchange.port}"], clients)
        self._settings = Settings(
            data_folder=self.exchange.data_folder, web_folder=place / "web", database_url=None
        )
        self.feed = Feed()
        self._placed = 0

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        try:
            await asyncio.to_thread(self.exchange.wait_until_ready)
            url = find_running_url(self.exchange.data_folder)
            assert url is not None
            self.url = url
            async with open_api_services(self._settings, url) as self.services:
                self.services.engine.listen(self.feed)
                async with running_engine(self.services.engine) as self.engine:
                    yield
        finally:
            self.exchange.end()

    async def place_orders(self) -> None:
        """Orders of somebody else, handed in here."""
        for _ in range(5):
            self._placed += 1
            owner = str(self.clients[1].id)
            price = 4_000_000 + self._placed
            order = PlaceOrder(AT, owner, "BTC-USDT", "buy", "limit", 10**5, price, 2_000, 2_500)
            assert (await self.engine.submit(order)).refusal is None

    async def require_equal_views(self) -> None:
        """The tables hold what the api shows, and what the test has followed."""
        async with asyncio.timeout(120):
            stored = await self._compare_views()
            while stored is None:
                stored = await self._compare_views()
        for number, client in enumerate(self.clients):
            async with self.crowd.connect(number) as http:
                assets = (await http.get("/api/v1/assets")).json()
                orders = (await http.get("/api/v1/order", params={"status": "open", "limit": 100})).json()
            owner = str(client.id)
            assert assets == assets_of(stored, owner, include_empty=False).model_dump(mode="json")
            open_ids = {int(order["id"]) for order in orders["items"]}
            assert open_ids == stored.orders_of.get(owner, set())

    async def _compare_views(self) -> View | None:
        """What the tables hold; None when the kill is only noticed here meanwhile."""
        await eventually(lambda: self.engine.is_serving)
        await asyncio.to_thread(until, self.exchange.is_serving)
        with suppress(EngineUnavailable, OSError, asyncpg.CannotConnectNowError):
            await self.engine.catch_up()
            connection = await asyncpg.connect(self.url)
            stored, head = await load_view(connection)
            await connection.close()
            followed = shown(self.engine.view)
            assert (self.engine.seq, self.feed.faults) == (head.seq, [])
            assert followed == shown(stored)
            return stored
        return None


async def test_kills_of_postgresql_of_the_worker_and_in_a_snapshot_lose_nothing(place: Path) -> None:
    watched = Watched(place, await prepare(place / "data"))
    async with watched.running():
        await kill_postgresql_after_a_commit(watched)
        await kill_the_engine_while_an_api_loads(watched)
        await kill_the_worker_with_a_proposal(watched)

        # Those that were handed in here at least.
        assert watched.feed.entries >= 5
        failed = watched.exchange.logged("follower_failed")
        assert [one.get("exception") for one in failed] == []
        require_audited(watched.exchange)


async def kill_postgresql_after_a_commit(watched: Watched) -> None:
    """The engine learns from the tables that its batch is there."""
    watched.step.arm("engine before the commit is known")
    killing = asyncio.create_task(watched.step.kill(watched.exchange, "postgres"))
    await place_through_a_kill(watched.exchange, watched.crowd, named_requests(0)[2])
    await killing
    await watched.require_equal_views()


async def kill_the_engine_while_an_api_loads(watched: Watched) -> None:
    watched.step.arm("api in the snapshot")
    os.kill(watched.exchange.pids("api")[-1], signal.SIGKILL)
    await watched.step.wait()
    # The api that loads the tables gets these as batches meanwhile.
    await watched.place_orders()
    await watched.step.kill(watched.exchange, "engine")
    await watched.require_equal_views()


async def kill_the_worker_with_a_proposal(watched: Watched) -> None:
    """What two people have approved is done once, though the worker that did it dies before it notes so."""
    staff = [await a_staff(watched.services, login=login) for login in ("one", "two")]
    owner = watched.clients[0].id
    before = watched.engine.view.balance(str(owner), "USDT", "available")
    watched.step.arm("worker after the answer")
    proposal_id = await approve_adjustment(watched.services, owner, staff)
    # A worker that starts looks for these first.
    os.kill(watched.exchange.pids("worker")[-1], signal.SIGKILL)
    await watched.step.kill(watched.exchange)
    async for _ in ticks():
        async with watched.services.sessions() as session:
            proposal = await session.get_one(Proposal, proposal_id)
        if proposal.status == "done":
            break
    await watched.require_equal_views()

    after = watched.engine.view.balance(str(owner), "USDT", "available")
    assert before - after == units("USDT", "7")


async def approve_adjustment(
    services: ApiServices, owner: uuid.UUID, staff: Sequence[SignedInStaff]
) -> uuid.UUID:
    """As the api leaves it when it dies between the approval and the engine."""
    now = services.clock.now()
    proposer, approver = staff
    proposal = Proposal(
        id=new_id(),
        kind="adjustment",
        client_id=owner,
        coin="USDT",
        amount=Decimal(-7),
        reason="A test.",
        status="approved",
        proposed_by_id=proposer.id,
        proposed_by=proposer.login,
        proposed_at=now,
        decided_by_id=approver.id,
        decided_by=approver.login,
        decided_at=now,
    )
    async with transaction(services.sessions) as session:
        session.add(proposal)
    return proposal.id
