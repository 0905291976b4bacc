"""Turns recorded events of accounts (deposits, withdrawals, KYC, security) into notices."""

from datetime import datetime
from typing import Any

from clearwater.core.money import to_text
from clearwater.domains.markets import service as markets
from clearwater.domains.markets.service import Prices
from clearwater.domains.notices.delivery import Draft, deliver
from clearwater.kit.account_events import AccountEvent, take_oldest
from clearwater.kit.db import SessionFactory, transaction

BATCH_SIZE = 500


async def deliver_recorded(sessions: SessionFactory, *, now: datetime) -> None:
    """Tell clients what has happened to their accounts, a transaction for each lot of events."""
    while True:
        async with transaction(sessions) as session:
            events = await take_oldest(session, limit=BATCH_SIZE)
            if events:
                prices = await markets.load_prices(session)
                await deliver(session, [_draft(event, prices) for event in events], now=now)
        if len(events) < BATCH_SIZE:
            return


def _draft(event: AccountEvent, prices: Prices) -> Draft:
    detail = event.detail
    if event.kind == "deposit":
        return Draft(
            event.client_id, "deposit", _moved(detail, prices), event.created_at, f"deposit:{detail['id']}"
        )
    if event.kind == "withdrawal":
        data = _moved(detail, prices) | {"status": detail["status"]}
        subject = f"withdrawal:{detail['id']}:{detail['status']}"
        return Draft(event.client_id, "withdrawal", data, event.created_at, subject)
    kind: Any = event.kind
    return Draft(event.client_id, kind, dict(detail), event.created_at)


def _moved(detail: dict[str, str], prices: Prices) -> dict[str, str]:
    coin = detail["coin"]
    amount = to_text(int(detail["units"]), prices.decimals_of(coin))
    return {"id": detail["id"], "coin": coin, "amount": amount, "network": detail["network"]}
