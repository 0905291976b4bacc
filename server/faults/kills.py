"""kill -9 of every process under load, with two api processes: nothing acknowledged is lost or done twice."""

import asyncio
import os
import signal
import time
from pathlib import Path

from faults.report import Row, check
from tests.entrypoints.test_crashes import TRADERS, Crowd, an_order, audit, own_ids, prepare
from tests.polling import eventually
from tests.processes import Exchange, until

VICTIMS = ("engine", "api", "postgres", "worker")
ROUNDS = 3


async def kills(folder: Path) -> list[Row]:
    clients = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_RATE_LIMITS="0", API_PROCESSES="2")
    outages: dict[str, list[float]] = {victim: [] for victim in VICTIMS}
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd(f"http://127.0.0.1:{exchange.port}", clients)
        trading = asyncio.create_task(crowd.trade())
        for victim in VICTIMS * ROUNDS:
            await crowd.wait_for_more()
            pid = exchange.postgres_pid() if victim == "postgres" else exchange.pids(victim)[-1]
            os.kill(pid, signal.SIGKILL)
            outages[victim].append(await _seconds_until_acknowledged(crowd))
        await crowd.wait_for_more()
        crowd.is_over = True
        await trading
        await asyncio.to_thread(until, exchange.is_serving)
        await _ask_again(crowd)
        done = crowd.acknowledged | crowd.unknown
        there = [(number, own_id) for number in range(TRADERS) for own_id in await own_ids(crowd, number)]
        proof = await asyncio.to_thread(audit, exchange)
    finally:
        await asyncio.to_thread(exchange.end)
    return [
        Row("kills", str(ROUNDS * len(VICTIMS))),
        *(
            Row(f"longest wait for an order after a kill of {victim}", f"{max(waits):.1f} s")
            for victim, waits in outages.items()
        ),
        Row("orders acknowledged", str(len(crowd.acknowledged))),
        Row("answers lost, and asked for again", str(len(crowd.unknown)), "some", bool(crowd.unknown)),
        check("acknowledged, but not there", len(done - set(there)), 0),
        check("there twice", len(there) - len(set(there)), 0),
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]


async def _seconds_until_acknowledged(crowd: Crowd) -> float:
    """How long until every client has an order acknowledged again."""
    killed_at = time.monotonic()
    before = crowd.acknowledged.copy()
    await eventually(lambda: len({number for number, _ in crowd.acknowledged - before}) == TRADERS)
    return time.monotonic() - killed_at


async def _ask_again(crowd: Crowd) -> None:
    """Whoever lost the answer sends the same order once more."""
    for number, own_id in sorted(crowd.unknown):
        async with crowd.connect(number) as http:
            again = await http.post(
                "/api/v1/order", json=an_order(number, int(own_id.removeprefix("own-")), own_id)
            )
        assert again.status_code in {201, 409}, again.text
