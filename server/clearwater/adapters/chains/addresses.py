"""Addresses of the networks: derived from public keys, and checked before anything is paid to them.

What is not known is refused. embit does not compare networks: `tb1…` would pass for Bitcoin, and an unknown
version of a base58 address gives None. So prefix and version are checked here before embit is asked.
"""

from functools import cache, lru_cache
from typing import Any

from embit import base58, bech32, hashes
from embit.bip32 import HDKey
from embit.ec import PublicKey

from clearwater.domains.wallets.ports import AddressInvalid, KeyPath, NetworkSpec, Wallet

MAX_LENGTH = 100
HASH_BYTES = 20
EVM_LENGTH = 42
WITNESS_V0_SIZES = (20, 32)
TAPROOT_SIZE = 32
# The first addresses of an EVM chain are programs of the chain itself: nobody has their keys.
RESERVED_BELOW = 1 << 16


def derive_address(network: NetworkSpec, key: KeyPath) -> str:
    public_key = derive_public_key(network, key)
    if network.kind == "evm":
        key_point = PublicKey.parse(public_key)
        key_point.compressed = False
        point = bytes(key_point.sec())
        return to_checksum(f"0x{keccak256(point[1:])[-HASH_BYTES:].hex()}")
    hashed = hashes.hash160(public_key)
    if network.hrp:
        return str(bech32.encode(network.hrp, 0, hashed))
    return str(base58.encode_check(bytes([network.p2pkh_version]) + hashed))


def derive_public_key(network: NetworkSpec, key: KeyPath) -> bytes:
    """The compressed public key."""
    if key.wallet not in network.xpubs:
        raise AddressInvalid(f"{network.key} has no extended public key for the wallet {key.wallet}.")
    return bytes(_chain_of(network.xpubs[key.wallet]).child(key.index).sec())


def account_fingerprint(network: NetworkSpec, wallet: Wallet) -> bytes:
    return bytes(_account_of(network.xpubs[wallet]).my_fingerprint)


def parse_address(network: NetworkSpec, text: str) -> str:
    """The address in its usual form; raises AddressInvalid."""
    if not text or len(text) > MAX_LENGTH or not text.isascii() or text != text.strip():
        raise AddressInvalid("This is no address.")
    if network.kind == "evm":
        return _parse_evm(network, text)
    script_of(network, text)
    return text.lower() if _has_hrp(network, text) else text


def script_of(network: NetworkSpec, address: str) -> bytes:
    """The output script that pays to an address of a UTXO chain; raises AddressInvalid."""
    return (
        _segwit_script(network, address) if _has_hrp(network, address) else _base58_script(network, address)
    )


def _has_hrp(network: NetworkSpec, text: str) -> bool:
    return bool(network.hrp) and text.lower().startswith(f"{network.hrp}1")


def _segwit_script(network: NetworkSpec, text: str) -> bytes:
    """Version 0 with bech32, version 1 (taproot) with bech32m.

    Later versions are refused: today anybody could spend what is paid to them.
    """
    version, program = bech32.decode(network.hrp, text)
    if version is None or program is None:
        raise AddressInvalid("The address has a mistake: its checksum does not match.")
    sizes = {0: WITNESS_V0_SIZES, 1: (TAPROOT_SIZE,)}.get(version, ())
    if len(program) not in sizes:
        raise AddressInvalid("This kind of address is not supported.")
    return bytes([0x50 + version if version else 0, len(program), *program])


def _base58_script(network: NetworkSpec, text: str) -> bytes:
    try:
        decoded = bytes(base58.decode_check(text))
    except ValueError:
        raise AddressInvalid(f"This is no address of {network.name}.") from None
    version, hashed = decoded[:1], decoded[1:]
    if len(hashed) != HASH_BYTES:
        raise AddressInvalid(f"This is no address of {network.name}.")
    if version[0] == network.p2pkh_version:
        return b"\x76\xa9\x14" + hashed + b"\x88\xac"
    if version[0] in network.p2sh_versions:
        return b"\xa9\x14" + hashed + b"\x87"
    raise AddressInvalid(f"This is an address of another network than {network.name}.")


def _parse_evm(network: NetworkSpec, text: str) -> str:
    digits = text[2:]
    if not text.startswith("0x") or len(text) != EVM_LENGTH or not _is_hexadecimal(digits):
        raise AddressInvalid(f"This is no address of {network.name}.")
    address = to_checksum(text.lower())
    # Without capitals, or with nothing else, an address carries no checksum.
    if digits not in (digits.lower(), digits.upper()) and text != address:
        raise AddressInvalid("The address has a mistake: its checksum does not match.")
    if int(digits, 16) < RESERVED_BELOW:
        raise AddressInvalid("Nobody has the key of this address.")
    if any(asset.contract and asset.contract.lower() == text.lower() for asset in network.assets):
        raise AddressInvalid("This is the contract of a token, not the address of a wallet.")
    return address


def _is_hexadecimal(digits: str) -> bool:
    return all(digit in "0123456789abcdefABCDEF" for digit in digits)


@lru_cache(maxsize=65_536)
def to_checksum(address: str) -> str:
    """EIP-55: the letters are capitals where the hash of the address has a digit of 8 or more."""
    digits = address[2:].lower()
    hashed = keccak256(digits.encode()).hex()
    return "0x" + "".join(
        digit.upper() if int(mark, 16) >= 8 else digit for digit, mark in zip(digits, hashed, strict=False)
    )


def keccak256(content: bytes) -> bytes:
    # Loading it takes 50 ms, which the start of a process does not need to wait for.
    from Crypto.Hash import keccak  # noqa: PLC0415

    return keccak.new(digest_bits=256, data=content).digest()


@cache
def _account_of(xpub: str) -> Any:
    return HDKey.from_string(xpub)


@cache
def _chain_of(xpub: str) -> Any:
    """The branch of addresses; that of change, 1, is not used."""
    return _account_of(xpub).child(0)
