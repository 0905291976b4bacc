"""What withdrawals cost, and what is open to a client right now."""

from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.money import to_text
from clearwater.core.views import View
from clearwater.domains.markets import service as markets
from clearwater.domains.membership import service as membership
from clearwater.domains.membership.service import TradingFacts
from clearwater.domains.sessions.service import Caller
from clearwater.domains.wallets import address_book, deposits, holds, queries, withdrawal_queries
from clearwater.domains.wallets.directory import CoinOnNetwork, Networks, assets_of
from clearwater.domains.wallets.schemas import NetworkStatus
from clearwater.domains.wallets.withdrawal_reviews import ReviewLimits
from clearwater.domains.wallets.withdrawal_schemas import (
    DayLimitView,
    HoldView,
    WithdrawalFee,
    WithdrawalLimits,
)
from clearwater.domains.wallets.withdrawal_terms import terms_of, usdt_text
from clearwater.domains.wallets.withdrawals import methods_of
from clearwater.kit.errors import NotFound
from clearwater.kit.fields import format_decimal


async def list_fees(
    session: AsyncSession, networks: Networks, view: View, *, coin: str | None
) -> list[WithdrawalFee]:
    """Fees and limits of every coin on every network, those first that work now."""
    if coin is not None and coin not in view.coins:
        raise NotFound("Coin not found.")
    is_demo = view.kind == "demo"
    decimals = {symbol: known.decimals for symbol, known in view.coins.items()}
    rows, open_coins = (
        await queries.list_networks(session),
        await markets.find_open_coins(session, "withdraw"),
    )
    found = [
        _fee(asset, deposits.coin_status(asset, rows.get(key), open_coins, is_demo=is_demo))
        for key, chain in networks.listed(is_demo=is_demo).items()
        for asset in assets_of(chain, decimals)
        if coin is None or asset.asset.coin == coin
    ]
    return sorted(found, key=lambda one: (one.status != "enabled", one.coin, one.network))


def _fee(coin: CoinOnNetwork, status: NetworkStatus) -> WithdrawalFee:
    terms, digits = terms_of(coin), coin.ledger_decimals
    return WithdrawalFee(
        coin=coin.asset.coin,
        network=coin.chain.network.key,
        name=coin.chain.network.name,
        fee=to_text(terms.fee, digits),
        min=to_text(terms.minimum, digits),
        max=to_text(terms.maximum, digits),
        decimals=coin.decimals,
        status=status,
    )


async def show_limits(
    session: AsyncSession, facts: TradingFacts, limits: ReviewLimits, caller: Caller, *, now: datetime
) -> WithdrawalLimits:
    client = caller.client
    policy = await withdrawal_queries.find_policy(session, client.id)
    hold = holds.find_hold(client, policy, now=now)
    position = await membership.find_position(
        session, facts, client, has_second_factor=caller.has_second_factor, now=now
    )
    day = membership.withdraw_day_of(position, now=now)
    return WithdrawalLimits(
        hold=None if hold is None else HoldView(until=int(hold.until.timestamp()), cause=hold.cause),
        day=DayLimitView(
            limit=format_decimal(position.level.withdraw_day),
            used=day.used_day,
            left=day.left_day,
            resets_at=day.resets_at,
        ),
        review_above=usdt_text(limits.one_person),
        allow_list_only=address_book.is_list_on(policy, now=now),
        methods=methods_of(caller),
    )
