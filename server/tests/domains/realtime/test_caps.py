"""How many sockets one address and one client may have, and whose pages may open them."""

import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace

import httpx
import pytest
import pytest_asyncio
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from clearwater.domains.sites import service as sites
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.cache import REFRESH_INTERVAL
from clearwater.kit.clock import FixedClock
from clearwater.kit.errors import RateLimited
from tests.builders import SignedInClient
from tests.domains.realtime.conftest import Listen, served
from tests.domains.realtime.listening import Json, Listening
from tests.domains.realtime.test_connecting import refusal_of
from tests.polling import eventually

PATH = "/socket.io/?EIO=4&transport="
CAP = 20


@pytest_asyncio.fixture
async def bare(hall: ApiServices) -> AsyncIterator[str]:
    """Sockets without an engine; twenty of them an address."""
    async with served(hall) as found:
        yield found


def socket_url(address: str) -> str:
    return f"{address.replace('http', 'ws')}{PATH}websocket"


async def refused_socket(address: str, **options: object) -> tuple[int, Json]:
    with pytest.raises(InvalidStatus) as refusal:
        await connect(socket_url(address), **options)  # type: ignore[arg-type]
    return refusal.value.response.status_code, json.loads(refusal.value.response.body or b"")


async def test_sockets_per_ip_address_are_limited(bare: str, hall: ApiServices) -> None:
    async with AsyncExitStack() as stack:
        for _ in range(CAP):
            await stack.enter_async_context(connect(socket_url(bare), ping_interval=None))

        status, problem = await refused_socket(bare)
        async with httpx.AsyncClient() as http:
            poll = await http.get(f"{bare}{PATH}polling")
        async with connect(socket_url(bare), local_addr=("127.0.0.2", 0)) as other:
            assert str(await other.recv()).startswith("0{")

        assert (status, problem["code"]) == (429, "RATE_LIMITED")
        assert problem["detail"] == "Too many live connections from your IP address."
        assert (poll.status_code, poll.json()["code"]) == (429, "RATE_LIMITED")
        assert int(poll.headers["retry-after"]) > 0
    await eventually(lambda: not hall.realtime.server.connections)
    async with connect(socket_url(bare)) as again:
        assert str(await again.recv()).startswith("0{")


async def test_sockets_per_client_are_limited(
    *, listen: Listen, address: str, services: ApiServices, ann: SignedInClient, bob: SignedInClient
) -> None:
    services.realtime.caps = replace(services.realtime.caps, per_client=2)
    first, _ = await listen(ann), await listen(ann)

    assert await refusal_of(address, token=ann.token) == {
        "message": "Too many live connections are open for your account.",
        "data": {"code": "RATE_LIMITED"},
    }
    assert (await (await listen(bob)).follow("orders"))["ok"]
    await first.close()
    await eventually(lambda: services.realtime.hub.count_sockets(str(ann.id)) == 1)
    assert (await (await listen(ann)).follow("orders"))["ok"]


async def test_one_token_after_the_other_counts_by_address(
    address: str, services: ApiServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    async def no_room(_group: object, caller: str) -> None:
        asked.append(caller)
        if len(asked) > 1:
            raise RateLimited

    monkeypatch.setattr(services.limiter, "require_room", no_room)

    assert (await refusal_of(address, token="made up"))["data"] == {"code": "RATE_LIMITED"}
    assert asked == ["127.0.0.1", "127.0.0.1"]


@pytest.mark.parametrize(
    "origin", ["https://evil.example", "null", "https://localhost.evil.example", "http://", "file://"]
)
async def test_a_foreign_origin_is_refused(
    address: str, services: ApiServices, caplog: pytest.LogCaptureFixture, origin: str
) -> None:
    status, problem = await refused_socket(address, additional_headers={"Origin": origin})
    async with httpx.AsyncClient(headers={"Origin": origin}) as http:
        poll = await http.get(f"{address}{PATH}polling")

    assert (status, problem["code"]) == (403, "FORBIDDEN")
    assert (poll.status_code, poll.json()["code"]) == (403, "FORBIDDEN")
    assert not services.realtime.server.connections
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def test_origins_of_every_site_and_programs_may_connect(
    address: str, services: ApiServices, clock: FixedClock
) -> None:
    async with services.sessions() as session:
        await sites.add_site(session, hostname="b.example", sitename="B")
        await session.commit()
    # The directory of sites is read again.
    clock.at += REFRESH_INTERVAL

    for headers in (
        {},
        {"Origin": address},
        {"Origin": "https://b.example"},
        {"Origin": "http://localhost:5173"},
    ):
        client = Listening()
        await client.connect(address, headers=headers)
        assert (await client.follow("ticker:all"))["ok"]
        await client.close()


async def test_jsonp_is_refused(bare: str) -> None:
    async with httpx.AsyncClient() as http:
        answer = await http.get(f"{bare}{PATH}polling&j=0")

    assert (answer.status_code, answer.json()["code"]) == (400, "MALFORMED")
