"""Transactions that others make with our keys, or that blocks hold without having been in the mempool."""

from decimal import Decimal
from typing import Any

from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.domains.wallets.models import ChainTransaction
from clearwater.domains.wallets.ports import KeyPath, Output, Payment, SignedTransaction
from clearwater.domains.wallets.sending import unsigned_of
from tests.adapters.chains import test_evm_node as evm
from tests.adapters.chains import test_utxo_node as utxo
from tests.adapters.chains.nodes import RunningChain
from tests.domains.wallets.houses import House, next_index

HOT = KeyPath("hot", 0)


async def ask(chain: RunningChain, method: str, *parameters: object) -> Any:
    """Ask the node itself."""
    rpc = JsonRpc("test", chain.written.rpc_url)
    try:
        return await rpc.call(method, *parameters)
    finally:
        await rpc.close()


async def mine_with(chain: RunningChain, *raw: str) -> None:
    """A block with exactly these transactions, on a UTXO chain."""
    address = chain.node.derive_address(KeyPath("gas", 7))
    await ask(chain, "generateblock", address, list(raw))


async def replace_foreign(house: House, row: ChainTransaction) -> SignedTransaction:
    """Somebody else with our keys uses the nonce, or the first input, of a transaction: mined in a block."""
    before = unsigned_of(row)
    if house.chain.network.kind == "evm":
        payment = Payment(house.node.derive_address(HOT), 1)
        assert before.nonce is not None
        unsigned = house.node.build(
            HOT, payment, nonce=before.nonce, gas=21_000, fee_rate=before.fee_rate * 2 + 100
        )
        signed = evm.sign(unsigned)
        await house.chain.node.broadcast(signed)
        await house.chain.dev.mine()
        return signed
    tx_id, place = before.inputs[0]
    found = await ask(house.chain, "getrawtransaction", tx_id, True)
    amount = round(found["vout"][place]["value"] * 10**8)
    spent = Output(tx_id, place, amount, before.keys[0])
    signed = utxo.sign(house.node.build([spent], (), KeyPath("gas", 3), 100))
    await mine_with(house.chain, signed.raw)
    return signed


class Payer:
    """A stranger who pays to our addresses; keeps each transaction, because nodes may forget it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._key = KeyPath("gas", next_index())

    @classmethod
    async def open(cls, house: House) -> "Payer":
        payer = cls(house)
        if house.chain.network.kind == "evm":
            address = house.chain.node.derive_address(payer._key)
            await ask(house.chain, "hardhat_setBalance", address, hex(100 * 10**18))
            # So that no reorganisation takes the balance back.
            await house.chain.dev.mine()
        return payer

    async def pay(self, address: str, amount: Decimal) -> SignedTransaction:
        chain = self._house.chain
        if chain.network.kind == "evm":
            payment = Payment(address, int(amount.scaleb(18)))
            return await evm.send(chain, self._key, payment, gas=21_000, fee_rate=50 * 10**9)
        tx_id = await chain.dev.pay(address, amount)
        return SignedTransaction(tx_id, await ask(chain, "getrawtransaction", tx_id))

    async def send_again(self, paid: SignedTransaction) -> None:
        await self._house.chain.node.broadcast(paid)
