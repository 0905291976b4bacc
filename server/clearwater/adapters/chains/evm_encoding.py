"""How EVM chains write transactions (RLP, EIP-1559) and calls of tokens (ABI)."""

from collections.abc import Sequence

from clearwater.adapters.chains.addresses import to_checksum

EIP_1559 = b"\x02"
TRANSFER_TOPIC = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef"
# The first bytes of a call name its function.
TRANSFER_SELECTOR = bytes.fromhex("a9059cbb")
BALANCE_OF_SELECTOR = bytes.fromhex("70a08231")
WORD_BYTES = 32
SHORT_BYTES = 55

Item = bytes | int | Sequence["Item"]


def encode_transaction(
    *, chain_id: int, nonce: int, max_tip: int, max_fee: int, gas: int, to: str, value: int, data: bytes
) -> str:
    """What is signed: type 2, without an access list, in hexadecimal."""
    fields: list[Item] = [chain_id, nonce, max_tip, max_fee, gas, bytes.fromhex(to[2:]), value, data, []]
    return f"0x{(EIP_1559 + encode_rlp(fields)).hex()}"


def encode_transfer(address: str, amount: int) -> bytes:
    return TRANSFER_SELECTOR + _word(address) + amount.to_bytes(WORD_BYTES, "big")


def encode_balance_of(address: str) -> str:
    return f"0x{(BALANCE_OF_SELECTOR + _word(address)).hex()}"


def parse_transfer(data: str) -> tuple[str, int] | None:
    """Address and amount of a call of `transfer`; None for any other call."""
    try:
        content = bytes.fromhex(data[2:])
    except ValueError:
        return None
    arguments = content[len(TRANSFER_SELECTOR) :]
    if not content.startswith(TRANSFER_SELECTOR) or len(arguments) != 2 * WORD_BYTES:
        return None
    return address_of_topic(f"0x{arguments[:WORD_BYTES].hex()}"), int.from_bytes(
        arguments[WORD_BYTES:], "big"
    )


def address_of_topic(word: str) -> str:
    return to_checksum(f"0x{word[-40:]}")


def encode_rlp(item: Item) -> bytes:
    if isinstance(item, int):
        item = item.to_bytes((item.bit_length() + 7) // 8, "big")
    if isinstance(item, bytes):
        if len(item) == 1 and item[0] < 0x80:
            return item
        return _prefix(len(item), 0x80) + item
    content = b"".join(map(encode_rlp, item))
    return _prefix(len(content), 0xC0) + content


def _prefix(size: int, offset: int) -> bytes:
    if size <= SHORT_BYTES:
        return bytes([offset + size])
    digits = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([offset + SHORT_BYTES + len(digits)]) + digits


def _word(address: str) -> bytes:
    return bytes.fromhex(address[2:]).rjust(WORD_BYTES, b"\0")
