"""/operator/premarkets: one person sets a pre-market up, two people list or cancel it."""

import asyncio
from datetime import timedelta
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import Command, ListCoin
from clearwater.core.desk import Outcome
from clearwater.domains.premarket.proposals import APPROVALS
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.fields import mask_email
from tests.builders import SignedInClient, SignedInStaff, a_staff, status_and_code
from tests.premarket import NOVA, PATH, order, pass_time, placed, require_sound
from tests.trading import AT, submit

CONSOLE = "/api/operator/premarkets"
PROPOSALS = f"{CONSOLE}/{NOVA}/proposals"


def draft(clock: FixedClock, **changes: Any) -> dict[str, Any]:
    now = int(clock.now().timestamp())
    return {
        "symbol": "ORB",
        "opens_at": now + 3600,
        "closes_at": now + 7200,
        "price_decimals": 4,
        "tick_size": "0.001",
        "step_size": "0.1",
        "min_quantity": "1",
        "max_quantity": "10000",
        "max_exposure": "50000",
    } | changes


@pytest.fixture
async def staff(services: ApiServices) -> tuple[SignedInStaff, SignedInStaff]:
    return await a_staff(services, "treasury"), await a_staff(services, "admin")


Staff = tuple[SignedInStaff, SignedInStaff]


async def acts(services: ApiServices) -> list[tuple[str, str]]:
    async with services.sessions() as session:
        rows = await session.execute(text("SELECT act, subject FROM audit_log ORDER BY seq"))
        return [(act, subject) for act, subject in rows]


async def test_a_premarket_is_created_scheduled_and_opened(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    staff: Staff,
    ann: SignedInClient,
    nova: Follower,
    clock: FixedClock,
) -> None:
    keeper, _ = staff
    await submit(nova, ListCoin(AT, "ORB", 8, 10**17))
    now = int(clock.now().timestamp())

    created = await client.post(CONSOLE, json=draft(clock), headers=keeper.headers)

    assert created.status_code == 201, created.text
    shown = created.json()
    assert (shown["status"], shown["fee_rate"], shown["collateral_rate"]) == ("upcoming", "0.02", "1")
    assert (shown["window_minutes"], shown["late_days"], shown["opens_at"]) == (240, "30", now + 3600)
    assert (shown["orders_open"], shown["value_open"], shown["protection_balance"]) == (0, "0", "0")
    again = await client.post(CONSOLE, json=draft(clock), headers=keeper.headers)
    assert status_and_code(again) == (409, "STATE_CONFLICT")

    # Open now: within a second.
    moved = await client.patch(f"{CONSOLE}/ORB", json={"opens_at": now}, headers=keeper.headers)
    assert moved.status_code == 200, moved.text
    await pass_time(nova, clock, seconds=1)
    body = {"side": "buy", "price": "2", "quantity": "5"}
    assert (await client.post(f"{PATH}/ORB/orders", json=body, headers=ann.headers)).status_code == 201

    closes = {"closes_at": now + 9000}
    assert (await client.patch(f"{CONSOLE}/ORB", json=closes, headers=keeper.headers)).status_code == 200
    past = await client.patch(f"{CONSOLE}/ORB", json={"closes_at": now - 3600}, headers=keeper.headers)
    assert (*status_and_code(past), past.json()["errors"][0]["field"]) == (
        422,
        "VALIDATION_FAILED",
        "closes_at",
    )
    refused = await client.patch(f"{CONSOLE}/ORB", json={"opens_at": now + 50}, headers=keeper.headers)
    assert status_and_code(refused) == (409, "STATE_CONFLICT")
    listed = (await client.get(CONSOLE, headers=keeper.headers)).json()["items"]
    assert [(one["symbol"], one["orders_open"]) for one in listed] == [(NOVA, 0), ("ORB", 1)]
    assert await acts(services) == [
        ("premarket.created", "premarket:ORB"),
        ("premarket.created", "premarket:ORB"),
        ("premarket.created.refused", "premarket:ORB"),
        *[("premarket.scheduled", "premarket:ORB")] * 3,
        ("premarket.scheduled.refused", "premarket:ORB"),
    ]


