"""An EVM chain on a real development node, with test tokens."""

import json
from dataclasses import replace
from decimal import Decimal
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from eth_abi.abi import encode
from hexbytes import HexBytes
from rlp import decode

from clearwater.adapters.chains.addresses import keccak256
from clearwater.adapters.chains.evm import EvmNode
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.domains.wallets.ports import (
    ChainError,
    FeeAboveCap,
    FeePolicy,
    Incoming,
    KeyPath,
    NetworkSpec,
    Payment,
    SignedTransaction,
    UnsignedTransaction,
    WrongChain,
)
from tests.adapters.chains.nodes import RunningChain, private_key, running_chain
from tests.ethereum import Account, TypedTransaction

ETHER = 10**18
STRANGER = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"


def as_configured(evm: RunningChain, **changes: object) -> EvmNode:
    """The chain of the same node with other settings."""
    network: NetworkSpec = replace(evm.network, **changes)  # type: ignore[arg-type]
    return EvmNode(network, JsonRpc(network.key, network.rpc_url))


def contract_of(evm: RunningChain, coin: str) -> str:
    return next(str(asset.contract) for asset in evm.network.assets if asset.coin == coin)


def sign(unsigned: UnsignedTransaction) -> SignedTransaction:
    """As another library reads and signs the payload."""
    names = (
        *("chainId", "nonce", "maxPriorityFeePerGas", "maxFeePerGas", "gas", "to", "value", "data"),
        "accessList",
    )
    content = HexBytes(unsigned.payload)
    assert content[0] == 2
    values = dict(zip(names, decode(content[1:]), strict=True))
    numbers = {name: int.from_bytes(values[name], "big") for name in (*names[:5], "value")}
    transaction = {**numbers, "type": 2, "to": values["to"], "data": values["data"], "accessList": ()}
    assert TypedTransaction.from_dict(transaction).hash() == keccak256(content)
    (key,) = unsigned.keys
    signed = Account.sign_transaction(transaction, private_key("evm", key).secret)
    return SignedTransaction(f"0x{signed.hash.hex()}", f"0x{signed.raw_transaction.hex()}")


async def send(evm: RunningChain, sender: KeyPath, payment: Payment, **changes: int) -> SignedTransaction:
    """Build, sign and send a payment of one of our keys, which has coins for gas."""
    address = evm.node.derive_address(sender)
    gas = changes.get("gas") or await evm.node.estimate_gas(address, payment)
    nonce = changes.get("nonce", await evm.node.next_nonce(address))
    unsigned = evm.node.build(
        sender, payment, nonce=nonce, gas=gas, fee_rate=changes.get("fee_rate", 3 * 10**9)
    )
    signed = sign(unsigned)
    await evm.node.broadcast(signed)
    return signed


async def fund(evm: RunningChain, index: int, *, usdt: str | None = None) -> KeyPath:
    await evm.dev.pay(evm.address(index), Decimal(1))
    if usdt:
        await evm.dev.pay(evm.address(index), Decimal(usdt), "USDT")
    await evm.dev.mine()
    return KeyPath("deposit", index)


async def call_contract(evm: RunningChain, contract: str, signature: str, *values: Any) -> str:
    """Sent by the faucet, who owns the tokens."""
    types = signature.partition("(")[2][:-1].split(",")
    data = keccak256(signature.encode())[:4] + encode(types, values)
    rpc = JsonRpc("test", evm.written.rpc_url)
    (owner,) = await rpc.call("eth_accounts")
    call = {"from": owner, "to": contract, "data": f"0x{data.hex()}", "gas": hex(1_000_000)}
    tx_id: str = await rpc.call("eth_sendTransaction", call)
    await rpc.close()
    return tx_id


async def test_a_node_tells_its_height_and_its_chain(evm: RunningChain) -> None:
    health = await evm.node.health()

    assert health.height == await evm.dev.height()
    assert health.genesis_hash == evm.written.genesis_hash
    assert not health.is_syncing


