"""A client that is slow, silent or everywhere at once takes nothing that others need."""

import asyncio
import csv
import io
import socket
import uuid
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from typing import cast

import httpx
import pytest
import pytest_asyncio
from fastapi import APIRouter, Request, Response
from sqlalchemy import DateTime, String, select, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from clearwater.adapters.postgres_cluster import APPLICATION_ROLE
from clearwater.entrypoints import http_protocol
from clearwater.entrypoints.api import create_app
from clearwater.entrypoints.http_protocol import ConnectionCounts
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.db import SessionFactory
from clearwater.kit.dependencies import AppExports
from clearwater.kit.exports import MAX_EXPORTS_PER_CALLER, PAGE_ROWS
from clearwater.kit.paging import Keyset, every_page
from tests.domains.realtime.conftest import served
from tests.entrypoints.test_connections import pool_of
from tests.polling import eventually

EPOCH = datetime.fromtimestamp(0, UTC)
ROWS = PAGE_ROWS * 3 + 7
router = APIRouter(prefix="/api/probe")


class ProbeBase(DeclarativeBase):
    pass


class Page(ProbeBase):
    __tablename__ = "long_pages"
    at: Mapped[datetime] = mapped_column(DateTime(timezone=True), primary_key=True)
    id: Mapped[uuid.UUID] = mapped_column(primary_key=True)
    words: Mapped[str] = mapped_column(String)


NEWEST_FIRST: Keyset[Page] = Keyset((Page.at, Page.id))


@router.get("/pages")
async def export_pages(request: Request, exports: AppExports) -> Response:
    """Far more than what fits between a server and a reader that takes nothing."""
    caller = request.query_params.get("caller", "ann")
    pages = every_page(select(Page), NEWEST_FIRST)
    return exports.answer(caller, "pages", ["id", "words"], pages, lambda row: [row.id.int, row.words * 30])


@router.post("/body")
async def take_body() -> dict[str, str]:
    return {}


