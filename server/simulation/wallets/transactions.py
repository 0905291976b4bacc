"""Transactions of a simulated chain, read from what the signer made, as a node reads them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import rlp
from embit import bech32
from embit.base import EmbitError
from embit.hashes import hash160
from embit.script import Script
from embit.transaction import Transaction as RawTransaction
from eth_hash.auto import keccak
from eth_keys.datatypes import Signature

from clearwater.adapters.chains.addresses import to_checksum
from clearwater.adapters.chains.evm_encoding import parse_transfer
from clearwater.domains.wallets.ports import Incoming, NetworkSpec, NodeRefused

# What a transaction uses up, and no other can: an output, or a nonce of an address.
Claim = tuple[str, int]
# The address and amount of an output.
FindOutput = Callable[[Claim], tuple[str, int] | None]
MAX_REPLACEABLE = 0xFFFFFFFD
NATIVE_GAS, TOKEN_GAS = 21_000, 52_000
# Whoever pays from outside needs no balance.
OUTSIDE = "outside"


@dataclass(frozen=True)
class Transaction:
    """What a transaction does. `size` is virtual bytes or gas; `rate` what it offers for each at most."""

    id: str
    claims: tuple[Claim, ...]
    paid: tuple[Incoming, ...]
    size: int
    rate: int
    tip: int = 0
    # UTXO: inputs less outputs.
    fee: int = 0
    is_replaceable: bool = True

    @property
    def sender(self) -> str:
        """Of an EVM transaction."""
        return self.claims[0][0]

    @property
    def nonce(self) -> int:
        return self.claims[0][1]

    @property
    def is_outside(self) -> bool:
        return self.sender.startswith(OUTSIDE)

    @property
    def max_fee(self) -> int:
        return self.size * self.rate


def read_utxo(network: NetworkSpec, raw: str, find_output: FindOutput) -> Transaction:
    """Raises NodeRefused for what is no transaction, or spends what is not there."""
    try:
        found = RawTransaction.from_string(raw)
    except (EmbitError, ValueError, IndexError) as error:
        raise NodeRefused(f"no transaction: {error}") from None
    tx_id = bytes(found.txid()).hex()
    claims = tuple((bytes(one.txid).hex(), int(one.vout)) for one in found.vin)
    spent = [find_output(claim) for claim in claims]
    if any(one is None for one in spent):
        raise NodeRefused("an input is missing or spent")
    for one, output in zip(found.vin, spent, strict=True):
        assert output is not None
        _require_signed(network, one, output[0])
    total = sum(amount for _, amount in filter(None, spent))
    paid = tuple(
        Incoming(tx_id, place, _address_of(network, output.script_pubkey), None, output.value)
        for place, output in enumerate(found.vout)
    )
    fee = total - sum(one.amount for one in paid)
    if fee < 0:
        raise NodeRefused("more goes out than comes in")
    size = _virtual_bytes(found)
    is_replaceable = any(one.sequence <= MAX_REPLACEABLE for one in found.vin)
    return Transaction(tx_id, claims, paid, size, fee // size, fee=fee, is_replaceable=is_replaceable)


def _require_signed(network: NetworkSpec, one: Any, address: str) -> None:
    """Whether the key in the witness is that of the output; the signature itself is believed."""
    items = one.witness.items if one.witness is not None else []
    if len(items) != 2 or bech32.encode(network.hrp, 0, bytes(hash160(items[1]))) != address:
        raise NodeRefused("an input is not signed by its owner")


def _virtual_bytes(found: RawTransaction) -> int:
    witness_bytes = 2 + sum(len(one.witness.serialize()) for one in found.vin)
    return int(4 * (len(found.serialize()) - witness_bytes) + witness_bytes + 3) // 4


def _address_of(network: NetworkSpec, script: Script) -> str:
    content = bytes(script.data)
    return str(bech32.encode(network.hrp, 0, content[2:]))


def read_evm(network: NetworkSpec, raw: str) -> Transaction:
    """An EIP-1559 transaction; its sender follows from the signature."""
    content = bytes.fromhex(raw[2:])
    fields = rlp.decode(content[1:])
    chain_id, nonce, tip, rate, gas = (int.from_bytes(field) for field in fields[:5])
    if content[:1] != b"\x02" or chain_id != network.chain_id:
        raise NodeRefused("a transaction of another chain")
    parity, r, s = (int.from_bytes(field) for field in fields[9:])
    signature = Signature(vrs=(parity, r, s))
    signed = keccak(b"\x02" + rlp.encode(fields[:9]))
    sender = signature.recover_public_key_from_msg_hash(signed).to_checksum_address()
    tx_id = f"0x{keccak(content).hex()}"
    to, value, call = to_checksum(f"0x{fields[5].hex()}"), int.from_bytes(fields[6]), fields[7]
    transfer = parse_transfer(f"0x{call.hex()}") if call else None
    if transfer is None:
        paid = Incoming(tx_id, 0, to, None, value)
    else:
        paid = Incoming(tx_id, 1, transfer[0], to, transfer[1])
    return Transaction(tx_id, ((sender, nonce),), (paid,), gas, rate, tip)
