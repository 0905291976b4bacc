"""kill -9 under load: what was acknowledged is there exactly once, and the books still prove right."""

import asyncio
import os
import signal
from pathlib import Path

import httpx
import pytest

from tests.builders import a_web_build
from tests.crowd import Crowd, an_order, audit, list_orders, own_ids, prepare
from tests.processes import Exchange, until


@pytest.fixture
def place(run_folder: Path, request: pytest.FixtureRequest) -> Path:
    folder = run_folder / str(request.node.name)[:30]
    a_web_build(folder / "web")
    # The api, which need not be root, removes a file here.
    folder.chmod(0o777)
    return folder


async def test_nothing_acknowledged_is_lost_or_done_twice(place: Path) -> None:
    clients = await prepare(place / "data")
    exchange = Exchange(place, CLEARWATER_RATE_LIMITS="0")
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd([f"http://127.0.0.1:{exchange.port}"], clients)
        trading_crowd = asyncio.create_task(crowd.trade())
        for victim in ("api", "postgres", "api", "postgres"):
            await crowd.wait_for_more()
            pid = exchange.pids("api")[-1] if victim == "api" else exchange.postgres_pid()
            os.kill(pid, signal.SIGKILL)
        await crowd.wait_for_more()
        crowd.is_over = True
        await trading_crowd
        await asyncio.to_thread(until, exchange.is_serving)

        assert crowd.repeated, "nobody lost an answer: the kills came to nothing"
        assert sorted(await list_orders(crowd)) == sorted(crowd.acknowledged)
        assert (beside := audit(CLEARWATER_DATA=str(exchange.data_folder))).returncode == 0, (
            beside.stdout + beside.stderr
        )
    finally:
        exchange.end()


# Each interpreter runs this first; api or engine then die at the step that the file names, once.
SITECUSTOMIZE = """
import os
import sys

if {"api", "engine"} & set(sys.orig_argv):
    import signal
    from pathlib import Path

    from clearwater.engine.follower import Follower
    from clearwater.engine.gateway import Gateway
    from clearwater.engine.journal import Journal
    from clearwater.kit.idempotency import IdempotentRequests

    marker = Path(os.environ["CLEARWATER_TEST_KILL_AT"])

    def die_at(step):
        if marker.exists() and marker.read_text() == step:
            marker.unlink()
            os.kill(os.getpid(), signal.SIGKILL)

    def around(owner, name, before, after):
        original = getattr(owner, name)

        async def wrapped(self, *args):
            die_at(before)
            result = await original(self, *args)
            die_at(after)
            return result

        setattr(owner, name, wrapped)

    def around_call(owner, name, before, after):
        original = getattr(owner, name)

        def wrapped(self, *args):
            die_at(before)
            original(self, *args)
            die_at(after)

        setattr(owner, name, wrapped)

    around(Follower, "submit", "before it is sent", "after the answer")
    around_call(Gateway, "submit", "before it is applied", "after it is applied")
    around(Journal, "commit", "before the commit", "after the commit")
    around_call(Gateway, "on_commit", "before the feed", "after the feed")
    around_call(Follower, "_take", "before the view", "after the view")
    around(IdempotentRequests, "_store", "before the note", "after the note")
"""
STEPS = (
    "before it is sent",
    "before it is applied",
    "after it is applied",
    "before the commit",
    "after the commit",
    "before the feed",
    "after the feed",
    "before the view",
    "after the view",
    "after the answer",
    "before the note",
    "after the note",
)


async def test_an_order_is_placed_once_whatever_step_the_process_dies_at(place: Path) -> None:
    clients = await prepare(place / "data")
    marker = place / "kill-at"
    (place / "code").mkdir()
    (place / "code" / "sitecustomize.py").write_text(SITECUSTOMIZE)
    exchange = Exchange(
        place,
        CLEARWATER_RATE_LIMITS="0",
        PYTHONPATH=str(place / "code"),
        CLEARWATER_TEST_KILL_AT=str(marker),
    )
    try:
        await asyncio.to_thread(exchange.wait_until_ready)
        crowd = Crowd([f"http://127.0.0.1:{exchange.port}"], clients)
        for number, step in enumerate(STEPS):
            marker.write_text(step)
            for send in named_requests(number):
                await place_through_a_kill(exchange, crowd, send)
            assert not marker.exists(), f"nothing died {step}"
        assert (beside := audit(CLEARWATER_DATA=str(exchange.data_folder))).returncode == 0, (
            beside.stdout + beside.stderr
        )
    finally:
        exchange.end()


def named_requests(step: int) -> list[tuple[dict[str, str], dict[str, str]]]:
    """Headers and body of an order with a key, with an id of the client's own, and with both."""
    base = an_order(0, 1, f"own-{step}")
    unnamed = {name: value for name, value in base.items() if name != "client_order_id"}
    return [
        ({"Idempotency-Key": f"key-{step}"}, unnamed),
        ({}, base),
        ({"Idempotency-Key": f"both-{step}"}, base | {"client_order_id": f"both-{step}"}),
    ]


async def place_through_a_kill(
    exchange: Exchange, crowd: Crowd, request: tuple[dict[str, str], dict[str, str]]
) -> None:
    headers, body = request
    before = len(await own_ids(crowd, 0))
    answers: list[object] = []
    while len(answers) < 2:
        try:
            async with crowd.connect(0) as http:
                answer = await http.post("/api/v1/order", json=body, headers=headers)
        except httpx.TransportError:
            await asyncio.to_thread(until, exchange.is_serving)
            continue
        if answer.status_code == 503:
            # The engine died: whether it was placed is not known here.
            await asyncio.to_thread(until, exchange.is_serving)
            continue
        assert answer.status_code == 201, answer.text
        answers.append(answer.json())
    async with crowd.connect(0) as http:
        other = await http.post("/api/v1/order", json=body | {"quantity": "0.002"}, headers=headers)

    assert answers[0] == answers[1]
    assert other.status_code == 409, other.text
    assert len(await own_ids(crowd, 0)) == before + 1
