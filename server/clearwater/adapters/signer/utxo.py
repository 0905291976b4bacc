"""Transactions of UTXO chains: a PSBT is read, compared and signed."""

from typing import Any

from embit import base58, bech32, ec
from embit.base import EmbitError
from embit.hashes import hash160
from embit.psbt import PSBT
from embit.script import Script, Witness
from embit.transaction import SIGHASH, Transaction

from clearwater.adapters.signer.journal import SignedInput
from clearwater.adapters.signer.keys import WalletKeys
from clearwater.adapters.signer.parsing import (
    HOT,
    ParsedTransaction,
    asked_payments,
    bad_transaction,
    payment_mismatch,
)
from clearwater.domains.wallets.ports import (
    KeyPath,
    NetworkSpec,
    SignedTransaction,
    SigningRefused,
    SigningRequest,
)

MALFORMED = (EmbitError, ValueError, TypeError, IndexError, KeyError, AttributeError, OverflowError)
MAX_INPUTS = 1_000
HASH_BYTES = 20
MAX_DROPPED_CHANGE = 10_000
PROGRAM_SIZES = {0: (20, 32), 1: (32,)}


def parse(network: NetworkSpec, keys: WalletKeys, request: SigningRequest) -> ParsedTransaction:
    """Read a PSBT; raises SigningRefused unless its inputs are ours and its outputs those of the request."""
    psbt = _read(request.unsigned.payload)
    tx = psbt.tx
    paths = request.unsigned.keys
    _require_plain(tx, paths)
    inputs = tuple(_read_input(psbt, place, keys, key) for place, key in enumerate(paths))
    spent = [(one.tx_id, one.place) for one in inputs]
    if len(set(spent)) != len(spent) or sorted(spent) != sorted(request.unsigned.inputs):
        raise bad_transaction("The inputs are not those of the request.")
    _require_payments(network, keys, tx, request)
    fee = sum(one.amount for one in inputs) - sum(output.value for output in tx.vout)
    if fee < 0:
        raise bad_transaction("The outputs are more than the inputs.")
    return ParsedTransaction(
        payments=asked_payments(network, request.payments),
        fee=fee,
        keys=paths,
        sign=lambda: _sign(network, keys, tx, paths, inputs),
        inputs=inputs,
    )


def _read(payload: str) -> PSBT:
    try:
        psbt = PSBT.from_base64(payload)
        # Made of the parts of the PSBT: malformed ones are noticed here.
        psbt.tx.serialize()
    except MALFORMED:
        raise bad_transaction("This is no PSBT.") from None
    return psbt


def _require_plain(tx: Transaction, paths: tuple[KeyPath, ...]) -> None:
    if not 0 < len(tx.vin) <= MAX_INPUTS or len(tx.vin) != len(paths):
        raise bad_transaction("There has to be one key for each input.")
    if not tx.vout:
        raise bad_transaction("Nothing is paid.")
    if any(one.script_sig is not None and one.script_sig.data for one in tx.vin):
        raise bad_transaction("An input is signed already.")


def _read_input(psbt: PSBT, place: int, keys: WalletKeys, key: KeyPath) -> SignedInput:
    scope, spent = psbt.inputs[place], psbt.tx.vin[place]
    output = scope.witness_utxo
    if output is None:
        raise bad_transaction("An input lacks the output that it spends.")
    if scope.sighash_type not in (None, SIGHASH.ALL):
        raise bad_transaction("Only signatures over the whole transaction are made.")
    if bytes(output.script_pubkey.data) != keys.script(key):
        raise SigningRefused("KEY_MISMATCH", "An input does not belong to the key that is named for it.")
    return SignedInput(bytes(spent.txid).hex(), spent.vout, output.value)


def _require_payments(
    network: NetworkSpec, keys: WalletKeys, tx: Transaction, request: SigningRequest
) -> None:
    """The outputs are the payments, and at most one more to the hot wallet."""
    outputs = [(bytes(output.script_pubkey.data), output.value) for output in tx.vout]
    for payment in request.payments:
        paid = (script_of(network, payment.address), payment.amount)
        if payment.contract is not None or payment.amount <= 0 or paid not in outputs:
            raise payment_mismatch()
        outputs.remove(paid)
    if len(outputs) > 1 or any(script != keys.script(HOT) for script, _ in outputs):
        raise payment_mismatch()


def _sign(
    network: NetworkSpec,
    keys: WalletKeys,
    tx: Transaction,
    paths: tuple[KeyPath, ...],
    inputs: tuple[SignedInput, ...],
) -> SignedTransaction:
    """Sign every input; signatures are deterministic, so the same transaction comes out each time."""
    witnesses = [_witness(tx, place, keys.private(key), inputs[place]) for place, key in enumerate(paths)]
    for one, witness in zip(tx.vin, witnesses, strict=True):
        one.witness = witness
    raw = tx.serialize()
    # The size was estimated before there were signatures, and a change that is too small becomes fee.
    virtual_bytes = _virtual_bytes(len(raw), witnesses) + len(inputs)
    fee = sum(one.amount for one in inputs) - sum(output.value for output in tx.vout)
    if fee > network.fee.cap * virtual_bytes + MAX_DROPPED_CHANGE:
        raise SigningRefused(
            "FEE_TOO_HIGH", f"{fee} for {virtual_bytes} virtual bytes is above {network.fee.cap} for each."
        )
    return SignedTransaction(bytes(tx.txid()).hex(), raw.hex())


def _virtual_bytes(length: int, witnesses: list[Witness]) -> int:
    """A byte of a witness counts a quarter; marker and flag are two more."""
    witness_bytes = 2 + sum(len(witness.serialize()) for witness in witnesses)
    return int(4 * (length - witness_bytes) + witness_bytes + 3) // 4


def _witness(tx: Transaction, place: int, key: ec.PrivateKey, spent: SignedInput) -> Witness:
    public_key: Any = key.get_public_key()
    # What a p2wpkh input signs is the script of the older kind for the same key (BIP143).
    code = Script(b"\x76\xa9\x14" + bytes(hash160(public_key.sec())) + b"\x88\xac")
    digest = tx.sighash_segwit(place, code, spent.amount, SIGHASH.ALL)
    signature = key.sign(digest).serialize() + bytes([SIGHASH.ALL])
    return Witness([signature, public_key.sec()])


def script_of(network: NetworkSpec, address: str) -> bytes:
    """The output script of an address; raises SigningRefused for what is no address of this network."""
    script = (
        _segwit_script(network, address)
        if address.lower().startswith(f"{network.hrp}1")
        else _base58_script(network, address)
    )
    if script is None:
        raise SigningRefused("ADDRESS_INVALID", f"This is no address of {network.key}.")
    return script


def _segwit_script(network: NetworkSpec, address: str) -> bytes | None:
    version, program = bech32.decode(network.hrp, address)
    if version is None or program is None or len(program) not in PROGRAM_SIZES.get(version, ()):
        return None
    return bytes([0x50 + version if version else 0, len(program), *program])


def _base58_script(network: NetworkSpec, address: str) -> bytes | None:
    try:
        decoded = bytes(base58.decode_check(address))
    except MALFORMED:
        return None
    if len(decoded) != 1 + HASH_BYTES:
        return None
    version, hashed = decoded[0], decoded[1:]
    if version == network.p2pkh_version:
        return b"\x76\xa9\x14" + hashed + b"\x88\xac"
    if version in network.p2sh_versions:
        return b"\xa9\x14" + hashed + b"\x87"
    return None
