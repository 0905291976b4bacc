"""The signer's protocol: length-prefixed msgpack frames over a unix socket; each request has one answer.

Amounts are text: wei do not fit into the 64 bits of a msgpack number.
"""

import asyncio
import struct
from datetime import datetime
from pathlib import Path

import msgspec

from clearwater.domains.wallets.ports import (
    KeyPath,
    Payment,
    Purpose,
    SigningRequest,
    UnsignedTransaction,
    Wallet,
)

VERSION = 1
LENGTH = struct.Struct(">I")
MAX_FRAME_BYTES = 2 * 1024 * 1024
SOCKET_FOLDER, SOCKET_NAME = "signer-socket", "signer.sock"


class Message(msgspec.Struct, array_like=True, frozen=True):
    """The base of messages."""


class PaymentFrame(msgspec.Struct, array_like=True, frozen=True):
    address: str
    amount: str
    contract: str | None


class Sign(Message, frozen=True, tag=1):
    """A request to sign; what the caller thinks of fee and change is not sent, for it is not trusted."""

    version: int
    reference: str
    purpose: Purpose
    network: str
    payments: tuple[PaymentFrame, ...]
    payload: str
    keys: tuple[tuple[Wallet, int], ...]
    inputs: tuple[tuple[str, int], ...]
    nonce: int | None


class Xpubs(Message, frozen=True, tag=2):
    version: int
    network: str


class Health(Message, frozen=True, tag=3):
    version: int


class Signed(Message, frozen=True, tag=11):
    tx_id: str
    raw: str


class Refused(Message, frozen=True, tag=12):
    code: str
    detail: str
    until: datetime | None = None


class Unavailable(Message, frozen=True, tag=13):
    detail: str


class ExtendedKeys(Message, frozen=True, tag=14):
    xpubs: dict[Wallet, str]


class SignerHealth(Message, frozen=True, tag=15):
    """What `clearwater signer status` prints; `seed` is the fingerprint, "development" without a seed."""

    seed: str
    networks: tuple[str, ...]
    signed: int
    protections: tuple[str, ...]
    can_write: bool


Request = Sign | Xpubs | Health
Answer = Signed | Refused | Unavailable | ExtendedKeys | SignerHealth
request_decoder = msgspec.msgpack.Decoder(Request)
answer_decoder = msgspec.msgpack.Decoder(Answer)
encoder = msgspec.msgpack.Encoder()


def socket_path(data_folder: Path) -> Path:
    return data_folder / SOCKET_FOLDER / SOCKET_NAME


def frame(message: Message) -> bytes:
    body = encoder.encode(message)
    return LENGTH.pack(len(body)) + body


async def read_frame(reader: asyncio.StreamReader) -> bytes:
    """Raises EOFError (IncompleteReadError) at the end, and ConnectionError for what is too long."""
    (length,) = LENGTH.unpack(await reader.readexactly(LENGTH.size))
    if length > MAX_FRAME_BYTES:
        message = f"A frame of {length} bytes is too long."
        raise ConnectionError(message)
    return await reader.readexactly(length)


def sign_message(request: SigningRequest) -> Sign:
    unsigned = request.unsigned
    return Sign(
        version=VERSION,
        reference=request.reference,
        purpose=request.purpose,
        network=request.network,
        payments=tuple(
            PaymentFrame(payment.address, str(payment.amount), payment.contract)
            for payment in request.payments
        ),
        payload=unsigned.payload,
        keys=tuple((key.wallet, key.index) for key in unsigned.keys),
        inputs=unsigned.inputs,
        nonce=unsigned.nonce,
    )


def request_of(message: Sign) -> SigningRequest:
    """Raises ValueError for an amount that is no number."""
    return SigningRequest(
        reference=message.reference,
        purpose=message.purpose,
        network=message.network,
        unsigned=UnsignedTransaction(
            payload=message.payload,
            keys=tuple(KeyPath(wallet, index) for wallet, index in message.keys),
            fee=0,
            fee_rate=0,
            inputs=message.inputs,
            nonce=message.nonce,
        ),
        payments=tuple(
            Payment(payment.address, int(payment.amount), payment.contract) for payment in message.payments
        ),
    )
