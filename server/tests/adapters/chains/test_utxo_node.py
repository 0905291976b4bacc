"""Bitcoin's family on real nodes in regtest mode."""

import io
from base64 import b64decode
from collections.abc import Callable
from dataclasses import replace
from decimal import Decimal

import pytest
from embit import base58, bech32, finalizer
from embit.bip32 import HDKey
from embit.networks import NETWORKS
from embit.psbt import PSBT
from embit.transaction import Transaction

from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.chains.utxo import UtxoNode
from clearwater.domains.wallets.ports import (
    ChainError,
    FeeAboveCap,
    FeePolicy,
    Incoming,
    KeyPath,
    NetworkSpec,
    Output,
    Payment,
    SignedTransaction,
    Spent,
    UnsignedTransaction,
    WrongChain,
)
from tests.adapters.chains.nodes import RunningChain, private_key

COIN = 100_000_000
HOT = KeyPath("hot", 0)
HASH = bytes(range(1, 21))
# A point of the curve, as taproot needs one.
POINT = bytes.fromhex("79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798")
RECEIVERS: dict[str, Callable[[NetworkSpec], str]] = {
    "p2wpkh": lambda network: str(bech32.encode(network.hrp, 0, HASH)),
    "p2tr": lambda network: str(bech32.encode(network.hrp, 1, POINT)),
    "p2pkh": lambda network: str(base58.encode_check(bytes([network.p2pkh_version]) + HASH)),
    "p2sh": lambda network: str(base58.encode_check(bytes([network.p2sh_versions[0]]) + HASH)),
}


def as_configured(utxo: RunningChain, **changes: object) -> UtxoNode:
    """The chain of the same node with other settings."""
    network: NetworkSpec = replace(utxo.network, **changes)  # type: ignore[arg-type]
    return UtxoNode(network, JsonRpc(network.key, network.rpc_url))


async def deposit(utxo: RunningChain, index: int, amount: str = "1.5") -> Output:
    """An output of ours, in a block."""
    tx_id = await utxo.dev.pay(utxo.address(index), Decimal(amount))
    (found,) = await utxo.mine_and_scan(utxo.address(index))
    assert found.tx_id == tx_id
    return Output(tx_id, found.place, found.amount, KeyPath("deposit", index))


def sign(unsigned: UnsignedTransaction) -> SignedTransaction:
    psbt = PSBT.from_base64(unsigned.payload)
    for key in unsigned.keys:
        psbt.sign_with(private_key("utxo", key))
    for scope, key in zip(psbt.inputs, unsigned.keys, strict=True):
        assert scope.witness_utxo is not None
        assert len(scope.partial_sigs) == 1, key
    transaction = finalizer.finalize_psbt(psbt)
    assert transaction is not None
    return SignedTransaction(transaction.txid().hex(), transaction.serialize().hex())


