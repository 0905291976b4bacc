"""The worker as a simulated process: its jobs, its candles and what it finishes for others."""

from sqlalchemy.exc import DBAPIError

from clearwater.entrypoints.wiring import open_services
from clearwater.entrypoints.worker import LOCK, Worker
from clearwater.kit import leader_lock
from clearwater.kit.database_hosts import DATABASE_LOST
from clearwater.kit.leader_lock import lead
from simulation.world import ProcessClock, World

NAME = "worker"
# A worker that cannot reach its database ends, and its supervisor starts it again.
ENDS_WITH = (*DATABASE_LOST, DBAPIError)
CANDLES = """
    SELECT pair, sum(quantity)::int8, count(*) FROM fills GROUP BY pair
    EXCEPT SELECT pair, sum(volume)::int8, sum(trades)::int8 FROM candles WHERE interval = '1w' GROUP BY pair
"""


def start_worker(world: World) -> None:
    """Run the worker of the exchange, and start it again when it dies or ends."""
    process = world.start_process(NAME, lambda _: start_worker(world))
    clock = ProcessClock(world.loop)

    async def run() -> None:
        async with open_services(world.settings, world.database_url, clock=clock) as services:
            worker = Worker(services, world.database_url)
            await lead(world.database_url, LOCK, worker.work, process=NAME)

    async def live() -> None:
        try:
            await run()
        except* ENDS_WITH:
            world.reached["a worker ended without its database"] += 1
        process.kill()

    world.workers[NAME] = process
    process.spawn(live())


def end_simulated_process(world: World) -> None:
    """What `os._exit` does to a process ends only the simulated one."""
    vars(leader_lock)["end_process"] = lambda: world.loop.process.kill()  # noqa: PLW0108 - whichever runs then
