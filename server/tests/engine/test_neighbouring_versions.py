"""Processes one version apart work together, whichever is the newer one; two versions apart they do not."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from clearwater.core.commands import PlaceOrder
from clearwater.core.desk import Committed
from clearwater.core.events import OrderAccepted
from clearwater.engine import protocol
from clearwater.engine.follower import Follower
from clearwater.engine.gateway import Gateway
from clearwater.engine.protocol import LENGTH, Answers, Batch, FrameProtocol, Submit, Versions, frame
from clearwater.kit.errors import EngineUnavailable
from tests.engine.following import Seen, Site, deposit, order, shown
from tests.polling import eventually
from tests.trading import AT, open_market

# A version speaks the one before, too.
OLDER, NEWER, TWO_APART = Versions(1, 1), Versions(1, 2), Versions(2, 3)
NEW_MESSAGE, NEW_EVENT = [99, "new"], [199, "new"]


def tag(kind: Any) -> int:
    return int(kind.__struct_config__.tag)


def grow_events(events: list[Any]) -> None:
    """One more field in each event, and in what travels under names there; and one more kind of event."""
    for event in events:
        for part in event:
            if isinstance(part, dict):
                part["new"] = 1
        event.append("new")
    events.append(NEW_EVENT)


def grow(encoded: bytes) -> list[bytes]:
    """A frame as a newer version sends it, and another of a kind that only that one has."""
    message = msgspec.msgpack.decode(encoded[LENGTH.size :])
    if message[0] == tag(Batch):
        for entry in message[2]:
            grow_events(entry[2])
            entry.append("new")
    elif message[0] == tag(Answers):
        for answer in message[1]:
            if answer[5] is not None:
                grow_events(answer[5])
            answer.append("new")
    message.append("new")
    bodies = [msgspec.msgpack.encode(one) for one in (message, NEW_MESSAGE)]
    return [LENGTH.pack(len(body)) + body for body in bodies]


def make_newer(connection: FrameProtocol) -> None:
    send = connection.send

    def send_grown(encoded: bytes) -> None:
        for one in grow(encoded):
            send(one)

    connection.send = send_grown  # type: ignore[method-assign]


class NewerGateway(Gateway):
    """The gateway of an engine that is a version ahead."""

    def accept(self) -> asyncio.Protocol:
        accepted = super().accept()
        assert isinstance(accepted, FrameProtocol)
        make_newer(accepted)
        return accepted


async def follow_newer(site: Site, seen: Seen) -> Follower:
    """A follower that is a version ahead."""

    async def connect(make: Callable[[], FrameProtocol]) -> FrameProtocol:
        connection = await site.connect(make)
        make_newer(connection)
        return connection

    return await site.follow(seen, connect=connect, versions=NEWER)


@pytest_asyncio.fixture(params=["engine", "follower"])
async def neighbours(request: pytest.FixtureRequest, site: Site) -> tuple[Follower, Seen]:
    """A follower, its only connection so far, and what it was fed; the engine or it is the newer one."""
    seen = Seen()
    if request.param == "follower":
        site.gateway.versions = OLDER
        return await follow_newer(site, seen), seen
    await site.stop()
    await site.start(NewerGateway, NEWER)
    return await site.follow(seen, versions=OLDER), seen


def test_the_newer_side_of_the_tests_sends_what_the_older_one_does_not_know() -> None:
    batch = Batch(b"", [Committed(1, AT, [OrderAccepted(1, "limit", 0, order(), AT)])])

    with pytest.raises(msgspec.ValidationError):
        msgspec.msgpack.decode(grow(frame(batch))[0][LENGTH.size :], type=protocol.FromEngine)


async def test_an_order_is_placed_and_the_feed_is_followed_and_resumed(
    site: Site, neighbours: tuple[Follower, Seen]
) -> None:
    follower, seen = neighbours
    same = await site.follow(versions=site.gateway.versions)
    await open_market(follower)
    await follower.submit(deposit(1))
    forecast = await follower.preview(order())
    placed = await follower.submit(order())
    site.connections[0].abort(ConnectionResetError())
    for number in range(2, 20):
        await same.submit(deposit(number))
    await eventually(lambda: follower.seq == same.seq and follower.is_serving)
    await follower.catch_up()

    assert placed.refusal is None
    assert forecast.estimate_fill.quantity == 0
    assert "OrderAccepted" in [type(event).__name__ for event in placed.events]
    assert (seen.resets, [entry.seq for entry in seen.entries]) == (1, list(range(1, same.seq + 1)))
    assert list(follower.view.orders) == list(same.view.orders) == [1]
    assert shown(follower.view) == shown(same.view)


async def test_a_command_whose_answer_was_lost_is_answered_again(
    site: Site, neighbours: tuple[Follower, Seen]
) -> None:
    follower, _ = neighbours
    await open_market(follower)
    lost = site.connections[0].transport
    assert lost is not None
    lost.pause_reading()
    submitting = asyncio.create_task(follower.submit(deposit(1)))
    engine_seq = follower.seq + 1
    await eventually(lambda: site.engine.health.head.seq == engine_seq)
    site.connections[0].abort(ConnectionResetError())
    outcome = await asyncio.wait_for(submitting, 30)

    assert [type(event).__name__ for event in outcome.events] == ["Posting", "TransferChanged"]
    assert follower.view.balance("ann", "USDT", "available") == 10**10


async def test_the_lower_version_is_spoken(site: Site) -> None:
    with capture_logs() as logs:
        await follow_newer(site, Seen())

    joined, followed = (
        next(line for line in logs if line["event"] == event)
        for event in ("follower_joined", "engine_followed")
    )
    assert (joined["version"], followed["version"]) == (1, 1)


class NewerPlaceOrder(PlaceOrder, frozen=True):
    """With a field that an older engine does not have."""

    hidden: bool = False


@pytest.mark.parametrize("kind", ["PlaceOrder", "PlaceHiddenOrder"])
async def test_what_an_older_engine_does_not_know_is_not_carried_out(
    site: Site, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    follower = await site.follow()
    await open_market(follower)
    await follower.submit(deposit(1))

    def hidden_order(*, hidden: bool) -> PlaceOrder:
        return NewerPlaceOrder(
            AT, "ann", "BTC-USDT", "buy", "limit", 10**5, 4_000_000, 2_000, 2_500, hidden=hidden
        )

    def submit(number: int, command: PlaceOrder) -> bytes:
        name = kind if kind == "PlaceOrder" or command.hidden else "PlaceOrder"  # type: ignore[attr-defined]
        return frame(Submit(number, name, msgspec.Raw(msgspec.msgpack.encode(command))))

    monkeypatch.setattr(protocol, "submit", submit)
    with pytest.raises(EngineUnavailable):
        await follower.submit(hidden_order(hidden=True))
    assert not follower.view.orders
    # Orders that do without are those of the older version.
    outcome = await follower.submit(hidden_order(hidden=False))

    assert outcome.refusal is None
    assert len(follower.view.orders) == 1


@pytest.mark.parametrize(("engine", "follower"), [(OLDER, TWO_APART), (TWO_APART, OLDER)])
async def test_two_versions_apart_a_follower_is_refused_and_logged_once(
    site: Site, database_url: str, engine: Versions, follower: Versions
) -> None:
    site.gateway.versions = engine
    refused = Follower(site.connect, database_url, "api")
    refused.versions = follower
    with capture_logs() as logs:
        following = asyncio.create_task(refused.run())
        await eventually(lambda: len(site.connections) == 3)
        following.cancel()
        await asyncio.gather(following, return_exceptions=True)

    assert not refused.is_serving
    assert refused.refusal == f"The engine speaks version {engine.max}."
    lines = [(line["role"], line["code"]) for line in logs if line["event"] == "follower_refused"]
    assert lines == [("api", "VERSION")]
    assert (await site.follow(versions=engine)).is_serving
