"""The engine seen through its gateway: exactly once, in sequence, and whole after any loss."""

import asyncio
import os
import socket
from pathlib import Path

import asyncpg
import msgspec
import pytest
from msgspec.structs import replace

from clearwater.core.commands import CancelOrder, Convert, ConvertLeg
from clearwater.core.views import View
from clearwater.engine import gateway as gateways
from clearwater.engine import protocol, resumption
from clearwater.engine.decoding import decode_engine
from clearwater.engine.follower import Follower
from clearwater.engine.leader import connect_unix
from clearwater.engine.protocol import (
    Alive,
    FrameProtocol,
    Hello,
    Preview,
    Rejected,
    Submit,
    Sync,
    frame,
)
from clearwater.engine.recovery import load_exchange, load_view
from clearwater.kit.chain_heads import Head
from clearwater.kit.errors import EngineUnavailable
from tests.engine.following import Seen, Site, deposit, order, shown
from tests.polling import eventually
from tests.trading import AT, open_market


async def test_a_command_is_answered_with_its_events_and_is_in_every_view(site: Site) -> None:
    one, other = await site.follow(), await site.follow()
    await open_market(one)
    outcome = await one.submit(deposit(1))

    assert outcome.refusal is None
    assert outcome.seq == one.seq == 5
    assert [type(event).__name__ for event in outcome.events] == ["Posting", "TransferChanged"]
    assert one.view.balance("ann", "USDT", "available") == 10**10
    await eventually(lambda: other.seq == 5)
    assert shown(other.view) == shown(one.view)


async def test_a_view_that_catches_up_has_what_others_were_acknowledged(site: Site) -> None:
    one, other = await site.follow(), await site.follow()
    await open_market(one)
    await other.catch_up()
    slow = site.connections[-1].transport
    assert slow is not None
    slow.pause_reading()
    await one.submit(deposit(1))
    catching_up = asyncio.gather(other.catch_up(), other.catch_up())
    await one.submit(deposit(2))
    assert not catching_up.done()
    assert other.view.balance("ann", "USDT", "available") == 0

    slow.resume_reading()
    await catching_up

    assert other.view.balance("ann", "USDT", "available") >= 10**10


async def test_an_engine_that_does_not_answer_leaves_no_reader_waiting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clearwater.engine.follower.CATCH_UP_SECONDS", 0.05)
    follower = await site.follow()
    transport = site.connections[-1].transport
    assert transport is not None
    transport.pause_reading()

    with pytest.raises(EngineUnavailable):
        await follower.catch_up()


