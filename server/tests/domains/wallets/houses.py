"""An exchange with one network on a real node, followed step by step."""

import uuid
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import Any

from sqlalchemy import select, update

from clearwater.adapters.postgres_server import as_application
from clearwater.adapters.signer.caps import load_caps
from clearwater.adapters.signer.journal import SigningJournal
from clearwater.adapters.signer.keys import KeyRing
from clearwater.adapters.signer.networks import KnownNetworks
from clearwater.adapters.signer.signing import TransactionSigner
from clearwater.core.commands import HoldWithdrawal, ListCoin
from clearwater.domains.clients.models import Client
from clearwater.domains.wallets import queries
from clearwater.domains.wallets.incident_models import WalletIncident
from clearwater.domains.wallets.models import (
    ChainTransaction,
    Deposit,
    DepositAddress,
    Network,
    Withdrawal,
)
from clearwater.domains.wallets.ports import (
    KeyPath,
    NetworkSpec,
    SignedTransaction,
    SignerUnavailable,
    SigningRequest,
    Wallet,
)
from clearwater.domains.wallets.reconciliation import compare
from clearwater.domains.wallets.tasks import NetworkFollower, Tools
from clearwater.entrypoints.api import following
from clearwater.entrypoints.engine import leading
from clearwater.entrypoints.wiring import ApiServices, open_api_services
from clearwater.kit.clock import Clock, SystemClock, milliseconds
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from tests.adapters.chains.nodes import RunningChain
from tests.builders import SignedInClient, a_client
from tests.domains.wallets.faulty_node import FaultyRpc, connect_faulty

UNIT = 10**8
CONFIRMATIONS = 3
_indexes = iter(range(500_000, 600_000))


def next_index() -> int:
    return next(_indexes)


class Signer:
    """The signer without its socket. `loses` answers are lost after the transaction was signed."""

    def __init__(self, signer: TransactionSigner) -> None:
        self._signer = signer
        self.loses = 0
        # Of all that was signed.
        self.rates: list[int] = []

    async def sign(self, request: SigningRequest) -> SignedTransaction:
        signed = self._signer.sign(request)
        self.rates.append(request.unsigned.fee_rate)
        if self.loses:
            self.loses -= 1
            raise SignerUnavailable("the answer was lost")
        return signed

    def reload(self) -> None:
        self._signer.reload()

    async def xpubs(self, network: str) -> Mapping[Wallet, str]:
        return self._signer.xpubs(network)


class Faucet:
    """Gives little: the faucet of a regtest chain has 2,000 coins for all tests."""

    def __init__(self, chain: RunningChain, max_amount: int) -> None:
        self._chain = chain
        self._max_amount = Decimal(max_amount)

    async def pay(self, network: str, address: str, amount: Decimal, coin: str) -> str:
        return await self._chain.dev.pay(address, min(amount, self._max_amount), coin)


