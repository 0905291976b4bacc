"""Orders by their ids, looked up for all requests that wait at once."""

import asyncio
from collections.abc import Sequence

import httpx
import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.commands import PlaceOrder
from clearwater.core.state import KEY_PREFIX
from clearwater.domains.orders.naming import OrderNames
from clearwater.domains.orders.queries import IDS_BY_NAMES, find_ids_by_names
from clearwater.domains.orders.service import key_digest
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import SessionFactory, driver_of
from tests.builders import SignedInClient
from tests.trading import a_trader, place

ORDER = PlaceOrder(1, "", "BTC-USDT", "buy", "limit", 10**7, 4_900_000)

BODY = {"symbol": "BTC-USDT", "side": "buy", "type": "limit", "quantity": "0.1", "price": "50000"}


async def test_one_statement_looks_up_all_orders_that_wait(
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The key takes precedence, and ids belong to their client."""
    for number in range(3):
        headers = ann.headers | {"Idempotency-Key": f"key-{number}"}
        order = BODY | {"client_order_id": f"own-{number}"}
        assert (await client.post("/api/v1/order", json=order, headers=headers)).status_code == 201
    named = replace(ORDER, client=str(ann.id))
    asked = [
        replace(named, idempotency_key=key_digest("key-0")),
        replace(named, client_order_id="own-1"),
        replace(named, client_order_id="own-1", idempotency_key=key_digest("key-2")),
        replace(named, client_order_id="own-1", idempotency_key=key_digest("another")),
        replace(named, client_order_id="another", idempotency_key=key_digest("key-2")),
        replace(named, client_order_id="another", idempotency_key=key_digest("another")),
        replace(named, client=str(bob.id), client_order_id="own-1"),
        replace(named, client=str(bob.id), idempotency_key=key_digest("key-0")),
    ]
    sizes: list[int] = []

    async def count(session: AsyncSession, commands: Sequence[PlaceOrder]) -> dict[int, int]:
        sizes.append(len(commands))
        return await find_ids_by_names(session, commands)

    monkeypatch.setattr("clearwater.domains.orders.queries.find_ids_by_names", count)
    found = await asyncio.gather(*map(services.order_names.find, asked))

    assert found == [1, 2, 3, 2, 3, None, None, None]
    assert sizes == [len(asked)]


async def test_an_order_of_the_first_rules_is_found_by_its_key(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, market: Follower
) -> None:
    """They had the key in the place of the client's own id."""
    digest = key_digest("press-1")
    command = replace(ORDER, at=1, client=str(ann.id), client_order_id=f"idempotency-key {digest}")
    assert (await market.submit(command)).refusal is None

    assert (
        await services.order_names.find(replace(command, client_order_id=None, idempotency_key=digest)) == 1
    )


async def test_lookups_go_on_after_one_has_failed(
    services: ApiServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = OrderNames(services.sessions)
    with monkeypatch.context() as patch:
        patch.setattr("clearwater.domains.orders.queries.IDS_BY_NAMES", None)
        failed = await asyncio.gather(*(names.find(ORDER) for _ in range(3)), return_exceptions=True)

    assert all(isinstance(error, Exception) for error in failed)
    assert await names.find(ORDER) is None


async def test_a_canceled_lookup_disturbs_no_other(services: ApiServices) -> None:
    names = OrderNames(services.sessions)
    gone, waiting = asyncio.create_task(names.find(ORDER)), asyncio.create_task(names.find(ORDER))
    await asyncio.sleep(0)
    gone.cancel()

    assert await waiting is None
    assert gone.cancelled()


async def test_an_order_that_cannot_be_looked_up_is_not_placed(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It might be there already."""
    ann = await a_trader(services, market, "ann")
    await place(client, ann)
    monkeypatch.setattr("clearwater.domains.orders.naming.DEDUPLICATION_WINDOW", 0)

    async def fail(*_: object) -> None:
        raise PoolTimeoutError

    monkeypatch.setattr("clearwater.domains.orders.queries.find_ids_by_names", fail)
    refused = await place(client, ann, client_order_id="own")

    assert refused.status_code == 503
    assert len(market.view.orders) == 1


MANY_ORDERS = """
    INSERT INTO orders (id, client, pair, side, type, time_in_force, post_only, client_order_id,
        idempotency_key, list_id, maker_ppm, taker_ppm, seq, created_ms, status, reason, price, stop_price,
        quantity, remaining, filled_quote, fee, held, visible, priority, updated_ms)
    SELECT number, 'ann', 'BTC-USDT', 'buy', 'limit', 'gtc', false, 'own-' || number, 'key-' || number, 0, 0,
        0, 1, 1, 'filled', '', 1, 0, 1, 0, 1, 0, 0, 0, 0, 1
    FROM generate_series(1, 5000) AS number
"""


@pytest.mark.parametrize("is_analyzed", [False, True])
async def test_a_new_order_is_looked_up_by_index_however_many_the_client_has(
    services: ApiServices, owner_sessions: SessionFactory, *, is_analyzed: bool
) -> None:
    async with owner_sessions() as session:
        await session.execute(text(MANY_ORDERS))
        if is_analyzed:
            await session.execute(text("ANALYZE orders"))
        await session.commit()

    async with services.sessions() as session:
        driver = await driver_of(session)
        plan = await driver.fetch(f"EXPLAIN {IDS_BY_NAMES}", [0], ["ann"], ["new"], ["new"], KEY_PREFIX)

    used = {line.split(" using ")[1].split(" on ")[0] for (line,) in plan if " using " in line}
    assert used == {"ix_orders_idempotency_key", "ix_orders_client_order_id"}
    assert not any("Seq Scan" in line for (line,) in plan)
