"""Moving money by hand (LED-14): two people, once, and never more than the treasury has."""

import asyncio
from collections.abc import Sequence
from typing import Any
from uuid import UUID

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import Command, Convert, Fund, PlaceOrder
from clearwater.core.convert import ConversionForecast
from clearwater.core.desk import Outcome
from clearwater.core.execution import Forecast
from clearwater.core.views import View
from clearwater.domains.approvals.service import Approvals
from clearwater.domains.ledger import proposals, tasks
from clearwater.domains.staff.service import Operator
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.ids import new_id
from tests.builders import SignedInClient, SignedInStaff, a_staff
from tests.conftest import NOON
from tests.trading import AT, submit, units

PROPOSALS = "/api/operator/ledger/proposals"
NOON_SECONDS = int(NOON.timestamp())


async def fund(market: Follower, amount: str = "1000") -> None:
    await submit(market, Fund(AT, "seed", "USDT", "tron", units("USDT", amount)))


async def propose(
    client: httpx.AsyncClient, staff: SignedInStaff, ann: SignedInClient, **changes: Any
) -> httpx.Response:
    usual = {
        "kind": "adjustment",
        "client_id": str(ann.id),
        "coin": "USDT",
        "amount": "12.5",
        "reason": "A deposit was lost.",
    }
    body = {name: value for name, value in (usual | changes).items() if value is not None}
    return await client.post(PROPOSALS, json=body, headers=staff.headers)


async def decide(
    client: httpx.AsyncClient, staff: SignedInStaff, proposal: dict[str, Any], act: str = "approve"
) -> httpx.Response:
    body = {"reason": "Not in the bank."} if act == "reject" else None
    return await client.post(f"{PROPOSALS}/{proposal['id']}/{act}", json=body, headers=staff.headers)


def available(market: Follower, owner: SignedInClient) -> int:
    return market.view.balance(str(owner.id), "USDT", "available")


async def audit_lines(services: ApiServices) -> Sequence[Any]:
    async with services.sessions() as session:
        lines = await session.execute(
            text("SELECT staff_login, act, subject, detail FROM audit_log ORDER BY seq")
        )
        return lines.all()


