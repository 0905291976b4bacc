"""Real development nodes for tests, and the keys of their public seed."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from clearwater.adapters.chains.connections import ChainNode, connect_chain
from clearwater.adapters.chains.development_chain import DevChain, connect_development_chain
from clearwater.adapters.chains.development_nodes import start_node, stop_node
from clearwater.adapters.chains.development_programs import find_programs
from clearwater.adapters.chains.development_seed import ACCOUNTS, development_account
from clearwater.adapters.chains.networks import DevelopmentChain
from clearwater.domains.wallets.ports import BlockRef, Incoming, KeyPath, NetworkSpec

PROGRAMS = find_programs()
# Without a bitcoind, Bitcoin's family is tested on litecoind alone; `make chains` installs both.
UTXO_NETWORKS = [network for network in PROGRAMS.networks if network.endswith("-regtest")]


@dataclass
class RunningChain:
    """A node, what one may do to it, and the chain as the exchange sees it."""

    written: DevelopmentChain
    dev: DevChain
    node: Any

    @property
    def network(self) -> NetworkSpec:
        network: NetworkSpec = self.node.network
        return network

    async def tip(self) -> BlockRef:
        block = await self.node.block(await self.dev.height())
        assert block is not None
        return block  # type: ignore[no-any-return]

    async def mine_and_scan(self, *addresses: str) -> tuple[Incoming, ...]:
        """What the next block pays to these addresses."""
        await self.dev.mine()
        scan = await self.node.scan(await self.tip(), dict.fromkeys(addresses))
        return scan.incoming  # type: ignore[no-any-return]

    def address(self, index: int) -> str:
        return str(self.node.derive_address(KeyPath("deposit", index)))


@asynccontextmanager
async def running_chain(network: str, folder: Path) -> AsyncIterator[RunningChain]:
    started = await start_node(network, PROGRAMS, folder / network)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(stop_node, started)
        dev = connect_development_chain(started, folder)
        stack.push_async_callback(dev.close)
        written = await dev.prepare()
        node: ChainNode = connect_chain(dev.network)
        stack.push_async_callback(node.close)
        yield RunningChain(written, dev, node)


def private_key(kind: Any, key: KeyPath) -> Any:
    """As embit has it."""
    return development_account(kind, ACCOUNTS[key.wallet]).derive([0, key.index])
