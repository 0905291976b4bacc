"""Transactions of UTXO chains, unsigned, as a PSBT: all inputs are p2wpkh outputs of ours."""

from collections.abc import Sequence

from embit.ec import PublicKey
from embit.psbt import PSBT, DerivationPath
from embit.script import Script
from embit.transaction import Transaction, TransactionInput, TransactionOutput

from clearwater.adapters.chains.addresses import (
    account_fingerprint,
    derive_address,
    derive_public_key,
    script_of,
)
from clearwater.domains.wallets.ports import KeyPath, NetworkSpec, Output, Payment, UnsignedTransaction

# Below it nodes do not relay an output. Litecoin's minimum is ten times Bitcoin's.
DUST = {"BTC": 546, "LTC": 5_460}
DEFAULT_DUST = 5_460
CHANGE_SCRIPT_BYTES = 22
# Weight units; four make a virtual byte. The witness has a signature of at most 72 bytes and a key of 33.
OVERHEAD_WEIGHT = 4 * (4 + 4) + 2
INPUT_WEIGHT = 4 * 41 + (1 + 1 + 72 + 1 + 33)
OUTPUT_BASE_BYTES = 8
REPLACEABLE, FINAL = 0xFFFFFFFD, 0xFFFFFFFE


def size_of(inputs: int, script_sizes: Sequence[int]) -> int:
    """Virtual bytes of a signed transaction, never too few."""
    outputs = sum(OUTPUT_BASE_BYTES + _count_bytes(size) + size for size in script_sizes)
    counts = _count_bytes(inputs) + _count_bytes(len(script_sizes))
    weight = OVERHEAD_WEIGHT + inputs * INPUT_WEIGHT + 4 * (counts + outputs)
    return -(-weight // 4)


def build(
    network: NetworkSpec,
    outputs: Sequence[Output],
    payments: Sequence[Payment],
    change: KeyPath,
    *,
    fee_rate: int,
) -> UnsignedTransaction:
    if any(payment.contract is not None for payment in payments):
        raise ValueError(f"{network.key} has no tokens.")
    dust = DUST.get(network.own.coin, DEFAULT_DUST)
    if any(payment.amount < dust for payment in payments):
        raise ValueError(f"{network.key} does not relay payments below {dust}.")
    pays = [(script_of(network, payment.address), payment.amount) for payment in payments]
    left = sum(output.amount for output in outputs) - sum(amount for _, amount in pays)
    change_script = script_of(network, derive_address(network, change))
    change_amount = left - fee_rate * size_of(
        len(outputs), [*(len(script) for script, _ in pays), len(change_script)]
    )
    if change_amount >= dust:
        pays.append((change_script, change_amount))
    else:
        # Too little to come back: it goes to the miner.
        change_amount = 0
    fee = left - change_amount
    if not pays or fee < fee_rate * size_of(len(outputs), [len(script) for script, _ in pays]):
        raise ValueError("The inputs do not cover the payments and the fee.")
    return UnsignedTransaction(
        payload=_encode(network, outputs, pays, change if change_amount else None),
        keys=tuple(output.key for output in outputs),
        fee=fee,
        fee_rate=fee_rate,
        inputs=tuple((output.tx_id, output.place) for output in outputs),
        change=change_amount,
    )


def _encode(
    network: NetworkSpec,
    outputs: Sequence[Output],
    pays: Sequence[tuple[bytes, int]],
    change: KeyPath | None,
) -> str:
    sequence = REPLACEABLE if network.can_replace_by_fee else FINAL
    inputs = [
        TransactionInput(bytes.fromhex(output.tx_id), output.place, sequence=sequence) for output in outputs
    ]
    paid = [TransactionOutput(amount, Script(script)) for script, amount in pays]
    psbt = PSBT(Transaction(vin=inputs, vout=paid))
    scopes = [(scope, output.key) for scope, output in zip(psbt.inputs, outputs, strict=True)]
    for (scope, key), output in zip(scopes, outputs, strict=True):
        script = script_of(network, derive_address(network, key))
        scope.witness_utxo = TransactionOutput(output.amount, Script(script))
    if change is not None:
        scopes.append((psbt.outputs[-1], change))
    for scope, key in scopes:
        public_key = PublicKey.parse(derive_public_key(network, key))
        # Counted from the account, whose parent is not known here.
        path = DerivationPath(account_fingerprint(network, key.wallet), [0, key.index])
        scope.bip32_derivations[public_key] = path
    return str(psbt.to_string())


def _count_bytes(count: int) -> int:
    """How long a number is as a compact size."""
    return 1 if count < 253 else 3
