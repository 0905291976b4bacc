"""The chains process: runs the development nodes of a demo and mines their blocks.

The nodes are processes of their own. When this one is killed they go on, and the next one adopts them; an
orderly stop ends them.
"""

import asyncio
import signal
import tempfile
from contextlib import suppress
from pathlib import Path

import structlog

from clearwater.adapters.chains.development_chain import DevChain, connect_development_chain
from clearwater.adapters.chains.development_nodes import is_running, start_node, stop_node
from clearwater.adapters.chains.development_programs import Programs, find_usable_programs
from clearwater.adapters.chains.networks import CHAINS_FOLDER, DevelopmentChain, read_development_chains
from clearwater.adapters.postgres_account import find_application_account, make_state_folder
from clearwater.adapters.privileges import change_file_owner
from clearwater.domains.wallets.ports import ChainError
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.chains")

NODES_FOLDER = "nodes"
RETRY_SECONDS = 2.0
CHECK_SECONDS = 1.0


async def prepare(settings: Settings) -> tuple[Programs, Path]:
    """The programs and the folder of the nodes, where the account that runs them can reach both."""
    account = await find_application_account()
    if account.user is not None:
        change_file_owner(account, settings)
    folder = settings.data_folder.absolute() / CHAINS_FOLDER
    folder.mkdir(mode=0o755, parents=True, exist_ok=True)
    nodes = folder / NODES_FOLDER
    if not nodes.exists():
        if await account.can_enter(folder):
            nodes.mkdir(mode=0o700)
        else:
            nodes.unlink(missing_ok=True)
            nodes.symlink_to(tempfile.mkdtemp(prefix="chains-", dir=make_state_folder()))
        account.own(nodes.resolve())
    return await find_usable_programs(account), nodes.resolve()


async def run(settings: Settings, programs: Programs, nodes: Path) -> None:
    """Run all chains until a stop signal."""
    folder = settings.data_folder.absolute() / CHAINS_FOLDER
    known = {chain.network: chain for chain in _read_known(settings.data_folder)}
    keepers = [
        Keeper(network, programs, folder=folder, nodes=nodes, chain=known.get(network))
        for network in programs.networks
    ]
    if "eth-dev" not in programs.networks:
        log.warning("development_chain_missing", network="eth-dev", remedy="make chains")
    # Without a node to keep there is only the signal to wait for.
    work: asyncio.Future[object] = asyncio.ensure_future(
        asyncio.gather(*(keeper.keep(settings.dev_block_seconds) for keeper in keepers))
        if keepers
        else asyncio.Event().wait()
    )
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, work.cancel)
    with suppress(asyncio.CancelledError):
        await work
    await asyncio.gather(*(keeper.stop() for keeper in keepers))


class Keeper:
    """One development chain: its node is started, adopted, started again when it dies."""

    def __init__(
        self,
        network: str,
        programs: Programs,
        *,
        folder: Path,
        nodes: Path,
        chain: DevelopmentChain | None,
    ) -> None:
        self._network = network
        self._programs = programs
        self._folder = folder
        self._nodes = nodes
        self._chain = chain

    async def keep(self, block_seconds: float) -> None:
        while True:
            try:
                await self._run_node(block_seconds)
            except ChainError as error:
                log.warning("development_chain_failed", network=self._network, reason=str(error))
            await asyncio.sleep(RETRY_SECONDS)

    async def stop(self) -> None:
        if self._chain is not None:
            await stop_node(self._chain)
            self._chain.remove(self._folder)
            log.info("development_node_stopped", network=self._network, pid=self._chain.pid)

    async def _run_node(self, block_seconds: float) -> None:
        if self._chain is not None and await is_running(self._chain):
            log.info("development_node_adopted", network=self._network, pid=self._chain.pid)
        else:
            if self._chain is not None:
                await stop_node(self._chain)
            self._chain = await start_node(self._network, self._programs, self._nodes / self._network)
        chain = connect_development_chain(self._chain, self._folder)
        try:
            self._chain = await chain.prepare()
            self._chain.write(self._folder)
            log.info("development_chain_ready", network=self._network, height=await chain.height())
            await _mine(chain, block_seconds)
        finally:
            await chain.close()


async def _mine(chain: DevChain, block_seconds: float) -> None:
    """Until the node does not answer."""
    while True:
        await asyncio.sleep(block_seconds or CHECK_SECONDS)
        if block_seconds:
            await chain.mine()
        else:
            await chain.height()


def _read_known(data_folder: Path) -> list[DevelopmentChain]:
    try:
        return read_development_chains(data_folder)
    except StartupError as error:
        log.warning("development_chains_unreadable", reason=str(error))
        return []
