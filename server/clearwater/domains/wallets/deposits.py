"""Deposits for clients: networks to choose from, addresses, and how far each deposit is."""

import math
import uuid
from collections.abc import Collection, Mapping
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.views import View
from clearwater.domains.markets import service as markets
from clearwater.domains.wallets import queries
from clearwater.domains.wallets.directory import (
    CoinOnNetwork,
    Networks,
    assets_of,
    coin_decimals,
    find_asset,
)
from clearwater.domains.wallets.errors import NetworkDisabled
from clearwater.domains.wallets.models import Deposit, DepositAddress, Network
from clearwater.domains.wallets.ports import Chain, KeyPath
from clearwater.domains.wallets.schemas import (
    STATUSES,
    ClientAddress,
    DepositNetwork,
    DepositView,
    NetworkStatus,
    deposit_json,
    minimum_text,
)
from clearwater.kit.errors import NotFound
from clearwater.kit.messages import Message

SWITCHED_OFF: dict[markets.CoinFunction, str] = {
    "deposit": "Deposits of {coin} are switched off right now.",
    "withdraw": "Withdrawals of {coin} are switched off right now.",
}


def status_of(chain: Chain, row: Network | None, *, is_demo: bool) -> NetworkStatus:
    """Whether a network works now."""
    if chain.network.rpc_url is None or row is None or chain.network.is_development != is_demo:
        return "disabled"
    return next(status for status in STATUSES if status == row.status)


def coin_status(
    coin: CoinOnNetwork, row: Network | None, open_coins: Collection[str], *, is_demo: bool
) -> NetworkStatus:
    """Whether deposits, or withdrawals, of a coin work there now; `open_coins` are not switched off."""
    if coin.asset.coin not in open_coins:
        return "disabled"
    return status_of(coin.chain, row, is_demo=is_demo)


async def list_networks(
    session: AsyncSession, networks: Networks, view: View, *, coin: str | None
) -> list[DepositNetwork]:
    """Every coin on every network, those first that take deposits."""
    is_demo, coins = view.kind == "demo", coin_decimals(view)
    if coin is not None and coin not in coins:
        raise NotFound("Coin not found.")
    rows, open_coins = await queries.list_networks(session), await markets.find_open_coins(session, "deposit")
    found = [
        _network_view(asset, coin_status(asset, rows.get(key), open_coins, is_demo=is_demo), rows.get(key))
        for key, chain in networks.listed(is_demo=is_demo).items()
        for asset in assets_of(chain, coins)
        if coin is None or asset.asset.coin == coin
    ]
    return sorted(found, key=lambda one: (one.status != "enabled", one.coin, one.network))


def _network_view(asset: CoinOnNetwork, status: NetworkStatus, row: Network | None) -> DepositNetwork:
    network = asset.chain.network
    return DepositNetwork(
        coin=asset.asset.coin,
        network=network.key,
        name=network.name,
        standard=network.standard_of(asset.asset),
        contract_address=asset.asset.contract,
        memo_required=False,
        memo_label=None,
        min_deposit=minimum_text(asset),
        credit_confirmations=network.confirmations,
        eta_minutes=max(1, math.ceil(network.confirmations * network.block_seconds / 60)),
        status=status,
        notice=row.notice if row is not None else None,
        is_development=network.is_development,
        explorer_tx=network.explorer_tx,
        explorer_address=network.explorer_address,
    )


async def require_enabled(
    session: AsyncSession, networks: Networks, view: View, *, coin: str, network: str
) -> CoinOnNetwork:
    """A coin on a network that works now."""
    is_demo = view.kind == "demo"
    chain = networks.listed(is_demo=is_demo).get(network)
    if chain is None:
        raise NotFound("Network not found.")
    asset = find_asset(chain, coin, coin_decimals(view))
    if asset is None:
        raise NotFound("This coin is not on this network.")
    row = await queries.find_network(session, network)
    if status_of(chain, row, is_demo=is_demo) != "enabled":
        raise NetworkDisabled
    return asset


async def require_open(
    session: AsyncSession,
    networks: Networks,
    view: View,
    function: markets.CoinFunction,
    *,
    coin: str,
    network: str,
) -> CoinOnNetwork:
    """A coin on a network that works now, and whose deposits or withdrawals are not switched off."""
    found = await require_enabled(session, networks, view, coin=coin, network=network)
    if coin not in await markets.find_open_coins(session, function):
        raise NetworkDisabled(Message(SWITCHED_OFF[function], coin=coin))
    return found


async def get_address(
    session: AsyncSession,
    networks: Networks,
    view: View,
    client_id: uuid.UUID,
    *,
    coin: str,
    network: str,
    now: datetime,
) -> ClientAddress:
    """The client's address on a network; the first request makes it."""
    asset = await require_open(session, networks, view, "deposit", coin=coin, network=network)
    address = await queries.find_address(session, network, client_id)
    if address is None:
        address = await _make_address(session, asset.chain, client_id, now=now)
    return ClientAddress(
        coin=coin,
        network=network,
        address=address.address,
        memo=None,
        uri=asset.chain.payment_uri(address.address, asset.asset),
        min_deposit=minimum_text(asset),
        credit_confirmations=asset.chain.network.confirmations,
        created_at=int(address.created_at.timestamp()),
    )


async def _make_address(
    session: AsyncSession, chain: Chain, client_id: uuid.UUID, *, now: datetime
) -> DepositAddress:
    """The lock on the network keeps numbers in the order of their commits, as the watcher reads them."""
    network = await queries.lock_network(session, chain.network.key)
    assert network is not None, "an enabled network has a row"
    found = await queries.find_address(session, network.key, client_id)
    if found is not None:
        return found
    index = network.addresses
    network.addresses = index + 1
    address = DepositAddress(
        network=network.key,
        index=index,
        client_id=client_id,
        address=chain.derive_address(KeyPath("deposit", index)),
        created_at=now,
    )
    session.add(address)
    return address


class DepositWriter:
    """Writes deposits as the client sees them, all as of one moment."""

    def __init__(self, networks: Networks, view: View, rows: Mapping[str, Network]) -> None:
        self._networks = networks
        self._coins = coin_decimals(view)
        self._rows = rows

    def write(self, deposit: Deposit) -> DepositView:
        chain = self._networks.chains.get(deposit.network)
        row = self._rows.get(deposit.network)
        assert deposit.coin is not None
        return DepositView.model_validate(
            deposit_json(
                deposit,
                decimals=self._coins[deposit.coin],
                height=row.height if row is not None else 0,
                required=chain.network.confirmations if chain is not None else 0,
            )
        )


async def open_writer(session: AsyncSession, networks: Networks, view: View) -> DepositWriter:
    return DepositWriter(networks, view, await queries.list_networks(session))
