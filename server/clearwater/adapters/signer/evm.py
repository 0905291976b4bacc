"""Transactions of EVM chains: an EIP-1559 payload is read, compared and signed."""

import rlp
from eth_hash.auto import keccak
from eth_keys.datatypes import PrivateKey
from rlp.exceptions import RLPException

from clearwater.adapters.signer.journal import SignedPayment
from clearwater.adapters.signer.keys import WalletKeys
from clearwater.adapters.signer.parsing import (
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

TYPE = b"\x02"
FIELDS = 9
ADDRESS_BYTES, WORD_BYTES = 20, 32
# The function of ERC-20 tokens that pays an address an amount.
TRANSFER = bytes.fromhex("a9059cbb")
Fields = list[bytes]


def parse(network: NetworkSpec, keys: WalletKeys, request: SigningRequest) -> ParsedTransaction:
    """Read a payload; raises SigningRefused unless it makes the payment of the request and nothing else."""
    fields = _read(request.unsigned.payload)
    chain_id, nonce, tip, max_fee, gas = (int.from_bytes(field) for field in fields[:5])
    if chain_id != network.chain_id:
        raise SigningRefused("CHAIN_MISMATCH", f"The transaction is for the chain {chain_id}.")
    if len(request.unsigned.keys) < 1 or nonce != request.unsigned.nonce:
        raise bad_transaction("The nonce is not that of the request, or the sender is missing.")
    if max_fee > network.fee.cap or tip > max_fee:
        raise SigningRefused("FEE_TOO_HIGH", f"{max_fee} for a unit of gas is above {network.fee.cap}.")
    paid = _read_payment(network, fields)
    if asked_payments(network, request.payments) != (paid,) or int(paid.amount) <= 0:
        raise payment_mismatch()
    sender = request.unsigned.keys[0]
    return ParsedTransaction(
        payments=(paid,),
        fee=gas * max_fee,
        keys=request.unsigned.keys,
        sign=lambda: _sign(keys, sender, fields),
        sender=keys.address(sender).hex(),
        nonce=nonce,
    )


def _read(payload: str) -> Fields:
    try:
        encoded = bytes.fromhex(payload.removeprefix("0x"))
        fields = rlp.decode(encoded[1:])
    except (ValueError, RLPException):
        raise bad_transaction("This is no EIP-1559 payload.") from None
    if encoded[:1] != TYPE or not isinstance(fields, list) or len(fields) != FIELDS:
        raise bad_transaction("This is no EIP-1559 payload.")
    *flat, access_list = fields
    if access_list or not all(isinstance(field, bytes) for field in flat):
        raise bad_transaction("Access lists are not signed.")
    # Numbers in another form than the shortest would make another transaction of the same meaning.
    if any(field[:1] == b"\0" for field in (*flat[:5], flat[6])) or TYPE + rlp.encode(fields) != encoded:
        raise bad_transaction("The payload is not in its canonical form.")
    return fields


def _read_payment(network: NetworkSpec, fields: Fields) -> SignedPayment:
    to, value, data = fields[5], int.from_bytes(fields[6]), fields[7]
    if len(to) != ADDRESS_BYTES:
        raise bad_transaction("Contracts are not created.")
    contracts = {asset.contract.lower() for asset in network.assets if asset.contract}
    target = f"0x{to.hex()}"
    if not data:
        if target in contracts:
            raise bad_transaction("The chain's own coin is not sent to a token's contract.")
        return SignedPayment(target, str(value), None)
    if target not in contracts:
        raise SigningRefused("CONTRACT_UNKNOWN", f"{target} is no contract of a token on {network.key}.")
    recipient, amount = data[4 : 4 + WORD_BYTES], data[4 + WORD_BYTES :]
    padding = WORD_BYTES - ADDRESS_BYTES
    is_transfer = data[:4] == TRANSFER and len(data) == len(TRANSFER) + 2 * WORD_BYTES
    if value or not is_transfer or any(recipient[:padding]):
        raise bad_transaction("Of a token's contract only transfer(address,uint256) is called.")
    return SignedPayment(f"0x{recipient[padding:].hex()}", str(int.from_bytes(amount)), target)


def _sign(keys: WalletKeys, sender: KeyPath, fields: Fields) -> SignedTransaction:
    """Sign; the signature is deterministic, so the same transaction comes out each time."""
    private_key = PrivateKey(keys.private(sender).secret)
    signature = private_key.sign_msg_hash(keccak(TYPE + rlp.encode(fields)))
    numbers = [number.to_bytes(WORD_BYTES).lstrip(b"\0") for number in signature.vrs]
    raw = TYPE + rlp.encode([*fields, *numbers])
    return SignedTransaction(f"0x{keccak(raw).hex()}", f"0x{raw.hex()}")
