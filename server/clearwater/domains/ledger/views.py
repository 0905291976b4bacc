"""Postings as JSON for their client, built without models for speed."""

from typing import Any

from clearwater.core.events import Posting, TransferChanged
from clearwater.core.ledger import EXTERNAL
from clearwater.core.money import to_text
from clearwater.domains.ledger.models import PostingRow, Transfer

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
