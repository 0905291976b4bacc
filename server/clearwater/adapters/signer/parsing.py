"""What a transaction does, as the signer itself reads it; the caller's own words are only compared."""

from collections.abc import Callable
from dataclasses import dataclass

from clearwater.adapters.signer.journal import SignedInput, SignedPayment
from clearwater.domains.wallets.ports import (
    KeyPath,
    NetworkSpec,
    Payment,
    SignedTransaction,
    SigningRefused,
)

HOT = KeyPath("hot", 0)
GAS = KeyPath("gas", 0)


@dataclass(frozen=True)
class ParsedTransaction:
    """`fee` is the most that it can cost, `sender` and `nonce` are of EVM chains, `inputs` of UTXO chains.

    `sign` makes the transaction; nothing leaves the process before it is in the journal.
    """

    payments: tuple[SignedPayment, ...]
    fee: int
    keys: tuple[KeyPath, ...]
    sign: Callable[[], SignedTransaction]
    inputs: tuple[SignedInput, ...] = ()
    sender: str = ""
    nonce: int = -1


def bad_transaction(detail: str) -> SigningRefused:
    return SigningRefused("BAD_TRANSACTION", detail)


def payment_mismatch() -> SigningRefused:
    return SigningRefused("PAYMENT_MISMATCH", "The transaction does not pay what the request says.")


def asked_payments(network: NetworkSpec, payments: tuple[Payment, ...]) -> tuple[SignedPayment, ...]:
    """The payments of a request in the form in which they are compared, in a fixed order."""
    asked = [
        SignedPayment(
            canonical_address(network, payment.address),
            str(payment.amount),
            payment.contract.lower() if payment.contract else None,
        )
        for payment in payments
    ]
    return tuple(sorted(asked, key=lambda payment: (payment.address, int(payment.amount))))


def canonical_address(network: NetworkSpec, text: str) -> str:
    """One text for each destination: hexadecimal and bech32 addresses may be written in capitals, too."""
    is_base58 = network.kind == "utxo" and not text.lower().startswith(f"{network.hrp}1")
    return text if is_base58 else text.lower()
