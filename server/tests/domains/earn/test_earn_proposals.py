"""New products, higher rates and larger quotas take two people (E4 of the review of the engine)."""

from typing import Any

import httpx
import pytest

from clearwater.core.commands import Command
from clearwater.core.desk import Outcome
from clearwater.domains.earn import tasks
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from tests.builders import SignedInStaff, status_and_code
from tests.conftest import NOON
from tests.domains.earn.banking import (
    FLEX,
    PROPOSALS,
    approve,
    change,
    create,
    pass_time,
    propose_change,
)

NOON_SECONDS = int(NOON.timestamp())
DAY = 86_400


async def product(http: httpx.AsyncClient, product_id: str = "usdt") -> dict[str, Any] | None:
    items = (await http.get("/api/v1/earn/products")).json()["items"]
    return next((item for item in items if item["id"] == product_id), None)


@pytest.mark.parametrize(
    "values",
    [
        {"apr": "0.877"},
        {"quota": "15000.01"},
        {"apr": "0.9", "quota": "0"},
        {"apr": "0.1", "quota": "15001"},
    ],
)
async def test_what_costs_more_takes_two_people(
    client: httpx.AsyncClient,
    bank: Follower,
    tom: SignedInStaff,
    eve: SignedInStaff,
    *,
    values: dict[str, str],
) -> None:
    before = await product(client)

    alone = await change(client, tom, "usdt", **values)
    proposed = await propose_change(client, tom, "usdt", **values)
    own = await approve(client, tom, proposed)
    unchanged = await product(client)
    approved = await approve(client, eve, proposed)

    assert status_and_code(alone) == (409, "STATE_CONFLICT")
    assert status_and_code(own) == (403, "FORBIDDEN")
    assert unchanged == before
    assert (approved.json()["status"], approved.json()["change"]) == (
        "done",
        dict.fromkeys(["apr", "effective_at", "is_open", "max", "min", "quota", "source_of_yield"]) | values,
    )
    after = await product(client)
    assert after is not None
    shown = {"apr": (after["next_apr"] or after)["apr"], "quota": after["quota"]}
    assert shown | values == shown


async def test_one_person_may_lower_what_the_house_pays(
    client: httpx.AsyncClient, bank: Follower, tom: SignedInStaff
) -> None:
    for values in ({"apr": "0.5"}, {"quota": "100"}, {"is_open": False}, {"max": "20000"}, {"min": "1"}):
        assert (await change(client, tom, "usdt", **values)).status_code == 200, values


async def test_a_rate_that_drops_a_lower_one_that_is_scheduled_takes_two_people(
    client: httpx.AsyncClient, bank: Follower, tom: SignedInStaff
) -> None:
    lower = await change(client, tom, "usdt", apr="0.01", effective_at=NOON_SECONDS + DAY)

    again = await change(client, tom, "usdt", apr="0.876")
    later = await change(client, tom, "usdt", apr="0.02", effective_at=NOON_SECONDS + 2 * DAY)
    lower_still = await change(client, tom, "usdt", apr="0.01", effective_at=NOON_SECONDS + 3600)

    assert (lower.status_code, lower_still.status_code) == (200, 200)
    assert status_and_code(again) == (409, "STATE_CONFLICT")
    assert status_and_code(later) == (409, "STATE_CONFLICT")


async def test_no_rate_above_the_highest_is_proposed(
    client: httpx.AsyncClient, bank: Follower, tom: SignedInStaff
) -> None:
    """CLEARWATER_EARN_MAX_APR_PERCENT is 100."""
    for answer in (
        await create(client, tom, **FLEX | {"id": "new", "apr": "1.000001"}),
        await propose_change(client, tom, "usdt", apr="1.000001"),
    ):
        assert status_and_code(answer) == (422, "VALIDATION_FAILED")
        assert answer.json()["errors"][0] | {"code": ""} == {
            "field": "apr",
            "code": "",
            "message": "Must be between 0 and 1.",
        }
    assert (await propose_change(client, tom, "usdt", apr="1")).status_code == 202


