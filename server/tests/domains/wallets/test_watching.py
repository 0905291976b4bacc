"""The watcher and the crediting of deposits, on a chain that does what it is told."""

import uuid

import pytest
import pytest_asyncio
from sqlalchemy import select

from clearwater.domains.wallets import queries
from clearwater.domains.wallets.crediting import Crediting
from clearwater.domains.wallets.incident_models import WalletIncident
from clearwater.domains.wallets.models import Deposit, DepositAddress
from clearwater.domains.wallets.ports import ChainError, Incoming
from clearwater.domains.wallets.watcher import Watcher
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from tests.builders import SignedInClient
from tests.domains.wallets.memory_chain import MemoryChain

ADDRESS = "deposit-0"
COIN = 10**10
UNITS = 10**8


def paying(amount: int = COIN, tx_id: str = "tx", place: int = 0, **more: str | None) -> Incoming:
    return Incoming(tx_id, place, more.get("address") or ADDRESS, more.get("contract"), amount)


class Wallets:
    """A network, and one client with an address on it."""

    def __init__(self, services: ApiServices, engine: Follower, client_id: uuid.UUID) -> None:
        self.chain = MemoryChain()
        self.services, self.engine, self.client_id = services, engine, client_id
        self.restart()

    def restart(self) -> None:
        """As another process would go on."""
        sessions, clock = self.services.sessions, self.services.clock
        self.watcher = Watcher(self.chain, sessions, clock, self.engine)
        self.crediting = Crediting(self.chain, sessions, clock, self.engine)

    async def catch_up(self) -> None:
        while await self.watcher.step():
            pass
        while await self.crediting.step():
            pass

    async def deposits(self) -> list[tuple[str, str]]:
        async with self.services.sessions() as session:
            rows = await session.scalars(select(Deposit).order_by(Deposit.tx_id, Deposit.place))
            return [(row.tx_id, row.status) for row in rows]

    async def incidents(self) -> list[str]:
        async with self.services.sessions() as session:
            return list(await session.scalars(select(WalletIncident.kind).order_by(WalletIncident.kind)))

    async def status(self) -> str:
        async with self.services.sessions() as session:
            network = await queries.find_network(session, self.chain.network.key)
            assert network is not None
            return network.status

    def balance(self) -> int:
        return self.engine.view.balance(str(self.client_id), "BTC", "available")


@pytest_asyncio.fixture
async def wallets(services: ApiServices, market: Follower, ann: SignedInClient) -> Wallets:
    opened = Wallets(services, market, ann.id)
    await opened.catch_up()
    async with transaction(services.sessions) as session:
        session.add(
            DepositAddress(
                network="btc", index=0, client_id=ann.id, address=ADDRESS, created_at=services.clock.now()
            )
        )
    return opened


async def test_a_deposit_is_seen_confirmed_and_credited_once(wallets: Wallets) -> None:
    before = wallets.balance()
    wallets.chain.mempool = (paying(),)
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "detected")]

    wallets.chain.mine(paying())
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "confirming")]

    wallets.chain.mine(blocks=2)
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "credited")]
    assert wallets.balance() - before == UNITS

    wallets.chain.mine(blocks=3)
    wallets.restart()
    await wallets.catch_up()
    assert wallets.balance() - before == UNITS


async def test_a_credit_that_nobody_noted_is_not_given_twice(wallets: Wallets) -> None:
    before = wallets.balance()
    wallets.chain.mine(paying(), blocks=3)
    await wallets.catch_up()
    async with transaction(wallets.services.sessions) as session:
        (deposit,) = await session.scalars(select(Deposit))
        deposit.status, deposit.credited_at = "confirming", None
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "credited")]
    assert wallets.balance() - before == UNITS


@pytest.mark.parametrize("depth", [1, 2])
async def test_a_deposit_of_a_replaced_block_is_orphaned_until_it_is_mined_again(
    wallets: Wallets, depth: int
) -> None:
    before = wallets.balance()
    wallets.chain.mine(blocks=2)
    wallets.chain.mine(paying(), blocks=depth)
    await wallets.catch_up()
    wallets.chain.reorg(depth)
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "orphaned")]

    wallets.chain.mine(paying(), blocks=3)
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "credited")]
    assert wallets.balance() - before == UNITS


