"""The networks of an installation: networks.toml, and the development chains that run."""

import json
import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from decimal import Decimal
from pathlib import Path

from embit.bip32 import HDKey
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clearwater.adapters.chains.addresses import parse_address
from clearwater.adapters.chains.development_seed import development_xpubs, is_development_key
from clearwater.adapters.chains.known_networks import (
    DEVELOPMENT_CONFIRMATIONS,
    DEVELOPMENT_NETWORKS,
    DEVELOPMENT_P2SH_VERSIONS,
    DEVELOPMENT_REORG_DEPTH,
    KNOWN_NETWORKS,
)
from clearwater.adapters.chains.public_chains import DEVELOPMENT_CHAIN_IDS, PUBLIC_GENESIS
from clearwater.domains.wallets.ports import (
    AddressInvalid,
    Asset,
    ChainKind,
    NetworkSpec,
    Wallet,
)
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError

FILE_NAME = "networks.toml"
CHAINS_FOLDER = "chains"
KEY = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
# The URL of a node has its password: it may be left to the environment.
FROM_ENVIRONMENT = "env:"
WALLETS: tuple[Wallet, ...] = ("deposit", "hot", "gas")


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid")


class _AssetTable(_Strict):
    contract: str | None = None
    decimals: int | None = Field(default=None, ge=0, le=36)
    min_deposit: Decimal | None = Field(default=None, gt=0)
    withdrawal_fee: Decimal | None = Field(default=None, ge=0)
    min_withdrawal: Decimal | None = Field(default=None, gt=0)
    max_withdrawal: Decimal | None = Field(default=None, gt=0)


class _FeeTable(_Strict):
    floor: int | None = Field(default=None, ge=1)
    fallback: int | None = Field(default=None, ge=1)
    cap: int | None = Field(default=None, ge=1)


class _NetworkTable(_Strict):
    rpc_url: str | None = Field(default=None, min_length=1)
    xpubs: dict[Wallet, str] = {}
    cold_addresses: tuple[str, ...] = ()
    start_height: int | None = Field(default=None, ge=0)
    confirmations: int | None = Field(default=None, ge=1, le=10_000)
    reorg_depth: int | None = Field(default=None, ge=1, le=10_000)
    block_seconds: float | None = Field(default=None, gt=0)
    genesis_hash: str | None = Field(default=None, pattern=r"^(0x)?[0-9a-f]{64}$")
    fee: _FeeTable = _FeeTable()
    assets: dict[str, _AssetTable] = {}
    name: str | None = Field(default=None, min_length=1, max_length=60)
    kind: ChainKind | None = None
    standard: str | None = Field(default=None, min_length=1, max_length=20)
    chain_id: int | None = Field(default=None, ge=1)
    explorer_tx: str | None = Field(default=None, pattern=r"^https://.*\{tx_id\}")
    explorer_address: str | None = Field(default=None, pattern=r"^https://.*\{address\}")


@dataclass(frozen=True)
class DevelopmentChain:
    """A development chain that runs, as its keeper writes it down for the other processes."""

    network: str
    kind: ChainKind
    rpc_url: str
    pid: int
    genesis_hash: str
    chain_id: int = 0
    tokens: Mapping[str, str] = field(default_factory=dict)

    def write(self, folder: Path) -> None:
        """At once, so that nobody reads half of it."""
        path = folder / f"{self.network}.json"
        fresh = path.with_suffix(".new")
        fresh.write_text(json.dumps(asdict(self)))
        # The signer and the commands have other accounts.
        fresh.chmod(0o644)
        fresh.replace(path)

    def remove(self, folder: Path) -> None:
        (folder / f"{self.network}.json").unlink(missing_ok=True)


def load_networks(settings: Settings) -> dict[str, NetworkSpec]:
    """Every network there is; one without a node has no `rpc_url`."""
    networks = dict(KNOWN_NETWORKS)
    for key, table in _read_file(settings).items():
        networks[key] = _configure(key, table)
    for chain in read_development_chains(settings.data_folder):
        networks[chain.network] = development_network(chain)
    return networks


def list_network_files(settings: Settings) -> list[Path]:
    """The files that `load_networks` reads."""
    file = settings.networks_file or settings.data_folder / FILE_NAME
    return [file, *_list_chain_files(settings.data_folder)]


def _list_chain_files(data_folder: Path) -> list[Path]:
    try:
        return sorted((data_folder / CHAINS_FOLDER).glob("*.json"))
    except OSError:
        return []