async def test_a_product_has_one_open_proposal_which_can_be_rejected(
    client: httpx.AsyncClient, bank: Follower, tom: SignedInStaff, eve: SignedInStaff
) -> None:
    proposed = await create(client, tom, **FLEX | {"id": "new"})
    twice = await create(client, eve, **FLEX | {"id": "new"})
    url = f"{PROPOSALS}/{proposed.json()['id']}/reject"
    rejected = await client.post(url, json={"reason": "Too expensive."}, headers=eve.headers)
    late = await approve(client, eve, proposed)

    assert status_and_code(twice) == (409, "STATE_CONFLICT")
    assert (rejected.json()["status"], rejected.json()["remark"]) == ("rejected", "Too expensive.")
    assert status_and_code(late) == (409, "STATE_CONFLICT")
    assert await product(client, "new") is None
    listed = (await client.get(PROPOSALS, params={"status": "rejected"}, headers=tom.headers)).json()["items"]
    assert [(one["product"], one["draft"]["apr"], one["change"]) for one in listed] == [
        ("new", "0.876", None)
    ]


async def test_a_proposal_whose_time_has_passed_is_refused(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    bank: Follower,
    tom: SignedInStaff,
    eve: SignedInStaff,
    clock: FixedClock,
) -> None:
    proposed = await propose_change(client, tom, "usdt", apr="0.9", effective_at=NOON_SECONDS + 60)
    await pass_time(services, clock, hours=1)

    approved = (await approve(client, eve, proposed)).json()

    assert (approved["status"], approved["refusal"]) == (
        "refused",
        {"code": "VALIDATION_FAILED", "message": "Must not be in the past."},
    )


class Losing:
    """An engine whose answer does not arrive; it has done what it was asked, or not."""

    def __init__(self, engine: Follower, *, does: bool) -> None:
        self._submit, self._does = engine.submit, does

    async def submit(self, command: Command) -> Outcome:
        if self._does:
            await self._submit(command)
        raise EngineUnavailable


@pytest.mark.parametrize("does", [True, False])
async def test_an_approval_whose_answer_is_lost_is_finished_by_the_worker(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    bank: Follower,
    tom: SignedInStaff,
    eve: SignedInStaff,
    monkeypatch: pytest.MonkeyPatch,
    does: bool,
) -> None:
    proposals = [
        await create(client, tom, **FLEX | {"id": "new"}),
        await propose_change(client, tom, "usdt", apr="0.9", quota="20000"),
    ]
    with monkeypatch.context() as patched:
        patched.setattr(bank, "submit", Losing(bank, does=does).submit)
        waiting = [(await approve(client, eve, one)).json()["status"] for one in proposals]

    for _ in range(2):
        await tasks.finish_approved(services.sessions, bank, now=services.clock.now())

    assert waiting == ["approved", "approved"]
    listed = (await client.get(PROPOSALS, headers=tom.headers)).json()["items"]
    assert [one["status"] for one in listed[:2]] == ["done", "done"]
    created, changed = await product(client, "new"), await product(client)
    assert created is not None
    assert changed is not None
    assert (created["apr"], changed["quota"], changed["apr"]) == ("0.876", "20000", "0.9")


@pytest.mark.parametrize(("does", "becomes"), [(True, "done"), (False, "refused")])
async def test_a_rate_whose_time_passes_before_the_answer_is_repeated_is_what_it_is(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    bank: Follower,
    tom: SignedInStaff,
    eve: SignedInStaff,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    does: bool,
    becomes: str,
) -> None:
    proposed = await propose_change(client, tom, "usdt", apr="0.9", effective_at=NOON_SECONDS + 60)
    with monkeypatch.context() as patched:
        patched.setattr(bank, "submit", Losing(bank, does=does).submit)
        await approve(client, eve, proposed)
    await pass_time(services, clock, hours=2)

    await tasks.finish_approved(services.sessions, bank, now=clock.now())

    listed = (await client.get(PROPOSALS, headers=tom.headers)).json()["items"]
    changed = await product(client)
    assert changed is not None
    assert (listed[0]["status"], changed["apr"]) == (becomes, "0.9" if does else "0.876")
