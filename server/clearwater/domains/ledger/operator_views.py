"""Balances of accounts for staff."""

import uuid
from collections.abc import Iterable
from datetime import datetime

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.ledger import HOUSE
from clearwater.core.money import to_text
from clearwater.domains.clients import service as clients
from clearwater.domains.ledger import queries, trade_queries
from clearwater.domains.ledger.figures import value_text
from clearwater.domains.ledger.models import Balance
from clearwater.domains.ledger.operator_schemas import AccountView, ClientLedger, HouseAccounts
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import Prices
from clearwater.domains.membership.service import TradingFacts
from clearwater.kit.errors import NotFound


async def require_client(session: AsyncSession, client_id: uuid.UUID) -> None:
    if await clients.find_client(session, client_id) is None:
        raise NotFound("Client not found.")


async def client_ledger(
    session: AsyncSession, facts: TradingFacts, client_id: uuid.UUID, *, now: datetime
) -> ClientLedger:
    """A client's balances, and the figures that determine the level."""
    await require_client(session, client_id)
    prices = await markets.load_prices(session)
    held = await queries.list_accounts(session, str(client_id))
    figures = await facts.figures_of(session, client_id, now=now)
    return ClientLedger(
        client_id=client_id,
        accounts=_accounts(held, prices),
        total_usdt=value_text(figures.balance),
        open_orders=await trade_queries.count_open(session, str(client_id)),
        volume_30d=value_text(figures.volume_30d),
    )


async def house_accounts(session: AsyncSession) -> HouseAccounts:
    prices = await markets.load_prices(session)
    held = await queries.list_accounts(session, HOUSE)
    return HouseAccounts(items=_accounts(held, prices))


def _accounts(held: Iterable[Balance], prices: Prices) -> list[AccountView]:
    shown = []
    for account in held:
        value = prices.value_in_usdt(account.coin, account.amount)
        shown.append(
            AccountView(
                coin=account.coin,
                purpose=account.purpose,
                amount=to_text(account.amount, prices.decimals_of(account.coin)),
                value=None if value is None else value_text(value),
            )
        )
    return shown
