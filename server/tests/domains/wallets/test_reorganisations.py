"""Reorganisations of real chains, from one block to more than what counts as final."""

from decimal import Decimal

import pytest

from tests.domains.wallets.foreign import Payer
from tests.domains.wallets.houses import CONFIRMATIONS, UNIT, House

pytestmark = pytest.mark.parametrize("chain", ["ltc-regtest", "eth-dev"], indirect=True)


@pytest.mark.parametrize("depth", range(1, CONFIRMATIONS))
async def test_a_deposit_in_replaced_blocks_is_credited_once_it_is_mined_again(
    lasting_house: House, depth: int
) -> None:
    house = lasting_house
    before = house.balance()
    payer = await Payer.open(house)
    paid = await payer.pay(house.address, Decimal("0.5"))
    await house.confirm(depth)
    assert await house.deposit_status(paid.tx_id) == "confirming"

    await house.chain.dev.reorg(depth)
    await house.step()
    assert await house.deposit_status(paid.tx_id) in {"orphaned", "detected"}
    assert house.balance() == before

    await payer.send_again(paid)
    await house.confirm(CONFIRMATIONS + 1)
    assert await house.deposit_status(paid.tx_id) == "credited"
    assert house.balance() == before + UNIT // 2
    assert (await house.network_status(), await house.incidents()) == ("enabled", set())
    await house.confirm()
    assert await house.differences() == house.left_behind


@pytest.mark.parametrize("depth", [CONFIRMATIONS, CONFIRMATIONS + 3])
async def test_a_reorganisation_of_what_is_final_halts_the_network_and_credits_nothing_twice(
    lasting_house: House, depth: int
) -> None:
    house = lasting_house
    before = house.balance()
    payer = await Payer.open(house)
    paid = await payer.pay(house.address, Decimal("0.5"))
    await house.confirm(depth)
    assert (await house.deposit_status(paid.tx_id), house.balance()) == ("credited", before + UNIT // 2)

    await house.chain.dev.reorg(depth)
    await house.step()
    assert await house.network_status() == "halted"
    assert await house.incidents() >= {"credited_deposit_removed", "deep_reorganisation"}
    waiting = await house.withdraw(UNIT // 10)
    await house.confirm()
    assert (await house.status(waiting), await house.attempts(waiting)) == ("processing", [])

    await payer.send_again(paid)
    await house.resume()
    await house.confirm(2 * CONFIRMATIONS + 1)
    assert await house.deposit_status(paid.tx_id) == "credited"
    assert house.balance() == before + UNIT // 2 - UNIT // 10
    assert await house.status(waiting) == "completed"
    assert await house.differences() == house.left_behind


async def test_a_final_payment_whose_block_is_gone_halts_the_network_and_is_sent_again(
    lasting_house: House,
) -> None:
    """Settled in the ledger, gone from the chain: without a second sending nobody would be paid."""
    house = lasting_house
    address = await house.withdraw(UNIT)
    await house.step()
    await house.confirm(CONFIRMATIONS)
    assert await house.status(address) == "completed"

    await house.chain.dev.reorg(CONFIRMATIONS)
    await house.step()
    assert (await house.network_status(), await house.received(address)) == ("halted", 0)
    assert await house.incidents() == {"deep_reorganisation", "final_transaction_removed"}

    await house.resume()
    await house.step()
    await house.confirm(CONFIRMATIONS)
    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert len(await house.attempts(address)) == 1
    assert await house.differences() == house.left_behind
