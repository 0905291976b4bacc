"""The networks of a simulated exchange: a UTXO chain, and an EVM chain with a token."""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

from clearwater.adapters.chains import addresses
from clearwater.adapters.chains.development_seed import development_xpubs
from clearwater.adapters.chains.known_networks import DEVELOPMENT_NETWORKS, KNOWN_NETWORKS
from clearwater.adapters.signer.caps import Cap, Caps
from clearwater.adapters.signer.keys import Seed
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.ports import Asset, KeyPath, NetworkSpec
from clearwater.kit.clock import Clock
from simulation.wallets.chain import SimulatedChain
from simulation.wallets.host import Host, travel
from simulation.wallets.nodes import Connection, connect_node

UTXO, EVM = {False: "ltc", True: "ltc-regtest"}, {False: "eth", True: "eth-dev"}
# Other coins than those of the simulated market, which have few decimals: what the ledger has of each.
DECIMALS = {"LTC": 8, "ETC": 8, "USDC": 6}
CONTRACT = "0x5FbDB2315678afecb367f032d93F642f64180aa3"
HOT, GAS = KeyPath("hot", 0), KeyPath("gas", 0)
# What the house brings in, where no faucet does.
FIRST_FUNDS = {"LTC": Decimal(30), "ETC": Decimal(30), "USDC": Decimal(30_000)}
FIRST_PARTS = 3
FIRST_GAS = Decimal(5)
ROOM = Caps(
    {coin: Cap(Decimal(10**6), Decimal(10**8), Decimal(10**9)) for coin in DECIMALS}, fees={}, top_ups={}
)
NO_ROOM = Caps({coin: Cap(Decimal(0), Decimal(0), Decimal(0)) for coin in DECIMALS}, fees={}, top_ups={})


def make_networks(host: Host, seed: Seed | None) -> dict[str, NetworkSpec]:
    """With the keys of a seed, or without one those of development chains."""
    chance = host.chance("networks")
    is_demo = seed is None
    networks = {}
    for key in (UTXO[is_demo], EVM[is_demo]):
        known, changes = DEVELOPMENT_NETWORKS[key] if is_demo else (KNOWN_NETWORKS[key], {})
        network = replace(
            known,
            **changes,
            key=key,
            assets=tuple(_rename(one) for one in known.assets if one.coin != "USDT"),
            confirmations=3,
            reorg_depth=30,
            block_seconds=5,
            is_development=is_demo,
            rpc_url="http://simulated.invalid",
        )
        if network.kind == "utxo":
            network = replace(network, can_replace_by_fee=chance.random() < 0.5)
        xpubs = development_xpubs(network.kind) if seed is None else seed.xpubs(network)
        networks[key] = replace(network, xpubs=xpubs)
    return networks


def _rename(asset: Asset) -> Asset:
    if asset.contract is not None:
        return replace(asset, contract=CONTRACT)
    return replace(asset, coin="ETC") if asset.coin == "ETH" else asset


class SimulatedNetworks:
    """All simulated chains, and how processes of the exchange reach them."""

    def __init__(self, host: Host, *, is_demo: bool, clock: Clock) -> None:
        self._host = host
        self._clock = clock
        entropy = hashlib.sha256(str(host.chance("keys").getrandbits(256)).encode()).digest()
        self.seed = None if is_demo else Seed(entropy)
        self.specs = make_networks(host, self.seed)
        self.chains = {key: SimulatedChain(spec, host) for key, spec in self.specs.items()}
        # Those of the processes that live, by process and network.
        self.connections: dict[tuple[str, str], Connection] = {}
        self.lost_answers = 0

    def connect(self, process: str) -> Networks:
        """The networks as a process has them; each has connections of its own."""
        nodes = {}
        for key, chain in self.chains.items():
            connection = Connection(chain, self._host.chance(f"connection {process} {key}"), self._note_lost)
            self.connections[process, key] = connection
            nodes[key] = connect_node(chain, connection)
        return Networks(lambda: nodes, self._clock)

    def _note_lost(self) -> None:
        self.lost_answers += 1

    @property
    def utxo(self) -> SimulatedChain:
        return next(chain for chain in self.chains.values() if chain.network.kind == "utxo")

    @property
    def evm(self) -> SimulatedChain:
        return next(chain for chain in self.chains.values() if chain.network.kind == "evm")

    def fund_house(self) -> None:
        """Strangers pay to the house's wallets, in several parts; a demo's worker asks its faucet."""
        for chain in self.chains.values():
            for asset in chain.network.assets:
                part = FIRST_FUNDS[asset.coin] / FIRST_PARTS
                for _ in range(FIRST_PARTS):
                    self.pay(chain, HOT, part, asset)
            if chain.network.kind == "evm":
                self.pay(chain, GAS, FIRST_GAS, chain.network.own)

    def pay(self, chain: SimulatedChain, key: KeyPath, amount: Decimal, asset: Asset) -> None:
        address = str(derive_address(chain, key))
        chain.pay_from_outside(address, int(amount.scaleb(asset.decimals)), asset.contract)

    def heal(self) -> None:
        for connection in self.connections.values():
            connection.heal()
        for chain in self.chains.values():
            chain.heal()


def derive_address(chain: SimulatedChain, key: KeyPath) -> str:
    return addresses.derive_address(chain.network, key)


class SimulatedFaucet:
    """Implements `Faucet`."""

    def __init__(self, chains: Mapping[str, SimulatedChain], host: Host) -> None:
        self._chains = chains
        self._chance = host.chance("faucet")

    async def pay(self, network: str, address: str, amount: Decimal, coin: str) -> str:
        await travel(self._chance)
        chain = self._chains[network]
        asset = next(one for one in chain.network.assets if one.coin == coin)
        paid = chain.pay_from_outside(address, int(amount.scaleb(asset.decimals)), asset.contract)
        for node in chain.nodes:
            node.offer([paid])
        await travel(self._chance)
        return paid.id
