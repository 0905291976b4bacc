"""A credited deposit whose block is gone: two people take the credit back, or let the client keep it."""

from dataclasses import dataclass
from typing import Any

import httpx
import pytest
import pytest_asyncio
from sqlalchemy import text

from clearwater.core.commands import Adjust, Command, ReverseDeposit
from clearwater.core.commands import Deposit as CreditDeposit
from clearwater.core.desk import Outcome
from clearwater.domains.wallets import incidents, queries, tasks
from clearwater.domains.wallets.models import Deposit
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import transaction
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.ids import new_id
from tests.builders import SignedInClient, SignedInStaff, status_and_code
from tests.domains.wallets.withdrawing import available
from tests.trading import AT, submit, units

INCIDENTS = "/api/operator/wallet-incidents"
REASON = "The node was on the wrong branch."
AMOUNT = units("ETH", "5")


@dataclass
class Removed:
    """The incident of a credited deposit that a reorganisation has removed."""

    http: httpx.AsyncClient
    incident_id: str
    reference: str

    async def propose(self, staff: SignedInStaff, kind: str = "reversal") -> httpx.Response:
        url = f"{INCIDENTS}/{self.incident_id}/proposals"
        return await self.http.post(url, json={"kind": kind, "reason": REASON}, headers=staff.headers)

    async def approve(self, staff: SignedInStaff) -> httpx.Response:
        return await self.http.post(f"{await self._proposal(staff)}/approve", headers=staff.headers)

    async def reject(self, staff: SignedInStaff) -> httpx.Response:
        url = f"{await self._proposal(staff)}/reject"
        return await self.http.post(url, json={"reason": "Not sure."}, headers=staff.headers)

    async def _proposal(self, staff: SignedInStaff) -> str:
        proposal: Any = (await self.show(staff))["proposal"]
        return f"{INCIDENTS}/proposals/{proposal['id']}"

    async def resolve(self, staff: SignedInStaff) -> httpx.Response:
        url = f"{INCIDENTS}/{self.incident_id}/resolve"
        return await self.http.post(url, json={"remark": "Nothing to do."}, headers=staff.headers)

    async def show(self, staff: SignedInStaff) -> dict[str, Any]:
        items = (await self.http.get(INCIDENTS, headers=staff.headers)).json()["items"]
        found: dict[str, Any] = next(one for one in items if one["id"] == self.incident_id)
        return found


@pytest_asyncio.fixture
async def removed(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    tom: SignedInStaff,
) -> Removed:
    now = services.clock.now()
    deposit = Deposit(
        id=new_id(),
        network="eth",
        tx_id="0xabc",
        place=0,
        client_id=ann.id,
        address="0x1",
        coin="ETH",
        native=5 * 10**18,
        amount=AMOUNT,
        dust=0,
        status="credited",
        created_at=now,
        credited_at=now,
    )
    await submit(market, CreditDeposit(AT, deposit.reference, str(ann.id), "ETH", "eth", AMOUNT))
    async with transaction(services.sessions) as session:
        network = await queries.lock_network(session, "eth")
        assert network is not None
        session.add(deposit)
        await session.flush()
        await incidents.freeze_final(session, network, [deposit], [], now=now)
    listed = (await client.get(INCIDENTS, params={"is_open": True}, headers=tom.headers)).json()["items"]
    (incident,) = [one for one in listed if one["needs_two"]]
    return Removed(client, incident["id"], deposit.reference)


async def deposit_status(services: ApiServices) -> str:
    async with services.sessions() as session:
        return str(await session.scalar(text("SELECT status FROM deposits")))


