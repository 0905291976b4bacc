"""Nodes that are down, slow, on another chain, empty or lying: what is credited and paid stays the same."""

import re
import tempfile
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy import delete, select, update

from clearwater.adapters.chains.development_nodes import start_node, stop_node
from clearwater.domains.wallets.models import ChainBlock, Deposit, Network
from clearwater.domains.wallets.ports import ChainError, NodeRefused, SignedTransaction, WrongChain
from clearwater.kit.clock import SystemClock
from clearwater.kit.db import transaction
from tests.adapters.chains.nodes import PROGRAMS, RunningChain, running_chain
from tests.domains.wallets.foreign import Payer
from tests.domains.wallets.houses import CONFIRMATIONS, UNIT, House, add_address, open_signer

BOTH = pytest.mark.parametrize("chain", ["ltc-regtest", "eth-dev"], indirect=True)
UTXO = pytest.mark.parametrize("chain", ["ltc-regtest"], indirect=True)
EVM = pytest.mark.parametrize("chain", ["eth-dev"], indirect=True)
ZERO_HASH = b"0" * 64


@pytest_asyncio.fixture
async def house(lasting_house: House) -> AsyncIterator[House]:
    yield lasting_house
    await lasting_house.reset()


class Movements:
    """A deposit and a withdrawal that are on their way while the node fails."""

    def __init__(self, house: House, paid: SignedTransaction, address: str) -> None:
        self._house = house
        self._paid = paid
        self.address = address
        self._before = house.balance()

    @classmethod
    async def begin(cls, house: House) -> "Movements":
        paid = await (await Payer.open(house)).pay(house.address, Decimal("0.5"))
        return cls(house, paid, await house.withdraw(UNIT))

    async def deposit_status(self) -> str | None:
        return await self._house.deposit_status(self._paid.tx_id)

    async def require_done(self) -> None:
        """Each happens once when the node is well again."""
        house = self._house
        await house.confirm(CONFIRMATIONS + 2)
        assert (await self.deposit_status(), house.balance()) == ("credited", self._before + UNIT // 2)
        assert await house.status(self.address) == "completed"
        assert await house.received(self.address) == 99 * UNIT // 100
        assert await house.differences() == house.left_behind


@BOTH
async def test_a_node_that_does_not_answer_delays_and_repeats_nothing(house: House) -> None:
    """Down, and then slow: it has taken the payment when time is up, where it is found later."""
    moving = await Movements.begin(house)
    for house.rpc.is_down in (True, False):
        house.rpc.slow = {"sendrawtransaction", "eth_sendRawTransaction"}
        with pytest.raises(ChainError):
            await house.step()
        assert (await house.status(moving.address), await house.network_status()) == ("processing", "enabled")
    await house.rpc.heal()
    house.restart()
    await moving.require_done()
    assert len(await house.attempts(moving.address)) == 1


@UTXO
async def test_a_node_on_another_chain_than_configured_halts_the_network(house: House) -> None:
    moving = await Movements.begin(house)
    network = house.node.network
    house.node.network = replace(network, is_development=False, genesis_hash="0x" + "1" * 64)
    await house.step()
    assert (await house.network_status(), await house.incidents()) == ("halted", {"other_chain"})
    assert await house.attempts(moving.address) == []
    house.node.network = network
    await house.resume()
    await moving.require_done()


@UTXO
async def test_a_node_that_lost_its_chain_changes_nothing(house: House) -> None:
    moving = await Movements.begin(house)
    await house.follower.watch()
    assert await moving.deposit_status() == "detected"
    with tempfile.TemporaryDirectory(prefix="clearwater-empty-") as folder:
        empty = await start_node("ltc-regtest", PROGRAMS, Path(folder))
        await house.rpc.lead_to(empty.rpc_url)
        for _ in range(2):
            await house.step()
        await house.rpc.close()
        await stop_node(empty)
    assert await moving.deposit_status() == "detected"
    assert (await house.status(moving.address), await house.attempts(moving.address)) == ("processing", [])
    assert (await house.network_status(), await house.incidents()) == ("enabled", {"node_behind"})
    await house.rpc.heal()
    await moving.require_done()


def lie(house: House, kind: str) -> None:
    """Let the node tell a height or a parent that is not so."""
    edits = house.rpc.edits
    if kind == "parent":
        for method in ("getblock", "getblockheader", "eth_getBlockByNumber"):
            edits[method] = lambda result: re.sub(
                rb'("(?:previousblockhash|parentHash)":"(?:0x)?)[0-9a-f]{64}', rb"\g<1>" + ZERO_HASH, result
            )
        return

    def changed(height: int) -> int:
        return height - 10 if kind == "lower tip" else height + 1

    edits["eth_blockNumber"] = lambda result: b'"%#x"' % changed(int(result[1:-1], 16))
    edits["getblockchaininfo"] = lambda result: re.sub(
        rb'"(blocks|headers)":(\d+)', lambda found: b'"%b":%d' % (found[1], changed(int(found[2]))), result
    )


@BOTH
async def test_a_node_that_lies_about_its_blocks_credits_nothing(house: House) -> None:
    moving = await Movements.begin(house)
    for kind in ("lower tip", "height without block", "parent"):
        lie(house, kind)
        await house.chain.dev.mine()
        for _ in range(2):
            with suppress(ChainError):
                await house.step()
        assert await moving.deposit_status() != "credited"
        assert await house.network_status() == "enabled"
        await house.rpc.heal()
    await moving.require_done()


@UTXO
async def test_blocks_that_are_read_again_and_by_two_credit_a_deposit_once(house: House) -> None:
    """Never seen in the mempool; then read once more, as after a database was restored."""
    moving = await Movements.begin(house)
    await house.chain.dev.mine(CONFIRMATIONS)
    first = house.follower
    house.restart()
    await first.watch()
    await house.step()
    assert await moving.deposit_status() == "credited"
    async with transaction(house.services.sessions) as session:
        network = (await session.scalars(select(Network))).one()
        kept = select(ChainBlock).where(ChainBlock.height == network.height - CONFIRMATIONS)
        block = (await session.scalars(kept)).one()
        await session.execute(delete(ChainBlock).where(ChainBlock.height > block.height))
        network.height, network.block_hash = block.height, block.hash
        await session.execute(
            update(Deposit).where(Deposit.height > block.height).values(status="confirming", credited_at=None)
        )
    await moving.require_done()


class JumpingClock(SystemClock):
    """Is set by a day at each look, forth and back."""

    def __init__(self) -> None:
        self._looks = 0

    def now(self) -> datetime:
        self._looks += 1
        return super().now() + timedelta(days=self._looks % 3 - 1)


@EVM
async def test_a_clock_that_is_set_changes_no_credit_and_no_payment(house: House) -> None:
    moving = await Movements.begin(house)
    house.clock = JumpingClock()
    house.restart()
    for _ in range(3):
        await house.step()
    await moving.require_done()
    house.clock = house.services.clock
    house.restart()
    assert await house.incidents() == set()


@EVM
async def test_what_is_below_a_unit_of_the_ledger_is_kept_as_dust(house: House) -> None:
    before = house.balance()
    payer = await Payer.open(house)
    dusty = await payer.pay(house.address, Decimal("0.5") + Decimal(7).scaleb(-18))
    nothing = await payer.pay(house.address, Decimal(1).scaleb(-18))
    await house.confirm(CONFIRMATIONS + 1)
    assert (await house.deposit_status(dusty.tx_id), house.balance()) == ("credited", before + UNIT // 2)
    assert await house.deposit_status(nothing.tx_id) == "below_minimum"
    await house.confirm()
    assert await house.differences() == house.left_behind


@pytest_asyncio.fixture(scope="module")
async def second(chain: RunningChain) -> AsyncIterator[RunningChain]:
    with tempfile.TemporaryDirectory(prefix="clearwater-second-") as folder:
        async with running_chain("evm2-dev", Path(folder)) as running:
            yield running


@EVM
async def test_two_evm_chains_share_an_address_and_nothing_else(
    house: House, second: RunningChain, tmp_path: Path
) -> None:
    other = House(second, house.services, house.ann, max_faucet=5)
    other.connect(replace(second.network, start_height=await second.dev.height() + 1))
    other.signer = open_signer(second.network, tmp_path)
    other.restart()
    await other.step()
    await add_address(other, index=house.index)
    assert other.address == house.address
    before = house.balance()

    paid = await second.dev.pay(other.address, Decimal(2))
    await other.confirm(CONFIRMATIONS + 1)
    await house.confirm(CONFIRMATIONS)
    assert (await other.deposit_status(paid), await house.deposit_status(paid)) == ("credited", None)
    assert house.balance() == before + 2 * UNIT

    address = await other.withdraw(UNIT)
    await other.confirm(CONFIRMATIONS + 1)
    assert (await other.status(address), await other.received(address)) == ("completed", 99 * UNIT // 100)
    assert await house.received(address) == 0
    (row,) = await other.attempts(address)
    assert row.raw is not None
    assert row.tx_id is not None
    with pytest.raises(NodeRefused):
        await house.node.broadcast(SignedTransaction(row.tx_id, row.raw))
    assert await house.differences() == house.left_behind
    await other.node.close()


@EVM
async def test_the_node_of_the_other_chain_is_not_followed(house: House, second: RunningChain) -> None:
    await house.rpc.lead_to(second.written.rpc_url)
    with pytest.raises(WrongChain):
        await house.step()
    assert (await house.network_status(), await house.incidents()) == ("enabled", set())
