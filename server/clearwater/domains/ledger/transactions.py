"""A client's transactions for the client and for staff: a page, or everything as CSV.

Postings become JSON without models, for speed.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Annotated, Any

from fastapi import Query, Response

from clearwater.core.events import Posting, TransferChanged
from clearwater.core.money import to_text
from clearwater.domains.ledger.models import SET_ASIDE, TRANSFER_KINDS
from clearwater.domains.ledger.movements import OwnPosting, TransactionFilter, read_transactions
from clearwater.domains.ledger.ports import TransferDetails, TransferDirectory, app_transfer_directory
from clearwater.domains.ledger.schemas import (
    CoinFilter,
    FromSeconds,
    ToSeconds,
    Transaction,
    TransactionStatus,
    TransactionType,
)
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import app_reads, app_sessions
from clearwater.kit.exports import Exports
from clearwater.kit.paging import PageRequest
from clearwater.kit.prepared_reads import PreparedReads

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


def transaction_of_row(row: OwnPosting, details: Details, *, owner: str) -> Json:
    """A stored posting from the side of one owner's spot wallet."""
    is_debit = row.source_owner == owner and row.source_purpose not in SET_ASIDE
    shown = _transaction(
        posting_id=row.id,
        kind=row.kind,
        coin=row.coin,
        amount=to_text(-row.amount if is_debit else row.amount, row.decimals),
        fee=row.fee,
        network=row.network,
        transfer_status=row.transfer_status,
        reference=row.reference,
        at_ms=row.at_ms,
        decimals=row.decimals,
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
        fee=None if transfer is None else transfer.fee,
        network=None if transfer is None else transfer.network,
        transfer_status=None if transfer is None else transfer.status,
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
    fee: int | None,
    network: str | None,
    transfer_status: str | None,
    reference: str,
    at_ms: int,
    decimals: int,
) -> Json:
    status = "completed"
    if kind == "deposit":
        status = "orphaned" if transfer_status == "reversed" else "credited"
    return {
        "id": posting_id,
        "type": TYPES.get(kind, kind),
        "coin": coin,
        "amount": amount,
        "fee": to_text(fee, decimals) if kind == "withdrawal" and fee is not None else None,
        "status": status,
        "network": network if kind in TRANSFER_KINDS else None,
        "address": None,
        "tx_id": None,
        "confirmations": None,
        "required_confirmations": None,
        "reference": reference,
        "created_at": at_ms // 1000,
    }


def transaction_filter(
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


@dataclass(frozen=True)
class Transactions:
    """Lists transactions; what chains know of them is read with a few queries for a whole page."""

    reads: PreparedReads
    sessions: SessionFactory
    directory: TransferDirectory

    async def read(
        self, owner: str, wanted: TransactionFilter, page: PageRequest
    ) -> tuple[list[Json], str | None]:
        """A page of an owner's transactions, and the next cursor."""
        rows, following = await read_transactions(self.reads, owner, wanted, page)
        references = {row.reference for row in rows if row.kind in TRANSFER_KINDS}
        details: Details = {}
        if references:
            async with self.sessions() as session:
                details = await self.directory.find_details(session, references)
        return [transaction_of_row(row, details, owner=owner) for row in rows], following

    def export(self, exports: Exports, owner: str, wanted: TransactionFilter, *, caller: str) -> Response:
        """All of them as CSV."""
        return exports.answer(
            caller,
            "transactions",
            Transaction.HEADER,
            lambda _, page: self.read(owner, wanted, page),
            lambda shown: [shown[name] for name in Transaction.HEADER],
        )


def transactions_of(app: Any) -> Transactions:
    """The lists of an app."""
    return Transactions(app_reads.of(app), app_sessions.of(app), app_transfer_directory.of(app))