@pytest.mark.parametrize("changes", [{"chain_id": 31_338}, {"genesis_hash": "0x" + "00" * 32}])
async def test_a_node_of_another_chain_is_refused(evm: RunningChain, changes: dict[str, object]) -> None:
    node = as_configured(evm, **changes)
    with pytest.raises(WrongChain):
        await node.health()
    await node.close()


async def test_a_second_chain_has_its_own_id_and_genesis(evm: RunningChain, chains_folder: Path) -> None:
    async with running_chain("evm2-dev", chains_folder) as second:
        assert (await second.node.health()).genesis_hash != evm.written.genesis_hash
        assert second.network.chain_id == 31_338
        (found,) = await _pay_and_scan(second, 5)
        assert found.amount == 2 * ETHER
        # The same keys and the same tokens, at the same addresses.
        assert second.address(5) == evm.address(5)
        assert second.written.tokens == evm.written.tokens


async def _pay_and_scan(chain: RunningChain, index: int) -> tuple[Incoming, ...]:
    await chain.dev.pay(chain.address(index), Decimal(2))
    return await chain.mine_and_scan(chain.address(index))


async def test_deposits_are_seen_in_the_mempool_and_then_in_a_block(evm: RunningChain, index: int) -> None:
    address, watched = evm.address(index), {evm.address(index): None}
    coin = await evm.dev.pay(address, Decimal("1.5"))
    token = await evm.dev.pay(address, Decimal(60_000), "USDT")

    waiting = await evm.node.scan_mempool(watched)
    states = [(await evm.node.status(tx_id)).state for tx_id in (coin, token)]
    mined = await evm.mine_and_scan(address)

    assert waiting.incoming == (
        Incoming(coin, 0, address, None, 1_500_000_000_000_000_000),
        Incoming(token, 1, address, contract_of(evm, "USDT"), 60_000_000_000),
    )
    assert states == ["mempool", "mempool"]
    assert mined == waiting.incoming
    assert (await evm.node.scan_mempool(watched)).incoming == ()
    assert await evm.node.balances([address, STRANGER]) == {
        "ETH": 1_500_000_000_000_000_000,
        "USDT": 60_000_000_000,
        "USDC": 0,
    }


async def test_transfers_of_one_transaction_have_places_of_their_own(evm: RunningChain, index: int) -> None:
    """They stay the same in another block, where other transactions come before."""
    usdc = contract_of(evm, "USDC")
    batch = await _deploy(evm, "TestBatch")
    receivers = [evm.address(index), STRANGER, evm.address(index)]
    await call_contract(evm, usdc, "approve(address,uint256)", batch, 10**12)
    await evm.dev.pay(STRANGER, Decimal(1), "USDC")
    signature = "pay(address,address[],uint256)"
    tx_id = await call_contract(evm, batch, signature, usdc, receivers, 7_000_000)

    found = await evm.mine_and_scan(evm.address(index))

    assert found == (
        Incoming(tx_id, 1, evm.address(index), usdc, 7_000_000),
        Incoming(tx_id, 3, evm.address(index), usdc, 7_000_000),
    )


async def test_unknown_tokens_are_reported_with_their_contract(evm: RunningChain, index: int) -> None:
    tx_id = await evm.dev.pay(evm.address(index), Decimal(5), "USDC")
    own_coin_only = as_configured(evm, assets=(evm.network.own,))
    await evm.dev.mine()

    scan = await own_coin_only.scan(await evm.tip(), {evm.address(index): None})
    await own_coin_only.close()

    assert scan.incoming == (Incoming(tx_id, 1, evm.address(index), contract_of(evm, "USDC"), 5_000_000),)


async def test_catching_up_finds_what_single_scans_find(evm: RunningChain, index: int) -> None:
    first = await evm.dev.height() + 1
    for coin in (None, "USDT", "USDC"):
        await evm.dev.pay(evm.address(index), Decimal(3), coin)
        await evm.dev.mine(9)
    watched = {evm.address(index): None}

    read_ahead, alone = as_configured(evm), as_configured(evm)
    found: list[Incoming] = []
    expected: list[Incoming] = []
    for height in range(first, await evm.dev.height() + 1):
        block = await read_ahead.block(height)
        assert block is not None
        found += (await read_ahead.scan(block, watched)).incoming
        expected += (await alone.scan(block, watched)).incoming
    await read_ahead.close()
    await alone.close()

    assert found == expected
    assert [item.amount for item in found] == [3 * ETHER, 3_000_000, 3_000_000]


