"""Two networks without nodes, and clients who withdraw; real nodes for tests that ask for a chain."""

import re
import tempfile
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio

from clearwater.adapters.chains import development_nodes
from clearwater.adapters.postgres_server import as_application
from clearwater.domains.markets.models import CoinDetails
from clearwater.domains.wallets import queries
from clearwater.domains.wallets.directory import Networks
from clearwater.domains.wallets.ports import (
    AddressInvalid,
    Asset,
    BlockRef,
    BlockScan,
    ChainError,
    FeePolicy,
    KeyPath,
    NetworkSpec,
    NodeHealth,
    SignedTransaction,
    TransactionStatus,
)
from clearwater.domains.wallets.transfers import WalletTransfers
from clearwater.engine.follower import Follower
from clearwater.entrypoints.client_facts import know_clients
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import FixedClock
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from tests.adapters.chains.nodes import RunningChain, running_chain
from tests.builders import SignedInStaff, a_staff, a_web_build
from tests.databases import Databases
from tests.domains.wallets.houses import House, open_house

ETH = NetworkSpec(
    key="eth",
    name="Ethereum",
    kind="evm",
    standard="ERC-20",
    assets=(
        Asset("ETH", 18, None, Decimal("0.001"), Decimal("0.002"), Decimal("0.01"), Decimal(100)),
        Asset("USDT", 6, "0xdac1", Decimal(1), Decimal(1), Decimal(5), Decimal(1_000_000)),
    ),
    confirmations=3,
    reorg_depth=20,
    block_seconds=12,
    fee=FeePolicy(1, 1, 100),
    is_development=False,
    rpc_url="http://node.invalid",
)
TRON = replace(ETH, key="tron", name="Tron", standard="TRC-20", rpc_url=None)


class OfflineChain:
    """Knows addresses and nothing else: withdrawals need no node before the payout begins."""

    def __init__(self, network: NetworkSpec) -> None:
        self.network = network

    def derive_address(self, key: KeyPath) -> str:
        return f"0x{key.index + 1:040x}"

    def parse_address(self, text: str) -> str:
        if not re.fullmatch(r"0x[0-9a-fA-F]{40}", text):
            raise AddressInvalid(text)
        return text.lower()

    def payment_uri(self, address: str, asset: Asset) -> str:
        return f"ethereum:{address}"

    async def health(self) -> NodeHealth:
        raise ChainError

    async def block(self, height: int) -> BlockRef | None:
        raise ChainError

    async def scan(self, block: BlockRef, watched: Mapping[str, object]) -> BlockScan:
        raise ChainError

    async def scan_mempool(self, watched: Mapping[str, object]) -> BlockScan:
        raise ChainError

    async def fee_rate(self) -> int:
        raise ChainError

    async def broadcast(self, signed: SignedTransaction) -> None:
        raise ChainError

    async def status(self, tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        raise ChainError

    async def balances(self, addresses: Sequence[str]) -> dict[str, int]:
        raise ChainError


CHAINS = {network.key: OfflineChain(network) for network in (ETH, TRON)}


@pytest_asyncio.fixture
async def services(settings: Settings, database_url: str, clock: FixedClock) -> AsyncIterator[ApiServices]:
    async with open_api_services(settings, as_application(database_url), clock=clock) as opened:
        opened.response_cache.max_age = timedelta(0)
        async with transaction(opened.sessions) as session:
            for key in CHAINS:
                await queries.ensure_network(session, key, height=0, now=clock.now())
        networks = Networks(lambda: CHAINS, clock)
        facts = know_clients(
            opened.sessions,
            reads=opened.reads,
            notices=opened.notices,
            callers=opened.callers,
            engine=opened.engine,
            trading=opened.trading_facts,
            transfers=WalletTransfers(networks),
            clock=clock,
        )
        yield replace(opened, networks=networks, client_facts=facts)


@pytest_asyncio.fixture
async def market(services: ApiServices, market: Follower) -> Follower:
    """Every coin takes deposits and withdrawals."""
    async with transaction(services.sessions) as session:
        for coin in market.view.coins:
            details = CoinDetails(
                symbol=coin,
                name=coin,
                deposit=True,
                withdraw=True,
                position=0,
                listed_at=services.clock.now(),
            )
            session.add(details)
    return market


@pytest_asyncio.fixture
async def tom(services: ApiServices, market: Follower) -> SignedInStaff:
    return await a_staff(services, "treasury", login="tom")


@pytest_asyncio.fixture
async def eve(services: ApiServices, market: Follower) -> SignedInStaff:
    return await a_staff(services, "treasury", login="eve")


@pytest_asyncio.fixture(scope="session")
async def chain(request: pytest.FixtureRequest) -> AsyncIterator[RunningChain]:
    """A node for all tests of a process; the network is the parameter."""
    with (
        tempfile.TemporaryDirectory(prefix="clearwater-chains-") as folder,
        pytest.MonkeyPatch.context() as patch,
    ):
        # Litecoin has it off by default, Bitcoin on: so one node serves to try both ways to a higher fee.
        options = (*development_nodes.LITECOIN_OPTIONS, "-mempoolreplacement=1")
        patch.setattr(development_nodes, "LITECOIN_OPTIONS", options)
        async with running_chain(request.param, Path(folder)) as running:
            yield running


@pytest_asyncio.fixture(scope="module")
async def lasting_house(
    chain: RunningChain, databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[House]:
    """One ledger for all tests of a module: each leaves the network as it should be.

    Its hot wallet has little, so that payments need what clients have deposited.
    """
    folder = tmp_path_factory.mktemp("house")
    settings = Settings(web_folder=a_web_build(folder / "web"), data_folder=folder / "data")
    async with (
        databases.lend() as lent,
        open_house(chain, settings, lent.url, max_faucet=5) as house,
    ):
        await house.fund_client(Decimal(12))
        yield house


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of one chain after each other: by itself pytest goes by the place in a list of parameters."""
    where = {id(item): _chain_of(item) for item in items}
    places = [number for number, item in enumerate(items) if where[id(item)]]
    ordered = sorted((items[place] for place in places), key=lambda item: where[id(item)])
    for place, item in zip(places, ordered, strict=True):
        items[place] = item


def _chain_of(item: pytest.Item) -> str:
    parameters = getattr(item, "callspec", None)
    return str(parameters.params.get("chain", "")) if parameters is not None else ""
