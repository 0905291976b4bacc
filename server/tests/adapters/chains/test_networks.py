"""networks.toml and the files of development chains."""

import json
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest
from embit.bip32 import HDKey

from clearwater.adapters.chains.connections import ChainDirectory
from clearwater.adapters.chains.development_seed import development_xpubs
from clearwater.adapters.chains.networks import DevelopmentChain, load_networks
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError

ROOT = HDKey.from_seed(b"\x07" * 32)
KEYS = {
    wallet: ROOT.derive(f"m/84h/0h/{place}h").to_public().to_base58()
    for place, wallet in enumerate(("deposit", "hot", "gas"))
}
XPUBS = "xpubs = { " + ", ".join(f'{wallet} = "{xpub}"' for wallet, xpub in KEYS.items()) + " }\n"
NODE = 'rpc_url = "http://user:secret@127.0.0.1:8332"\n'
POLYGON = f"""[polygon]
kind = "evm"
name = "Polygon"
chain_id = 137
genesis_hash = "0x{"a" * 64}"
confirmations = 128
block_seconds = 2
{NODE}{XPUBS}
[polygon.assets.POL]
decimals = 18
min_deposit = "1"
withdrawal_fee = "0.1"
min_withdrawal = "1"
max_withdrawal = "1000"
"""
EVM_CHAIN = DevelopmentChain(
    "eth-dev", "evm", "http://127.0.0.1:1", 1, "0x" + "1" * 64, 31_337, {"USDT": "0x" + "2" * 40}
)


def write(folder: Path, content: str) -> Settings:
    (folder / "networks.toml").write_text(content)
    return Settings(data_folder=folder)


def test_without_a_file_networks_are_known_and_have_no_node(tmp_path: Path) -> None:
    networks = load_networks(Settings(data_folder=tmp_path))

    assert {key: network.rpc_url for key, network in networks.items()} == dict.fromkeys(
        ("btc", "ltc", "doge", "eth")
    )
    for network in networks.values():
        assert not network.is_development
        for asset in network.assets:
            assert 0 <= asset.withdrawal_fee < asset.min_withdrawal < asset.max_withdrawal


def test_a_known_network_needs_a_node_and_keys(tmp_path: Path) -> None:
    tables = '[btc.fee]\ncap = 90\n[btc.assets.BTC]\nmin_deposit = "0.5"\n'
    content = f"[btc]\n{NODE}{XPUBS}start_height = 900\n{tables}"
    networks = load_networks(write(tmp_path, content))

    bitcoin = networks["btc"]
    assert bitcoin.rpc_url == "http://user:secret@127.0.0.1:8332"
    assert (bitcoin.start_height, bitcoin.fee.cap, bitcoin.fee.floor) == (900, 90, 1)
    assert bitcoin.own.min_deposit == Decimal("0.5")
    assert bitcoin.own.max_withdrawal == Decimal(10)
    assert bitcoin.xpubs == KEYS
    assert networks["ltc"].rpc_url is None


def test_another_evm_chain_is_configured_whole(tmp_path: Path) -> None:
    polygon = load_networks(write(tmp_path, POLYGON))["polygon"]

    assert (polygon.chain_id, polygon.own.coin, polygon.own.contract) == (137, "POL", None)
    assert polygon.explorer_tx is None