async def test_a_second_person_takes_the_credit_back(
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    removed: Removed,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    before = available(market.view, ann, "ETH")

    proposed = await removed.propose(tom)
    shown = await removed.show(eve)
    moved_too_early = before - available(market.view, ann, "ETH")
    approved = await removed.approve(eve)

    assert (proposed.status_code, approved.status_code, moved_too_early) == (204, 200, 0)
    waiting = shown["proposal"]
    assert (shown["amount"], waiting["proposed_by"], waiting["reason"]) == ("5", "tom", REASON)
    assert (shown["resolved_at"], waiting["status"], approved.json()["status"]) == (None, "proposed", "done")
    assert before - available(market.view, ann, "ETH") == AMOUNT
    assert await deposit_status(services) == "orphaned"
    ended = await removed.show(tom)
    assert (ended["resolved_by"], ended["remark"]) == ("eve", REASON)
    async with services.sessions() as session:
        acts = await session.scalars(
            text("SELECT act FROM audit_log WHERE act LIKE 'incident.%' ORDER BY seq")
        )
        assert list(acts) == ["incident.reversal_proposed", "incident.reversal_approved"]


async def test_one_person_alone_moves_nothing(
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    removed: Removed,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    before = available(market.view, ann, "ETH")

    await removed.propose(tom)
    twice = await removed.propose(eve)
    own = await removed.approve(tom)
    async with transaction(services.sessions) as session:
        await session.execute(
            text("UPDATE staff SET invited_by_id = :tom WHERE login = 'eve'"), {"tom": tom.id}
        )
    dependent = await removed.approve(eve)
    alone = await removed.resolve(eve)

    assert status_and_code(alone) == (409, "STATE_CONFLICT")
    assert status_and_code(twice) == (409, "STATE_CONFLICT")
    assert status_and_code(own) == (403, "FORBIDDEN")
    assert status_and_code(dependent) == (403, "FORBIDDEN")
    assert available(market.view, ann, "ETH") == before
    assert (await removed.show(tom))["resolved_at"] is None


async def test_a_credit_that_was_spent_stays_with_the_incident(
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    removed: Removed,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    await submit(market, Adjust(AT, "spent", str(ann.id), "ETH", 1 - available(market.view, ann, "ETH")))
    await removed.propose(tom)

    refused = (await removed.approve(eve)).json()

    assert (refused["status"], refused["refusal"]["code"]) == ("refused", "INSUFFICIENT_BALANCE")
    assert await deposit_status(services) == "credited"
    assert (await removed.show(tom))["resolved_at"] is None
    assert (await removed.propose(eve, "keep")).status_code == 204


async def test_an_approval_whose_answer_was_lost_is_repeated(
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    removed: Removed,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    before = available(market.view, ann, "ETH")
    await removed.propose(tom)
    await submit(market, ReverseDeposit(AT, removed.reference))

    approved = await removed.approve(eve)

    assert approved.json()["status"] == "done"
    assert before - available(market.view, ann, "ETH") == AMOUNT
    assert await deposit_status(services) == "orphaned"


async def test_two_people_let_the_client_keep_the_credit(
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    removed: Removed,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    before = available(market.view, ann, "ETH")
    await removed.propose(tom)
    rejected = await removed.reject(eve)
    await removed.propose(eve, "keep")
    own = await removed.approve(eve)
    accepted = await removed.approve(tom)

    assert (rejected.json()["status"], rejected.json()["remark"]) == ("rejected", "Not sure.")
    assert status_and_code(own) == (403, "FORBIDDEN")
    assert accepted.json()["status"] == "done"
    assert available(market.view, ann, "ETH") == before
    assert await deposit_status(services) == "credited"
    ended = await removed.show(tom)
    assert (ended["resolved_by"], ended["remark"]) == ("tom", REASON)
    assert status_and_code(await removed.propose(eve)) == (409, "STATE_CONFLICT")


async def test_an_approval_holds_no_connection_and_is_finished_when_the_engine_is_back(
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    removed: Removed,
    monkeypatch: pytest.MonkeyPatch,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    before = available(market.view, ann, "ETH")
    pool, submit_command = services.sessions.kw["bind"].pool, market.submit
    checked_out = []

    async def is_away(_: Command) -> Outcome:
        checked_out.append(pool.checkedout())
        raise EngineUnavailable

    await removed.propose(tom)
    monkeypatch.setattr(market, "submit", is_away)
    waiting = (await removed.approve(eve)).json()["status"]
    monkeypatch.setattr(market, "submit", submit_command)
    await tasks.finish_approved(services.sessions, market, now=services.clock.now())

    assert (waiting, checked_out) == ("approved", [0])
    assert before - available(market.view, ann, "ETH") == AMOUNT
    ended = await removed.show(tom)
    assert (ended["proposal"]["status"], ended["resolved_by"]) == ("done", "eve")


async def test_only_the_credit_of_a_removed_deposit_is_reversed(
    client: httpx.AsyncClient, removed: Removed, tom: SignedInStaff
) -> None:
    items = (await client.get(INCIDENTS, headers=tom.headers)).json()["items"]
    (halted,) = [one for one in items if one["kind"] == "deep_reorganisation"]
    other = Removed(client, halted["id"], "")

    refused = await other.propose(tom)

    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    assert (halted["amount"], halted["needs_two"]) == (None, False)
