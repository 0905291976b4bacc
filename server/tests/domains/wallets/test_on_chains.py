"""Deposits and payouts on real nodes: each step may be the last one before a crash."""

import tempfile
import uuid
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import select

from clearwater.adapters.postgres_server import as_application
from clearwater.adapters.signer.caps import load_caps
from clearwater.adapters.signer.journal import SigningJournal
from clearwater.adapters.signer.keys import KeyRing
from clearwater.adapters.signer.networks import KnownNetworks
from clearwater.adapters.signer.signing import TransactionSigner
from clearwater.core.commands import HoldWithdrawal, ListCoin
from clearwater.domains.clients.models import Client
from clearwater.domains.wallets import evm_wallet, queries, utxo_wallet
from clearwater.domains.wallets.models import ChainTransaction, Deposit, DepositAddress, Withdrawal
from clearwater.domains.wallets.ports import (
    ChainError,
    KeyPath,
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
from clearwater.kit.clock import SystemClock, milliseconds
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from tests.adapters.chains.nodes import UTXO_NETWORKS, RunningChain, running_chain
from tests.builders import SignedInClient, a_client
from tests.mailbox import mail_to

UNIT = 10**8
NETWORKS = [*UTXO_NETWORKS, "eth-dev"]


class Signer:
    """The signer without its socket. `loses` answers are lost after the transaction was signed."""

    def __init__(self, signer: TransactionSigner) -> None:
        self._signer = signer
        self.loses = 0

    async def sign(self, request: SigningRequest) -> SignedTransaction:
        signed = self._signer.sign(request)
        if self.loses:
            self.loses -= 1
            raise SignerUnavailable("the answer was lost")
        return signed

    async def xpubs(self, network: str) -> Mapping[Wallet, str]:
        return self._signer.xpubs(network)


class Faucet:
    def __init__(self, chain: RunningChain) -> None:
        self._chain = chain

    async def pay(self, network: str, address: str, amount: Decimal, coin: str) -> str:
        # The faucet of a regtest chain has 2,000 coins for all tests.
        return await self._chain.dev.pay(address, min(amount, Decimal(50)), coin)


class House:
    """One network of a demo, followed step by step, and a client with a deposit on it."""

    def __init__(
        self, chain: RunningChain, services: ApiServices, ann: SignedInClient, signer: Signer
    ) -> None:
        self.chain, self.services, self.ann, self.signer = chain, services, ann, signer
        self.key, self.coin = chain.network.key, chain.network.own.coin
        self.left_behind: dict[str, int] = {}
        self.restart()

    def restart(self) -> None:
        services = self.services
        tools = Tools(self.signer, Faucet(self.chain), services.sessions, services.clock, services.engine)
        self.follower = NetworkFollower(self.chain.node, tools)

    async def step(self, blocks: int = 0) -> None:
        if blocks:
            await self.chain.dev.mine(blocks)
        while await self.follower.step():
            pass

    async def withdraw(self, amount: int) -> str:
        """A withdrawal that was confirmed; returns the address that it goes to."""
        number = next_index()
        address = self.chain.node.derive_address(KeyPath("deposit", number))
        now = self.services.clock.now()
        row = Withdrawal(
            id=new_id(),
            client_id=self.ann.id,
            site_id=await self._find_site(),
            coin=self.coin,
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
        held = await self.services.engine.submit(
            HoldWithdrawal(
                milliseconds(now),
                row.reference,
                str(self.ann.id),
                self.coin,
                self.key,
                amount - row.fee,
                row.fee,
            )
        )
        assert held.refusal is None
        async with transaction(self.services.sessions) as session:
            session.add(row)
        return str(address)

    async def _find_site(self) -> uuid.UUID:
        async with self.services.sessions() as session:
            return (await session.scalars(select(Client.site_id))).one()

    async def received(self, address: str) -> int:
        """What an address has on the chain, in units of the ledger."""
        native = (await self.chain.node.balances([address])).get(self.coin, 0)
        return int(native * UNIT // 10**self.chain.network.own.decimals)

    async def status(self) -> str:
        async with self.services.sessions() as session:
            return (await session.scalars(select(Withdrawal.status))).one()

    async def differences(self) -> dict[str, int]:
        """By coin, what the chain has beyond the ledger: what earlier tests have left there."""
        found = await compare(self.chain.node, self.services.sessions, self.services.engine.view)
        assert found is not None
        _, comparisons = found
        return {one.coin: one.difference for one in comparisons}


_indexes = iter(range(500_000, 600_000))


def next_index() -> int:
    return next(_indexes)


@pytest_asyncio.fixture(scope="module", params=NETWORKS)
async def chain(request: pytest.FixtureRequest) -> AsyncIterator[RunningChain]:
    with tempfile.TemporaryDirectory(prefix="clearwater-chains-") as folder:
        async with running_chain(request.param, Path(folder)) as running:
            yield running


@pytest_asyncio.fixture
async def house(
    chain: RunningChain, settings: Settings, database_url: str, tmp_path: Path
) -> AsyncIterator[House]:
    """A demo with one deposit of ten coins, credited."""
    url, clock = as_application(database_url), SystemClock()
    journal = SigningJournal(tmp_path / "journal")
    networks = KnownNetworks(lambda: {chain.network.key: chain.network}, tmp_path)
    signer = TransactionSigner(
        keyring=KeyRing(None),
        networks=networks,
        journal=journal,
        load_caps=lambda: load_caps(tmp_path / "caps.toml"),
        clock=clock,
    )
    async with (
        open_api_services(settings, url, clock=clock) as services,
        leading(settings, url, clock, opens_as="demo"),
        following(services),
    ):
        await services.engine.wait_until_serving()
        now = milliseconds(clock.now())
        for asset in chain.network.assets:
            await services.engine.submit(ListCoin(now, asset.coin, 8, 10**17))
        # A ledger of its own for each test, which knows nothing of the blocks before.
        height = await chain.dev.height()
        chain.node.network = replace(chain.network, start_height=height + 1)
        house = House(chain, services, await a_client(services), Signer(signer))
        await house.follower.watch()
        house.left_behind = await house.differences()
        await house.step()
        await fund_client(house)
        yield house


async def fund_client(house: House) -> None:
    index = next_index()
    address = house.chain.node.derive_address(KeyPath("deposit", index))
    async with transaction(house.services.sessions) as session:
        session.add(
            DepositAddress(
                network=house.key,
                index=index,
                client_id=house.ann.id,
                address=address,
                created_at=house.services.clock.now(),
            )
        )
    await house.chain.dev.pay(address, Decimal(10), house.coin)
    for _ in range(4):
        await house.step(blocks=1)
    assert house.services.engine.view.balance(str(house.ann.id), house.coin, "available") == 10 * UNIT


async def test_a_withdrawal_is_paid_once_and_the_ledger_equals_the_chain(house: House) -> None:
    address = await house.withdraw(2 * UNIT)
    for _ in range(6):
        await house.step(blocks=1)
    assert await house.status() == "completed"
    assert await house.received(address) == 198 * UNIT // 100
    subjects = {mail.subject for mail in await mail_to(house.services, "ann@example.org")}
    assert subjects == {"Your Clearwater withdrawal is on its way", "Your Clearwater withdrawal is complete"}
    assert await house.differences() == house.left_behind


async def test_a_lost_answer_of_the_signer_leads_to_the_same_transaction(house: House) -> None:
    address = await house.withdraw(UNIT)
    house.signer.loses = 1
    await house.step()
    house.restart()
    for _ in range(6):
        await house.step(blocks=1)
    assert (await house.status(), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert await house.differences() == house.left_behind


async def test_a_transaction_that_was_sent_and_not_noted_is_sent_again(house: House) -> None:
    address = await house.withdraw(UNIT)
    await house.step()
    async with transaction(house.services.sessions) as session:
        rows = await session.scalars(select(ChainTransaction).where(ChainTransaction.purpose == "withdrawal"))
        row = rows.one()
        row.status, row.broadcast_at = "signed", None
    house.restart()
    for _ in range(6):
        await house.step(blocks=1)
    assert (await house.status(), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert await house.differences() == house.left_behind


async def test_a_payment_survives_a_reorganisation(house: House) -> None:
    address = await house.withdraw(UNIT)
    await house.step()
    await house.step(blocks=1)
    await house.chain.dev.reorg(1)
    for _ in range(8):
        await house.step(blocks=1)
    assert (await house.status(), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert await house.differences() == house.left_behind


async def test_a_requested_sweep_brings_in_what_is_hardly_worth_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wallet in (evm_wallet, utxo_wallet):
        monkeypatch.setattr(wallet, "SWEEP_WORTH", 10**12)
    async with house.services.sessions() as session:
        address = (await session.scalars(select(DepositAddress.address))).one()
    before = await house.received(address)
    await house.chain.dev.pay(address, Decimal(1), house.coin)
    for _ in range(5):
        await house.step(blocks=1)
    assert await house.received(address) - before == UNIT

    async with transaction(house.services.sessions) as session:
        network = await queries.lock_network(session, house.key)
        assert network is not None
        network.sweep_requested_at = house.services.clock.now()
    for _ in range(6):
        await house.step(blocks=1)

    # An EVM address keeps what its fee might have cost at a higher gas price.
    assert await house.received(address) - before < UNIT // 100
    async with house.services.sessions() as session:
        ended = await queries.find_network(session, house.key)
        assert ended is not None
        assert ended.sweep_requested_at is None
    assert await house.differences() == house.left_behind


async def test_a_deposit_that_a_reorganisation_removes_is_not_credited(house: House) -> None:
    index = next_index()
    async with transaction(house.services.sessions) as session:
        address = (await session.scalars(select(DepositAddress.address))).one()
    before = house.services.engine.view.balance(str(house.ann.id), house.coin, "available")
    await house.chain.dev.pay(address, Decimal(1) + Decimal(index).scaleb(-8), house.coin)
    await house.step(blocks=1)
    await house.step(blocks=1)
    await house.chain.dev.reorg(2)
    await house.step()
    async with house.services.sessions() as session:
        newest = select(Deposit).where(Deposit.client_id == house.ann.id)
        statuses = [row.status for row in await session.scalars(newest.order_by(Deposit.created_at))]
    assert statuses[-1] in {"orphaned", "detected"}
    assert house.services.engine.view.balance(str(house.ann.id), house.coin, "available") == before


async def test_a_node_that_does_not_answer_delays_and_loses_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = await house.withdraw(UNIT)

    async def fail(signed: SignedTransaction) -> None:
        raise ChainError("no answer")

    with monkeypatch.context() as patched:
        patched.setattr(house.chain.node, "broadcast", fail)
        with pytest.raises(ChainError):
            await house.step()
    for _ in range(6):
        await house.step(blocks=1)
    assert (await house.status(), await house.received(address)) == ("completed", 99 * UNIT // 100)
