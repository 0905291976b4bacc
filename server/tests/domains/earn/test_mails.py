"""The email about a maturity: written once, whatever happens to the job."""

import asyncio
from itertools import count
from typing import Any

import httpx
import pytest
from sqlalchemy import text

from clearwater.core.commands import Fund
from clearwater.domains.clients import service as clients
from clearwater.domains.earn import tasks
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.entrypoints.worker import list_jobs
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient
from tests.domains.earn.banking import begin, empty_treasury, pass_time, redeem
from tests.trading import submit, units


async def mails(services: ApiServices) -> list[tuple[str, str]]:
    """To whom, and what; the oldest first."""
    async with services.sessions() as session:
        found = await session.execute(
            text("SELECT recipient, text_body FROM outbox WHERE subject LIKE '%matured' ORDER BY id")
        )
        return [(recipient, body) for recipient, body in found]


async def run_job(services: ApiServices, clock: FixedClock) -> None:
    await tasks.mail_maturities(services.sessions, now=clock.now())


async def test_whoever_has_a_position_that_matured_is_written_to_once(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    bank: Follower,
    clock: FixedClock,
    database_url: str,
) -> None:
    await begin(client, ann, product_id="usdt-10")
    await begin(client, bob, product_id="usdt-10", amount="50", auto_renew=True)
    await begin(client, bob, product_id="usdt")
    await run_job(services, clock)
    assert await mails(services) == []
    await pass_time(services, clock, days=10)
    (job,) = (job for job in list_jobs(services, database_url) if job.name == "mail_maturities")

    await asyncio.gather(job.perform(), job.perform())
    await job.perform()

    (to_ann, ended), (to_bob, renewed) = await mails(services)
    assert (to_ann, to_bob) == (ann.email, bob.email)
    assert ended.startswith(
        "Your locked position of 100 USDT has matured."
        " The amount and the interest are back in your balance.\n\nInterest paid: 2.4 USDT\n\n"
    )
    assert renewed.startswith(
        "Your locked position of 50 USDT has matured and was renewed. The interest is in your balance.\n\n"
        "Interest paid: 1.2 USDT\n\nMatures again: 05.12.2026 12:00 UTC\n\n"
    )


async def test_every_maturity_of_a_position_has_its_own_interest(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    await begin(client, ann, product_id="usdt-10", auto_renew=True)
    for _ in range(2):
        await pass_time(services, clock, days=10)
        await run_job(services, clock)
    # Nothing has matured when it ends early.
    await pass_time(services, clock, days=1)
    await redeem(client, ann)
    await run_job(services, clock)

    found = await mails(services)

    assert ["Interest paid: 2.4 USDT\n" in body for _, body in found] == [True, True]


async def test_a_position_that_ended_early_is_not_written_about(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    await begin(client, ann, product_id="usdt-10")
    await pass_time(services, clock, days=9)
    await redeem(client, ann)
    await pass_time(services, clock, days=2)

    await run_job(services, clock)

    assert await mails(services) == []


async def test_interest_that_could_not_be_paid_is_named(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bank: Follower, clock: FixedClock
) -> None:
    await begin(client, ann, product_id="usdt-10")
    await empty_treasury(bank, clock)
    await submit(bank, Fund(milliseconds(clock.at), "a-little", "USDT", "test", units("USDT", "1")))
    await pass_time(services, clock, days=10)

    await run_job(services, clock)

    [(_, body)] = await mails(services)
    assert "Interest paid: 1 USDT\n\nAnother 1.4 USDT of interest is still to come." in body


async def test_a_job_that_dies_loses_nothing_and_goes_on_in_parts(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bank: Follower,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(tasks, "AT_ONCE", 2)
    for _ in range(5):
        await begin(client, ann, product_id="usdt-10", amount="10")
    await pass_time(services, clock, days=10)
    real, attempts = clients.send_email, count(1)

    def die_at_the_fourth(*arguments: Any, **options: Any) -> None:
        if next(attempts) == 4:
            raise ConnectionError
        real(*arguments, **options)

    monkeypatch.setattr(clients, "send_email", die_at_the_fourth)
    with pytest.raises(ConnectionError):
        await run_job(services, clock)
    assert len(await mails(services)) == 2

    await run_job(services, clock)
    await run_job(services, clock)

    assert len(await mails(services)) == 5
