"""Sweeps of tokens and of small amounts on an EVM chain."""

from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
import pytest_asyncio
from sqlalchemy import select

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