async def test_creating_and_scheduling_are_in_the_audit_log_before_the_engine_does_it(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    staff: Staff,
    nova: Follower,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A kill of the process after the engine has done it leaves the line of who asked for it."""
    await submit(nova, ListCoin(AT, "ORB", 8, 10**17))
    recorded, submit_to_engine = [], services.engine.submit

    async def submit_and_die(command: Command) -> Outcome:
        await submit_to_engine(command)
        recorded.append(await acts(services))
        raise EngineUnavailable

    monkeypatch.setattr(services.engine, "submit", submit_and_die)
    terms, times = draft(clock), {"closes_at": draft(clock)["closes_at"] + 60}

    answers = [
        await client.post(CONSOLE, json=terms, headers=staff[0].headers),
        await client.patch(f"{CONSOLE}/ORB", json=times, headers=staff[0].headers),
    ]

    assert [answer.status_code for answer in answers] == [503, 503]
    created, scheduled = ("premarket.created", "premarket:ORB"), ("premarket.scheduled", "premarket:ORB")
    assert recorded == [[created], [created, scheduled]]
    assert await acts(services) == recorded[-1]


@pytest.mark.parametrize(("minutes", "text"), [(1, "1 minute"), (90, "90 minutes"), (120, "2 hours")])
async def test_the_rules_say_how_long_sellers_have(
    *,
    client: httpx.AsyncClient,
    staff: Staff,
    nova: Follower,
    clock: FixedClock,
    minutes: int,
    text: str,
) -> None:
    await submit(nova, ListCoin(AT, "ORB", 8, 10**17))

    created = await client.post(CONSOLE, json=draft(clock, window_minutes=minutes), headers=staff[0].headers)

    assert created.status_code == 201, created.text
    assert created.json()["window_minutes"] == minutes
    shown = (await client.get("/api/v1/premarkets/ORB")).json()
    rules = {rule["key"]: rule["text"] for rule in shown["rules"]}
    assert rules["delivery"].startswith(f"After the listing, sellers have {text} to deliver.")


async def test_the_rules_write_numbers_as_their_language_does(
    client: httpx.AsyncClient, staff: Staff, nova: Follower, clock: FixedClock
) -> None:
    await submit(nova, ListCoin(AT, "ORB", 8, 10**17))
    terms = draft(clock, max_exposure="12345.5", fee_rate="0.025")
    created = await client.post(CONSOLE, json=terms, headers=staff[0].headers)
    assert created.status_code == 201, created.text

    rules = {}
    for language in ("en", "es"):
        shown = await client.get("/api/v1/premarkets/ORB", headers={"Accept-Language": language})
        rules[language] = {rule["key"]: rule["text"] for rule in shown.json()["rules"]}

    for language, fee, limit in (
        ("en", "2.5%", "12,345.5 USDT"),
        ("es", "2,5\N{NO-BREAK SPACE}%", "12.345,5 USDT"),
    ):
        assert fee in rules[language]["buyer"]
        assert limit in rules[language]["exposure"]


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"symbol": "NONE"}, "symbol"),
        ({"quote": "ORB"}, "quote"),
        ({"tick_size": "0.00001"}, "tick_size"),
        ({"tick_size": "0"}, "tick_size"),
        ({"step_size": "3"}, "min_quantity"),
        ({"max_quantity": "0.5"}, "min_quantity"),
        ({"max_exposure": "0"}, "max_exposure"),
        ({"fee_rate": "1"}, "fee_rate"),
        ({"collateral_rate": "0.5"}, "fee_rate"),
        ({"window_minutes": 2 * 24 * 60, "late_days": 1}, "window_minutes"),
        ({"closes_at": 0}, "opens_at"),
        ({"opens_at": 1}, "opens_at"),
        ({"window_minutes": 0}, "window_minutes"),
        ({"price_decimals": -1}, "price_decimals"),
        ({"unknown": 1}, "unknown"),
    ],
)
async def test_terms_that_make_no_sense_are_refused_with_their_field(
    *,
    client: httpx.AsyncClient,
    staff: Staff,
    nova: Follower,
    clock: FixedClock,
    changes: dict[str, Any],
    field: str,
) -> None:
    await submit(nova, ListCoin(AT, "ORB", 8, 10**17))

    answer = await client.post(CONSOLE, json=draft(clock, **changes), headers=staff[0].headers)

    assert answer.status_code == 422, answer.text
    assert field in [error["field"] for error in answer.json()["errors"]]
    assert "ORB" not in nova.view.premarkets


async def propose(
    http: httpx.AsyncClient, member: SignedInStaff, clock: FixedClock, *, kind: str = "list", hours: int = 2
) -> httpx.Response:
    body: dict[str, Any] = {"kind": kind, "note": "The team has announced it."}
    if kind == "list":
        body["delivery_at"] = int(clock.now().timestamp()) + hours * 3600
    return await http.post(PROPOSALS, json=body, headers=member.headers)


async def decide(
    http: httpx.AsyncClient, member: SignedInStaff, proposal_id: str, decision: str = "approve"
) -> httpx.Response:
    body = {"reason": "Not yet."} if decision == "reject" else None
    return await http.post(f"{CONSOLE}/proposals/{proposal_id}/{decision}", json=body, headers=member.headers)


async def test_a_listing_takes_two_people_and_is_done_once(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    staff: Staff,
    nova: Follower,
    clock: FixedClock,
) -> None:
    one, other = staff
    proposed = await propose(client, one, clock)
    assert proposed.status_code == 201, proposed.text
    proposal = proposed.json()
    assert (proposal["status"], proposal["proposed_by"], proposal["decided_by"]) == (
        "proposed",
        "treasury",
        None,
    )
    assert nova.view.premarkets[NOVA].terms.status == "open"
    # A second one has to wait for the first.
    second = await propose(client, other, clock, kind="cancel")
    assert status_and_code(second) == (409, "STATE_CONFLICT")
    assert status_and_code(await decide(client, one, proposal["id"])) == (403, "FORBIDDEN")
    assert status_and_code(await decide(client, one, proposal["id"], "reject")) == (403, "FORBIDDEN")

    approved = await decide(client, other, proposal["id"])

    assert (approved.status_code, approved.json()["status"]) == (200, "done")
    terms = nova.view.premarkets[NOVA].terms
    assert (terms.status, terms.delivery_at) == ("closed", proposal["delivery_at"] * 1000)
    assert status_and_code(await decide(client, other, proposal["id"])) == (409, "STATE_CONFLICT")
    assert status_and_code(await decide(client, other, proposal["id"], "reject")) == (409, "STATE_CONFLICT")
    # A delay is another listing.
    same = await propose(client, one, clock)
    assert status_and_code(same) == (422, "VALIDATION_FAILED")
    delay = (await propose(client, one, clock, hours=3)).json()
    assert (await decide(client, other, delay["id"])).json()["status"] == "done"
    assert nova.view.premarkets[NOVA].terms.delivery_at == delay["delivery_at"] * 1000
    listed = await client.get(f"{CONSOLE}/proposals", params={"status": "done"}, headers=one.headers)
    assert [item["id"] for item in listed.json()["items"]] == [delay["id"], proposal["id"]]
    assert [act for act, _ in await acts(services) if act.startswith("premarket")] == [
        "premarket.list_proposed",
        "premarket.list_approved",
        "premarket.list_proposed",
        "premarket.list_approved",
    ]


async def test_a_rejected_proposal_changes_nothing_and_makes_room(
    *, client: httpx.AsyncClient, staff: Staff, nova: Follower, clock: FixedClock
) -> None:
    one, other = staff
    proposal = (await propose(client, one, clock, kind="cancel")).json()
    shown = (await client.get(f"{CONSOLE}/{NOVA}", headers=one.headers)).json()
    assert shown["proposal_id"] == proposal["id"]

    answer = await decide(client, other, proposal["id"], "reject")

    assert (answer.json()["status"], answer.json()["remark"]) == ("rejected", "Not yet.")
    assert nova.view.premarkets[NOVA].terms.status == "open"
    again = await propose(client, other, clock, kind="cancel")
    assert again.status_code == 201
    assert (await decide(client, one, again.json()["id"])).json()["status"] == "done"
    assert nova.view.premarkets[NOVA].terms.status == "canceled"
    third = await propose(client, one, clock)
    assert status_and_code(third) == (409, "STATE_CONFLICT")


async def test_of_two_approvals_at_once_one_decides(
    *, client: httpx.AsyncClient, services: ApiServices, staff: Staff, nova: Follower, clock: FixedClock
) -> None:
    one, other = staff
    third = await a_staff(services, "treasury", login="third")
    proposal = (await propose(client, one, clock)).json()

    answers = await asyncio.gather(*(decide(client, who, proposal["id"]) for who in (other, third)))

    assert sorted(answer.status_code for answer in answers) == [200, 409]
    assert nova.view.premarkets[NOVA].terms.status == "closed"


class LostAnswers:
    """An engine that does what it is asked, and whose answer does not arrive."""

    def __init__(self, engine: Follower, *, loses: int) -> None:
        self.view = engine.view
        self._engine = engine
        self._loses = loses

    async def submit(self, command: Any) -> Outcome:
        outcome = await self._engine.submit(command)
        if self._loses:
            self._loses -= 1
            raise EngineUnavailable
        return outcome


@pytest.mark.parametrize("kind", ["list", "cancel"])
async def test_a_proposal_whose_answer_is_lost_is_found_done(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    staff: Staff,
    nova: Follower,
    clock: FixedClock,
    database_url: str,
    kind: str,
) -> None:
    one, other = staff
    proposal = (await propose(client, one, clock, kind=kind)).json()
    async with services.sessions() as session:
        await session.execute(
            text(
                "UPDATE premarket_proposals SET status = 'approved', decided_by = 'admin',"
                " decided_by_id = (SELECT id FROM staff WHERE login = 'admin')"
            )
        )
        await session.commit()
    lossy: Any = LostAnswers(nova, loses=1)

    await APPROVALS.finish_approved(services.sessions, lossy, now=clock.now())
    waiting = (await client.get(f"{CONSOLE}/proposals", headers=other.headers)).json()["items"]
    assert [item["status"] for item in waiting] == ["approved"]
    entries = nova.view.premarkets[NOVA].terms
    await APPROVALS.finish_approved(services.sessions, lossy, now=clock.now())

    done = (await client.get(f"{CONSOLE}/proposals", headers=other.headers)).json()["items"]
    assert [(item["id"], item["status"]) for item in done] == [(proposal["id"], "done")]
    assert nova.view.premarkets[NOVA].terms == entries
    await require_sound(database_url)


async def test_a_proposal_that_came_too_late_is_refused_by_the_engine(
    *, client: httpx.AsyncClient, services: ApiServices, staff: Staff, nova: Follower, clock: FixedClock
) -> None:
    one, _ = staff
    proposal = (await propose(client, one, clock, hours=1)).json()
    await pass_time(nova, clock, hours=2)
    other = await a_staff(services, "admin", login="late")

    answer = await decide(client, other, proposal["id"])

    assert (answer.status_code, answer.json()["status"]) == (200, "refused")
    assert answer.json()["refusal"] == {
        "code": "VALIDATION_FAILED",
        "message": "The proposed time has passed. Propose a later one.",
    }
    assert nova.view.premarkets[NOVA].terms.delivery_at == 0
    shown = (await client.get(f"{CONSOLE}/{NOVA}", headers=other.headers)).json()
    assert (shown["status"], shown["proposal_id"]) == ("closed", None)
    # It can be proposed again, and then approved.
    again = (await propose(client, other, clock, hours=1)).json()
    second = await a_staff(services, "treasury", login="second")
    assert (await decide(client, second, again["id"])).json()["status"] == "done"
    assert nova.view.premarkets[NOVA].terms.delivery_at == again["delivery_at"] * 1000


async def test_a_listing_cannot_be_proposed_for_a_time_that_has_passed(
    *, client: httpx.AsyncClient, staff: Staff, nova: Follower, clock: FixedClock
) -> None:
    one, _ = staff

    refused = await propose(client, one, clock, hours=-1)

    assert status_and_code(refused) == (422, "VALIDATION_FAILED")
    assert [error["field"] for error in refused.json()["errors"]] == ["delivery_at"]
    shown = (await client.get(f"{CONSOLE}/{NOVA}", headers=one.headers)).json()
    assert shown["proposal_id"] is None


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "list", "note": "No time."},
        {"kind": "cancel", "delivery_at": 1_900_000_000, "note": "A time."},
        {"kind": "list", "delivery_at": 1_900_000_000, "note": "Far too late."},
        {"kind": "list", "delivery_at": 1_900_000_000, "note": ""},
        {"kind": "sell", "note": "Something else."},
    ],
)
async def test_a_proposal_without_sense_is_refused(
    client: httpx.AsyncClient, staff: Staff, nova: Follower, body: dict[str, Any]
) -> None:
    answer = await client.post(PROPOSALS, json=body, headers=staff[0].headers)

    assert status_and_code(answer) == (422, "VALIDATION_FAILED")


async def test_changes_need_a_recent_step_up(
    *, client: httpx.AsyncClient, services: ApiServices, staff: Staff, nova: Follower, clock: FixedClock
) -> None:
    clock.at += timedelta(minutes=6)

    answers = [
        await client.post(CONSOLE, json=draft(clock), headers=staff[0].headers),
        await client.patch(f"{CONSOLE}/{NOVA}", json={"closes_at": 1}, headers=staff[0].headers),
        await propose(client, staff[0], clock),
    ]

    assert [status_and_code(answer) for answer in answers] == [(403, "STEP_UP_REQUIRED")] * 3


async def test_staff_see_both_clients_of_a_contract(
    *, client: httpx.AsyncClient, staff: Staff, ann: SignedInClient, bob: SignedInClient, nova: Follower
) -> None:
    await placed(client, ann, "buy")
    await placed(client, bob, "sell")
    assert (await order(client, ann, "buy", price="1")).status_code == 201
    watcher = staff[0]

    answer = await client.get(f"{CONSOLE}/{NOVA}/contracts", headers=watcher.headers)

    (contract,) = answer.json()["items"]
    shown = contract["buyer_email"], contract["seller_email"]
    assert shown == (mask_email(ann.email), mask_email(bob.email))
    assert (contract["value"], contract["buyer_fee"], contract["collateral"]) == ("20", "0.4", "20")
    ended = await client.get(
        f"{CONSOLE}/{NOVA}/contracts", params={"status": "settled"}, headers=watcher.headers
    )
    assert ended.json()["items"] == []
    shown = (await client.get(f"{CONSOLE}/{NOVA}", headers=watcher.headers)).json()
    figures = {
        name: shown[name] for name in ("orders_open", "contracts_open", "value_open", "collateral_held")
    }
    assert figures == {"orders_open": 1, "contracts_open": 1, "value_open": "20", "collateral_held": "20"}
    missing = await client.get(f"{CONSOLE}/BTC/contracts", headers=watcher.headers)
    assert status_and_code(missing) == (404, "NOT_FOUND")
