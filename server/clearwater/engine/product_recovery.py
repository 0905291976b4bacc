"""From the tables of pre-markets and earn back to their state."""

from typing import Any

import asyncpg

from clearwater.core.earn import KEY_WINDOW as POSITION_WINDOW
from clearwater.core.earn import EarnKey
from clearwater.core.earn_events import EarnPositionChanged, EarnProductChanged
from clearwater.core.earn_snapshots import EarnRows
from clearwater.core.events import Event
from clearwater.core.premarket_events import ContractChanged, PreMarketChanged, PreMarketOrderChanged
from clearwater.core.premarket_snapshots import PreMarketRows
from clearwater.core.premarkets import KEY_WINDOW as ORDER_WINDOW
from clearwater.core.premarkets import PreMarketKey
from clearwater.engine.product_tables import PRODUCT_TABLES
from clearwater.engine.tables import select


async def read_premarkets(connection: asyncpg.Connection) -> PreMarketRows:
    """All pre-markets, their open orders and the contracts that have not ended."""
    return PreMarketRows(
        await _last_id(connection, "premarket_orders"),
        await _last_id(connection, "premarket_contracts"),
        await _read(connection, PreMarketChanged),
        await _read(connection, PreMarketOrderChanged),
        await _read(connection, ContractChanged),
        tuple(PreMarketKey(*row) for row in await _keys(connection, "premarket_orders", ORDER_WINDOW)),
    )


async def read_earn(connection: asyncpg.Connection) -> EarnRows:
    """All products, and the positions that are active or have interest to get."""
    return EarnRows(
        await _last_id(connection, "earn_positions"),
        await _read(connection, EarnProductChanged),
        await _read(connection, EarnPositionChanged),
        tuple(EarnKey(*row) for row in await _keys(connection, "earn_positions", POSITION_WINDOW)),
    )


async def _last_id(connection: asyncpg.Connection, table: str) -> int:
    return int(await connection.fetchval(f"SELECT coalesce(max(id), 0) FROM {table}"))


async def _read(connection: asyncpg.Connection, event: type[Event]) -> tuple[Any, ...]:
    """Rows that may still change, as the events that wrote them."""
    product = PRODUCT_TABLES[event]
    return tuple(product.read(row) for row in await connection.fetch(select(product.table, product.open_sql)))


async def _keys(connection: asyncpg.Connection, table: str, window: int) -> list[Any]:
    """Which keys of requests are remembered: those of the last so many, counted from the last with one."""
    keyed = f"SELECT max(id) FROM {table} WHERE idempotency_key IS NOT NULL"
    query = (
        f"SELECT id, client, idempotency_key FROM {table}"
        f" WHERE idempotency_key IS NOT NULL AND id > ({keyed}) - $1::int8 ORDER BY id"
    )
    return list(await connection.fetch(query, window))
