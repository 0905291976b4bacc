"""`clearwater audit --chains`: whether what we have on chains is what the ledger says.

Apart from the rest of the audit, because it loads much that no other command of operators needs.
"""

import asyncio

from clearwater.core.views import View
from clearwater.domains.wallets.ports import Chain, ChainError
from clearwater.domains.wallets.service import compare, describe
from clearwater.engine.recovery import load_view
from clearwater.entrypoints.wiring import Services, open_services
from clearwater.kit.config import Settings
from clearwater.kit.database_hosts import connect

# While blocks arrive, the watcher is a moment behind.
ATTEMPTS, PAUSE_SECONDS = 20, 0.5


async def find_chain_differences(database_url: str, settings: Settings) -> list[str]:
    """Where what we have on a chain differs from the ledger; a node that does not answer is a difference."""
    connection = await connect(database_url)
    try:
        view, _ = await load_view(connection)
    finally:
        await connection.close()
    differences: list[str] = []
    async with open_services(settings, database_url) as services:
        for key, chain in services.networks.of_ledger(is_demo=view.kind == "demo").items():
            if chain.network.rpc_url is None:
                continue
            try:
                differences += await _compare_settled(chain, services, view)
            except ChainError as error:
                differences.append(f"{key}: the node does not answer: {error}")
    return differences


async def _compare_settled(chain: Chain, services: Services, view: View) -> list[str]:
    """Compare once neither a block nor the watcher comes in between."""
    for _ in range(ATTEMPTS):
        found = await compare(chain, services.sessions, view)
        if found is not None:
            _, comparisons = found
            return describe(chain.network.key, comparisons)
        await asyncio.sleep(PAUSE_SECONDS)
    return [f"{chain.network.key}: the worker does not keep up with the node"]