async def test_a_reorganisation_that_removes_a_credit_halts_the_network(wallets: Wallets) -> None:
    wallets.chain.mine(blocks=3)
    wallets.chain.mine(paying(), blocks=3)
    await wallets.catch_up()
    credited = wallets.balance()
    wallets.chain.reorg(3)
    await wallets.catch_up()
    assert await wallets.status() == "halted"
    assert await wallets.incidents() == ["credited_deposit_removed", "deep_reorganisation"]
    assert (await wallets.deposits(), wallets.balance()) == ([("tx", "credited")], credited)


async def test_a_reorganisation_deeper_than_what_is_kept_halts_the_network(wallets: Wallets) -> None:
    wallets.chain.mine(blocks=40)
    await wallets.catch_up()
    wallets.chain.reorg(9)
    await wallets.catch_up()
    assert (await wallets.status(), await wallets.incidents()) == ("halted", ["deep_reorganisation"])


async def test_a_transaction_that_leaves_the_mempool_without_a_block_is_orphaned(wallets: Wallets) -> None:
    wallets.chain.mempool = (paying(),)
    await wallets.catch_up()
    wallets.chain.mempool = ()
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "orphaned")]


async def test_small_deposits_are_credited_once_they_are_enough_together(wallets: Wallets) -> None:
    before = wallets.balance()
    wallets.chain.mine(paying(COIN // 2_000, "a"), paying(COIN // 4_000, "b"), blocks=3)
    await wallets.catch_up()
    assert await wallets.deposits() == [("a", "below_minimum"), ("b", "below_minimum")]
    assert wallets.balance() == before

    wallets.chain.mine(paying(COIN // 4_000, "c"), blocks=3)
    await wallets.catch_up()
    assert await wallets.deposits() == [("a", "credited"), ("b", "credited"), ("c", "credited")]
    assert wallets.balance() - before == UNITS // 1_000


async def test_digits_below_the_last_of_the_ledger_are_kept_as_dust(wallets: Wallets) -> None:
    before = wallets.balance()
    wallets.chain.mine(paying(COIN + 37), blocks=3)
    await wallets.catch_up()
    assert wallets.balance() - before == UNITS
    async with wallets.services.sessions() as session:
        (deposit,) = await session.scalars(select(Deposit))
    assert (deposit.native, deposit.dust) == (COIN + 37, 37)


async def test_an_unknown_token_is_left_to_staff(wallets: Wallets) -> None:
    wallets.chain.mine(paying(contract="token"), blocks=4)
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "unassigned")]


async def test_a_payment_of_the_house_to_its_hot_wallet_is_funding(wallets: Wallets) -> None:
    before = wallets.engine.view.balance("house", "BTC", "treasury")
    wallets.chain.mine(paying(address="hot-0"), blocks=3)
    await wallets.catch_up()
    assert wallets.engine.view.balance("house", "BTC", "treasury") - before == UNITS


async def test_another_chain_behind_the_node_halts_the_network(wallets: Wallets) -> None:
    wallets.chain.mine(blocks=2)
    await wallets.catch_up()
    wallets.chain.genesis = "another"
    await wallets.catch_up()
    assert (await wallets.status(), await wallets.incidents()) == ("halted", ["other_chain"])


async def test_a_node_that_is_behind_or_down_changes_nothing(wallets: Wallets) -> None:
    wallets.chain.mine(blocks=5)
    await wallets.catch_up()
    wallets.chain.mempool = (paying(),)
    await wallets.catch_up()
    kept = wallets.chain.blocks.pop()
    wallets.chain.mempool = ()
    await wallets.catch_up()
    assert await wallets.deposits() == [("tx", "detected")]
    wallets.chain.blocks.append(kept)

    wallets.chain.is_down = True
    with pytest.raises(ChainError):
        await wallets.watcher.step()
    assert await wallets.status() == "enabled"