def test_the_url_of_a_node_may_come_from_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = write(tmp_path, f'[btc]\nrpc_url = "env:BTC_RPC_URL"\n{XPUBS}')
    with pytest.raises(StartupError, match="BTC_RPC_URL"):
        load_networks(settings)

    monkeypatch.setenv("BTC_RPC_URL", "http://a:b@127.0.0.1:1")
    assert load_networks(settings)["btc"].rpc_url == "http://a:b@127.0.0.1:1"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("[btc", "not valid TOML"),
        ("[btc]\nspeed = 1\n", "btc.speed"),
        ("[btc]\nconfirmations = 0\n", "btc.confirmations"),
        (f"[btc]\n{NODE}", "xpubs needs deposit, hot, gas"),
        (f'[btc]\nrpc_url = "ftp://x"\n{XPUBS}', "begin with http"),
        ('[btc]\nxpubs = { hot = "xpub1" }\n', "no extended public key"),
        (f'[btc]\nxpubs = {{ hot = "{ROOT.to_base58()}" }}\n', "private key"),
        (f'[btc]\nxpubs = {{ hot = "{KEYS["hot"]}", gas = "{KEYS["hot"]}" }}\n', "same key"),
        (f'[btc]\nxpubs = {{ hot = "{development_xpubs("utxo")["hot"]}" }}\n', "development seed"),
        (f'[eth]\nxpubs = {{ gas = "{development_xpubs("evm")["deposit"]}" }}\n', "development seed"),
        ('[btc]\ncold_addresses = ["ltc1qw508d6qejxtdg4y5r3zarvary0c5xw7kgmn4n9"]\n', "cold_addresses"),
        ('[btc.assets.BTC]\nmin_withdrawal = "20"\n', "withdrawal_fee < min_withdrawal < max_withdrawal"),
        ('[btc.assets.XYZ]\nmin_deposit = "1"\n', "btc.assets.XYZ needs"),
        ('[eth.assets.USDT]\ncontract = "0x12"\n', "contract"),
        ("[btc.fee]\nfloor = 1000\n", "floor <= fallback <= cap"),
        ("[eth]\nchain_id = 5\n", "kind and chain id"),
        (f"[eth-dev]\n{NODE}", "development chain"),
        (f"[some-regtest]\n{NODE}", "development chain"),
        (f"[monero]\n{NODE}", 'needs kind = "evm"'),
        ('[polygon]\nkind = "evm"\n', "needs name"),
        (POLYGON.replace("chain_id = 137", "chain_id = 1"), "chain id of another"),
        (POLYGON.replace("chain_id = 137", "chain_id = 31337"), "chain id of another"),
        (
            POLYGON.replace("[polygon.assets.POL]", "[polygon.assets.POL]\ncontract = '0x" + "3" * 40 + "'"),
            "one coin",
        ),
        ("[Bitcoin]\n", "no name of a network"),
    ],
)
def test_a_mistake_ends_the_start_with_a_sentence(tmp_path: Path, content: str, sentence: str) -> None:
    with pytest.raises(StartupError, match=sentence) as refused:
        load_networks(write(tmp_path, content))
    assert "secret" not in str(refused.value)


def test_a_file_that_is_named_has_to_exist(tmp_path: Path) -> None:
    with pytest.raises(StartupError, match="does not exist"):
        load_networks(Settings(data_folder=tmp_path, networks_file=tmp_path / "other.toml"))


def test_a_development_chain_that_runs_is_a_network(tmp_path: Path) -> None:
    (tmp_path / "chains").mkdir()
    EVM_CHAIN.write(tmp_path / "chains")

    network = load_networks(Settings(data_folder=tmp_path))["eth-dev"]

    assert network.is_development
    assert network.rpc_url == "http://127.0.0.1:1"
    assert network.confirmations == 3
    # It begins again at each start.
    assert network.genesis_hash is None
    assert {asset.coin: asset.contract for asset in network.assets} == {"ETH": None, "USDT": "0x" + "2" * 40}
    assert network.xpubs == development_xpubs("evm")


@pytest.mark.parametrize(
    "chain",
    [
        replace(EVM_CHAIN, network="eth"),
        replace(EVM_CHAIN, network="other-dev"),
        replace(EVM_CHAIN, chain_id=1),
        replace(EVM_CHAIN, network="btc-regtest"),
        replace(
            EVM_CHAIN,
            genesis_hash="0xd4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
        ),
    ],
)
def test_a_development_chain_is_never_a_public_one(tmp_path: Path, chain: DevelopmentChain) -> None:
    (tmp_path / "chains").mkdir()
    chain.write(tmp_path / "chains")

    with pytest.raises(StartupError, match="development network"):
        load_networks(Settings(data_folder=tmp_path))


def test_the_directory_follows_chains_that_come_and_go(tmp_path: Path) -> None:
    directory = ChainDirectory(Settings(data_folder=tmp_path))
    folder = tmp_path / "chains"
    folder.mkdir()
    before = directory.load()
    EVM_CHAIN.write(folder)
    running = directory.load()
    again = directory.load()
    replace(EVM_CHAIN, rpc_url="http://127.0.0.1:22").write(folder)
    moved = directory.load()
    EVM_CHAIN.remove(folder)

    assert "eth-dev" not in before
    assert running["btc"] is before["btc"]
    assert again["eth-dev"] is running["eth-dev"]
    assert moved["eth-dev"].network.rpc_url == "http://127.0.0.1:22"
    assert "eth-dev" not in directory.load()


def test_the_directory_keeps_its_networks_when_a_file_becomes_unreadable(tmp_path: Path) -> None:
    directory = ChainDirectory(write(tmp_path, POLYGON))
    assert "polygon" in directory.load()

    write(tmp_path, "[polygon")

    assert "polygon" in directory.load()


def test_what_is_written_has_the_fields_that_others_read(tmp_path: Path) -> None:
    EVM_CHAIN.write(tmp_path)
    assert json.loads((tmp_path / "eth-dev.json").read_text()) == {
        "network": "eth-dev",
        "kind": "evm",
        "rpc_url": "http://127.0.0.1:1",
        "pid": 1,
        "chain_id": 31_337,
        "genesis_hash": "0x" + "1" * 64,
        "tokens": {"USDT": "0x" + "2" * 40},
    }
