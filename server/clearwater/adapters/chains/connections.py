"""The chains of the networks that have a node."""

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from clearwater.adapters.chains.evm import EvmNode
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.chains.utxo import UtxoNode
from clearwater.domains.wallets.ports import NetworkSpec


def connect_chain(network: NetworkSpec) -> UtxoNode | EvmNode:
    """The chain of a network; nothing is sent before the first call. Close it."""
    rpc = JsonRpc(network.key, network.rpc_url)
    return EvmNode(network, rpc) if network.kind == "evm" else UtxoNode(network, rpc)


@asynccontextmanager
async def open_chains(networks: Mapping[str, NetworkSpec]) -> AsyncIterator[dict[str, UtxoNode | EvmNode]]:
    """All networks by their keys, also those without a node: their addresses can be checked."""
    chains = {key: connect_chain(network) for key, network in networks.items()}
    try:
        yield chains
    finally:
        for chain in chains.values():
            await chain.close()