async def add_pages(services: ApiServices, first: int, number: int) -> None:
    async with services.sessions() as session:
        session.add_all(
            Page(at=EPOCH + timedelta(seconds=one // 3), id=uuid.UUID(int=one), words="a long page " * 10)
            for one in range(first, first + number)
        )
        await session.commit()


@pytest_asyncio.fixture
async def address(services: ApiServices, owner_sessions: SessionFactory) -> AsyncIterator[tuple[str, int]]:
    async with owner_sessions() as session:
        connection = await session.connection()
        await connection.run_sync(ProbeBase.metadata.create_all)
        await session.execute(text(f"GRANT ALL ON long_pages TO {APPLICATION_ROLE}"))
        await session.commit()
    await add_pages(services, 0, ROWS)
    async with served(services, create_app(services, router)) as found:
        host, port = found.removeprefix("http://").split(":")
        yield host, int(port)


@asynccontextmanager
async def stalled_reader(address: tuple[str, int], caller: str = "ann") -> AsyncIterator[socket.socket]:
    """Asks for an export, and has taken the first bytes of it when this begins."""
    plug = socket.socket()
    plug.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    plug.setblocking(False)
    loop = asyncio.get_running_loop()
    await loop.sock_connect(plug, address)
    await loop.sock_sendall(
        plug, f"GET /api/probe/pages?caller={caller} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
    )
    assert (await loop.sock_recv(plug, 100)).startswith(b"HTTP/1.1 200 ")
    try:
        yield plug
    finally:
        plug.close()


def url_of(address: tuple[str, int], path: str) -> str:
    return f"http://{address[0]}:{address[1]}{path}"


async def test_a_stalled_reader_holds_no_connection(services: ApiServices, address: tuple[str, int]) -> None:
    async with stalled_reader(address):
        await eventually(lambda: pool_of(services).checkedout() == 0)

        assert services.exports.limit.total() == 1
    await eventually(lambda: services.exports.limit.total() == 0)


async def test_concurrent_exports_are_limited_to_three_per_caller(
    services: ApiServices, address: tuple[str, int]
) -> None:
    assert MAX_EXPORTS_PER_CALLER == 3
    async with (
        httpx.AsyncClient(headers={"Host": "localhost"}, timeout=60) as client,
        stalled_reader(address),
        stalled_reader(address),
    ):
        async with stalled_reader(address):
            refused = await client.get(url_of(address, "/api/probe/pages?caller=ann"))
            other = await client.get(url_of(address, "/api/probe/pages?caller=bob"))

        assert (refused.status_code, refused.json()["code"]) == (429, "RATE_LIMITED")
        assert int(refused.headers["retry-after"]) > 0
        assert other.status_code == 200
        await eventually(lambda: services.exports.limit.total() == 2)
        again = await client.get(url_of(address, "/api/probe/pages?caller=ann"))
        assert again.status_code == 200


async def test_an_export_is_consistent_as_of_its_first_page(
    services: ApiServices, address: tuple[str, int]
) -> None:
    export = services.exports.answer(
        "ann", "pages", ["id"], every_page(select(Page), NEWEST_FIRST), lambda row: [row.id.int]
    )
    pages = cast("AsyncIterator[bytes]", export.body_iterator)

    text = (await anext(pages)).decode()
    await add_pages(services, ROWS, 10)
    async for page in pages:
        assert pool_of(services).checkedout() == 0
        text += page.decode()

    assert [row[0] for row in csv.reader(io.StringIO(text))] == ["id", *map(str, reversed(range(ROWS)))]


async def test_a_stalled_reader_is_disconnected(
    services: ApiServices, address: tuple[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(http_protocol, "WRITE_TIMEOUT_SECONDS", 0.2)

    async with stalled_reader(address):
        await eventually(lambda: services.exports.limit.total() == 0)


@pytest.mark.parametrize(
    ("sent", "setting"),
    [
        (b"", "HEAD_TIMEOUT_SECONDS"),
        (b"GET / HTTP/1.1\r\nHost: loc", "HEAD_TIMEOUT_SECONDS"),
        (
            b"POST /api/probe/body HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
            "BODY_TIMEOUT_SECONDS",
        ),
    ],
)
async def test_an_idle_sender_is_disconnected(
    address: tuple[str, int], monkeypatch: pytest.MonkeyPatch, sent: bytes, setting: str
) -> None:
    monkeypatch.setattr(http_protocol, setting, 0.2)
    reader, writer = await asyncio.open_connection(*address)
    writer.write(sent)

    with pytest.raises((ConnectionResetError, asyncio.IncompleteReadError)):
        await asyncio.wait_for(reader.readexactly(1), 10)
    writer.close()


async def test_connections_per_ip_address_are_limited(
    services: ApiServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("clearwater.entrypoints.realtime.MAX_CONNECTIONS_PER_ADDRESS", 3)
    async with served(services, create_app(services)) as address:
        host, port = address.removeprefix("http://").split(":")
        held = [await asyncio.open_connection(host, port) for _ in range(3)]

        reader, writer = await asyncio.open_connection(host, port)
        refused = await asyncio.wait_for(reader.read(), 10)
        other = httpx.AsyncHTTPTransport(local_address="127.0.0.2")
        async with httpx.AsyncClient(transport=other) as client:
            answer = await client.get(f"{address}/api/health/live")

        assert refused.startswith(b"HTTP/1.1 429 ")
        assert b'"code":"RATE_LIMITED"' in refused
        assert answer.status_code == 200
        for _, one in [*held, (reader, writer)]:
            one.close()


def test_a_trusted_proxy_is_not_limited_per_address() -> None:
    counts = ConnectionCounts(max_in_all=6, max_per_address=1, trusted_proxies="10.0.0.0/8, 192.0.2.1")

    assert [counts.enter(ip) for ip in ("203.0.113.1", "203.0.113.1")] == ["203.0.113.1", None]
    assert [counts.enter("10.1.2.3") for _ in range(2)] == ["10.1.2.3"] * 2
    assert [counts.enter("192.0.2.1") for _ in range(2)] == ["192.0.2.1"] * 2
    counts.leave("203.0.113.1")
    assert counts.enter("203.0.113.1") == "203.0.113.1"
    assert counts.enter("203.0.113.2") == "203.0.113.2"
    assert counts.enter("203.0.113.3") is None, "the process has no more files to open"
