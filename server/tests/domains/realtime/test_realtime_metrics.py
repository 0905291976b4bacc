"""Sockets and their messages in the metrics."""

from clearwater.engine.follower import Follower
from clearwater.kit.metrics import make_registry
from tests.builders import SignedInClient
from tests.domains.realtime.conftest import Listen
from tests.polling import eventually

DEPTH = "depth:BTC-USDT"


async def test_sockets_are_counted_by_kind_and_messages_by_direction(
    listen: Listen, market: Follower, ann: SignedInClient
) -> None:
    shown = make_registry("api").get_sample_value
    sent, received = (
        shown(f"clearwater_realtime_{direction}_messages_total") or 0 for direction in ("sent", "received")
    )

    visitor = await listen()
    await listen(ann)
    await visitor.follow(DEPTH)
    await visitor.wait_for(DEPTH)

    assert shown("clearwater_realtime_sockets", {"kind": "visitor"}) == 1
    assert shown("clearwater_realtime_sockets", {"kind": "client"}) == 1
    assert shown("clearwater_realtime_received_messages_total") == received + 1
    assert (shown("clearwater_realtime_sent_messages_total") or 0) > sent
    await visitor.close()
    await eventually(lambda: shown("clearwater_realtime_sockets", {"kind": "visitor"}) == 0)
