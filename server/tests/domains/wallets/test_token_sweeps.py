"""Sweeps of tokens and of small amounts on an EVM chain."""

from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
import pytest_asyncio
from sqlalchemy import select

from clearwater.domains.wallets import evm_wallet
from clearwater.domains.wallets.models import ChainTransaction
from clearwater.domains.wallets.ports import KeyPath
from tests.domains.wallets.foreign import ask
from tests.domains.wallets.houses import CONFIRMATIONS, UNIT, House, add_client

pytestmark = pytest.mark.parametrize("chain", ["eth-dev"], indirect=True)

GAS = KeyPath("gas", 0)


@pytest_asyncio.fixture
async def house(lasting_house: House) -> AsyncIterator[House]:
    yield lasting_house
    await lasting_house.reset()


async def set_gas_balance(house: House, wei: int) -> None:
    await ask(house.chain, "hardhat_setBalance", house.node.derive_address(GAS), hex(wei))
    await house.chain.dev.mine()


async def top_ups(house: House) -> list[str]:
    async with house.services.sessions() as session:
        found = select(ChainTransaction.status).where(ChainTransaction.purpose == "gas")
        return list(await session.scalars(found))


async def test_gas_that_cannot_be_paid_is_not_planned(house: House) -> None:
    gas = (await house.chain.node.balances([house.node.derive_address(GAS)]))["ETH"]
    owner = await add_client(house)
    before = await top_ups(house)
    await set_gas_balance(house, 1_000)
    await house.chain.dev.pay(owner.address, Decimal(100), "USDT")
    await house.confirm(CONFIRMATIONS + 1)
    assert (await top_ups(house), await house.incidents()) == (before, {"gas_wallet_low"})
    assert await house.received(owner.address, "USDT") == 100 * UNIT

    await set_gas_balance(house, gas)
    await house.confirm(2 * CONFIRMATIONS + 2)
    assert await top_ups(house) == [*before, "confirmed"]
    assert await house.received(owner.address, "USDT") == 0
    assert await house.differences() == house.left_behind


async def test_dust_does_not_keep_others_from_being_swept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many addresses with next to nothing as are looked at in one round, and one with more after them."""
    monkeypatch.setattr(evm_wallet, "SWEEPS_AT_ONCE", 2)
    # Worth it from about a hundredth of a coin on.
    fee = await house.node.fee_rate() * 21_000
    monkeypatch.setattr(evm_wallet, "SWEEP_WORTH", 10**16 // fee)
    amounts = ("0.002", "0.002", "0.002", "0.5")
    *dusty, rich = [await add_client(house) for _ in amounts]
    for one, amount in zip((*dusty, rich), amounts, strict=True):
        await house.chain.dev.pay(one.address, Decimal(amount))
    await house.confirm(CONFIRMATIONS + 2)

    assert await house.received(rich.address) < UNIT // 100
    assert [await house.received(one.address) for one in dusty] == [UNIT // 500] * 3
    assert await house.differences() == house.left_behind
