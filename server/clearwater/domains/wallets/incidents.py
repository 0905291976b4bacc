"""What people must decide: networks that were halted, and credits whose block is no longer in the chain."""

import uuid
from collections.abc import Sequence
from datetime import datetime
from typing import Any

import structlog
from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.wallets import incident_queries
from clearwater.domains.wallets.models import ChainTransaction, Deposit, Network
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.wallets")


async def open_incident(
    session: AsyncSession,
    network: str,
    kind: str,
    subject: str,
    *,
    client_id: uuid.UUID | None = None,
    detail: dict[str, Any] | None = None,
    now: datetime,
) -> None:
    """Open an incident, unless the same one is open. While a client has one, withdrawals are reviewed."""
    row = {
        "id": new_id(),
        "network": network,
        "kind": kind,
        "subject": subject,
        "client_id": client_id,
        "detail": detail or {},
        "opened_at": now,
    }
    await incident_queries.open_incident(session, row)


async def halt(session: AsyncSession, network: Network, reason: str, *, kind: str, now: datetime) -> None:
    """Stop following a network and paying on it, until staff resume it."""
    log.error("network_halted", network=network.key, kind=kind, reason=reason)
    network.status, network.reason, network.updated_at = "halted", reason, now
    network.resume_height = None
    await open_incident(session, network.key, kind, network.key, detail={"reason": reason}, now=now)


async def freeze_final(
    session: AsyncSession,
    network: Network,
    credited: Sequence[Deposit],
    final: Sequence[ChainTransaction],
    *,
    now: datetime,
) -> None:
    """What the ledger has booked is not in the chain any more: the network halts, and staff decide.

    Payments that were final are sent again once it is resumed. What was refunded is not: the other
    transaction, because of which it could not be paid, may be gone.
    """
    reason = (
        f"A reorganization removed {len(credited)} credited deposits and {len(final)} final transactions."
    )
    await halt(session, network, reason, kind="deep_reorganisation", now=now)
    for row in final:
        detail = {"tx_id": row.tx_id, "purpose": row.purpose, "status": row.status}
        await open_incident(
            session, network.key, "final_transaction_removed", row.reference, detail=detail, now=now
        )
    for deposit in credited:
        await open_incident(
            session,
            network.key,
            "credited_deposit_removed",
            deposit.reference,
            client_id=deposit.client_id,
            detail={"deposit_id": str(deposit.id), "coin": deposit.coin, "tx_id": deposit.tx_id},
            now=now,
        )
