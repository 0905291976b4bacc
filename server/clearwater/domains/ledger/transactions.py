"""A client's transactions for the client and for staff: a page, or everything as CSV.

Postings become JSON without models, for speed.
"""

from typing import Annotated, Any

from fastapi import Depends, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.events import Posting, TransferChanged
from clearwater.core.ledger import EXTERNAL
from clearwater.core.money import to_text
from clearwater.domains.ledger import movements
from clearwater.domains.ledger.models import PostingRow, Transfer
from clearwater.domains.ledger.movements import TransactionFilter
from clearwater.domains.ledger.schemas import (
    CoinFilter,
    FromSeconds,
    ToSeconds,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from clearwater.domains.markets import service as markets
from clearwater.kit.exports import Exports
from clearwater.kit.paging import Listing, Page, PageRequest, read_page

Json = dict[str, Any]

TYPES = {"withdrawal_fee": "fee"}
# Postings that do not change a client's total are not transactions (LED-11).
UNSEEN = frozenset({"hold", "release", "funding"})


def transaction_of_row(row: PostingRow, *, owner: str, decimals: int) -> Json:
    """A stored posting from one owner's side."""
    transfer = row.transfer
    return _transaction(
        posting_id=row.id,
        kind=row.kind,
        coin=row.coin,
        amount=to_text(-row.amount if row.source_owner == owner else row.amount, decimals),
        purposes=(row.source_purpose, row.target_purpose),
        transfer=transfer,
        reference=row.reference,
        at_ms=row.at_ms,
        decimals=decimals,
    )


def transaction_of_event(
    posting: Posting, transfer: TransferChanged | None, *, owner: str, at_ms: int, decimals: int
) -> Json | None:
    """A newly durable posting from one owner's side; None when it is not a transaction.

    `transfer` is the one changed by the same command, if any.
    """
    source, target = posting.source, posting.target
    if posting.kind in UNSEEN or source.owner == target.owner or owner not in (source.owner, target.owner):
        return None
    return _transaction(
        posting_id=posting.id,
        kind=posting.kind,
        coin=source.asset,
        amount=to_text(-posting.amount if source.owner == owner else posting.amount, decimals),
        purposes=(source.purpose, target.purpose),
        transfer=transfer,
        reference=str(posting.reference),
        at_ms=at_ms,
        decimals=decimals,
    )


def _transaction(
    *,
    posting_id: int,
    kind: str,
    coin: str,
    amount: str,
    purposes: tuple[str, str],
    transfer: Transfer | TransferChanged | None,
    reference: str,
    at_ms: int,
    decimals: int,
) -> Json:
    status = "completed"
    if kind == "deposit":
        status = "orphaned" if transfer is not None and transfer.status == "reversed" else "credited"
    outside = next((purpose for purpose in purposes if purpose.startswith(EXTERNAL)), None)
    has_fee = kind == "withdrawal" and transfer is not None
    return {
        "id": posting_id,
        "type": TYPES.get(kind, kind),
        "coin": coin,
        "amount": amount,
        "fee": to_text(transfer.fee, decimals) if has_fee and transfer is not None else None,
        "status": status,
        "network": outside.removeprefix(EXTERNAL) if outside is not None else None,
        "address": None,
        "tx_id": None,
        "confirmations": None,
        "required_confirmations": None,
        "reference": reference,
        "created_at": at_ms // 1000,
    }


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
        return await movements.find_transactions(reading, owner, wanted, wanted_page)

    if exports is not None:
        return exports.answer(caller, "transactions", Transaction.HEADER, select_page, cells)
    listed = await select_page(session, page)
    return await read_page(session, listed.statement, listed.order, page, view)


async def newest(session: AsyncSession, owner: str, limit: int) -> list[Json]:
    """An owner's newest transactions, which are returned with the current client."""
    prices = await markets.load_prices(session)
    listed = await movements.find_transactions(session, owner, TransactionFilter(), PageRequest(None, limit))
    rows = await session.scalars(listed.order.after(listed.statement, None).limit(limit))
    return [transaction_of_row(row, owner=owner, decimals=prices.decimals_of(row.coin)) for row in rows]