def read_development_chains(data_folder: Path) -> list[DevelopmentChain]:
    """What the keeper of development chains wrote; a file that is none of its own is an error."""
    found = [_read_development_chain(path) for path in _list_chain_files(data_folder)]
    return [chain for chain in found if chain is not None]


def _read_development_chain(path: Path) -> DevelopmentChain | None:
    known = {item.name for item in fields(DevelopmentChain)}
    try:
        values = json.loads(path.read_text())
        chain = DevelopmentChain(**{name: value for name, value in values.items() if name in known})
    except FileNotFoundError:
        # Its node was stopped since the folder was listed.
        return None
    except (OSError, ValueError, TypeError, AttributeError):
        raise StartupError(f"{path} cannot be read; remove it, it is written again.") from None
    _require_development(chain)
    return chain


def development_network(chain: DevelopmentChain) -> NetworkSpec:
    template, changes = DEVELOPMENT_NETWORKS[chain.network]
    assets = tuple(
        replace(asset, contract=chain.tokens.get(asset.coin) if asset.contract else None)
        for asset in template.assets
        if asset.contract is None or asset.coin in chain.tokens
    )
    return replace(
        template,
        key=chain.network,
        assets=assets,
        confirmations=DEVELOPMENT_CONFIRMATIONS,
        reorg_depth=DEVELOPMENT_REORG_DEPTH,
        block_seconds=5,
        fee=replace(template.fee, floor=1) if chain.kind == "evm" else template.fee,
        is_development=True,
        rpc_url=chain.rpc_url,
        # Nodes of EVM chains begin again at each start, those of UTXO chains keep theirs.
        genesis_hash=None if chain.kind == "evm" else chain.genesis_hash,
        xpubs=development_xpubs(chain.kind),
        explorer_tx=None,
        explorer_address=None,
        p2sh_versions=DEVELOPMENT_P2SH_VERSIONS.get(chain.network, ()),
        **changes,
    )


def _require_development(chain: DevelopmentChain) -> None:
    if chain.network not in DEVELOPMENT_NETWORKS:
        raise StartupError(f"{chain.network} is no development network.")
    template, changes = DEVELOPMENT_NETWORKS[chain.network]
    if chain.kind != template.kind or chain.chain_id != changes.get("chain_id", 0):
        raise StartupError(f"The development network {chain.network} has another kind of chain.")
    if chain.genesis_hash.lower() in PUBLIC_GENESIS:
        raise StartupError(
            f"The development network {chain.network} is on a public chain, and everybody has its seed."
        )


def _read_file(settings: Settings) -> dict[str, _NetworkTable]:
    path = settings.networks_file or settings.data_folder / FILE_NAME
    try:
        content = path.read_text()
    except FileNotFoundError:
        if settings.networks_file is None:
            return {}
        raise StartupError(f"The file of networks {path} does not exist; see CLEARWATER_NETWORKS.") from None
    except OSError as error:
        raise StartupError(f"The file of networks {path} cannot be read ({error.strerror}).") from None
    try:
        tables = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise StartupError(f"{path} is not valid TOML: {error}.") from None
    return {key: _parse(path, key, table) for key, table in tables.items()}


def _parse(path: Path, key: str, table: object) -> _NetworkTable:
    if not KEY.fullmatch(key):
        raise StartupError(f"{path}: {key!r} is no name of a network; use small letters, digits and hyphens.")
    if is_development_key(key):
        raise StartupError(f"{path}: {key} is the name of a development chain; those configure themselves.")
    try:
        return _NetworkTable.model_validate(table)
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join([key, *map(str, first["loc"])])
        raise StartupError(f"{path}: {place} is invalid: {first['msg']}.") from None


def _configure(key: str, table: _NetworkTable) -> NetworkSpec:
    given = table.model_dump(exclude_none=True, exclude={"fee", "assets", "rpc_url"})
    known = KNOWN_NETWORKS.get(key) or _new_network(key, table)
    if table.kind not in (None, known.kind) or table.chain_id not in (None, known.chain_id):
        raise StartupError(f"{FILE_NAME}: {key} has the kind and chain id of {known.name}; leave both out.")
    network = replace(
        known,
        **given,
        rpc_url=_find_url(key, table.rpc_url),
        fee=replace(known.fee, **table.fee.model_dump(exclude_none=True)),
        assets=_merge_assets(key, known, table),
    )
    _require_consistent(network)
    return network


