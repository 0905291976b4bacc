"""The networks as the signer knows them: from its own reading of the configuration, never from a request."""

from collections.abc import Callable, Mapping
from pathlib import Path

import msgspec
import structlog

from clearwater.domains.wallets.ports import ChainKind, NetworkSpec, SigningRefused
from clearwater.kit.errors import StartupError

log = structlog.get_logger("clearwater.signer")

NetworkLoader = Callable[[], Mapping[str, NetworkSpec]]


class DevelopmentNode(msgspec.Struct, frozen=True):
    """What a development node has written about itself; more fields than these are in the file."""

    kind: ChainKind
    genesis_hash: str | None = None
    pid: int | None = None


class KnownNetworks:
    """Read at the start, on a hang-up, and again when a development node is another one than before."""

    def __init__(self, load: NetworkLoader, chains_folder: Path) -> None:
        self._load = load
        self._chains_folder = chains_folder
        self._nodes: dict[str, DevelopmentNode | None] = {}
        self._networks = load()

    def all(self) -> list[NetworkSpec]:
        return list(self._networks.values())

    def get(self, key: str) -> NetworkSpec:
        node = self._read_node(key)
        if key not in self._networks or self._nodes.get(key) != node:
            self.reload()
            self._nodes[key] = node
        network = self._networks.get(key)
        if network is None:
            raise SigningRefused("NETWORK_UNKNOWN", f"The signer does not know the network {key[:40]}.")
        return network

    def chain_of(self, network: NetworkSpec) -> str:
        """The network, and for a development chain which one of those that have had this name.

        An EVM node forgets its chain when it ends, and the next one counts nonces from zero again.
        """
        node = self._nodes.get(network.key) if network.is_development else None
        if node is None:
            return network.key
        run = f"/{node.pid}" if node.kind == "evm" else ""
        return f"{network.key}@{node.genesis_hash}{run}"

    def reload(self) -> None:
        """Read the configuration again; one that is not valid leaves the old one in force."""
        try:
            self._networks = self._load()
        except StartupError as error:
            log.warning("networks_not_reloaded", reason=str(error))

    def _read_node(self, key: str) -> DevelopmentNode | None:
        if not key.replace("-", "").isalnum():
            return None
        try:
            content = (self._chains_folder / f"{key}.json").read_bytes()
            return msgspec.json.decode(content, type=DevelopmentNode)
        except (OSError, msgspec.MsgspecError):
            return None
