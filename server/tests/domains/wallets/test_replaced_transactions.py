"""Transactions of ours that the chain drops, replaces or reverts: one payment or one refund, never both."""

from collections.abc import Sequence
from decimal import Decimal

import pytest

from clearwater.domains.wallets.ports import KeyPath, SignedTransaction, TransactionStatus
from tests.adapters.chains.test_evm_node import call_contract, contract_of
from tests.domains.wallets.foreign import mine_with, replace_foreign
from tests.domains.wallets.houses import CONFIRMATIONS, UNIT, House

BOTH = pytest.mark.parametrize("chain", ["ltc-regtest", "eth-dev"], indirect=True)
UTXO = pytest.mark.parametrize("chain", ["ltc-regtest"], indirect=True)
EVM = pytest.mark.parametrize("chain", ["eth-dev"], indirect=True)


async def drop(signed: SignedTransaction) -> None:
    """As a node that takes a transaction and loses it."""


async def require_equal(house: House, lost: dict[str, int] | None = None) -> None:
    """The chain has what the ledger says, but for what others have taken."""
    now = await house.differences()
    assert now == {coin: left + (lost or {}).get(coin, 0) for coin, left in house.left_behind.items()}


@BOTH
async def test_a_transaction_that_the_node_dropped_is_sent_again(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = lasting_house
    address = await house.withdraw(UNIT)
    with monkeypatch.context() as patched:
        patched.setattr(house.node, "broadcast", drop)
        await house.step(blocks=1)
    assert (await house.status(address), await house.received(address)) == ("broadcast", 0)

    await house.confirm(CONFIRMATIONS + 1)

    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 100)
    assert len(await house.attempts(address)) == 1
    await require_equal(house)


@BOTH
async def test_a_payment_that_others_replaced_is_refunded_once_that_is_final(lasting_house: House) -> None:
    """Of its two inputs on a UTXO chain one is gone; the other pays somebody else later."""
    house = lasting_house
    await house.fund_client(Decimal(6))
    before, left = house.balance(), house.left_behind
    address = await house.withdraw(15 * UNIT)
    await house.step()
    (row,) = await house.attempts(address)

    await replace_foreign(house, row)
    for _ in range(CONFIRMATIONS - 1):
        await house.step()
        assert await house.status(address) == "broadcast"
        assert house.balance() == before - 15 * UNIT
        await house.chain.dev.mine()
    await house.confirm(2)

    assert (await house.status(address), house.balance()) == ("failed", before)
    assert await house.received(address) == 0
    assert "transaction_replaced" in await house.incidents()
    await house.confirm(CONFIRMATIONS)
    house.left_behind = await house.differences()
    assert house.left_behind[house.coin] < left[house.coin]
    await house.resume()

    again = await house.withdraw(7 * UNIT)
    await house.confirm(CONFIRMATIONS + 1)

    assert (await house.status(again), house.balance()) == ("completed", before - 7 * UNIT)
    assert await house.incidents() == set()
    await require_equal(house)


@BOTH
async def test_a_replacement_that_a_reorganisation_takes_back_leads_to_the_payment(
    lasting_house: House,
) -> None:
    house = lasting_house
    address = await house.withdraw(UNIT // 2)
    await house.step()
    (row,) = await house.attempts(address)
    await replace_foreign(house, row)
    await house.step()

    await house.chain.dev.reorg(1)
    if house.chain.network.kind == "utxo":
        # The node has the other transaction in its mempool again; a miner takes ours.
        assert row.raw is not None
        await mine_with(house.chain, row.raw)
    await house.confirm(CONFIRMATIONS + 2)

    assert (await house.status(address), await house.received(address)) == ("completed", 99 * UNIT // 200)
    await house.resume()
    await require_equal(house)


@EVM
async def test_a_payment_that_the_token_reverts_is_refunded(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = lasting_house
    await house.fund_client(Decimal(100), "USDT")
    before = house.balance("USDT")
    usdt = contract_of(house.chain, "USDT")
    address = await house.withdraw(20 * UNIT, "USDT")
    with monkeypatch.context() as patched:
        patched.setattr(house.node, "broadcast", drop)
        await house.step()
    await call_contract(house.chain, usdt, "setBlocked(address,bool)", address, True)
    await house.confirm(CONFIRMATIONS + 2)

    assert (await house.status(address), house.balance("USDT")) == ("failed", before)
    assert (await house.received(address, "USDT"), len(await house.attempts(address))) == (0, 1)
    await require_equal(house)


@EVM
async def test_a_payment_that_the_token_would_refuse_waits_and_delays_no_other(lasting_house: House) -> None:
    house = lasting_house
    usdt = contract_of(house.chain, "USDT")
    await house.fund_client(Decimal(100), "USDT")
    refused = await house.withdraw(20 * UNIT, "USDT")
    await call_contract(house.chain, usdt, "setBlocked(address,bool)", refused, True)
    await house.chain.dev.mine()
    other = await house.withdraw(UNIT // 10)
    await house.confirm(CONFIRMATIONS + 1)
    assert (await house.status(refused), await house.status(other)) == ("processing", "completed")
    assert await house.incidents() == {"payment_refused"}

    await call_contract(house.chain, usdt, "setBlocked(address,bool)", refused, False)
    await house.confirm(CONFIRMATIONS + 2)

    assert (await house.status(refused), await house.received(refused, "USDT")) == (
        "completed",
        198 * UNIT // 10,
    )
    await require_equal(house)
    await house.resume()


@EVM
async def test_a_nonce_that_is_used_up_proves_nothing_while_the_node_forgets_our_transaction(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As behind a provider of several nodes: one counts the payment, the other has never heard of it."""
    house = lasting_house
    before = house.balance()
    address = await house.withdraw(UNIT // 4)
    await house.step()

    async def forget(tx_id: str, *, block_hash: str | None = None) -> TransactionStatus:
        return TransactionStatus("unknown")

    with monkeypatch.context() as patched:
        patched.setattr(house.node, "status", forget)
        await house.confirm(CONFIRMATIONS + 3)
        assert (await house.status(address), house.balance()) == ("broadcast", before - UNIT // 4)
    await house.confirm(2)

    assert (await house.status(address), house.balance()) == ("completed", before - UNIT // 4)
    assert await house.received(address) == 99 * UNIT // 400
    await house.resume()
    await require_equal(house)


@EVM
async def test_payments_wait_for_what_others_on_their_way_have_taken(
    lasting_house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hot wallet has enough for either of the two, not for both."""
    house = lasting_house
    hot = house.node.derive_address(KeyPath("hot", 0))
    has = (await house.node.balances([hot]))[house.coin]
    elsewhere = has - int(Decimal("1.5").scaleb(18))
    read_balances = house.node.balances

    async def read_less(addresses: Sequence[str]) -> dict[str, int]:
        found: dict[str, int] = await read_balances(addresses)
        if list(addresses) == [hot]:
            found[house.coin] -= elsewhere
        return found

    with monkeypatch.context() as patched:
        patched.setattr(house.node, "balances", read_less)
        first, second = await house.withdraw(UNIT), await house.withdraw(UNIT)
        await house.step()
        assert [len(await house.attempts(one)) for one in (first, second)] == [1, 0]
        assert "hot_wallet_low" in await house.incidents()
    await house.confirm(CONFIRMATIONS + 2)

    assert [await house.status(one) for one in (first, second)] == ["completed", "completed"]
    await house.resume()
    await require_equal(house)
