"""What levels are reckoned from (LED-15), and that fees follow: real trades, balances and withdrawals."""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

import httpx
from sqlalchemy import text

from clearwater.core.commands import HoldWithdrawal, ListPair, PairRules, ReleaseWithdrawal, SettleWithdrawal
from clearwater.domains.membership.ports import Figures
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import FixedClock
from tests.builders import SignedInClient, a_client
from tests.conftest import NOON
from tests.trading import a_trader, give, place, submit, units

ETH_RULES = PairRules(tick=10**4, step=10**4, min_quantity=10**4, max_quantity=10**10, min_notional=1)


async def figures_of(services: ApiServices, owner: SignedInClient, *, now: datetime = NOON) -> Figures:
    async with services.sessions() as session:
        return (await services.trading_facts.figures_of(session, [owner.id], now=now))[owner.id]


async def trade(
    client: httpx.AsyncClient, buyer: SignedInClient, seller: SignedInClient, **order: Any
) -> None:
    for owner, side in ((seller, "sell"), (buyer, "buy")):
        answer = await place(client, owner, **order | {"side": side})
        assert answer.status_code == 201, answer.json()


async def test_levels_and_fees_follow_what_a_client_trades(
    client: httpx.AsyncClient,
    services: ApiServices,
    clock: FixedClock,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    async with services.sessions() as session:
        await session.execute(text("UPDATE levels SET requires_kyc = false, requires_two_factor = false"))
        await session.commit()

    async def level() -> dict[str, Any]:
        shown: dict[str, Any] = (await client.get("/api/v1/client/level", headers=ann.headers)).json()
        return shown

    async def rates() -> tuple[str, str]:
        order = (await place(client, ann, price="41000")).json()["order"]
        return order["maker_fee_rate"], order["taker_fee_rate"]

    before, first_rates = await level(), await rates()
    await trade(client, ann, bob, quantity="0.00998")
    below = await level()
    await trade(client, ann, bob, quantity="0.0001")
    risen = await level()
    # What an order costs is looked up once in a while, not for each of them.
    clock.at += timedelta(minutes=2)

    assert (before["key"], before["volume_30d"], before["balance"]) == ("guest", "0", "1000000")
    assert first_rates == ("0.002", "0.0025")
    assert (below["key"], below["volume_30d"]) == ("guest", "499")
    assert below["next"]["missing"] == {"kyc": False, "volume_30d": "1", "balance": "0"}
    assert (risen["key"], risen["volume_30d"]) == ("starter", "504")
    assert await rates() == ("0.0016", "0.002")


async def test_volume_is_that_of_today_and_thirty_days_on_either_side_of_a_trade(
    client: httpx.AsyncClient, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    await trade(client, ann, bob, quantity="0.1")
    await trade(client, bob, ann, quantity="0.2")
    # Trades with oneself: levels are not to be had that way.
    await trade(client, ann, ann, quantity="0.4", self_trade_prevention="none")

    last = NOON.replace(hour=23, minute=59, second=59) + timedelta(days=30)
    volumes = [
        (await figures_of(services, owner, now=now)).volume_30d
        for owner in (ann, bob)
        for now in (NOON, last, last + timedelta(seconds=1))
    ]

    assert volumes == [Decimal(15_000), Decimal(15_000), Decimal(0)] * 2


async def test_a_coin_without_a_usdt_price_is_valued_through_btc(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    await submit(market, ListPair(0, "ETH-BTC", "ETH", "BTC", 8, ETH_RULES, units("BTC", "0.04")))
    await give(market, bob, ETH="5")
    await trade(client, ann, bob, symbol="ETH-BTC", quantity="2", price="0.04")
    without = await figures_of(services, bob)

    await trade(client, ann, bob, quantity="0.1")
    figures = await figures_of(services, bob)

    assert (without.volume_30d, without.balance) == (Decimal(0), Decimal(1_000_000))
    # 0.08 BTC for ETH and 0.1 BTC for USDT; fees of 0.2 % each were taken from what bob received.
    assert figures.volume_30d == Decimal(9_000)
    btc = Decimal("9.9") + Decimal("0.08") * Decimal("0.998")
    usdt = 1_000_000 + 5_000 * Decimal("0.998")
    assert figures.balance == usdt + (btc + 3 * Decimal("0.04")) * 50_000


async def test_clients_who_are_asked_for_together_have_their_own_figures(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    eve = await a_trader(services, market, "eve", btc="1", usdt="7")
    new = await a_client(services, email="new@example.org")
    at_ms = int(NOON.timestamp() * 1000)
    amount, value = units("USDT", "10"), 1_000
    await submit(market, HoldWithdrawal(at_ms, "one", str(bob.id), "USDT", "tron", amount, 10, value))
    await trade(client, ann, bob, quantity="0.1")
    asked = [ann.id, new.id, bob.id, eve.id]

    async with services.sessions() as session:
        together = await services.trading_facts.figures_of(session, asked, now=NOON)
        nobody = await services.trading_facts.figures_of(session, [], now=NOON)

    assert nobody == {}
    assert together == {who.id: await figures_of(services, who) for who in (ann, bob, eve, new)}
    assert {who: figures.volume_30d for who, figures in together.items()} == {
        ann.id: Decimal(5_000),
        bob.id: Decimal(5_000),
        eve.id: Decimal(0),
        new.id: Decimal(0),
    }
    assert [together[who].withdrawn_day for who in asked] == [0, 0, 10, 0]
    assert (together[eve.id].balance, together[new.id].balance) == (Decimal(50_007), Decimal(0))


async def test_withdrawn_is_what_was_set_aside_or_left_on_this_day(
    services: ApiServices, market: Follower, clock: FixedClock, ann: SignedInClient
) -> None:
    async def hold(name: str, amount: str, at: datetime) -> None:
        """It counts with the value of its time, whatever the coin is worth now."""
        clock.at = at
        at_ms, units_held, value = int(at.timestamp() * 1000), units("USDT", amount), int(amount) * 300
        await submit(market, HoldWithdrawal(at_ms, name, str(ann.id), "USDT", "tron", units_held, 10, value))

    noon = NOON + timedelta(days=1)
    midnight = noon.replace(hour=0)
    at_ms = int(noon.timestamp() * 1000)
    await hold("yesterday", "1", midnight - timedelta(milliseconds=1))
    await hold("held", "10", midnight)
    await hold("left", "100", noon)
    await submit(market, SettleWithdrawal(at_ms, "left"))
    await hold("released", "1000", noon)
    await submit(market, ReleaseWithdrawal(at_ms, "released"))

    today = await figures_of(services, ann, now=noon)
    tomorrow = await figures_of(services, ann, now=noon + timedelta(hours=12))

    assert (today.withdrawn_day, tomorrow.withdrawn_day) == (Decimal(330), Decimal(0))
    assert today.balance == Decimal("999899.99")
