"""The engine hangs under load: its supervisor replaces it, and nothing acknowledged is lost or done twice."""

import asyncio
import os
import signal
from pathlib import Path

from faults.report import Row, check
from tests.crowd import Crowd, audit, list_orders, prepare
from tests.processes import Exchange, until
from tests.stopped_at import is_gone

ROUNDS = 2
HANG_SECONDS = 5
MAX_OUTAGE_SECONDS = 40.0


async def hangs(folder: Path) -> list[Row]:
    clients = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_RATE_LIMITS="0", CLEARWATER_HANG_SECONDS=str(HANG_SECONDS))
    outages: list[float] = []
    gone = 0
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd([f"http://127.0.0.1:{exchange.port}"], clients)
        trading = asyncio.create_task(crowd.trade())
        for _ in range(ROUNDS):
            await crowd.wait_for_more()
            hanging = exchange.pids("engine")[-1]
            os.kill(hanging, signal.SIGSTOP)
            outages.append(await crowd.wait_for_everyone(MAX_OUTAGE_SECONDS))
            gone += is_gone(hanging)
        await crowd.wait_for_more()
        crowd.is_over = True
        await trading
        await asyncio.to_thread(until, exchange.is_serving)
        there = await list_orders(crowd)
        proof = await asyncio.to_thread(audit, CLEARWATER_DATA=str(exchange.data_folder))
    finally:
        await asyncio.to_thread(exchange.end)
    ended = [line["process"] for line in exchange.logged("process_hangs")]
    return [
        check("engines that hung and were ended", ended, ["engine"] * ROUNDS),
        check("of them gone", gone, ROUNDS),
        Row("longest wait for an order", f"{max(outages):.1f} s", f"at most {MAX_OUTAGE_SECONDS:.0f} s"),
        Row("answers lost, and asked for again", str(len(crowd.repeated)), "some", bool(crowd.repeated)),
        check("acknowledged, but not there", len(set(crowd.acknowledged) - set(there)), 0),
        check("there twice", len(there) - len(set(there)), 0),
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]
