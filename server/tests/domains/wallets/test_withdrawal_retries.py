"""Withdrawals whose process dies: each is either a working withdrawal or a released hold (LED-10)."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any

import httpx
import pytest

from clearwater.core.commands import HoldWithdrawal, ReleaseWithdrawal, SettleWithdrawal
from clearwater.domains.wallets.withdrawals import Withdrawals
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import EngineUnavailable
from clearwater.kit.idempotency import IdempotentRequests
from tests.builders import SignedInClient, status_and_code
from tests.domains.wallets.withdrawing import (
    WITHDRAWALS,
    a_withdrawal,
    available,
    cancel,
    confirm,
    deposit_address,
    finish,
    held,
    request,
    rows_of,
    status_of,
    usdt,
)
from tests.mailbox import mail_to, mailed_code

Call = Callable[..., Awaitable[Any]]


class ProcessDied(Exception):
    """The process ends here; what is committed stays, and nothing is answered."""


def die_in(monkeypatch: pytest.MonkeyPatch, owner: type, name: str) -> None:
    """End the process where this would be called, once."""
    original: Call = getattr(owner, name)

    async def die(*_: Any, **__: Any) -> None:
        monkeypatch.setattr(owner, name, original)
        raise ProcessDied

    monkeypatch.setattr(owner, name, die)


def die_around_submit(monkeypatch: pytest.MonkeyPatch, kind: type, *, is_done: bool) -> None:
    """End the process before a command is submitted, or after it is durable."""
    original: Call = Follower.submit

    async def submit(engine: Follower, command: Any) -> Any:
        if not isinstance(command, kind):
            return await original(engine, command)
        monkeypatch.setattr(Follower, "submit", original)
        if is_done:
            await original(engine, command)
        raise ProcessDied

    monkeypatch.setattr(Follower, "submit", submit)


Crash = Callable[[pytest.MonkeyPatch], None]
CRASHES: dict[str, Crash] = {
    "before the hold": lambda patch: die_around_submit(patch, HoldWithdrawal, is_done=False),
    "after the hold": lambda patch: die_around_submit(patch, HoldWithdrawal, is_done=True),
    "before the code": lambda patch: die_in(patch, Withdrawals, "_mail_code"),
    "before the answer is stored": lambda patch: die_in(patch, IdempotentRequests, "_store"),
}


@pytest.mark.parametrize("crash", CRASHES.values(), ids=CRASHES.keys())
async def test_a_retry_goes_on_where_a_process_died(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    monkeypatch: pytest.MonkeyPatch,
    *,
    crash: Crash,
) -> None:
    crash(monkeypatch)
    died = await request(client, ann, key="k1")

    again = await request(client, ann, key="k1")
    other = await request(client, ann, key="k1", amount="101")

    assert died.status_code == 500
    assert again.status_code == 201
    assert status_and_code(other) == (409, "IDEMPOTENCY_CONFLICT")
    assert held(market, ann) == usdt("100")
    assert len(await mail_to(services, ann.email)) == 1
    assert (await confirm(client, services, ann, again.json()["id"])).status_code == 200


@pytest.mark.parametrize("crash", CRASHES.values(), ids=CRASHES.keys())
async def test_what_nobody_goes_on_with_is_released(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    clock: FixedClock,
    *,
    monkeypatch: pytest.MonkeyPatch,
    crash: Crash,
) -> None:
    before = available(market.view, ann)
    crash(monkeypatch)
    await request(client, ann, key="k1")
    clock.at += timedelta(minutes=10)

    await finish(services)

    assert (available(market.view, ann), held(market, ann)) == (before, 0)
    shown = (await client.get(WITHDRAWALS, headers=ann.headers)).json()["items"]
    assert [one["status"] for one in shown] in ([], ["canceled"])
    clock.at += timedelta(hours=2)
    await finish(services)
    assert all(row.is_held is False for row in await rows_of(services))


async def test_another_body_conflicts_even_before_an_answer_was_stored(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    die_around_submit(monkeypatch, HoldWithdrawal, is_done=True)
    await request(client, ann, key="k1")

    other = await request(client, ann, key="k1", amount="7")

    assert status_and_code(other) == (409, "IDEMPOTENCY_CONFLICT")
    assert held(market, ann) == usdt("100")


async def test_requests_with_one_key_at_once_are_one_withdrawal(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    answers = await asyncio.gather(*(request(client, ann, key="k1") for _ in range(10)))

    assert {answer.status_code for answer in answers} == {201}
    assert len({answer.json()["id"] for answer in answers}) == 1
    assert held(market, ann) == usdt("100")
    assert len(await mail_to(services, ann.email)) == 1


async def test_a_confirmation_is_repeated_with_its_key(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    code = await mailed_code(services, ann.email)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    die_in(monkeypatch, IdempotentRequests, "_store")

    died = await confirm(client, services, ann, withdrawal_id, email_code=code, key="c1")
    guessed = await confirm(client, services, ann, withdrawal_id, email_code=wrong, key="c2")
    again = await confirm(client, services, ann, withdrawal_id, email_code=code, key="c1")
    replayed = await confirm(client, services, ann, withdrawal_id, email_code=code, key="c1")

    assert died.status_code == 500
    assert status_and_code(guessed) == (409, "WITHDRAWAL_FINAL")
    assert (again.status_code, again.json()["withdrawal"]["status"]) == (200, "processing")
    assert replayed.headers["Idempotent-Replay"] == "true"
    assert replayed.json() == again.json()


async def test_a_cancellation_is_repeated_with_its_key(
    client: httpx.AsyncClient, market: Follower, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    die_around_submit(monkeypatch, ReleaseWithdrawal, is_done=False)

    died = await cancel(client, ann, withdrawal_id, key="c1")
    untouched = held(market, ann)
    again = await cancel(client, ann, withdrawal_id, key="c1")

    assert died.status_code == 500
    assert untouched == usdt("100")
    assert (again.status_code, again.json()["withdrawal"]["status"]) == (200, "canceled")
    assert held(market, ann) == 0


@pytest.mark.parametrize("is_done", [False, True])
async def test_the_worker_releases_what_was_canceled(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    monkeypatch: pytest.MonkeyPatch,
    *,
    is_done: bool,
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    die_around_submit(monkeypatch, ReleaseWithdrawal, is_done=is_done)
    await cancel(client, ann, withdrawal_id)

    await finish(services)

    assert await status_of(client, ann, withdrawal_id) == "canceled"
    assert held(market, ann) == 0
    assert [row.is_held for row in await rows_of(services)] == [False]


async def test_an_engine_that_is_away_loses_nothing(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    withdrawal_id = await a_withdrawal(client, ann)
    with monkeypatch.context() as patch:

        async def submit(*_: Any) -> None:
            raise EngineUnavailable

        patch.setattr(Follower, "submit", submit)
        canceled = await cancel(client, ann, withdrawal_id)
        asked = await request(client, ann, key="k1")

    assert canceled.json()["withdrawal"]["status"] == "canceled"
    assert status_and_code(asked) == (503, "ENGINE_UNAVAILABLE")
    await finish(services)
    assert held(market, ann) == 0
    assert (await request(client, ann, key="k1")).status_code == 201


@pytest.mark.parametrize("is_done", [False, True])
async def test_a_transfer_to_another_client_is_finished_by_the_worker(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
    *,
    monkeypatch: pytest.MonkeyPatch,
    is_done: bool,
) -> None:
    before = available(market.view, bob)
    address = await deposit_address(client, bob)
    withdrawal_id = await a_withdrawal(client, ann, address=address)
    die_around_submit(monkeypatch, SettleWithdrawal, is_done=is_done)

    died = await confirm(client, services, ann, withdrawal_id)
    await finish(services)
    await finish(services)

    assert died.status_code == 500
    assert await status_of(client, ann, withdrawal_id) == "completed"
    assert available(market.view, bob) == before + usdt("99")
    assert held(market, ann) == 0


async def test_a_hold_that_comes_after_its_request_was_given_up_is_released(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    clock: FixedClock,
    *,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A request that waits for the engine for so long that the worker gives it up meanwhile."""
    original: Call = Follower.submit

    async def submit(engine: Follower, command: Any) -> Any:
        if isinstance(command, HoldWithdrawal):
            monkeypatch.setattr(Follower, "submit", original)
            clock.at += timedelta(minutes=10)
            await finish(services)
        return await original(engine, command)

    monkeypatch.setattr(Follower, "submit", submit)
    late = await request(client, ann)
    await finish(services)

    assert status_and_code(late) == (503, "ENGINE_UNAVAILABLE")
    assert held(market, ann) == 0
    assert (await client.get(WITHDRAWALS, headers=ann.headers)).json()["items"] == []