async def test_a_reorganisation_replaces_blocks_and_drops_their_transactions(
    evm: RunningChain, index: int
) -> None:
    tx_id = await evm.dev.pay(evm.address(index), Decimal(1))
    watched = {evm.address(index): None}
    await evm.mine_and_scan(evm.address(index))
    gone = await evm.tip()
    await evm.dev.mine()

    _, new = await evm.dev.reorg(2)
    tip = await evm.tip()

    assert tip.hash == new
    assert tip.height == gone.height + 2
    replacement = await evm.node.block(gone.height)
    assert (replacement.parent, replacement.hash != gone.hash) == (gone.parent, True)
    with pytest.raises(ChainError, match="not in the chain"):
        await evm.node.scan(gone, watched)
    assert (await evm.node.status(tx_id)).state == "unknown"
    assert await evm.node.balances([evm.address(index)]) == {"ETH": 0, "USDT": 0, "USDC": 0}


async def test_a_payment_is_built_signed_sent_and_mined(evm: RunningChain, index: int) -> None:
    sender = await fund(evm, index)
    payment = Payment(evm.address(index + 100_000), ETHER // 4)

    signed = await send(evm, sender, payment)
    await evm.node.broadcast(signed)
    waiting = await evm.node.status(signed.tx_id)
    found = await evm.mine_and_scan(payment.address)
    mined = await evm.node.status(signed.tx_id)
    await evm.node.broadcast(signed)

    assert waiting.state == "mempool"
    assert found == (Incoming(signed.tx_id, 0, payment.address, None, ETHER // 4),)
    assert (mined.state, mined.block_hash) == ("mined", (await evm.tip()).hash)
    assert mined.fee is not None
    left = await evm.node.balances([evm.node.derive_address(sender)])
    assert left["ETH"] == ETHER - ETHER // 4 - mined.fee


async def test_a_token_is_paid_with_a_transfer(evm: RunningChain, index: int) -> None:
    sender = await fund(evm, index, usdt="25")
    payment = Payment(evm.address(index + 100_000), 20_000_000, contract_of(evm, "USDT"))

    signed = await send(evm, sender, payment)
    found = await evm.mine_and_scan(payment.address)

    assert found == (Incoming(signed.tx_id, 1, payment.address, payment.contract, 20_000_000),)
    assert (await evm.node.balances([evm.node.derive_address(sender)]))["USDT"] == 5_000_000


async def test_a_transfer_that_the_token_refuses_is_reverted_and_pays_nothing(
    evm: RunningChain, index: int
) -> None:
    sender = await fund(evm, index, usdt="25")
    usdt = contract_of(evm, "USDT")
    payment = Payment(evm.address(index + 100_000), 20_000_000, usdt)
    await call_contract(evm, usdt, "setBlocked(address,bool)", payment.address, True)
    await evm.dev.mine()

    with pytest.raises(ChainError):
        await evm.node.estimate_gas(evm.node.derive_address(sender), payment)
    signed = await send(evm, sender, payment, gas=90_000)
    found = await evm.mine_and_scan(payment.address)
    status = await evm.node.status(signed.tx_id)

    assert found == ()
    assert status.state == "reverted"
    assert status.fee is not None
    assert status.fee > 0


async def test_coins_of_a_reverted_transaction_are_not_counted(evm: RunningChain, index: int) -> None:
    """A token refuses coins of the chain: the transaction is in the block, and has paid nothing."""
    sender = await fund(evm, index)
    usdt = contract_of(evm, "USDT")
    # The contract itself is watched here, as no client's address could be.
    open_network = as_configured(evm, assets=(evm.network.own,))
    unsigned = open_network.build(
        sender,
        Payment(usdt, ETHER // 10),
        nonce=await evm.node.next_nonce(evm.node.derive_address(sender)),
        gas=60_000,
        fee_rate=3 * 10**9,
    )
    signed = sign(unsigned)
    await evm.node.broadcast(signed)
    await evm.dev.mine()

    scan = await open_network.scan(await evm.tip(), {usdt: None})
    await open_network.close()

    assert scan.incoming == ()
    assert (await evm.node.status(signed.tx_id)).state == "reverted"


async def test_a_transaction_is_replaced_by_one_of_the_same_nonce(evm: RunningChain, index: int) -> None:
    sender = await fund(evm, index)
    address = evm.node.derive_address(sender)
    payment = Payment(evm.address(index + 100_000), ETHER // 4)
    first = await send(evm, sender, payment, nonce=0)
    assert await evm.node.next_nonce(address) == 1
    assert await evm.node.mined_nonce(address) == 0

    second = await send(evm, sender, payment, nonce=0, fee_rate=4 * 10**9)
    found = await evm.mine_and_scan(payment.address)

    assert [item.tx_id for item in found] == [second.tx_id]
    assert (await evm.node.status(first.tx_id)).state == "unknown"
    assert await evm.node.mined_nonce(address) == 1


async def test_what_the_node_refuses_is_an_error(evm: RunningChain, index: int) -> None:
    sender = KeyPath("deposit", index)
    unsigned = evm.node.build(sender, Payment(STRANGER, ETHER), nonce=0, gas=21_000, fee_rate=10**9)
    signed = sign(unsigned)

    with pytest.raises(ChainError):
        await evm.node.broadcast(signed)

    assert (await evm.node.status(signed.tx_id)).state == "unknown"


async def test_the_fee_holds_for_several_blocks_and_stays_within_floor_and_cap(evm: RunningChain) -> None:
    assert await evm.node.fee_rate() >= 1
    floor = as_configured(evm, fee=FeePolicy(floor=10**12, fallback=10**12, cap=10**13))
    assert await floor.fee_rate() == 10**12
    capped = as_configured(evm, fee=FeePolicy(floor=1, fallback=1, cap=1))
    with pytest.raises(FeeAboveCap):
        await capped.fee_rate()
    await floor.close()
    await capped.close()


async def test_without_an_estimate_the_fallback_counts(
    evm: RunningChain, monkeypatch: pytest.MonkeyPatch
) -> None:
    node = as_configured(evm, fee=FeePolicy(floor=1, fallback=777, cap=10**12))
    monkeypatch.setattr("clearwater.adapters.chains.evm.FEE_BLOCKS", 10**9)
    assert await node.fee_rate() == 777
    await node.close()


async def test_a_node_that_is_down_is_an_error(evm: RunningChain) -> None:
    node = as_configured(evm, rpc_url="http://127.0.0.1:1")
    for call in (node.health(), node.block(1), node.scan_mempool({}), node.fee_rate(), node.status("0x12")):
        with pytest.raises(ChainError):
            await call
    await node.close()


async def test_an_address_is_also_a_link_for_wallets(evm: RunningChain) -> None:
    address = evm.address(0)
    usdt = next(asset for asset in evm.network.assets if asset.coin == "USDT")
    assert evm.node.payment_uri(address, evm.network.own) == f"ethereum:{address}@31337"
    assert evm.node.payment_uri(address, usdt) == f"ethereum:{usdt.contract}@31337/transfer?address={address}"


async def _deploy(evm: RunningChain, name: str) -> str:
    artifact = json.loads((files("clearwater.adapters.chains") / "development_tokens.json").read_text())
    rpc = JsonRpc("test", evm.written.rpc_url)
    (owner,) = await rpc.call("eth_accounts")
    code = artifact["contracts"][name]["bytecode"]
    tx_id = await rpc.call("eth_sendTransaction", {"from": owner, "data": code, "gas": hex(3_000_000)})
    await evm.dev.mine()
    receipt = await rpc.call("eth_getTransactionReceipt", tx_id)
    await rpc.close()
    return str(receipt["contractAddress"])