async def test_what_is_committed_while_the_tables_are_read_follows_them(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer, seen = await site.follow(), Seen()
    await open_market(writer)

    async def load_and_lag(connection: asyncpg.Connection) -> tuple[View, Head]:
        loaded = await load_view(connection)
        await writer.submit(deposit(1))
        return loaded

    monkeypatch.setattr("clearwater.engine.follower.load_view", load_and_lag)
    reader = await site.follow(seen)

    assert (seen.resets, [entry.seq for entry in seen.entries]) == (1, [writer.seq])
    assert shown(reader.view) == shown(writer.view)


async def test_a_refusal_says_why_and_leaves_no_entry(site: Site) -> None:
    follower = await site.follow()
    await open_market(follower)
    seq = follower.seq
    outcome = await follower.submit(CancelOrder(AT, "ann", 77))

    assert (outcome.seq, follower.seq) == (0, seq)
    assert outcome.refusal is not None
    assert (outcome.refusal.code, list(outcome.events)) == ("NOT_FOUND", [outcome.refusal])


async def test_a_forecast_comes_from_the_engine(site: Site) -> None:
    follower = await site.follow()
    await open_market(follower)
    await follower.submit(deposit(1))
    forecast = await follower.preview(order())

    assert (forecast.estimate_fill.quantity, forecast.fee) == (0, 0)


async def test_what_a_conversion_would_give_comes_from_the_engine(site: Site) -> None:
    follower = await site.follow()
    await open_market(follower)
    await follower.submit(deposit(1))
    legs = (ConvertLeg("BTC-USDT", "buy"),)
    before = follower.seq

    nothing = await follower.preview_conversion(Convert(AT, "ann", "c", legs, 10**9, 1, 0))
    too_much = await follower.preview_conversion(Convert(AT, "ann", "c", legs, 10**11, 1, 0))

    assert [found.refusal and found.refusal.code for found in (nothing, too_much)] == [
        "NO_LIQUIDITY",
        "INSUFFICIENT_BALANCE",
    ]
    assert follower.seq == before


async def test_a_connection_that_does_not_begin_with_a_hello_is_ended(site: Site) -> None:
    """Whoever has not said who it is gets no answer, not even that there is an engine."""
    await open_market(await site.follow())
    messages = (Sync(1), Alive(), Preview(1, order()), Submit(1, "Tick", msgspec.Raw(b"\x90")))

    for message in messages:
        with socket.socket(socket.AF_UNIX) as stranger:
            stranger.setblocking(False)
            loop = asyncio.get_running_loop()
            await loop.sock_connect(stranger, str(site.path))
            await loop.sock_sendall(stranger, frame(message))
            assert await asyncio.wait_for(loop.sock_recv(stranger, 1), 10) == b"", message


async def test_a_follower_that_comes_later_has_everything(site: Site, database_url: str) -> None:
    first = await site.follow()
    await open_market(first)
    await first.submit(deposit(1))
    await first.submit(order())
    seen = Seen()
    later = await site.follow(seen)

    assert shown(later.view) == shown(first.view)
    assert (seen.resets, seen.entries) == (1, [])
    await first.submit(deposit(2))
    await eventually(lambda: [entry.seq for entry in seen.entries] == [first.seq])


async def test_a_view_that_is_loaded_knows_when_each_order_changed(site: Site) -> None:
    first = await site.follow()
    await open_market(first)
    await first.submit(deposit(1))
    await first.submit(order(client_order_id="one"))
    await first.submit(replace(order(client_order_id="two"), at=AT + 60_000))
    later = await site.follow()

    assert [order.state.at for order in later.view.orders.values()] == [AT, AT + 60_000]
    assert shown(later.view) == shown(first.view)


async def lose_connection_while_writing(site: Site, writer: Follower, reader: Follower) -> None:
    """The second follower's connection is lost while the first one writes; wait until it has caught up."""
    await open_market(writer)
    site.connections[1].abort(ConnectionResetError())
    for number in range(20):
        await writer.submit(deposit(number))
    await eventually(lambda: reader.seq == writer.seq and reader.is_serving)


async def test_after_a_lost_connection_batches_continue_without_a_gap_or_a_reload(site: Site) -> None:
    seen = Seen()
    writer, reader = await site.follow(), await site.follow(seen)
    await lose_connection_while_writing(site, writer, reader)

    assert seen.resets == 1
    assert [entry.seq for entry in seen.entries] == list(range(1, writer.seq + 1))
    assert shown(reader.view) == shown(writer.view)


async def test_too_far_behind_the_view_is_loaded_again(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resumption, "MAX_KEPT_BYTES", 0)
    seen = Seen()
    writer, reader = await site.follow(), await site.follow(seen)
    await lose_connection_while_writing(site, writer, reader)

    assert seen.resets == 2
    assert shown(reader.view) == shown(writer.view)


@pytest.mark.parametrize("delivered", [True, False])
async def test_a_command_whose_answer_was_lost_is_carried_out_once(site: Site, delivered: bool) -> None:
    """The connection is cut before the command was written, or after it was and before its answer is read."""
    follower = await site.follow()
    await open_market(follower)
    submitting = asyncio.create_task(follower.submit(deposit(1)))
    await asyncio.sleep(0)
    if delivered:
        # The frame goes out at the end of this turn of the loop.
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    site.connections[0].abort(ConnectionResetError())
    outcome = await asyncio.wait_for(submitting, 30)

    assert outcome.refusal is None
    assert [type(event).__name__ for event in outcome.events] == ["Posting", "TransferChanged"]
    assert follower.view.balance("ann", "USDT", "available") == 10**10


async def test_a_repeated_number_is_answered_again_and_done_once(site: Site) -> None:
    follower = await site.follow()
    await open_market(follower)
    await follower.submit(deposit(1))
    answers: list[protocol.Answer] = []

    def take(encoded: bytes) -> None:
        message = decode_engine(encoded)
        if isinstance(message, protocol.Answers):
            answers.extend(message.answers)

    connection = await connect_unix(
        site.path, lambda: FrameProtocol(take, lambda _: None, protocol.MAX_FRAME_BYTES)
    )
    connection.send(frame(Hello(1, 1, "twice", "test")))
    for _ in range(2):
        connection.send(protocol.submit(1, deposit(2)))
        await eventually(lambda: answers)
        await asyncio.sleep(0)
    await eventually(lambda: len(answers) == 2)
    connection.abort()

    assert [answer.seq for answer in answers] == [6, 6]
    assert answers[0].events is None
    assert answers[1].events is not None
    await eventually(lambda: follower.view.balance("ann", "USDT", "available") == 2 * 10**10)


async def test_what_another_engine_was_asked_is_answered_as_unknown_and_nothing_is_lost(
    site: Site, database_url: str
) -> None:
    follower = await site.follow()
    await open_market(follower)
    acknowledged = (await follower.submit(deposit(1))).seq
    in_flight = [asyncio.create_task(follower.submit(deposit(number))) for number in range(2, 50)]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await site.stop()
    await site.start()
    outcomes = await asyncio.gather(*in_flight, return_exceptions=True)
    await eventually(lambda: follower.is_serving)

    done = [outcome for outcome in outcomes if not isinstance(outcome, BaseException)]
    assert all(isinstance(outcome, EngineUnavailable) for outcome in outcomes if outcome not in done)
    assert follower.seq >= max([acknowledged, *(outcome.seq for outcome in done)])
    # Whoever repeats a reference gets it once.
    for number in range(2, 50):
        await follower.submit(deposit(number))
    assert follower.view.balance("ann", "USDT", "available") == 49 * 10**10


async def test_a_restarted_engine_resumes_a_follower_that_has_everything(site: Site) -> None:
    seen = Seen()
    follower = await site.follow(seen)
    await open_market(follower)
    await site.stop()
    await site.start()
    await eventually(lambda: follower.is_serving)
    await follower.submit(deposit(1))

    assert seen.resets == 1
    assert [entry.seq for entry in seen.entries] == [1, 2, 3, 4, 5]


async def test_views_equal_the_tables_after_many_commands_and_lost_connections(
    site: Site, database_url: str
) -> None:
    followers = [await site.follow() for _ in range(3)]
    await open_market(followers[0])
    await followers[0].submit(deposit(0, amount=10**13))

    async def trade(follower: Follower, first: int) -> None:
        for number in range(first, first + 60):
            while True:
                try:
                    await follower.submit(order(4_000_000 + number, f"order-{number}"))
                    break
                except EngineUnavailable:
                    await asyncio.sleep(0.01)
            if number % 13 == 0:
                site.connections[-1].abort(ConnectionResetError())

    await asyncio.gather(*(trade(follower, 100 * place) for place, follower in enumerate(followers)))
    await eventually(lambda: len({follower.seq for follower in followers}) == 1)
    await eventually(lambda: all(follower.is_serving for follower in followers))
    connection = await asyncpg.connect(database_url)
    loaded = await load_exchange(connection)
    await connection.close()

    assert len(loaded.exchange.state.orders) == 180
    for follower in followers:
        assert shown(follower.view) == shown(View.of(loaded.exchange))


def test_sockets_of_killed_engines_are_removed_and_those_of_others_stay(tmp_path: Path) -> None:
    killed, standby = tmp_path / "engine-999999999.sock", tmp_path / f"engine-{os.getpid()}.sock"
    killed.touch()
    standby.touch()

    gateways.bind_unix(tmp_path / "engine-1.sock").close()

    assert not killed.exists()
    assert standby.exists()


async def first_answer(path: Path, hello: Hello) -> object:
    answered: asyncio.Future[object] = asyncio.get_running_loop().create_future()
    connection = await connect_unix(
        path,
        lambda: FrameProtocol(
            lambda encoded: answered.set_result(decode_engine(encoded)),
            lambda _: None,
            protocol.MAX_FRAME_BYTES,
        ),
    )
    connection.send(frame(hello))
    answer = await asyncio.wait_for(answered, 10)
    connection.abort()
    return answer


async def test_a_version_that_is_not_spoken_is_rejected(site: Site) -> None:
    answer = await first_answer(site.path, Hello(7, 9, "new", "test"))

    assert isinstance(answer, Rejected)
    assert answer.code == "VERSION"


async def test_another_user_is_rejected(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 4242)
    monkeypatch.setattr(gateways, "ROOT", 4243)

    answer = await first_answer(site.path, Hello(1, 1, "stranger", "test"))

    assert isinstance(answer, Rejected)
    assert answer.code == "FORBIDDEN"


@pytest.mark.parametrize("garbage", [b"\xff" * 64, b"\x00\x00\x00\x01\xc0", b"\x00\x00\x00\x02\x91\x63"])
async def test_what_is_no_message_ends_the_connection_and_nothing_else(site: Site, garbage: bytes) -> None:
    follower = await site.follow()
    await open_market(follower)
    with socket.socket(socket.AF_UNIX) as stranger:
        stranger.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(stranger, str(site.path))
        await loop.sock_sendall(stranger, garbage)
        assert await asyncio.wait_for(loop.sock_recv(stranger, 1), 10) == b""

    assert (await follower.submit(deposit(1))).refusal is None


async def test_a_follower_that_does_not_read_is_dropped_and_slows_nobody(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateways, "MAX_UNSENT_BYTES", 64 * 1024)
    follower = await site.follow()
    await open_market(follower)
    with socket.socket(socket.AF_UNIX) as slow:
        slow.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(slow, str(site.path))
        await loop.sock_sendall(slow, frame(Hello(1, 1, "slow", "test")))
        await eventually(lambda: len(site.gateway.followers) == 2)
        await follower.submit(deposit(0, amount=10**14))
        number = 0
        while len(site.gateway.followers) == 2:
            await asyncio.gather(*(follower.submit(deposit(n)) for n in range(number + 1, number + 101)))
            number += 100
            assert number < 50_000

    assert (await follower.submit(order())).refusal is None