def virtual_size(signed: SignedTransaction) -> int:
    raw = bytes.fromhex(signed.raw)
    transaction = Transaction.read_from(io.BytesIO(raw))
    for source in transaction.vin:
        source.witness.items.clear()
    return -(-(3 * len(transaction.serialize()) + len(raw)) // 4)


async def test_a_node_tells_its_height_and_its_chain(utxo: RunningChain) -> None:
    health = await utxo.node.health()

    assert health.height == await utxo.dev.height()
    assert health.genesis_hash == utxo.written.genesis_hash == utxo.network.genesis_hash
    assert not health.is_syncing


async def test_a_node_of_another_chain_is_refused(utxo: RunningChain) -> None:
    node = as_configured(utxo, genesis_hash="00" * 32)
    with pytest.raises(WrongChain, match="genesis"):
        await node.health()
    await node.close()


async def test_blocks_are_found_by_height_up_to_the_tip(utxo: RunningChain) -> None:
    height = await utxo.dev.height()
    before, tip = await utxo.node.block(height - 1), await utxo.node.block(height)

    assert tip.parent == before.hash
    assert (before.height, tip.height) == (height - 1, height)
    assert await utxo.node.block(height + 1) is None


async def test_a_deposit_is_seen_in_the_mempool_and_then_in_a_block(utxo: RunningChain, index: int) -> None:
    address, watched = utxo.address(index), {utxo.address(index): None}
    tx_id = await utxo.dev.pay(address, Decimal("0.12345678"))

    waiting = await utxo.node.scan_mempool(watched)
    again = await utxo.node.scan_mempool(watched)
    status = await utxo.node.status(tx_id)
    mined = await utxo.mine_and_scan(address)

    assert [(found.tx_id, found.amount) for found in waiting.incoming] == [(tx_id, 12_345_678)]
    assert again == waiting
    assert status.state == "mempool"
    assert mined == waiting.incoming
    assert (await utxo.node.scan_mempool(watched)).incoming == ()
    assert await utxo.node.balances([address]) == {utxo.network.own.coin: 12_345_678}


async def test_a_block_says_which_outputs_it_spends(utxo: RunningChain, index: int) -> None:
    output = await deposit(utxo, index)
    unsigned = utxo.node.build([output], [], HOT, 20)
    signed = sign(unsigned)
    await utxo.node.broadcast(signed)
    await utxo.dev.mine()

    scan = await utxo.node.scan(await utxo.tip(), {})

    assert Spent(output.tx_id, output.place, signed.tx_id) in scan.spent


async def test_catching_up_finds_what_single_scans_find(utxo: RunningChain, index: int) -> None:
    """Read ahead in batches, and each block alone."""
    first = await utxo.dev.height() + 1
    paid = [await deposit(utxo, index, f"0.{place}") for place in range(1, 4)]
    await utxo.dev.mine(20)
    watched = {utxo.address(index): None}

    read_ahead, alone = as_configured(utxo), as_configured(utxo)
    found: list[Incoming] = []
    expected: list[Incoming] = []
    for height in range(first, await utxo.dev.height() + 1):
        block = await read_ahead.block(height)
        assert block is not None
        found += (await read_ahead.scan(block, watched)).incoming
        expected += (await alone.scan(block, watched)).incoming
    await read_ahead.close()
    await alone.close()

    assert found == expected
    assert [(item.tx_id, item.amount) for item in found] == [(item.tx_id, item.amount) for item in paid]


async def test_no_payment_of_the_faucet_is_lost_by_a_reorganisation(utxo: RunningChain, index: int) -> None:
    """The wallet has made the last two for blocks that are higher than the first new one."""
    address = utxo.address(index)
    paid = [await utxo.dev.pay(address, Decimal(1))]
    await utxo.dev.mine()
    paid.append(await utxo.dev.pay(address, Decimal(2)))
    await utxo.dev.mine()
    paid.append(await utxo.dev.pay(address, Decimal(3)))

    await utxo.dev.reorg(2)

    waiting = await utxo.node.scan_mempool({address: None})
    assert {one.tx_id for one in waiting.incoming} == set(paid)
    await utxo.dev.mine()


async def test_a_reorganisation_replaces_blocks_and_returns_deposits_to_the_mempool(
    utxo: RunningChain, index: int
) -> None:
    output = await deposit(utxo, index)
    gone = await utxo.tip()
    watched = {utxo.address(index): None}

    old, new = await utxo.dev.reorg(1)
    tip = await utxo.tip()

    assert old == gone.hash
    assert tip.hash == new
    assert tip.height == gone.height + 1
    replacement = await utxo.node.block(gone.height)
    assert replacement.parent == gone.parent
    assert replacement.hash != gone.hash
    with pytest.raises(ChainError, match="not in the chain"):
        await utxo.node.scan(gone, watched)
    assert (await utxo.node.status(output.tx_id)).state == "mempool"
    (found,) = await utxo.mine_and_scan(utxo.address(index))
    assert (found.tx_id, found.place) == (output.tx_id, output.place)


async def test_a_block_that_the_node_never_had_is_an_error(utxo: RunningChain) -> None:
    tip = await utxo.tip()
    with pytest.raises(ChainError):
        await utxo.node.scan(replace(tip, hash="ab" * 32), {})


@pytest.mark.parametrize("kind", RECEIVERS)
async def test_a_payment_is_built_signed_sent_and_mined(utxo: RunningChain, index: int, kind: str) -> None:
    outputs = [await deposit(utxo, index), await deposit(utxo, index)]
    address = RECEIVERS[kind](utxo.network)
    payment = Payment(utxo.node.parse_address(address), 2 * COIN)

    unsigned = utxo.node.build(outputs, [payment], HOT, 30)
    signed = sign(unsigned)
    await utxo.node.broadcast(signed)
    await utxo.node.broadcast(signed)
    waiting = await utxo.node.status(signed.tx_id)
    found = await utxo.mine_and_scan(address, utxo.node.derive_address(HOT))
    mined = await utxo.node.status(signed.tx_id)
    await utxo.node.broadcast(signed)

    assert waiting.state == "mempool"
    assert {(item.address, item.amount) for item in found if item.tx_id == signed.tx_id} == {
        (address, 2 * COIN),
        (utxo.node.derive_address(HOT), unsigned.change),
    }
    assert (mined.state, mined.block_hash, mined.fee) == ("mined", (await utxo.tip()).hash, unsigned.fee)
    assert mined.height == await utxo.dev.height()
    assert unsigned.fee + unsigned.change == COIN
    # Not less than was asked for, and not much more.
    size = utxo.node.size_of(2, [payment])
    assert unsigned.fee == 30 * size
    assert size - 4 <= virtual_size(signed) <= size


async def test_a_node_without_an_index_finds_a_transaction_by_its_block(
    utxo: RunningChain, index: int
) -> None:
    output = await deposit(utxo, index)
    tip = await utxo.tip()
    status = await utxo.node.status(output.tx_id, block_hash=tip.hash)
    assert (status.state, status.block_hash) == ("mined", tip.hash)


async def test_everything_can_be_swept_into_the_hot_wallet(utxo: RunningChain, index: int) -> None:
    outputs = [await deposit(utxo, index), await deposit(utxo, index, "0.5")]

    unsigned = utxo.node.build(outputs, [], HOT, 25)

    assert unsigned.change == 2 * COIN - unsigned.fee
    assert unsigned.fee == 25 * utxo.node.size_of(2, [])
    assert unsigned.inputs == tuple((output.tx_id, output.place) for output in outputs)
    psbt = PSBT.parse(b64decode(unsigned.payload))
    assert [output.value for output in psbt.tx.vout] == [unsigned.change]


async def test_change_that_is_dust_goes_to_the_miner(utxo: RunningChain, index: int) -> None:
    output = Output("ab" * 32, 0, COIN, KeyPath("deposit", index))
    size = utxo.node.size_of(1, [Payment(utxo.address(index), 1)])
    payment = Payment(utxo.address(index), COIN - 20 * size - 100)

    unsigned = utxo.node.build([output], [payment], HOT, 20)

    assert unsigned.change == 0
    assert unsigned.fee == 20 * size + 100


@pytest.mark.parametrize("amount", [COIN, COIN - 100, 2 * COIN, 1])
async def test_inputs_that_do_not_cover_are_refused(utxo: RunningChain, index: int, amount: int) -> None:
    output = Output("ab" * 32, 0, COIN, KeyPath("deposit", index))
    with pytest.raises(ValueError, match=r"cover|relay"):
        utxo.node.build([output], [Payment(utxo.address(index), amount)], HOT, 20)


async def test_a_payment_in_a_token_is_refused(utxo: RunningChain, index: int) -> None:
    output = Output("ab" * 32, 0, COIN, KeyPath("deposit", index))
    with pytest.raises(ValueError, match="tokens"):
        utxo.node.build([output], [Payment(utxo.address(index), 50_000, "0x12")], HOT, 20)


async def test_what_the_node_refuses_is_an_error(utxo: RunningChain, index: int) -> None:
    output = await deposit(utxo, index)
    twice = sign(utxo.node.build([replace(output, amount=output.amount + COIN)], [], HOT, 20))

    with pytest.raises(ChainError):
        await utxo.node.broadcast(twice)

    assert (await utxo.node.status(twice.tx_id)).state == "unknown"


async def test_without_an_estimate_the_fallback_counts_within_floor_and_cap(
    utxo: RunningChain, monkeypatch: pytest.MonkeyPatch
) -> None:
    # There is no such target, so the node answers with an error.
    monkeypatch.setattr("clearwater.adapters.chains.utxo.FEE_TARGET_BLOCKS", 0)
    policies = {
        FeePolicy(floor=1, fallback=77, cap=100): 77,
        FeePolicy(floor=90, fallback=77, cap=100): 90,
    }
    for policy, expected in policies.items():
        node = as_configured(utxo, fee=policy)
        assert await node.fee_rate() == expected
        await node.close()
    capped = as_configured(utxo, fee=FeePolicy(floor=1, fallback=77, cap=76))
    with pytest.raises(FeeAboveCap):
        await capped.fee_rate()
    await capped.close()


async def test_a_node_that_is_down_is_an_error(utxo: RunningChain) -> None:
    node = as_configured(utxo, rpc_url="http://127.0.0.1:1")
    for call in (
        node.health(),
        node.block(1),
        node.scan_mempool({}),
        node.fee_rate(),
        node.status("ab" * 32),
    ):
        with pytest.raises(ChainError):
            await call
    await node.close()


async def test_an_address_is_also_a_link_for_wallets(utxo: RunningChain) -> None:
    scheme = {"BTC": "bitcoin", "LTC": "litecoin"}[utxo.network.own.coin]
    address = utxo.address(0)
    assert utxo.node.payment_uri(address, utxo.network.own) == f"{scheme}:{address}"


async def test_the_node_derives_the_same_addresses(utxo: RunningChain) -> None:
    rpc = JsonRpc("test", utxo.written.rpc_url)
    descriptor = f"wpkh({_as_test_key(utxo.network.xpubs['deposit'])}/0/*)"
    known = await rpc.call("getdescriptorinfo", descriptor)
    derived = await rpc.call("deriveaddresses", known["descriptor"], [0, 20])
    await rpc.close()

    assert derived == [utxo.address(place) for place in range(21)]


def _as_test_key(xpub: str) -> str:
    """Nodes in regtest mode read keys with the prefix of test networks alone."""
    return str(HDKey.from_string(xpub).to_base58(NETWORKS["test"]["xpub"]))
