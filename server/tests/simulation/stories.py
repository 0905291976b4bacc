"""Short lives on a simulated loop, with a table of their own."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import Any

import asyncpg

from simulation.children import fork_and_run
from simulation.database import COMMIT, Database
from simulation.loop import SimulationLoop, Trace
from simulation.wire import open_monitor

COMMITTED = f"INSERT INTO story (id, value) VALUES ($1, 0) /* {COMMIT.decode()} */"
ADD = "UPDATE story SET value = value + 1 WHERE id = 1"


class Story:
    """A loop, its database, and a table to work with."""

    def __init__(self, url: str, seed: int) -> None:
        self.url = url
        self.loop = SimulationLoop(seed, Trace())
        self.database = Database(self.loop, open_monitor(url))
        self.loop.connect = self.database.connect

    async def connect(self) -> asyncpg.Connection:
        return await asyncpg.connect(self.url, timeout=20)

    async def value(self) -> int:
        connection = await self.connect()
        found: int = await connection.fetchval("SELECT value FROM story WHERE id = 1")
        return found


async def locks(story: Story) -> dict[str, Any]:
    order: list[str] = []

    async def add(name: str) -> None:
        connection = await story.connect()
        async with connection.transaction():
            await connection.execute(ADD)
            await asyncio.sleep(1)
            order.append(name)

    await asyncio.gather(*(story.loop.start_process(name).spawn(add(name)) for name in ("ann", "bob", "cy")))
    return {"order": order, "value": await story.value(), "seconds": story.loop.now}


async def killed_holder(story: Story) -> dict[str, Any]:
    holder = story.loop.start_process("holder")

    async def hold() -> None:
        connection = await story.connect()
        async with connection.transaction():
            await connection.execute(ADD)
            await asyncio.sleep(100)

    holder.spawn(hold())
    await asyncio.sleep(1)
    connection = await story.connect()
    adding = asyncio.create_task(connection.execute(ADD))
    await asyncio.sleep(1)
    assert not adding.done()
    holder.kill()
    await adding
    return {"value": await story.value()}


async def _lose(story: Story, loss: Any) -> dict[str, Any]:
    connection = await story.connect()
    story.database.losses["world"] = loss
    error = ""
    try:
        await connection.execute(COMMITTED, 7)
    except asyncpg.InterfaceError as raised:
        error = type(raised).__name__
    except asyncpg.PostgresError as raised:
        error = type(raised).__name__
    other = await story.connect()
    return {"error": error, "rows": await other.fetchval("SELECT count(*) FROM story WHERE id = 7")}


async def lost_answer(story: Story) -> dict[str, Any]:
    return await _lose(story, "answer")


async def lost_request(story: Story) -> dict[str, Any]:
    return await _lose(story, "request")


async def notices(story: Story) -> list[str]:
    heard: list[str] = []
    listener, speaker = await story.connect(), await story.connect()
    await listener.add_listener("story", lambda *received: heard.append(received[3]))
    async with speaker.transaction():
        await speaker.execute("SELECT pg_notify('story', 'committed')")
        await asyncio.sleep(1)
        assert not heard
    await asyncio.sleep(1)
    return heard


async def restart(story: Story) -> dict[str, Any]:
    connection = await story.connect()
    story.database.restart()
    await asyncio.sleep(1)
    refused = ""
    try:
        await story.connect()
    except OSError as error:
        refused = type(error).__name__
    story.database.start_again()
    again = await (await story.connect()).fetchval("SELECT 1")
    return {"lost": connection.is_closed(), "refused": refused, "again": again}


async def timeout(story: Story) -> dict[str, Any]:
    holder, waiter = await story.connect(), await story.connect()
    error = ""
    async with holder.transaction():
        await holder.execute(ADD)
        try:
            await waiter.execute(ADD, timeout=2)
        except TimeoutError as raised:
            error = type(raised).__name__
    return {
        "error": error,
        "after": await waiter.fetchval("SELECT 1"),
        "digest": story.loop.trace.hexdigest(),
    }


STORIES: dict[str, Callable[[Story], Awaitable[Any]]] = {
    story.__name__: story
    for story in (locks, killed_holder, lost_answer, lost_request, notices, restart, timeout)
}


async def _tell(story: Story, name: str) -> Any:
    connection = await story.connect()
    await connection.execute(
        "DROP TABLE IF EXISTS story; CREATE TABLE story (id int PRIMARY KEY, value int);"
        "INSERT INTO story VALUES (1, 0)"
    )
    await connection.close()
    told = await STORIES[name](story)
    if isinstance(told, dict) and name == "locks":
        told["digest"] = story.loop.trace.hexdigest()
    return told


def live(name: str, database_url: str, seed: int = 1) -> Any:
    """Live through a story in a child, and return what it saw."""

    def work() -> bytes:
        story = Story(database_url, seed)
        time.monotonic = story.loop.time
        return json.dumps(story.loop.run_until_complete(_tell(story, name))).encode()

    told = fork_and_run(work)
    assert told, "the story has failed"
    return json.loads(told)
