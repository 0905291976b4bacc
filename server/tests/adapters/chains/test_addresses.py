"""Addresses: derived as others derive them, and refused when anything about them is wrong."""

from dataclasses import replace

import pytest
from bip_utils import Bip44, Bip44Changes, Bip44Coins, Bip84, Bip84Coins
from embit import bip39
from embit.bip32 import HDKey

from clearwater.adapters.chains.addresses import derive_address, parse_address, script_of
from clearwater.adapters.chains.development_seed import DEVELOPMENT_MNEMONIC, development_xpubs
from clearwater.adapters.chains.known_networks import BITCOIN, DOGECOIN, ETHEREUM, LITECOIN
from clearwater.adapters.chains.networks import DevelopmentChain, development_network
from clearwater.domains.wallets.ports import AddressInvalid, KeyPath, NetworkSpec

SEED = bip39.mnemonic_to_seed(DEVELOPMENT_MNEMONIC)
REGTEST = development_network(DevelopmentChain("btc-regtest", "utxo", "http://127.0.0.1:1", 0, "00"))
USDT = next(asset.contract for asset in ETHEREUM.assets if asset.coin == "USDT")


def with_account(network: NetworkSpec, path: str) -> NetworkSpec:
    account = HDKey.from_seed(SEED).derive(path).to_public().to_base58()
    return replace(network, xpubs={"deposit": account})


@pytest.mark.parametrize("index", [0, 1, 7, 2**31 - 1])
@pytest.mark.parametrize(
    ("network", "path", "oracle", "coin"),
    [
        (BITCOIN, "m/84h/0h/0h", Bip84, Bip84Coins.BITCOIN),
        (REGTEST, "m/84h/1h/0h", Bip84, Bip84Coins.BITCOIN_REGTEST),
        (LITECOIN, "m/84h/2h/0h", Bip84, Bip84Coins.LITECOIN),
        (DOGECOIN, "m/44h/3h/0h", Bip44, Bip44Coins.DOGECOIN),
        (ETHEREUM, "m/44h/60h/0h", Bip44, Bip44Coins.ETHEREUM),
    ],
)
def test_addresses_are_those_of_an_independent_derivation(
    network: NetworkSpec, path: str, oracle: type, coin: object, index: int
) -> None:
    account = oracle.FromSeed(SEED, coin).Purpose().Coin().Account(0)  # type: ignore[attr-defined]
    expected = account.Change(Bip44Changes.CHAIN_EXT).AddressIndex(index).PublicKey().ToAddress()

    derived = derive_address(with_account(network, path), KeyPath("deposit", index))

    assert derived == expected
    assert parse_address(network, derived) == derived


def test_the_vectors_of_bip84() -> None:
    account = "zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs"  # noqa: E501
    network = replace(BITCOIN, xpubs={"hot": account})
    assert [derive_address(network, KeyPath("hot", index)) for index in (0, 1)] == [
        "bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu",
        "bc1qnjg0jd8228aq7egyzacy8cys3knf9xvrerkf9g",
    ]


def test_a_wallet_without_a_key_has_no_addresses() -> None:
    with pytest.raises(AddressInvalid):
        derive_address(BITCOIN, KeyPath("hot", 0))


def test_the_three_wallets_have_different_keys() -> None:
    assert len(set(development_xpubs("utxo").values()) | set(development_xpubs("evm").values())) == 6


