"""A client's transactions as a list, for himself and for staff: a page, or all of it as CSV."""

from typing import Annotated

from fastapi import Depends, Query, Request, Response
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
from clearwater.kit.csv import csv_response
from clearwater.kit.paging import Page, PageRequest, read_page, stream_all, wants_csv


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
    request: Request, session: AsyncSession, owner: str, wanted: TransactionFilter, page: PageRequest
) -> Page[Transaction] | Response:
    """What an owner's transactions are, in the form that was asked for."""
    prices = await markets.load_prices(session)
    as_csv = wants_csv(request)
    listed = await queries.find_transactions(session, owner, wanted, None if as_csv else page)

    def view(row: PostingRow) -> Transaction:
        return Transaction.model_validate(
            transaction_of_row(row, owner=owner, decimals=prices.decimals_of(row.coin))
        )

    def cells(row: PostingRow) -> list[object]:
        shown = transaction_of_row(row, owner=owner, decimals=prices.decimals_of(row.coin))
        return [shown[name] for name in Transaction.HEADER]

    if as_csv:
        rows = stream_all(request.app.state.services.sessions, listed.statement, listed.order)
        return csv_response("transactions", Transaction.HEADER, rows, cells)
    return await read_page(session, listed.statement, listed.order, page, view)


async def newest(session: AsyncSession, owner: str, limit: int) -> list[Json]:
    """An owner's newest transactions, as everything of a client is shown them first."""
    prices = await markets.load_prices(session)
    listed = await queries.find_transactions(session, owner, TransactionFilter(), PageRequest(None, limit))
    rows = await session.scalars(listed.order.after(listed.statement, None).limit(limit))
    return [transaction_of_row(row, owner=owner, decimals=prices.decimals_of(row.coin)) for row in rows]