async def test_a_proposal_is_approved_by_another_operator(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    await fund(market)
    before = available(market, ann)

    proposed = await propose(client, tom, ann)
    untouched = available(market, ann)
    approved = await decide(client, eve, proposed.json())

    assert (proposed.status_code, approved.status_code, untouched) == (201, 200, before)
    expected = {
        "id": proposed.json()["id"],
        "kind": "adjustment",
        "client_id": str(ann.id),
        "coin": "USDT",
        "amount": "12.5",
        "network": None,
        "source": None,
        "target": None,
        "reason": "A deposit was lost.",
        "status": "proposed",
        "proposed_by": "tom",
        "proposed_at": NOON_SECONDS,
        "decided_by": None,
        "decided_at": None,
        "remark": None,
        "refusal": None,
        "reference": f"adjustment:{proposed.json()['id']}",
        "ended_at": None,
    }
    assert proposed.json() == expected
    done = {"status": "done", "decided_by": "eve", "decided_at": NOON_SECONDS, "ended_at": NOON_SECONDS}
    assert approved.json() == expected | done
    assert available(market, ann) == before + units("USDT", "12.5")
    assert market.view.balance("house", "USDT", "treasury") == units("USDT", "987.5")
    newest = (await client.get("/api/v1/transactions", headers=ann.headers)).json()["items"][0]
    assert (newest["type"], newest["amount"], newest["reference"]) == (
        "adjustment",
        "12.5",
        expected["reference"],
    )
    subject = f"proposal:{expected['id']}"
    moved = {"client_id": str(ann.id), "coin": "USDT", "amount": "12.5"}
    assert await audit_lines(services) == [
        ("tom", "adjustment.proposed", subject, moved | {"reason": "A deposit was lost."}),
        ("eve", "adjustment.approved", subject, moved),
    ]


async def test_the_proposer_cannot_decide_on_a_proposal(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    tom: SignedInStaff,
) -> None:
    await fund(market)
    before, proposal = available(market, ann), (await propose(client, tom, ann)).json()

    refusals = [await decide(client, tom, proposal, act) for act in ("approve", "reject")]

    assert [(one.status_code, one.json()["code"]) for one in refusals] == [(403, "FORBIDDEN")] * 2
    shown = await client.get(f"{PROPOSALS}/{proposal['id']}", headers=tom.headers)
    assert shown.json() == proposal
    assert available(market, ann) == before
    assert [(line[0], line[1]) for line in await audit_lines(services)] == [
        ("tom", "adjustment.proposed"),
        ("tom", "access.refused"),
        ("tom", "access.refused"),
    ]


async def test_a_decision_is_final(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, tom: SignedInStaff, eve: SignedInStaff
) -> None:
    await fund(market)
    first, second = [(await propose(client, tom, ann)).json() for _ in range(2)]
    before = available(market, ann)

    rejected = await decide(client, eve, first, "reject")
    await decide(client, eve, second)
    again = [await decide(client, eve, one, act) for one in (first, second) for act in ("approve", "reject")]

    assert rejected.json() == first | {
        "status": "rejected",
        "decided_by": "eve",
        "decided_at": NOON_SECONDS,
        "ended_at": NOON_SECONDS,
        "remark": "Not in the bank.",
    }
    assert [(one.status_code, one.json()["code"]) for one in again] == [(409, "STATE_CONFLICT")] * 4
    assert available(market, ann) == before + units("USDT", "12.5")


async def test_concurrent_approvals_execute_a_proposal_once(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    await fund(market)
    before, proposal = available(market, ann), (await propose(client, tom, ann)).json()
    admin = await a_staff(services)

    answers = await asyncio.gather(*(decide(client, staff, proposal) for staff in (eve, admin, eve)))

    assert sorted(answer.status_code for answer in answers) == [200, 409, 409]
    assert available(market, ann) == before + units("USDT", "12.5")


async def test_a_refusal_of_the_ledger_is_shown(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, tom: SignedInStaff, eve: SignedInStaff
) -> None:
    """LED-6: the treasury gives what it has, and a client what is his and free."""
    await fund(market, "12")
    before = available(market, ann)
    too_much = (await propose(client, tom, ann)).json()
    too_much_back = (await propose(client, tom, ann, amount="-1000000.0000001")).json()

    given = (await decide(client, eve, too_much)).json()
    taken = (await decide(client, eve, too_much_back)).json()

    assert (given["status"], given["refusal"]) == (
        "refused",
        {"code": "INSUFFICIENT_BALANCE", "available": "12", "needed": "12.5"},
    )
    assert (taken["status"], taken["refusal"]) == (
        "refused",
        {"code": "INSUFFICIENT_BALANCE", "available": "1000000", "needed": "1000000.0000001"},
    )
    assert available(market, ann) == before


async def test_the_treasury_is_funded_and_debits_clients_with_two_approvals(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, tom: SignedInStaff, eve: SignedInStaff
) -> None:
    before = available(market, ann)
    funding = await propose(client, tom, ann, kind="funding", client_id=None, network="tron", amount="100")
    funded = (await decide(client, eve, funding.json())).json()
    back = (await propose(client, eve, ann, amount="-40")).json()
    taken = (await decide(client, tom, back)).json()

    assert (funded["status"], funded["kind"], funded["network"]) == ("done", "funding", "tron")
    assert (taken["status"], taken["amount"]) == ("done", "-40")
    assert market.view.balance("house", "USDT", "treasury") == units("USDT", "140")
    assert market.view.balance("house", "USDT", "external:tron") == -units("USDT", "100")
    assert available(market, ann) == before - units("USDT", "40")


async def test_house_money_moves_between_its_accounts_and_out_of_the_treasury(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    """LED-20: what the house has earned pays interest, compensates, or leaves."""
    await fund(market, "100")
    moves = [("treasury", "protection", "30"), ("protection", "treasury", "10"), ("fees", "treasury", "1")]
    done = []
    for source, target, amount in moves:
        move = {"kind": "house_move", "client_id": None, "source": source, "target": target}
        asked = (await propose(client, tom, ann, **move, amount=amount)).json()
        done.append((await decide(client, eve, asked)).json())
    out = (
        await propose(client, eve, ann, kind="defunding", client_id=None, network="tron", amount="80")
    ).json()
    gone = (await decide(client, tom, out)).json()

    assert [one["status"] for one in done] == ["done", "done", "refused"]
    assert (done[0]["source"], done[0]["target"], done[0]["network"]) == ("treasury", "protection", None)
    assert done[2]["refusal"] == {"code": "INSUFFICIENT_BALANCE", "available": "0", "needed": "1"}
    assert (gone["status"], gone["network"]) == ("done", "tron")
    house = {
        purpose: market.view.balance("house", "USDT", purpose)
        for purpose in ("treasury", "protection", "external:tron")
    }
    assert house == {
        "treasury": 0,
        "protection": units("USDT", "20"),
        "external:tron": -units("USDT", "20"),
    }
    assert (await audit_lines(services))[0].detail | {"reason": ""} == {
        "client_id": None,
        "coin": "USDT",
        "amount": "30",
        "source": "treasury",
        "target": "protection",
        "reason": "",
    }


WRONG: list[tuple[dict[str, Any], str, str]] = [
    ({"amount": "0"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "-0.0"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "1e400"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "NaN"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "Infinity"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "0x10"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "1_000"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "+1"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "--1"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "\uff19"}, "amount", "VALIDATION_FAILED"),
    ({"amount": "1" * 40}, "amount", "VALIDATION_FAILED"),
    ({"amount": 1}, "amount", "VALIDATION_FAILED"),
    ({"amount": True}, "amount", "VALIDATION_FAILED"),
    ({"amount": ["1"]}, "amount", "VALIDATION_FAILED"),
    ({"amount": "0.00000001"}, "amount", "BAD_PRECISION"),
    ({"amount": "99999999999999999999"}, "amount", "ABOVE_MAXIMUM"),
    ({"amount": "10000000001"}, "amount", "ABOVE_MAXIMUM"),
    ({"coin": "DOGE"}, "coin", "VALIDATION_FAILED"),
    ({"coin": "usdt"}, "coin", "VALIDATION_FAILED"),
    ({"client_id": None}, "client_id", "VALIDATION_FAILED"),
    ({"client_id": "house"}, "client_id", "VALIDATION_FAILED"),
    ({"client_id": str(new_id())}, "client_id", "VALIDATION_FAILED"),
    ({"network": "tron"}, "network", "VALIDATION_FAILED"),
    ({"kind": "funding", "network": "tron"}, "client_id", "VALIDATION_FAILED"),
    ({"kind": "funding", "client_id": None}, "network", "VALIDATION_FAILED"),
    (
        {"kind": "funding", "client_id": None, "network": "tron", "amount": "-1"},
        "amount",
        "VALIDATION_FAILED",
    ),
    ({"kind": "defunding", "client_id": None}, "network", "VALIDATION_FAILED"),
    ({"source": "fees"}, "source", "VALIDATION_FAILED"),
    ({"kind": "house_move", "client_id": None, "source": "fees"}, "target", "VALIDATION_FAILED"),
    (
        {"kind": "house_move", "client_id": None, "source": "fees", "target": "fees"},
        "target",
        "VALIDATION_FAILED",
    ),
    (
        {"kind": "house_move", "client_id": None, "source": "external:tron", "target": "fees"},
        "source",
        "VALIDATION_FAILED",
    ),
    ({"kind": "gift"}, "kind", "VALIDATION_FAILED"),
    ({"reason": " x "}, "reason", "VALIDATION_FAILED"),
    ({"status": "approved"}, "status", "VALIDATION_FAILED"),
]


HOUSE_ACCOUNT = "Choose fees, convert, protection or treasury."
UNKNOWN_ACCOUNTS: list[tuple[dict[str, Any], str, str]] = [
    (
        {"kind": "house_move", "client_id": None, "source": "savings", "target": "fees"},
        "source",
        HOUSE_ACCOUNT,
    ),
    ({"kind": "house_move", "client_id": None, "source": "fees", "target": 7}, "target", HOUSE_ACCOUNT),
    ({"client_id": "house"}, "client_id", "Client not found."),
    ({"client_id": str(new_id())}, "client_id", "Client not found."),
]


@pytest.mark.parametrize(("changes", "field", "message"), UNKNOWN_ACCOUNTS)
async def test_an_unknown_account_is_named(
    *,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    tom: SignedInStaff,
    changes: dict[str, Any],
    field: str,
    message: str,
) -> None:
    answer = await propose(client, tom, ann, **changes)

    assert answer.status_code == 422
    assert answer.json()["errors"] == [{"field": field, "code": "not_found", "message": message}]


async def test_invalid_proposals_are_refused(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, tom: SignedInStaff
) -> None:
    for changes, field, code in WRONG:
        answer = await propose(client, tom, ann, **changes)
        problem = answer.json()
        fields = [error["field"] for error in problem["errors"]]
        assert (answer.status_code, problem["code"], field in fields) == (422, code, True), (changes, problem)

    assert (await client.get(PROPOSALS, headers=tom.headers)).json()["items"] == []
    assert await audit_lines(services) == []


async def test_proposals_are_listed_newest_first_and_filtered(
    client: httpx.AsyncClient,
    market: Follower,
    ann: SignedInClient,
    *,
    bob: SignedInClient,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    await fund(market)
    made = [
        (await propose(client, tom, ann)).json()["id"],
        (await propose(client, tom, bob)).json()["id"],
        (await propose(client, tom, ann, kind="funding", client_id=None, network="tron")).json()["id"],
    ]
    await decide(client, eve, {"id": made[1]})

    async def listed(**query: Any) -> list[str]:
        answer = (await client.get(PROPOSALS, params=query, headers=eve.headers)).json()
        return [item["id"] for item in answer["items"]]

    assert await listed() == made[::-1]
    assert await listed(status="proposed") == [made[2], made[0]]
    assert await listed(status="done", kind="adjustment") == [made[1]]
    assert await listed(client_id=str(ann.id)) == [made[0]]
    first = (await client.get(PROPOSALS, params={"limit": 2}, headers=eve.headers)).json()
    rest = await listed(cursor=first["next_cursor"])
    assert [item["id"] for item in first["items"]] + rest == made[::-1]


class Losing:
    """The engine behind a bad line: what is asked may be done, but the answer never comes."""

    def __init__(self, engine: Follower, *, after: bool) -> None:
        self._engine = engine
        self._after = after

    @property
    def view(self) -> View:
        return self._engine.view

    async def submit(self, command: Command) -> Outcome:
        if self._after:
            await self._engine.submit(command)
        raise EngineUnavailable

    async def catch_up(self) -> None:
        """Its view is always up to date."""

    async def preview(self, terms: PlaceOrder) -> Forecast:
        return await self._engine.preview(terms)

    async def preview_conversion(self, terms: Convert) -> ConversionForecast:
        return await self._engine.preview_conversion(terms)


class Doubled(Losing):
    """Somebody else, who thinks that the proposal is locked for him, asks a moment earlier."""

    async def submit(self, command: Command) -> Outcome:
        await self._engine.submit(command)
        return await self._engine.submit(command)


class Overtaken(Losing):
    """Somebody else asks a moment later, when there is enough."""

    async def submit(self, command: Command) -> Outcome:
        outcome = await self._engine.submit(command)
        await fund(self._engine)
        await self._engine.submit(command)
        return outcome


@pytest.mark.parametrize("kind", [Doubled, Overtaken])
async def test_an_executed_proposal_is_never_shown_as_refused(
    kind: type[Losing],
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    *,
    ann: SignedInClient,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    """LED-7, LED-14: two carry it out, because the lock of the first was lost half-way."""
    if kind is Doubled:
        await fund(market)
    before = available(market, ann)
    proposal = (await propose(client, tom, ann)).json()
    operator = Operator(eve.id, eve.login, "treasury", new_id(), NOON)

    desk = kind(market, after=True)
    await proposals.APPROVALS.approve(services.sessions, desk, operator, UUID(proposal["id"]), now=NOON)
    await tasks.finish_approved(services.sessions, market, now=NOON)

    shown = (await client.get(PROPOSALS, headers=eve.headers)).json()["items"][0]
    assert (shown["status"], shown["refusal"]) == ("done", None)
    assert available(market, ann) == before + units("USDT", "12.5")


async def test_an_approval_waits_for_the_engine_alone_and_without_a_connection(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    monkeypatch: pytest.MonkeyPatch,
    *,
    ann: SignedInClient,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    await fund(market)
    proposal = (await propose(client, tom, ann)).json()
    pool, submit = services.sessions.kw["bind"].pool, market.submit
    checked_out: list[int] = []
    finishing: list[asyncio.Task[None]] = []
    execute, comes_by = Approvals.execute, asyncio.Event()

    async def note_and_execute(*arguments: Any, **others: Any) -> Any:
        comes_by.set()
        return await execute(*arguments, **others)

    async def look(command: Command) -> Outcome:
        # The task that finishes what was approved comes by meanwhile, and waits for its turn.
        comes_by.clear()
        finishing.append(asyncio.create_task(tasks.finish_approved(services.sessions, market, now=NOON)))
        await asyncio.wait_for(comes_by.wait(), 10)
        await asyncio.sleep(0)
        checked_out.append(pool.checkedout())
        assert not finishing[0].done()
        return await submit(command)

    monkeypatch.setattr(Approvals, "execute", note_and_execute)
    monkeypatch.setattr(market, "submit", look)
    approved = await decide(client, eve, proposal)
    await asyncio.gather(*finishing)

    assert approved.json()["status"] == "done"
    assert checked_out == [0]


async def test_an_approval_whose_answer_was_lost_is_executed_once(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    *,
    tom: SignedInStaff,
    eve: SignedInStaff,
) -> None:
    """LED-7: whether the engine had done it or not, afterwards it has, once."""
    await fund(market)
    before = available(market, ann)
    operator = Operator(eve.id, eve.login, "treasury", new_id(), NOON)
    states = []
    for after in (False, True):
        proposal = (await propose(client, tom, ann)).json()
        desk = Losing(market, after=after)
        await proposals.APPROVALS.approve(services.sessions, desk, operator, UUID(proposal["id"]), now=NOON)
        states.append(
            (await client.get(f"{PROPOSALS}/{proposal['id']}", headers=eve.headers)).json()["status"]
        )
        # A second look while the engine is away changes nothing.
        await tasks.finish_approved(services.sessions, Losing(market, after=False), now=NOON)

    for _ in range(2):
        await tasks.finish_approved(services.sessions, market, now=NOON)

    listed = (await client.get(PROPOSALS, headers=eve.headers)).json()["items"]
    assert states == ["approved", "approved"]
    assert [(item["status"], item["refusal"]) for item in listed] == [("done", None)] * 2
    assert available(market, ann) == before + units("USDT", "25")