def _new_network(key: str, table: _NetworkTable) -> NetworkSpec:
    """Another EVM chain. UTXO chains have parameters of their own, which belong into known_networks."""
    if table.kind != "evm":
        raise StartupError(f'{FILE_NAME}: {key} is not known; another network needs kind = "evm".')
    for name in ("name", "chain_id", "genesis_hash", "confirmations", "block_seconds"):
        if getattr(table, name) is None:
            raise StartupError(f"{FILE_NAME}: {key} is not known, so it needs {name}.")
    assert table.chain_id is not None
    ethereum = KNOWN_NETWORKS["eth"]
    if table.chain_id == ethereum.chain_id or table.chain_id in DEVELOPMENT_CHAIN_IDS:
        raise StartupError(f"{FILE_NAME}: {key} has a chain id of another network.")
    return replace(
        ethereum, key=key, assets=(), chain_id=table.chain_id, explorer_tx=None, explorer_address=None
    )


def _find_url(key: str, text: str | None) -> str | None:
    url = text
    if text is not None and text.startswith(FROM_ENVIRONMENT):
        name = text.removeprefix(FROM_ENVIRONMENT)
        url = os.environ.get(name)
        if not url:
            raise StartupError(f"{FILE_NAME}: {key} takes its rpc_url from {name}, which is not set.")
    if url is not None and not re.match(r"https?://[^/]+", url):
        raise StartupError(f"{FILE_NAME}: the rpc_url of {key} has to begin with http:// or https://.")
    return url


def _merge_assets(key: str, known: NetworkSpec, table: _NetworkTable) -> tuple[Asset, ...]:
    assets = {asset.coin: asset for asset in known.assets}
    for coin, given in table.assets.items():
        values = given.model_dump(exclude_none=True)
        if coin in assets:
            assets[coin] = replace(assets[coin], **values)
            continue
        missing = {item.name for item in fields(Asset)} - values.keys() - {"coin", "contract"}
        if missing:
            raise StartupError(f"{FILE_NAME}: {key}.assets.{coin} needs {', '.join(sorted(missing))}.")
        assets[coin] = Asset(
            coin=coin, contract=given.contract, **{k: v for k, v in values.items() if k != "contract"}
        )
    return tuple(assets.values())


def _require_consistent(network: NetworkSpec) -> None:
    where = f"{FILE_NAME}: {network.key}"
    if len([asset for asset in network.assets if asset.contract is None]) != 1:
        raise StartupError(f"{where} needs exactly one coin without a contract: the one that pays its fees.")
    for asset in network.assets:
        if not asset.withdrawal_fee < asset.min_withdrawal < asset.max_withdrawal:
            raise StartupError(
                f"{where}.assets.{asset.coin} needs withdrawal_fee < min_withdrawal < max_withdrawal."
            )
        if asset.contract is not None:
            _require_address(
                replace(network, assets=()), asset.contract, f"{where}.assets.{asset.coin}.contract"
            )
    if not network.fee.floor <= network.fee.fallback <= network.fee.cap:
        raise StartupError(f"{where}.fee needs floor <= fallback <= cap.")
    for address in network.cold_addresses:
        _require_address(network, address, f"{where}.cold_addresses")
    _require_keys(network, where)


def _require_address(network: NetworkSpec, text: str, where: str) -> None:
    try:
        parse_address(network, text)
    except AddressInvalid as error:
        raise StartupError(f"{where}: {text} is refused. {error}") from None


def _require_keys(network: NetworkSpec, where: str) -> None:
    """Public keys of our own: neither private ones, nor those of the development seed."""
    if network.rpc_url is not None and (missing := [name for name in WALLETS if name not in network.xpubs]):
        raise StartupError(
            f"{where}.xpubs needs {', '.join(missing)}; `clearwater signer xpubs` prints them."
        )
    if len(set(network.xpubs.values())) != len(network.xpubs):
        raise StartupError(f"{where}.xpubs has the same key for two wallets.")
    public = {_material(xpub) for kind in ("utxo", "evm") for xpub in development_xpubs(kind).values()}
    for wallet, xpub in network.xpubs.items():
        try:
            key = HDKey.from_string(xpub)
        except Exception:  # noqa: BLE001 (embit raises many kinds)
            raise StartupError(f"{where}.xpubs.{wallet} is no extended public key.") from None
        if key.is_private:
            raise StartupError(
                f"{where}.xpubs.{wallet} is a private key; it does not belong here, and is not safe any more."
            )
        if _material(xpub) in public:
            raise StartupError(f"{where}.xpubs.{wallet} is of the development seed, which is public.")


def _material(xpub: str) -> bytes:
    """The key and its chain code, whatever prefix it is written with."""
    key = HDKey.from_string(xpub)
    return bytes(key.chain_code) + bytes(key.sec())
