"""A client's transactions for the client and for staff: a page, or everything as CSV."""

from typing import Annotated

from fastapi import Depends, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.ledger import queries
from clearwater.domains.ledger.models import PostingRow
from clearwater.domains.ledger.queries import TransactionFilter
from clearwater.domains.ledger.schemas import (
    CoinFilter,
    FromSeconds,
    ToSeconds,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from clearwater.domains.ledger.views import Json, transaction_of_row
from clearwater.domains.markets import service as markets
from clearwater.kit.exports import Exports
from clearwater.kit.paging import Listing, Page, PageRequest, read_page


async def _wanted(
    kind: Annotated[TransactionType | None, Query(alias="type")] = None,
    coin: CoinFilter = None,
    status: TransactionStatus | None = None,
    from_seconds: FromSeconds = None,
    to_seconds: ToSeconds = None,
) -> TransactionFilter:
    return TransactionFilter(
        type=kind,
        coin=coin,
        status=status,
        from_ms=None if from_seconds is None else from_seconds * 1000,
        to_ms=None if to_seconds is None else to_seconds * 1000,
    )


Wanted = Annotated[TransactionFilter, Depends(_wanted)]


async def answer(
    exports: Exports | None,
    session: AsyncSession,
    owner: str,
    wanted: TransactionFilter,
    page: PageRequest,
    *,
    caller: str,
) -> Page[Transaction] | Response:
    """An owner's transactions: a page or, with `exports`, all of them as CSV."""
    prices = await markets.load_prices(session)

    def view(row: PostingRow) -> Transaction:
        return Transaction.model_validate(
            transaction_of_row(row, owner=owner, decimals=prices.decimals_of(row.coin))
        )

    def cells(row: PostingRow) -> list[object]:
        shown = transaction_of_row(row, owner=owner, decimals=prices.decimals_of(row.coin))
        return [shown[name] for name in Transaction.HEADER]

    async def select_page(reading: AsyncSession, wanted_page: PageRequest) -> Listing[PostingRow]:
        return await queries.find_transactions(reading, owner, wanted, wanted_page)

    if exports is not None:
        return exports.answer(caller, "transactions", Transaction.HEADER, select_page, cells)
    listed = await select_page(session, page)
    return await read_page(session, listed.statement, listed.order, page, view)


async def newest(session: AsyncSession, owner: str, limit: int) -> list[Json]:
    """An owner's newest transactions, which are returned with the current client."""
    prices = await markets.load_prices(session)
    listed = await queries.find_transactions(session, owner, TransactionFilter(), PageRequest(None, limit))
    rows = await session.scalars(listed.order.after(listed.statement, None).limit(limit))
    return [transaction_of_row(row, owner=owner, decimals=prices.decimals_of(row.coin)) for row in rows]
