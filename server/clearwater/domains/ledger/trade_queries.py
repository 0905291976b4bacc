"""Sums over orders and fills. Their models belong to `orders`, a domain above this one."""

from sqlalchemy import BigInteger, Select, String, case, column, func, literal, select, table, text, union_all
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.events import OPEN_STATUSES
from clearwater.kit.db import first_id_since, literals

FILLS = table(
    "fills",
    column("id", BigInteger),
    column("pair", String),
    column("quote_quantity", BigInteger),
    column("taker_client", String),
    column("maker_client", String),
)
ORDERS = table(
    "orders",
    column("client", String),
    column("pair", String),
    column("side", String),
    column("held", BigInteger),
)
# The condition of the partial index.
IS_OPEN = text(f"status IN ({literals(OPEN_STATUSES)})")


async def sum_traded(session: AsyncSession, owner: str, *, since_ms: int) -> dict[str, int]:
    """An owner's traded volume since a time, by pair in units of its quote coin.

    Self-trades do not count, so that they cannot earn a level.
    """
    first_id = await first_id_since(session, FILLS.name, since_ms)
    sides = [
        select(FILLS.c.pair, FILLS.c.quote_quantity).where(
            side == owner, FILLS.c.id >= first_id, FILLS.c.taker_client != FILLS.c.maker_client
        )
        for side in (FILLS.c.taker_client, FILLS.c.maker_client)
    ]
    traded = union_all(*sides).subquery()
    statement = select(traded.c.pair, func.sum(traded.c.quote_quantity)).group_by(traded.c.pair)
    return {pair: int(units) for pair, units in await session.execute(statement)}


def select_held() -> Select[tuple[str, str, int]]:
    """Holds of open orders by owner and coin. Buy orders hold the quote coin."""
    place = case((ORDERS.c.side == "buy", literal(2)), else_=literal(1))
    coin = func.split_part(ORDERS.c.pair, "-", place)
    held = select(ORDERS.c.client.label("owner"), coin.label("coin"), func.sum(ORDERS.c.held).label("amount"))
    return held.where(IS_OPEN).group_by("owner", "coin")


async def count_open(session: AsyncSession, owner: str | None = None) -> int:
    """Number of open orders, of one owner or of all."""
    statement = select(func.count()).select_from(ORDERS).where(IS_OPEN)
    if owner is not None:
        statement = statement.where(ORDERS.c.client == owner)
    return await session.scalar(statement) or 0
