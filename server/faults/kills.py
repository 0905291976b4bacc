"""kill -9 of api and PostgreSQL under load: nothing acknowledged is lost or done twice."""

import asyncio
import os
import signal
from pathlib import Path

from faults.report import Row, check
from tests.entrypoints.test_crashes import TRADERS, Crowd, an_order, audit, own_ids, prepare
from tests.processes import Exchange, until

ROUNDS = 8


async def kills(folder: Path) -> list[Row]:
    clients = await prepare(folder / "data")
    exchange = Exchange(folder, CLEARWATER_RATE_LIMITS="0")
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd(f"http://127.0.0.1:{exchange.port}", clients)
        trading = asyncio.create_task(crowd.trade())
        for number in range(ROUNDS):
            await crowd.wait_for_more()
            pid = exchange.postgres_pid() if number % 2 else exchange.pids("api")[-1]
            os.kill(pid, signal.SIGKILL)
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
        Row("kills of api and PostgreSQL", str(ROUNDS)),
        Row("orders acknowledged", str(len(crowd.acknowledged))),
        Row("answers lost, and asked for again", str(len(crowd.unknown)), "some", bool(crowd.unknown)),
        check("acknowledged, but not there", len(done - set(there)), 0),
        check("there twice", len(there) - len(set(there)), 0),
        check("differences in the proof", proof.stdout.strip() if proof.returncode else "none", "none"),
    ]


async def _ask_again(crowd: Crowd) -> None:
    """Whoever lost the answer sends the same order once more."""
    for number, own_id in sorted(crowd.unknown):
        async with crowd.connect(number) as http:
            again = await http.post(
                "/api/v1/order", json=an_order(number, int(own_id.removeprefix("own-")), own_id)
            )
        assert again.status_code in {201, 409}, again.text
