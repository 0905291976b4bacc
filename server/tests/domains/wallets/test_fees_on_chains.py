"""Fees that rise: nothing is signed above the cap, and what waits too long is paid once, at a higher rate."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest
import pytest_asyncio
from sqlalchemy import select, update

from clearwater.domains.wallets.models import ChainTransaction
from clearwater.domains.wallets.ports import FeePolicy
from clearwater.kit.db import transaction
from tests.domains.wallets.foreign import ask, mine_with
from tests.domains.wallets.houses import CONFIRMATIONS, UNIT, House, open_signer

BOTH = pytest.mark.parametrize("chain", ["ltc-regtest", "eth-dev"], indirect=True)
UTXO = pytest.mark.parametrize("chain", ["ltc-regtest"], indirect=True)


@pytest_asyncio.fixture
async def house(lasting_house: House) -> AsyncIterator[House]:
    yield lasting_house
    await lasting_house.reset()


@pytest.fixture
def replaceable(house: House) -> House:
    """On a network whose nodes let a transaction be replaced."""
    house.node.network = replace(house.node.network, can_replace_by_fee=True)
    return house


async def make_late(house: House) -> None:
    """As if everything that was sent had been waiting for an hour."""
    async with transaction(house.services.sessions) as session:
        earlier = ChainTransaction.broadcast_at - timedelta(hours=1)
        await session.execute(update(ChainTransaction).values(broadcast_at=earlier))


async def raise_fees(house: House, rate: int) -> None:
    """Let the node ask for a rate above which it was before."""
    if house.chain.network.kind == "evm":
        await ask(house.chain, "hardhat_setNextBlockBaseFeePerGas", hex(rate))
    else:
        text = b'{"feerate": %f, "blocks": 3}' % (rate * 1000 / UNIT)
        house.rpc.edits["estimatesmartfee"] = lambda result: text


@BOTH
async def test_above_the_cap_nothing_is_signed_until_fees_fall(house: House) -> None:
    cap = house.node.network.fee.cap
    await raise_fees(house, cap + 1)
    signed = len(house.signer.rates)
    address = await house.withdraw(UNIT)
    await house.confirm(2)
    assert (await house.status(address), await house.attempts(address)) == ("processing", [])
    assert len(house.signer.rates) == signed
    assert await house.incidents() == {"fee_above_cap"}

    await house.rpc.heal()
    await raise_fees(house, house.node.network.fee.floor)
    await house.confirm(CONFIRMATIONS + 2)

    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert max(house.signer.rates) <= cap
    assert await house.differences() == house.left_behind


@BOTH
async def test_a_late_payment_is_not_hurried_above_the_cap(house: House) -> None:
    address = await house.withdraw(UNIT // 10)
    await house.step()
    await make_late(house)
    (row,) = await house.attempts(address)
    network = house.node.network
    house.node.network = replace(network, fee=replace(network.fee, cap=row.unsigned["fee_rate"]))
    signed = len(house.signer.rates)
    await house.step()
    assert len(house.signer.rates) == signed
    assert await house.incidents() == {"fee_above_cap"}

    house.node.network = network
    await house.confirm(CONFIRMATIONS + 1)
    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 1000)
    assert await house.differences() == house.left_behind


@BOTH
async def test_a_payment_that_waits_too_long_is_made_once_with_a_higher_fee(house: House) -> None:
    """By the same nonce, or by a child that pays for both."""
    is_evm = house.chain.network.kind == "evm"
    address = await house.withdraw(UNIT)
    first, *others = await hurry(house, address)
    if is_evm:
        assert await in_mempool(house, first, *others) == ["unknown", "mempool"]
    else:
        assert (await in_mempool(house, first), await count_children(house, first)) == (["mempool"], 1)

    await house.confirm(CONFIRMATIONS + 1)
    await require_paid(house, address, ["replaced", "confirmed"] if is_evm else ["confirmed"])


@UTXO
async def test_a_payment_that_waits_too_long_is_replaced_where_nodes_accept_that(
    replaceable: House,
) -> None:
    address = await replaceable.withdraw(UNIT)
    first, second = await hurry(replaceable, address)
    assert await in_mempool(replaceable, first, second) == ["unknown", "mempool"]

    await replaceable.confirm(CONFIRMATIONS + 1)
    await require_paid(replaceable, address, ["replaced", "confirmed"])


@UTXO
async def test_a_first_attempt_may_be_mined_after_it_was_replaced(replaceable: House) -> None:
    address = await replaceable.withdraw(UNIT)
    first, _ = await hurry(replaceable, address)
    assert first.raw is not None
    await mine_with(replaceable.chain, first.raw)
    await replaceable.confirm(CONFIRMATIONS)
    await require_paid(replaceable, address, ["confirmed", "replaced"])


async def hurry(house: House, address: str) -> list[ChainTransaction]:
    """Send a payment and let it wait; its attempts, of which none is refused."""
    await house.step()
    await make_late(house)
    for _ in range(3):
        await house.step()
    assert await house.incidents() == set()
    return await house.attempts(address)


async def in_mempool(house: House, *rows: ChainTransaction) -> list[str]:
    return [(await house.node.status(row.tx_id)).state for row in rows]


async def require_paid(house: House, address: str, attempts: list[str]) -> None:
    assert [row.status for row in await house.attempts(address)] == attempts
    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert await house.differences() == house.left_behind


async def count_children(house: House, parent: ChainTransaction) -> int:
    async with house.services.sessions() as session:
        found = select(ChainTransaction).where(ChainTransaction.reference == f"hurry:{parent.tx_id}")
        return len([row for row in await session.scalars(found) if row.status == "broadcast"])


@UTXO
async def test_a_child_stays_within_the_signer_s_cap_and_keeps_the_change_to_itself(house: House) -> None:
    """At twice the rate it would be refused. A payment of the change beside it would be refused, too."""
    network = house.node.network
    tight = replace(network, fee=FeePolicy(floor=10, fallback=50, cap=70))
    house.signer = open_signer(tight, house.services.settings.data_folder / "tight")
    house.node.network = tight
    house.restart()
    address = await house.withdraw(UNIT)
    (parent,) = await hurry(house, address)
    assert await count_children(house, parent) == 1
    assert max(house.signer.rates) <= 70

    # A miner takes the parent alone; another payment is due before the child is in a block.
    assert parent.raw is not None
    await mine_with(house.chain, parent.raw)
    other = await house.withdraw(UNIT)
    await house.confirm(CONFIRMATIONS + 2)

    assert {await house.status(address), await house.status(other)} == {"completed"}
    assert await house.incidents() == set()
    house.node.network = network
    assert await house.differences() == house.left_behind


@UTXO
@pytest.mark.parametrize("can_replace", [True, False])
async def test_a_fee_that_the_change_does_not_cover_is_left_to_staff(house: House, can_replace: bool) -> None:
    """Neither a replacement nor a child can pay it: the payment waits as it is, and is made once."""
    network = house.node.network
    house.node.network = replace(network, can_replace_by_fee=can_replace, fee=replace(network.fee, cap=10**9))
    address = await house.withdraw(UNIT)
    await house.step()
    await make_late(house)
    signed = len(house.signer.rates)
    await raise_fees(house, 10**8)
    for _ in range(2):
        await house.step()
    assert (await house.incidents(), len(house.signer.rates)) == ({"fee_not_covered"}, signed)
    (waiting,) = await house.attempts(address)
    assert await in_mempool(house, waiting) == ["mempool"]

    await house.rpc.heal()
    await house.confirm(CONFIRMATIONS + 1)
    await require_paid(house, address, ["confirmed"])
