"""A refusal is answered as one, also when the same moment ends an order of somebody else."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import Adjust
from clearwater.engine.audit import audit_ledger
from clearwater.engine.follower import Follower
from clearwater.engine.sequencer import Sequencer
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient
from tests.trading import place

Ask = Callable[[httpx.AsyncClient, SignedInClient], Awaitable[httpx.Response]]


@pytest.fixture(autouse=True)
def time_passes_with_requests_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """The engine's own clock would end the order between two requests."""

    async def wait(_: Sequencer) -> None:
        await asyncio.Event().wait()

    monkeypatch.setattr(Sequencer, "keep_time", wait)


async def place_too_much(client: httpx.AsyncClient, ann: SignedInClient) -> httpx.Response:
    return await place(client, ann, quantity="100", price="50000")


async def place_too_much_by_name(client: httpx.AsyncClient, ann: SignedInClient) -> httpx.Response:
    return await place(client, ann, quantity="100", price="50000", client_order_id="mine")


async def cancel_nothing(client: httpx.AsyncClient, ann: SignedInClient) -> httpx.Response:
    return await client.post("/api/v1/order/99/cancel", headers=ann.headers)


async def amend_to_too_much(client: httpx.AsyncClient, ann: SignedInClient) -> httpx.Response:
    return await client.patch("/api/v1/order/1", json={"quantity": "100"}, headers=ann.headers)


@pytest.mark.parametrize(
    ("ask", "status", "code", "kind"),
    [
        (place_too_much, 422, "INSUFFICIENT_BALANCE", "PlaceOrder"),
        (place_too_much_by_name, 422, "INSUFFICIENT_BALANCE", "PlaceOrder"),
        (cancel_nothing, 404, "NOT_FOUND", "CancelOrder"),
        (amend_to_too_much, 422, "INSUFFICIENT_BALANCE", "AmendOrder"),
    ],
)
async def test_a_rejection_is_answered_even_when_its_timestamp_expires_another_order(
    ask: Ask,
    status: int,
    code: str,
    kind: str,
    client: httpx.AsyncClient,
    *,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    market: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    """EXC-2, ORD-10"""
    await place(client, ann, price="45000")
    ending = await place_until(client, bob, clock.at + timedelta(minutes=1))
    before = dict(market.view.balances)
    clock.at += timedelta(minutes=2)

    answer = await ask(client, ann)

    assert (answer.status_code, answer.json()["code"]) == (status, code)
    gone = await client.get(f"/api/v1/order/{ending}", headers=bob.headers)
    assert (gone.json()["order"]["status"], gone.json()["order"]["reason"]) == ("expired", "expire_at")
    assert list(market.view.orders) == [1]
    async with services.sessions() as session:
        journaled = await session.scalar(text("SELECT kind FROM journal ORDER BY seq DESC LIMIT 1"))
    assert journaled == kind
    # Bob has his coins back; nothing else has moved.
    moved = {key for key, amount in market.view.balances.items() if before[key] != amount}
    assert {(key.owner, key.asset) for key in moved} == {(str(bob.id), "BTC")}
    assert (await audit_ledger(database_url)).differences == []


async def test_a_refused_transfer_is_reported_even_when_its_time_expires_an_order(
    client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient, market: Follower, clock: FixedClock
) -> None:
    ending = await place_until(client, bob, clock.at + timedelta(minutes=1))
    clock.at += timedelta(minutes=2)

    outcome = await market.submit(Adjust(milliseconds(clock.now()), "gift", str(ann.id), "BTC", 1))

    assert outcome.refusal is not None
    assert (outcome.refusal.code, outcome.seq) == ("INSUFFICIENT_BALANCE", market.seq)
    assert ending not in market.view.orders


async def place_until(client: httpx.AsyncClient, who: SignedInClient, moment: datetime) -> int:
    """An order that waits, far from the market, until a moment."""
    answer = await place(
        client, who, side="sell", price="55000", time_in_force="gtd", expire_at=int(moment.timestamp())
    )
    assert answer.status_code == 201, answer.text
    order_id: int = answer.json()["order"]["id"]
    return order_id
