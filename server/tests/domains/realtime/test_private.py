"""The events of one client alone, numbered without gaps."""

import httpx
import pytest

from clearwater.core.commands import CancelOrder, Deposit
from clearwater.domains.realtime import streams
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from tests.builders import SignedInClient
from tests.domains.realtime.conftest import Listen
from tests.domains.realtime.listening import Json, Listening, Polling, Received
from tests.domains.realtime.test_public import an_order
from tests.trading import AT, submit, units

OWN = ("orders", "balances", "transactions", "account")


def numbers(listening: Received) -> list[int]:
    return [message["seq"] for message in listening.of(*OWN)]


async def get(http: httpx.AsyncClient, client: SignedInClient, path: str) -> Json:
    answer: Json = (await http.get(f"/api/v1/{path}", headers=client.headers)).json()
    return answer


@pytest.mark.parametrize("kind", [Listening, Polling])
async def test_each_side_of_a_trade_is_sent_only_its_own_events(
    *,
    kind: type[Received],
    listen: Listen,
    market: Follower,
    client: httpx.AsyncClient,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    hers, his = await listen(ann, kind), await listen(bob)
    first = await hers.follow(*OWN)
    await his.follow(*OWN)

    await submit(market, an_order(ann, "sell"))
    await submit(market, an_order(bob, "buy"))
    await hers.wait_for("balances", 2)
    await his.wait_for("balances")

    new, filled = hers.of("orders")
    (bought,) = his.of("orders")
    assert (new["order"]["status"], filled["order"]["status"]) == ("new", "filled")
    assert "fill" not in new
    assert filled["fill"]["role"] == "maker"
    assert bought["fill"]["role"] == "taker"
    assert filled["order"] == (await get(client, ann, f"order/{new['order']['id']}"))["order"]
    assert bought["order"] == (await get(client, bob, f"order/{bought['order']['id']}"))["order"]
    assert [filled["fill"]] == (await get(client, ann, "trades"))["items"]
    assert numbers(hers) == list(range(first["seq"] + 1, first["seq"] + 1 + len(numbers(hers))))
    assert {type_of(message) for message in his.received} == {
        ("orders", "order"),
        ("balances", "balances"),
        ("transactions", "transaction"),
    }


def type_of(message: Json) -> tuple[str, str]:
    return message["channel"], message["type"]


async def test_the_first_subscription_replays_what_happened_since_the_page_loaded_its_client(
    listen: Listen, market: Follower, client: httpx.AsyncClient, ann: SignedInClient
) -> None:
    loaded = await client.get("/api/v1/order?status=open", headers=ann.headers)
    shown = await client.get("/api/bff/auth/user", headers=ann.headers)
    again = await client.get("/api/bff/auth/user", headers=ann.headers)
    await submit(market, an_order(ann, "sell"))
    hers = await listen(ann)

    answer = await hers.follow(*OWN, resume=int(shown.headers["X-Private-Seq"]))

    assert "X-Private-Seq" not in loaded.headers
    assert again.headers["X-Private-Seq"] == shown.headers["X-Private-Seq"]
    assert "resync" not in answer
    await hers.wait_for("balances")
    assert [message["order"]["status"] for message in hers.of("orders")] == ["new"]
    assert numbers(hers)[-1] == answer["seq"]


async def test_balances_and_transactions_are_those_of_the_api(
    listen: Listen, market: Follower, client: httpx.AsyncClient, ann: SignedInClient, bob: SignedInClient
) -> None:
    hers = await listen(ann)
    await hers.follow(*OWN)

    await submit(market, an_order(bob, "buy"))
    await submit(market, an_order(ann, "sell"))
    event = (await hers.wait_for("balances"))[-1]

    assets = {row["symbol"]: row for row in (await get(client, ann, "assets"))["items"]}
    assert event["items"] == [assets["BTC"], assets["USDT"]]
    kept = (await get(client, ann, "transactions"))["items"]
    seen = [message["transaction"] for message in hers.of("transactions")]
    assert seen == [row for row in reversed(kept) if row["type"] != "deposit"]
    assert {row["amount"] for row in seen} == {"-0.1", "5000"}


async def test_a_deposit_is_published_with_the_new_balance(
    listen: Listen, market: Follower, ann: SignedInClient
) -> None:
    hers = await listen(ann)
    first = (await hers.follow("transactions", "balances"))["seq"]

    await submit(market, Deposit(AT, "more", str(ann.id), "ETH", "test", units("ETH", "2")))
    await hers.wait_for("balances")
    await hers.wait_for("transactions")

    # Where a deposit went is read from the tables, which takes a moment.
    balances, transaction = hers.received
    assert transaction == {
        "channel": "transactions",
        "type": "transaction",
        "seq": first + 2,
        "transaction": transaction["transaction"],
    }
    assert (transaction["transaction"]["type"], transaction["transaction"]["amount"]) == ("deposit", "2")
    assert (balances["type"], balances["seq"]) == ("balances", first + 1)
    assert [(row["symbol"], row["available"]) for row in balances["items"]] == [("ETH", "2")]


async def test_the_end_of_an_earlier_order_is_published_with_all_its_fields(
    listen: Listen, market: Follower, client: httpx.AsyncClient, ann: SignedInClient
) -> None:
    await submit(market, an_order(ann, "sell", "51000"))
    hers = await listen(ann)
    await hers.follow("orders")

    await submit(market, CancelOrder(AT, str(ann.id), 1))

    (ended,) = await hers.wait_for("orders")
    assert ended["order"]["status"] == "canceled"
    assert ended["order"] == (await get(client, ann, "order/1"))["order"]


async def test_a_reconnecting_client_receives_exactly_the_missed_events(
    listen: Listen, market: Follower, ann: SignedInClient
) -> None:
    hers, witness = await listen(ann), await listen(ann)
    await hers.follow("orders", "balances")
    await witness.follow("orders", "balances")
    await submit(market, an_order(ann, "sell", "51000"))
    await hers.wait_for("balances")
    last = numbers(hers)[-1]
    await hers.close()

    await submit(market, an_order(ann, "sell", "52000"))
    await submit(market, an_order(ann, "sell", "53000"))
    await witness.wait_for("balances", 3)
    again = await listen(ann)
    answer = await again.follow("orders", "balances", resume=last)
    await again.until(lambda: len(again.received) >= 4)

    assert answer == {"ok": True, "errors": [], "seq": last + 4}
    assert again.received == [message for message in witness.received if message["seq"] > last]
    await submit(market, an_order(ann, "sell", "54000"))
    await again.wait_for("balances", 3)
    assert numbers(again) == list(range(last + 1, last + 7))


async def test_resuming_beyond_the_recent_events_requires_a_resync(
    listen: Listen, market: Follower, ann: SignedInClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "MAX_RECENT_EVENTS", 3)
    hers = await listen(ann)
    seq = (await hers.follow("orders"))["seq"]
    for price in ("51000", "52000", "53000"):
        await submit(market, an_order(ann, "sell", price))
    await hers.wait_for("orders", 3)

    again = await listen(ann)
    too_old = await again.follow("orders", resume=seq)
    never_was = await again.follow("orders", resume=seq + 1_000)

    assert too_old["resync"] is True
    assert never_was["resync"] is True
    assert again.received == []
    # A stream that is opened again continues the numbering, and does not take an old number for its own.
    assert seq > 0


async def test_resuming_a_pruned_stream_requires_a_resync(
    listen: Listen, services: ApiServices, ann: SignedInClient
) -> None:
    hers = await listen(ann)
    seq = (await hers.follow("orders"))["seq"]
    feed = services.realtime.publisher.private

    feed.streams.prune(set(), now=0.0)
    feed.streams.prune(set(), now=streams.KEPT_IDLE_SECONDS + 1)
    answer = await hers.follow("orders", resume=seq)

    assert answer == {"ok": True, "errors": [], "seq": answer["seq"], "resync": True}
    assert answer["seq"] > seq