@pytest.mark.parametrize(
    ("network", "address", "script"),
    [
        (
            BITCOIN,
            "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4",
            "0014751e76e8199196d454941c45d1b3a323f1433bd6",
        ),
        (
            BITCOIN,
            "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0",
            "512079be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        ),
        (
            BITCOIN,
            "bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3",
            "00201863143c14c5166804bd19203356da136c985678cd4d27a1b8c6329604903262",
        ),
        (
            BITCOIN,
            "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa",
            "76a91462e907b15cbf27d5425399ebf6f0fb50ebb88f1888ac",
        ),
        (BITCOIN, "3P14159f73E4gFr7JterCCQh9QjiTjiZrG", "a914e9c3dd0c07aac76179ebc76a6c78d4d67c6c160a87"),
        (
            LITECOIN,
            "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1",
            "76a91413c60d8e68d7349f5b4ca362c3954b15045061b188ac",
        ),
    ],
)
def test_valid_addresses_have_the_script_of_the_standards(
    network: NetworkSpec, address: str, script: str
) -> None:
    """Of BIP173, BIP350, the first block, and old addresses."""
    assert script_of(network, parse_address(network, address)).hex() == script


@pytest.mark.parametrize(
    "address",
    [
        "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
        "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
        "0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB",
        "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
    ],
)
def test_the_vectors_of_eip55(address: str) -> None:
    assert parse_address(ETHEREUM, address) == address
    assert parse_address(ETHEREUM, address.lower()) == address
    assert parse_address(ETHEREUM, f"0x{address[2:].upper()}") == address


@pytest.mark.parametrize(
    ("network", "address"),
    [
        # Of another network.
        (BITCOIN, "tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx"),
        (BITCOIN, "ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"),
        (BITCOIN, "bcrt1qquv9lg5g2r4jkr0ahun0ddfg5xntxjelwjpnuw"),
        (BITCOIN, "LM2WMpR1Rp6j3Sa59cMXMs1SPzj9eXpGc1"),
        (BITCOIN, "D7Y55r6Yoc1G8EECxkQ6SuSjTgGJJ7M6yD"),
        (BITCOIN, "mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn"),
        (BITCOIN, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (LITECOIN, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
        (LITECOIN, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        # Version 5 is Bitcoin's, though Litecoin had it, too.
        (LITECOIN, "3P14159f73E4gFr7JterCCQh9QjiTjiZrG"),
        (DOGECOIN, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        (REGTEST, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
        (ETHEREUM, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4"),
        # Of the lists of BIP173 and BIP350: wrong checksum, wrong variant, mixed case, lengths, versions.
        (BITCOIN, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t5"),
        (BITCOIN, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqh2y7hd"),
        (BITCOIN, "BC1Q0XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ54WELL"),
        (BITCOIN, "bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jJ0"),
        (BITCOIN, "bc1p38j9r5y49hruaue7wxjce0updqjuyyx0kh56v8s25huc6995vvpql3jow4"),
        (BITCOIN, "BC130XLXVLHEMJA6C4DQV22UAPCTQUPFHLXM9H8Z3K2E72Q4K9HCZ7VQ7ZWS8R"),
        (BITCOIN, "bc1pw5dgrnzv"),
        (BITCOIN, "BC1QR508D6QEJXTDG4Y5R3ZARVARYV98GJ9P"),
        (BITCOIN, "bc1gmk9yu"),
        # Valid by BIP350, of versions that anybody could spend today.
        (BITCOIN, "BC1SW50QGDZ25J"),
        (BITCOIN, "bc1zw508d6qejxtdg4y5r3zarvaryvaxxpcs"),
        # Base58: a changed character, a cut one.
        (BITCOIN, "1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNb"),
        (BITCOIN, "1A1zP1eP5QGefi2DMPTfTL5SLmv7Divf"),
        (BITCOIN, "1111111111111111111114oLvT2x"),
        # EVM: checksum, length, letters, prefix, nobody's.
        (ETHEREUM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD"),
        (ETHEREUM, "0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (ETHEREUM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe"),
        (ETHEREUM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAedd"),
        (ETHEREUM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeg"),
        (ETHEREUM, "5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed12"),
        (ETHEREUM, "0X5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"),
        (ETHEREUM, "0x0000000000000000000000000000000000000000"),
        (ETHEREUM, "0x0000000000000000000000000000000000000001"),
        (ETHEREUM, "0x000000000000000000000000000000000000dEaD"),
        (ETHEREUM, "0x+aaeb6053f3e94c9b9a09f33669435e7ef1beaed"),
        (ETHEREUM, USDT),
        (ETHEREUM, str(USDT).lower()),
        # Not even a text of an address.
        *((network, text) for network in (BITCOIN, ETHEREUM) for text in ("", " ", "x" * 500, "bc1\u00e9")),
        (BITCOIN, " 1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa"),
        (ETHEREUM, "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed\n"),
    ],
)
def test_what_is_no_address_of_the_network_is_refused(network: NetworkSpec, address: str) -> None:
    with pytest.raises(AddressInvalid):
        parse_address(network, address)


def test_an_address_in_capitals_is_answered_in_its_usual_form() -> None:
    capitals = "BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4"
    assert parse_address(BITCOIN, capitals) == capitals.lower()
