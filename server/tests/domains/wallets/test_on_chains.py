"""Deposits and payouts on real nodes: each step may be the last one before a crash."""

from collections.abc import AsyncIterator
from decimal import Decimal

import pytest
import pytest_asyncio
from sqlalchemy import select

from clearwater.domains.wallets import evm_wallet, queries, utxo_wallet
from clearwater.domains.wallets.models import ChainTransaction
from clearwater.domains.wallets.ports import ChainError, SignedTransaction
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from tests.adapters.chains.nodes import UTXO_NETWORKS, RunningChain
from tests.domains.wallets.houses import UNIT, House, next_index, open_house
from tests.mailbox import mail_to

pytestmark = pytest.mark.parametrize("chain", [*UTXO_NETWORKS, "eth-dev"], indirect=True)


@pytest_asyncio.fixture
async def house(chain: RunningChain, settings: Settings, database_url: str) -> AsyncIterator[House]:
    """A demo with one deposit of ten coins, credited."""
    async with open_house(chain, settings, database_url) as opened:
        await opened.fund_client(Decimal(10))
        yield opened


async def test_a_withdrawal_is_paid_once_and_the_ledger_equals_the_chain(house: House) -> None:
    address = await house.withdraw(2 * UNIT)
    for _ in range(6):
        await house.step(blocks=1)
    assert await house.status(address) == "completed"
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
    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
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
    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert await house.differences() == house.left_behind


async def test_a_payment_survives_a_reorganisation(house: House) -> None:
    address = await house.withdraw(UNIT)
    await house.step()
    await house.step(blocks=1)
    await house.chain.dev.reorg(1)
    for _ in range(8):
        await house.step(blocks=1)
    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert await house.differences() == house.left_behind


async def test_a_requested_sweep_brings_in_what_is_hardly_worth_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    for wallet in (evm_wallet, utxo_wallet):
        monkeypatch.setattr(wallet, "SWEEP_WORTH", 10**30)
    address = house.address
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


async def test_an_address_is_swept_though_its_tokens_took_gas_from_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = house.address
    before = await house.received(address)
    with monkeypatch.context() as patched:
        for wallet in (evm_wallet, utxo_wallet):
            patched.setattr(wallet, "SWEEP_WORTH", 10**30)
        await house.chain.dev.pay(address, Decimal(1), house.coin)
        for token in house.chain.network.assets[1:]:
            await house.chain.dev.pay(address, Decimal(100), token.coin)
        # Each token waits until the one before it is final.
        for _ in range(14):
            await house.step(blocks=1)
    for _ in range(6):
        await house.step(blocks=1)

    left = await house.chain.node.balances([address])
    assert {coin: amount for coin, amount in left.items() if coin != house.coin and amount} == {}
    assert await house.received(address) - before < UNIT // 100
    assert await house.differences() == house.left_behind


async def test_a_deposit_that_a_reorganisation_removes_is_not_credited(house: House) -> None:
    before = house.balance()
    tx_id = await house.chain.dev.pay(house.address, Decimal(1) + Decimal(next_index()).scaleb(-8))
    await house.confirm(2)
    await house.chain.dev.reorg(2)
    await house.step()
    assert await house.deposit_status(tx_id) in {"orphaned", "detected"}
    assert house.balance() == before


async def test_a_node_that_does_not_answer_delays_and_loses_nothing(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    address = await house.withdraw(UNIT)

    async def fail(signed: SignedTransaction) -> None:
        raise ChainError("no answer")

    with monkeypatch.context() as patched:
        patched.setattr(house.node, "broadcast", fail)
        with pytest.raises(ChainError):
            await house.step()
    for _ in range(6):
        await house.step(blocks=1)
    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
