"""kill -9 of every process under load, with two api processes: nothing acknowledged is lost or done twice."""

import asyncio
import os
import signal
from pathlib import Path

from faults.report import Row, check
from tests.crowd import Crowd, audit, list_orders, prepare
from tests.processes import Exchange, until

VICTIMS = ("engine", "api", "postgres", "worker")
ROUNDS = 3


async def kills(folder: Path) -> list[Row]:
    clients = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_RATE_LIMITS="0", API_PROCESSES="2")
    outages: dict[str, list[float]] = {victim: [] for victim in VICTIMS}
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd([f"http://127.0.0.1:{exchange.port}"], clients)
        trading = asyncio.create_task(crowd.trade())
        for victim in VICTIMS * ROUNDS:
            await crowd.wait_for_more()
            pid = exchange.postgres_pid() if victim == "postgres" else exchange.pids(victim)[-1]
            os.kill(pid, signal.SIGKILL)
            outages[victim].append(await crowd.wait_for_everyone())
        await crowd.wait_for_more()
        crowd.is_over = True
        await trading
        await asyncio.to_thread(until, exchange.is_serving)
        there = await list_orders(crowd)
        proof = await asyncio.to_thread(audit, CLEARWATER_DATA=str(exchange.data_folder))
    finally:
        await asyncio.to_thread(exchange.end)
    return [
        Row("kills", str(ROUNDS * len(VICTIMS))),
        *(
            Row(f"longest wait for an order after a kill of {victim}", f"{max(waits):.1f} s")
            for victim, waits in outages.items()
        ),
        Row("orders acknowledged", str(len(crowd.acknowledged))),
        Row("answers lost, and asked for again", str(len(crowd.repeated)), "some", bool(crowd.repeated)),
        check("acknowledged, but not there", len(set(crowd.acknowledged) - set(there)), 0),
        check("there twice", len(there) - len(set(there)), 0),
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]
