"""What must hold after every seed, whatever went wrong meanwhile."""

import asyncio
from collections import Counter
from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from clearwater.core.commands import Command, PlaceOrder
from clearwater.core.desk import Outcome
from clearwater.core.exchange import Exchange
from clearwater.core.views import View
from clearwater.domains.orders.service import Placed
from clearwater.engine.audit import audit_ledger
from clearwater.engine.recovery import load_view
from clearwater.engine.replay import entry_decoder
from clearwater.kit.database_hosts import connect
from clearwater.kit.errors import EngineUnavailable
from simulation.clients import Act, Clients
from simulation.worker import CANDLES
from simulation.world import Api, World

SETTLE_SECONDS = 120.0
SHOWN = 5
# At about so many of the entries a copy is restored.
RESTORED_SHARE = 0.02
JOURNAL = "SELECT seq, kind, payload, rules_version FROM journal ORDER BY seq"
UNBALANCED = "SELECT coin, sum(amount) FROM balances GROUP BY coin HAVING sum(amount) <> 0"
NAMED_TWICE = """
    SELECT client, client_order_id FROM orders WHERE client_order_id LIKE 'sim-%' AND list_id IS NULL
    GROUP BY client, client_order_id HAVING count(*) > 1
"""


async def wait_until_serving(world: World) -> list[str]:
    """After the last fault everything serves again, within a time."""
    try:
        async with asyncio.timeout(SETTLE_SECONDS):
            while not _is_serving(world):
                await asyncio.sleep(0.5)
    except TimeoutError:
        return [f"After {SETTLE_SECONDS:.0f} s without faults not everything serves again."]
    return []


def _is_serving(world: World) -> bool:
    apis = world.apis.values()
    return world.find_leader() is not None and all(
        one.process.is_alive and one.follower.is_serving for one in apis
    )


async def check_all(world: World, clients: Clients) -> list[str]:
    """Everything that is wrong, in words; nothing when the seed passes."""
    connection = await connect(world.database_url)
    try:
        rows = await connection.fetch(JOURNAL)
        journal = {
            row["seq"]: entry_decoder(row["kind"], row["rules_version"])(row["payload"]) for row in rows
        }
        placed = Counter[int]()
        found = [
            *world.problems,
            *check_replay(world, list(journal.items()), placed),
            *check_acknowledged(clients.acts, journal, placed),
            *[f"{coin} does not sum to zero: {total}" for coin, total in await connection.fetch(UNBALANCED)],
            *[
                f"Order {name} of {client} is there twice."
                for client, name in await connection.fetch(NAMED_TWICE)
            ],
        ]
    finally:
        await connection.close()
    for name, api in world.apis.items():
        found += await check_view(world, name, api)
    if world.workers:
        found += await check_candles(world)
    report = await audit_ledger(world.database_url)
    return [*found, *(f"audit: {line}" for line in report.differences[:SHOWN])]


def check_acknowledged(acts: list[Act], journal: dict[int, Command], placed: Counter[int]) -> Iterator[str]:
    """Nothing that was acknowledged is missing, and nothing is there twice."""
    owners: dict[int, int] = {}
    for act in acts:
        for answer in act.acknowledged:
            if isinstance(answer, Outcome) and answer.seq:
                stored = journal.get(answer.seq)
                if stored is None:
                    yield f"Acknowledged entry {answer.seq} is missing: {act}."
                elif replace(stored, at=0) != replace(act.command, at=0):
                    yield f"Entry {answer.seq} is {stored!r}; acknowledged was {act}."
                elif owners.setdefault(answer.seq, act.number) != act.number:
                    yield f"Entry {answer.seq} was acknowledged to two acts: {owners[answer.seq]} and {act}."
        if isinstance(act.command, PlaceOrder):
            yield from _check_placed(act, placed[act.mark])


def _check_placed(act: Act, found: int) -> Iterator[str]:
    """An order was accepted once when it was acknowledged, and never twice."""
    placed = [one for one in act.acknowledged if isinstance(one, Placed)]
    ids = {one.answer["order"]["id"] for one in placed}
    if len(ids) > 1:
        yield f"One order was answered as several, {sorted(ids)}: {act}."
    if act.acknowledged and not found:
        yield f"An acknowledged order is missing: {act}."
    if found > 1:
        yield f"An order is there {found} times: {act}."


def check_replay(world: World, journal: list[tuple[int, Command]], placed: Counter[int]) -> Iterator[str]:
    """What was published is what a replay gives; a copy restored at any point gives the same events.

    Counts the orders that were accepted, by their marks.
    """
    exchange, copy, restored_at = Exchange(), None, 0
    chance = world.loop.chance("restore")
    for seq, command in journal:
        events = exchange.apply(command)
        if isinstance(command, PlaceOrder) and exchange.refusal is None:
            placed[command.taker_ppm] += 1
        if copy is not None and copy.apply(command) != events:
            yield f"A copy restored at entry {restored_at} does otherwise at {seq}: {command!r}."
            return
        published = world.published.get(seq)
        if published is not None and list(published) != events:
            yield f"Entry {seq} was published as {published}; a replay gives {events}."
            return
        if chance.random() < RESTORED_SHARE:
            copy, restored_at = Exchange.restore(exchange.export()), seq
    if copy is not None and copy.digest() != exchange.digest():
        yield f"A copy restored at entry {restored_at} ends in another state."


async def check_view(world: World, name: str, api: Api) -> list[str]:
    """What an api shows is what the tables have, at the same entry."""

    async def compare(own: Api) -> list[str] | None:
        await own.follower.catch_up()
        connection = await connect(world.database_url)
        try:
            view, head = await load_view(connection)
        finally:
            await connection.close()
        # Orders end by their time while one looks.
        if head.seq != own.follower.seq:
            return None
        return list(_differences(own.follower.view, view))

    for _ in range(50):
        try:
            found = await world.request(name, compare)
        except (ConnectionError, EngineUnavailable):
            found = None
        if found is not None:
            return [f"{name} shows another {one}" for one in found]
        await asyncio.sleep(0.3)
    return [f"{name} never shows what the tables have."]


async def check_candles(world: World) -> list[str]:
    """What the worker has stored of the trades is all of them, once it has caught up."""
    missing: list[str] = []
    for _ in range(100):
        connection = await connect(world.database_url)
        try:
            missing = [
                f"Candles differ from the trades: {tuple(row)}." for row in await connection.fetch(CANDLES)
            ]
        finally:
            await connection.close()
        if not missing:
            return []
        await asyncio.sleep(0.5)
    return missing


def _differences(shown: View, stored: View) -> Iterator[str]:
    for what, one, other in (
        ("balances", _held(shown), _held(stored)),
        ("orders", shown.orders, stored.orders),
        ("coins", shown.coins, stored.coins),
        ("books", _books(shown), _books(stored)),
    ):
        if one != other:
            yield f"{what}: {_first_difference(one, other)}"


def _held(view: View) -> dict[Any, int]:
    return {key: amount for key, amount in view.balances.items() if amount}


def _books(view: View) -> dict[str, Any]:
    return {
        name: (pair.last_price, pair.seq, pair.state, pair.bids.levels, pair.asks.levels)
        for name, pair in view.pairs.items()
    }


def _first_difference(one: Any, other: Any) -> str:
    keys = [key for key in {**one, **other} if one.get(key) != other.get(key)]
    return "; ".join(f"{key}: {one.get(key)!r}, the tables {other.get(key)!r}" for key in keys[:2])
