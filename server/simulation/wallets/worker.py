"""What a worker does for wallets: the product's own loops, wired as its entry point does it."""

import asyncio
from datetime import timedelta

from clearwater.domains.wallets import sending, tasks, withdrawal_tasks
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.tasks import Tools

# Nobody has ten minutes in a simulation.
sending.RETRY_REFUSED_AFTER = timedelta(seconds=15)


async def run_wallet_worker(networks: Networks, tools: Tools) -> None:
    """Until cancelled; the engine serves already, and this worker leads."""
    finishing = withdrawal_tasks.keep_finishing(tools.sessions, tools.desk, networks, tools.clock)
    async with asyncio.TaskGroup() as group:
        group.create_task(tasks.keep_following(networks, tools), name="wallets")
        group.create_task(finishing, name="withdrawals")
