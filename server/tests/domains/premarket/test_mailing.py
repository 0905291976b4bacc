"""Emails about contracts: the right ones, once, whatever happens to the job."""

from collections.abc import Sequence

import httpx
import pytest

from clearwater.core.premarket_commands import CancelPreMarket, ListPreMarket
from clearwater.domains.clients import service as clients
from clearwater.domains.premarket import mailing
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock, milliseconds
from tests.builders import SignedInClient
from tests.mailbox import mail_to
from tests.premarket import COIN, NOVA, PATH, give_nova, pass_time, placed
from tests.trading import a_trader, submit


async def trade(http: httpx.AsyncClient, buyer: SignedInClient, seller: SignedInClient) -> None:
    await placed(http, buyer, "buy")
    await placed(http, seller, "sell")


async def list_now(engine: Follower, clock: FixedClock) -> None:
    await submit(engine, ListPreMarket(milliseconds(clock.now()), NOVA, milliseconds(clock.now())))
    await pass_time(engine, clock)


async def run_job(services: ApiServices, engine: Follower, *, times: int = 2) -> None:
    for _ in range(times):
        await mailing.announce_all(services.sessions, engine.view, now=services.clock.now())


async def subjects(services: ApiServices, client: SignedInClient) -> list[str]:
    """Oldest first."""
    mails = await mail_to(services, client.email)
    return [mail.subject for mail in reversed(mails)]


async def text_of_newest(services: ApiServices, client: SignedInClient) -> str:
    return (await mail_to(services, client.email))[0].text_body


DUE = "Deliver your NOVA on Clearwater"
DELIVERED = "Your NOVA was delivered on Clearwater"
NOT_DELIVERED = "A seller didn’t deliver your NOVA on Clearwater"  # noqa: RUF001 - as on the screen
LOST = "You didn’t deliver NOVA on Clearwater"  # noqa: RUF001 - as on the screen
CANCELED = "The NOVA pre-market on Clearwater was canceled"


async def test_sellers_are_told_once_what_is_due_and_what_is_missing(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
) -> None:
    await trade(client, ann, bob)
    await trade(client, ann, bob)
    await give_nova(nova, bob, 14 * COIN)
    await run_job(services, nova)
    assert await subjects(services, bob) == []
    await list_now(nova, clock)

    await run_job(services, nova)

    assert (await subjects(services, bob), await subjects(services, ann)) == ([DUE], [])
    mail = await text_of_newest(services, bob)
    assert "You sold 20 NOVA." in mail
    assert "6 NOVA short" in mail
    assert "15.11.2026 16:00 UTC" in mail


async def test_buyers_are_told_what_was_delivered_by_hand_and_at_the_end(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
) -> None:
    for _ in range(3):
        await trade(client, ann, bob)
    await give_nova(nova, bob, 30 * COIN)
    await list_now(nova, clock)
    await run_job(services, nova)
    answer = await client.post(f"{PATH}/contracts/2/deliver", headers=bob.headers)
    assert answer.status_code == 200

    await run_job(services, nova)
    assert await subjects(services, ann) == [DELIVERED]
    assert "10 NOVA that you bought" in await text_of_newest(services, ann)
    await pass_time(nova, clock, hours=4)
    await run_job(services, nova)

    assert await subjects(services, ann) == [DELIVERED, DELIVERED]
    # Only what the first email did not say.
    assert "20 NOVA that you bought" in await text_of_newest(services, ann)
    assert await subjects(services, bob) == [DUE]


async def test_both_sides_are_told_of_a_default(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
) -> None:
    await trade(client, ann, bob)
    await list_now(nova, clock)
    await pass_time(nova, clock, hours=4)

    await run_job(services, nova)

    assert await subjects(services, ann) == [NOT_DELIVERED]
    assert "38.4 USDT" in await text_of_newest(services, ann)
    # The window is over: nothing is due any more.
    assert await subjects(services, bob) == [LOST]
    assert "20 USDT" in await text_of_newest(services, bob)


async def test_both_sides_are_told_that_a_market_was_canceled(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
) -> None:
    await trade(client, ann, bob)
    await trade(client, bob, ann)
    await submit(nova, CancelPreMarket(milliseconds(clock.now()), NOVA))
    await pass_time(nova, clock)

    await run_job(services, nova)

    for one in (ann, bob):
        assert await subjects(services, one) == [CANCELED]
        assert "40.8 USDT" in await text_of_newest(services, one)


async def test_a_job_that_is_killed_halfway_tells_everyone_once(
    *,
    client: httpx.AsyncClient,
    services: ApiServices,
    ann: SignedInClient,
    bob: SignedInClient,
    nova: Follower,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """With chunks of one client: some are committed, the one that fails leaves nothing."""
    cid = await a_trader(services, nova, "cid")
    everyone: Sequence[SignedInClient] = (ann, bob, cid)
    for buyer, seller in ((ann, bob), (bob, cid), (cid, ann)):
        await trade(client, buyer, seller)
    await submit(nova, CancelPreMarket(milliseconds(clock.now()), NOVA))
    await pass_time(nova, clock)
    monkeypatch.setattr(mailing, "CHUNK", 1)
    sent, real = 0, clients.send_email

    def killed(*arguments: object, **options: object) -> None:
        nonlocal sent
        real(*arguments, **options)  # type: ignore[arg-type]
        sent += 1
        if sent == 2:
            raise RuntimeError("killed")

    monkeypatch.setattr(clients, "send_email", killed)
    with pytest.raises(RuntimeError, match="killed"):
        await run_job(services, nova)
    assert sum([len(await subjects(services, one)) for one in everyone]) == 1

    await run_job(services, nova)

    assert [await subjects(services, one) for one in everyone] == [[CANCELED]] * 3
