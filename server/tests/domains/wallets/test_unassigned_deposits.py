"""Deposits that the ledger cannot assign: a queue of staff, who note how each was dealt with."""

from typing import Any

import httpx
import pytest_asyncio
from sqlalchemy import text

from clearwater.domains.wallets.models import Deposit
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from tests.builders import SignedInClient, SignedInStaff, a_staff, status_and_code
from tests.conftest import NOON

DEPOSITS = "/api/operator/deposits"
REMARK = {"remark": "Sent back to its sender"}


@pytest_asyncio.fixture
async def deposit(services: ApiServices, market: Follower, ann: SignedInClient) -> Deposit:
    """An unknown token on the address of a client."""
    row = Deposit(
        id=new_id(),
        network="eth",
        tx_id="0xaa",
        place=1,
        client_id=ann.id,
        address="0x01",
        contract="0xbeef",
        native=5,
        amount=0,
        dust=0,
        status="unassigned",
        height=5,
        created_at=services.clock.now(),
    )
    async with transaction(services.sessions) as session:
        session.add(row)
    return row


async def queue(http: httpx.AsyncClient, staff: SignedInStaff, **query: Any) -> list[dict[str, Any]]:
    answer = await http.get(DEPOSITS, params={"status": "unassigned"} | query, headers=staff.headers)
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


async def test_a_handled_deposit_leaves_the_queue_and_is_audited(
    client: httpx.AsyncClient, services: ApiServices, tom: SignedInStaff, deposit: Deposit
) -> None:
    (waiting,) = await queue(client, tom, is_handled=False)
    path = f"{DEPOSITS}/{deposit.id}/handled"

    handled = await client.post(path, json=REMARK, headers=tom.headers)
    again = await client.post(path, json=REMARK, headers=tom.headers)

    assert (handled.status_code, waiting["handled_at"]) == (204, None)
    assert status_and_code(again) == (409, "STATE_CONFLICT")
    assert await queue(client, tom, is_handled=False) == []
    (shown,) = await queue(client, tom, is_handled=True)
    assert (shown["handled_at"], shown["remark"]) == (int(NOON.timestamp()), REMARK["remark"])
    async with services.sessions() as session:
        audited = await session.execute(text("SELECT act, subject FROM audit_log ORDER BY seq DESC LIMIT 1"))
        assert audited.one() == ("deposit.handled", f"deposit:{deposit.id}")


async def test_only_unassigned_deposits_are_handled_and_only_by_those_who_may(
    client: httpx.AsyncClient, services: ApiServices, tom: SignedInStaff, deposit: Deposit
) -> None:
    path = f"{DEPOSITS}/{deposit.id}/handled"
    support = await a_staff(services, "support", login="sue")
    unknown = await client.post(f"{DEPOSITS}/{new_id()}/handled", json=REMARK, headers=tom.headers)
    forbidden = await client.post(path, json=REMARK, headers=support.headers)
    anonymous = await client.post(path, json=REMARK)
    async with transaction(services.sessions) as session:
        await session.execute(text("UPDATE deposits SET status = 'credited'"))
    credited = await client.post(path, json=REMARK, headers=tom.headers)

    assert status_and_code(unknown) == (404, "NOT_FOUND")
    assert status_and_code(forbidden) == (403, "FORBIDDEN")
    assert anonymous.status_code == 401
    assert status_and_code(credited) == (409, "STATE_CONFLICT")
