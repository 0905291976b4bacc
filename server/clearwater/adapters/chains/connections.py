"""The chains of the networks that are configured or run, connected to their nodes."""

from collections.abc import Mapping
from pathlib import Path

import structlog

from clearwater.adapters.chains.evm import EvmNode
from clearwater.adapters.chains.networks import list_network_files, load_networks
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.chains.utxo import UtxoNode
from clearwater.domains.wallets.ports import NetworkSpec
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.chains")

ChainNode = UtxoNode | EvmNode


def connect_chain(network: NetworkSpec) -> ChainNode:
    """The chain of a network; nothing is sent before the first call. Close it."""
    rpc = JsonRpc(network.key, network.rpc_url)
    return EvmNode(network, rpc) if network.kind == "evm" else UtxoNode(network, rpc)


class ChainDirectory:
    """All networks by their keys, also those without a node: their addresses can be checked.

    A chain whose network has not changed stays the same object, with its connections and what it read ahead.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._chains: dict[str, ChainNode] = {}
        self._retired: list[ChainNode] = []
        self._stamp: object = None

    def load(self) -> Mapping[str, ChainNode]:
        """The networks of now: development chains come and go while the exchange runs.

        A mistake in a file counts at the start; later the networks stay as they were.
        """
        stamp = [_stamp(path) for path in list_network_files(self._settings)]
        if stamp == self._stamp:
            return self._chains
        try:
            networks = load_networks(self._settings)
        except StartupError as error:
            if not self._chains:
                raise
            log.warning("networks_unreadable", reason=str(error))
        else:
            self._connect(networks)
        self._stamp = stamp
        return self._chains

    async def close(self) -> None:
        for chain in (*self._chains.values(), *self._retired):
            await chain.close()

    def _connect(self, networks: Mapping[str, NetworkSpec]) -> None:
        same = {key: chain for key, chain in self._chains.items() if chain.network == networks.get(key)}
        self._retired += [chain for key, chain in self._chains.items() if key not in same]
        self._chains = {key: same.get(key) or connect_chain(network) for key, network in networks.items()}


def _stamp(path: Path) -> tuple[Path, int, int] | None:
    try:
        state = path.stat()
    except OSError:
        return None
    return path, state.st_mtime_ns, state.st_size
