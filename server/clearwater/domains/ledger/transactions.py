"""A client's transactions for the client and for staff: a page, or everything as CSV.

Postings become JSON without models, for speed.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from fastapi import Depends, Query, Response
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.core.events import Posting, TransferChanged
from clearwater.core.money import to_text
from clearwater.domains.ledger import movements
from clearwater.domains.ledger.models import SET_ASIDE, TRANSFER_KINDS, PostingRow, Transfer
from clearwater.domains.ledger.movements import TransactionFilter
from clearwater.domains.ledger.ports import AppTransferDirectory, TransferDetails, TransferDirectory
from clearwater.domains.ledger.schemas import (
    CoinFilter,
    FromSeconds,
    ToSeconds,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import Prices
from clearwater.kit.dependencies import CsvExports
from clearwater.kit.exports import Exports
from clearwater.kit.paging import Listing, Page, PageRequest, read_rows

Json = dict[str, Any]
Details = Mapping[str, TransferDetails]

TYPES = {
    "withdrawal_fee": "fee",
    "convert_fee": "fee",
    "premarket_hold": "premarket_lock",
    "premarket_payment": "premarket_settlement",
    "premarket_delivery": "premarket_settlement",
}
# Postings that do not change a client's spot wallet are not transactions (LED-11).
UNSEEN = frozenset({"hold", "release", "funding", "defunding", "house_move"})


def transaction_of_row(row: PostingRow, details: Details, *, owner: str, decimals: int) -> Json:
    """A stored posting from the side of one owner's spot wallet."""
    is_debit = row.source_owner == owner and row.source_purpose not in SET_ASIDE
    shown = _transaction(
        posting_id=row.id,
        kind=row.kind,
        coin=row.coin,
        amount=to_text(-row.amount if is_debit else row.amount, decimals),
        transfer=row.transfer,
        reference=row.reference,
        at_ms=row.at_ms,
        decimals=decimals,
    )
    found = details.get(row.reference) if row.kind in TRANSFER_KINDS else None
    return shown if found is None else with_details(shown, found)


def with_details(shown: Json, details: TransferDetails) -> Json:
    """A transaction of a deposit or withdrawal with where it went, as wallets know it."""
    return {**shown, **asdict(details)}


def transaction_of_event(
    posting: Posting, transfer: TransferChanged | None, *, owner: str, at_ms: int, decimals: int
) -> Json | None:
    """A newly durable posting from the side of one owner's spot wallet; None when it is not a transaction.

    `transfer` is the one of its reference that the same command changed, if any. Where it went is not known
    to the engine; `with_details` adds that.
    """
    source, target = posting.source, posting.target
    is_debit, is_credit = (one.owner == owner and one.purpose not in SET_ASIDE for one in (source, target))
    if posting.kind in UNSEEN or is_debit == is_credit:
        return None
    return _transaction(
        posting_id=posting.id,
        kind=posting.kind,
        coin=source.asset,
        amount=to_text(-posting.amount if is_debit else posting.amount, decimals),
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
    transfer: Transfer | TransferChanged | None,
    reference: str,
    at_ms: int,
    decimals: int,
) -> Json:
    status = "completed"
    if kind == "deposit":
        status = "orphaned" if transfer is not None and transfer.status == "reversed" else "credited"
    if kind not in TRANSFER_KINDS:
        transfer = None
    return {
        "id": posting_id,
        "type": TYPES.get(kind, kind),
        "coin": coin,
        "amount": amount,
        "fee": to_text(transfer.fee, decimals) if kind == "withdrawal" and transfer is not None else None,
        "status": status,
        "network": transfer.network if transfer is not None else None,
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


class TransactionWriter:
    """Writes an owner's transactions; what chains know of them is read with one query for a whole page."""

    def __init__(self, owner: str, prices: Prices, directory: TransferDirectory) -> None:
        self._owner = owner
        self._prices = prices
        self._directory = directory
        self._details: Details = {}

    async def load(self, session: AsyncSession, rows: Sequence[PostingRow]) -> None:
        """Read what the next rows need; nothing for those without a transfer."""
        references = {row.reference for row in rows if row.kind in TRANSFER_KINDS}
        self._details = await self._directory.find_details(session, references) if references else {}

    def json(self, row: PostingRow) -> Json:
        decimals = self._prices.decimals_of(row.coin)
        return transaction_of_row(row, self._details, owner=self._owner, decimals=decimals)

    def cells(self, row: PostingRow) -> list[object]:
        shown = self.json(row)
        return [shown[name] for name in Transaction.HEADER]


@dataclass(frozen=True)
class Transactions:
    """Lists transactions."""

    directory: TransferDirectory
    exports: Exports | None

    async def answer(
        self,
        session: AsyncSession,
        owner: str,
        wanted: TransactionFilter,
        page: PageRequest,
        *,
        caller: str,
    ) -> Page[Transaction] | Response:
        """An owner's transactions: a page or, with `exports`, all of them as CSV."""
        writer = TransactionWriter(owner, await markets.load_prices(session), self.directory)

        async def select_page(reading: AsyncSession, wanted_page: PageRequest) -> Listing[PostingRow]:
            return await movements.find_transactions(reading, owner, wanted, wanted_page)

        if self.exports is not None:
            return self.exports.answer(
                caller, "transactions", Transaction.HEADER, select_page, writer.cells, load=writer.load
            )
        rows, following = await read_rows(session, await select_page(session, page), page)
        await writer.load(session, rows)
        items = [Transaction.model_validate(writer.json(row)) for row in rows]
        return Page(items=items, next_cursor=following)


async def _make(directory: AppTransferDirectory, exports: CsvExports) -> Transactions:
    return Transactions(directory, exports)


AppTransactions = Annotated[Transactions, Depends(_make)]


async def newest(session: AsyncSession, directory: TransferDirectory, owner: str, limit: int) -> list[Json]:
    """An owner's newest transactions, which are returned with the current client."""
    writer = TransactionWriter(owner, await markets.load_prices(session), directory)
    page = PageRequest(None, limit)
    listed = await movements.find_transactions(session, owner, TransactionFilter(), page)
    rows, _ = await read_rows(session, listed, page)
    await writer.load(session, rows)
    return [writer.json(row) for row in rows]