class House:
    """One network of a demo, and a client with an address on it."""

    def __init__(
        self, chain: RunningChain, services: ApiServices, ann: SignedInClient, *, max_faucet: int
    ) -> None:
        self.chain, self.services, self.ann = chain, services, ann
        self.key, self.coin = chain.network.key, chain.network.own.coin
        self.node: Any
        self.rpc: FaultyRpc
        self.signer: Signer
        self.faucet = Faucet(chain, max_faucet)
        self.clock: Clock = services.clock
        self.left_behind: dict[str, int] = {}
        self.index, self.address = 0, ""

    def connect(self, network: NetworkSpec) -> None:
        self._network = network
        self.node, self.rpc = connect_faulty(network)

    def restart(self) -> None:
        """As another process would go on."""
        services = self.services
        tools = Tools(self.signer, self.faucet, services.sessions, self.clock, services.engine)
        self.follower = NetworkFollower(self.node, tools)

    async def step(self, blocks: int = 0) -> None:
        if blocks:
            await self.chain.dev.mine(blocks)
        while await self.follower.step():
            pass

    async def confirm(self, blocks: int = CONFIRMATIONS) -> None:
        """Block after block, as they come."""
        for _ in range(blocks):
            await self.step(blocks=1)

    async def withdraw(self, amount: int, coin: str | None = None) -> str:
        """A withdrawal that was confirmed; returns the address that it goes to."""
        address = str(self.node.derive_address(KeyPath("deposit", next_index())))
        now = self.services.clock.now()
        row = Withdrawal(
            id=new_id(),
            client_id=self.ann.id,
            site_id=await self._find_site(),
            coin=coin or self.coin,
            network=self.key,
            address=address,
            amount=amount,
            fee=amount // 100,
            value=0,
            status="processing",
            is_held=True,
            reviews_needed=0,
            created_at=now,
            updated_at=now,
            expires_at=now,
            confirmed_at=now,
        )
        at, net = milliseconds(now), amount - row.fee
        held = await self.services.engine.submit(
            HoldWithdrawal(at, row.reference, str(self.ann.id), row.coin, self.key, net, row.fee)
        )
        assert held.refusal is None
        async with transaction(self.services.sessions) as session:
            session.add(row)
        return address

    async def _find_site(self) -> uuid.UUID:
        async with self.services.sessions() as session:
            return (await session.scalars(select(Client.site_id).distinct())).one()

    def balance(self, coin: str | None = None) -> int:
        return self.services.engine.view.balance(str(self.ann.id), coin or self.coin, "available")

    async def received(self, address: str, coin: str | None = None) -> int:
        """What an address has on the chain, in units of the ledger."""
        name = coin or self.coin
        asset = next(asset for asset in self.chain.network.assets if asset.coin == name)
        native = (await self.chain.node.balances([address])).get(name, 0)
        return int(native * UNIT // 10**asset.decimals)

    async def status(self, address: str) -> str:
        """Of the withdrawal to an address."""
        async with self.services.sessions() as session:
            found = select(Withdrawal.status).where(Withdrawal.address == address)
            return (await session.scalars(found)).one()

    async def attempts(self, address: str) -> list[ChainTransaction]:
        """The transactions of the withdrawal to an address."""
        async with self.services.sessions() as session:
            found = select(ChainTransaction).join(Withdrawal, Withdrawal.id == ChainTransaction.withdrawal_id)
            found = found.where(Withdrawal.address == address).order_by(ChainTransaction.attempt)
            return list(await session.scalars(found))

    async def deposit_status(self, tx_id: str) -> str | None:
        async with self.services.sessions() as session:
            found = select(Deposit.status).where(Deposit.tx_id == tx_id, Deposit.network == self.key)
            return (await session.scalars(found)).one_or_none()

    async def incidents(self) -> set[str]:
        """Kinds of those that are open. A chain that others have used before differs from its ledger."""
        async with self.services.sessions() as session:
            open_ones = select(WalletIncident.kind).where(
                WalletIncident.resolved_at.is_(None), WalletIncident.network == self.key
            )
            return set(await session.scalars(open_ones)) - {"reconciliation_difference"}

    async def network_status(self) -> str:
        async with self.services.sessions() as session:
            network = await queries.find_network(session, self.key)
            assert network is not None
            return network.status

    async def resume(self, from_height: int | None = None) -> None:
        """As staff do after they have looked."""
        now = self.services.clock.now()
        async with transaction(self.services.sessions) as session:
            await session.execute(
                update(Network).values(status="enabled", reason=None, resume_height=from_height)
            )
            await session.execute(update(WalletIncident).values(resolved_at=now, resolved_by="tom"))

    async def reset(self) -> None:
        """Put everything back that a test may have changed."""
        await self.rpc.heal()
        self.node.network, self.clock = self._network, self.services.clock
        self.restart()
        await self.resume()

    async def differences(self) -> dict[str, int]:
        """By coin, what the chain has beyond the ledger: what earlier tests have left there."""
        found = await compare(self.node, self.services.sessions, self.services.engine.view)
        assert found is not None
        _, comparisons = found
        return {one.coin: one.difference for one in comparisons}

    async def fund_client(self, amount: Decimal, coin: str | None = None) -> None:
        """Deposit until it is credited and on its way to the hot wallet."""
        before = self.balance(coin)
        await self.chain.dev.pay(self.address, amount, coin or self.coin)
        await self.confirm(CONFIRMATIONS + 1)
        assert self.balance(coin) - before == amount * UNIT


@asynccontextmanager
async def open_house(
    chain: RunningChain, settings: Settings, database_url: str, *, max_faucet: int = 50, **changes: Any
) -> AsyncIterator[House]:
    """A demo that begins at the chain's tip; `changes` are those of the network."""
    url, clock = as_application(database_url), SystemClock()
    async with (
        open_api_services(settings, url, clock=clock) as services,
        leading(settings, url, clock, opens_as="demo"),
        following(services),
    ):
        await services.engine.wait_until_serving()
        now = milliseconds(clock.now())
        for asset in chain.network.assets:
            await services.engine.submit(ListCoin(now, asset.coin, 8, 10**17))
        house = House(chain, services, await a_client(services), max_faucet=max_faucet)
        # A ledger of its own, which knows nothing of the blocks before, nor of what waited for one.
        height = await chain.dev.mine()
        network = replace(chain.network, start_height=height + 1, **changes)
        house.connect(network)
        house.signer = open_signer(network, settings.data_folder)
        house.restart()
        await house.follower.watch()
        house.left_behind = await house.differences()
        await house.step()
        await add_address(house)
        yield house
        await house.node.close()


def open_signer(network: NetworkSpec, folder: Path) -> Signer:
    folder.mkdir(parents=True, exist_ok=True)
    return Signer(
        TransactionSigner(
            keyring=KeyRing(None),
            networks=KnownNetworks(lambda: {network.key: network}, folder),
            journal=SigningJournal(folder / "journal"),
            load_caps=lambda: load_caps(folder / "caps.toml"),
            clock=SystemClock(),
        )
    )


@dataclass(frozen=True)
class Depositor:
    """Another client, with an address of its own."""

    client: SignedInClient
    address: str


async def add_client(house: House) -> Depositor:
    index = next_index()
    client = await a_client(house.services, email=f"depositor-{index}@example.org")
    address = str(house.node.derive_address(KeyPath("deposit", index)))
    async with transaction(house.services.sessions) as session:
        session.add(
            DepositAddress(
                network=house.key,
                index=index,
                client_id=client.id,
                address=address,
                created_at=house.services.clock.now(),
            )
        )
    return Depositor(client, address)


async def add_address(house: House, index: int | None = None) -> None:
    house.index = index = index or next_index()
    house.address = str(house.node.derive_address(KeyPath("deposit", index)))
    async with transaction(house.services.sessions) as session:
        session.add(
            DepositAddress(
                network=house.key,
                index=index,
                client_id=house.ann.id,
                address=house.address,
                created_at=house.services.clock.now(),
            )
        )
