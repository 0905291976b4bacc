"""Nodes that are down, slow, or talk nonsense: always a ChainError, never one with a password."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from clearwater.adapters.chains.rpc import JsonRpc, RpcError
from clearwater.domains.wallets.ports import ChainError

Respond = Callable[[Any], tuple[int, bytes]]


@asynccontextmanager
async def a_node(respond: Respond) -> AsyncIterator[str]:
    """An HTTP server that answers each request as told; its URL has a password."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = await reader.readuntil(b"\r\n\r\n")
        size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
        status, body = respond(json.loads(await reader.readexactly(size)))
        writer.write(
            b"HTTP/1.1 %d x\r\nContent-Length: %d\r\nConnection: close\r\n\r\n" % (status, len(body))
        )
        writer.write(body)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    async with server:
        yield f"http://user:secret@127.0.0.1:{server.sockets[0].getsockname()[1]}"


def result_of(request: Any, result: object) -> bytes:
    return json.dumps({"id": request["id"], "result": result}).encode()


@pytest.mark.parametrize(
    ("respond", "words"),
    [
        (lambda _: (200, b"<html>"), "makes no sense"),
        (lambda _: (200, b""), "status 200"),
        (lambda _: (502, b"bad gateway"), "status 502"),
        (lambda _: (401, b""), "user and password"),
        (lambda _: (200, b'{"id": 99, "result": 1}'), "another question"),
        (lambda request: (200, result_of(request, "text")), "makes no sense"),
        (lambda request: (200, b'{"id": 1, "error": {"code": -5, "message": "not here"}}'), "not here"),
        (lambda request: (500, b'{"id": 1, "error": {"code": -28, "message": "loading"}}'), "loading"),
    ],
)
async def test_everything_that_is_no_answer_is_an_error(respond: Respond, words: str) -> None:
    async with a_node(respond) as url:
        rpc = JsonRpc("btc", url)
        with pytest.raises(ChainError, match=words) as raised:
            await rpc.call("getblockcount", kind=int)
        await rpc.close()

    assert "secret" not in str(raised.value)
    assert "btc" in str(raised.value)


async def test_a_node_that_is_down_is_an_error() -> None:
    rpc = JsonRpc("btc", "http://user:secret@127.0.0.1:1")
    with pytest.raises(ChainError, match="The node of btc does not answer"):
        await rpc.call("getblockcount")
    await rpc.close()


async def test_a_node_that_is_slow_is_an_error() -> None:
    async def stall(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        # The rest never comes.
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{")
        await reader.read()
        writer.close()

    server = await asyncio.start_server(stall, "127.0.0.1", 0)
    async with server:
        rpc = JsonRpc("btc", f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", timeout_seconds=0.1)
        with pytest.raises(ChainError, match="does not answer"):
            await rpc.call("getblockcount")
        await rpc.close()


async def test_a_network_without_a_node_says_so() -> None:
    with pytest.raises(ChainError, match="no node for doge"):
        await JsonRpc("doge", None).call("getblockcount")


async def test_a_batch_is_answered_in_its_order_whatever_the_node_s_is() -> None:
    def respond(requests: Any) -> tuple[int, bytes]:
        answers = [{"id": request["id"], "result": request["params"][0]} for request in requests]
        answers[0] = {"id": requests[0]["id"], "error": {"code": -8, "message": "out of range"}}
        return 200, json.dumps(answers[::-1]).encode()

    async with a_node(respond) as url:
        rpc = JsonRpc("btc", url)
        first, second, third = await rpc.batch([("getblockhash", (height,)) for height in (7, 8, 9)])
        with pytest.raises(RpcError, match="out of range"):
            await rpc.read([("getblockhash", (7,)), ("getblockhash", (8,))], int)
        await rpc.close()

    assert isinstance(first, RpcError)
    assert first.code == -8
    assert [bytes(second), bytes(third)] == [b"8", b"9"]  # type: ignore[arg-type]


async def test_a_batch_with_missing_answers_is_an_error() -> None:
    async with a_node(lambda requests: (200, json.dumps([{"id": requests[0]["id"]}]).encode())) as url:
        rpc = JsonRpc("btc", url)
        with pytest.raises(ChainError, match="without an answer"):
            await rpc.batch([("a", ()), ("b", ())])
        await rpc.close()


async def test_calls_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    async with a_node(lambda request: (200, result_of(request, 1))) as url:
        rpc = JsonRpc("btc", url)
        assert await rpc.call("getblockcount", kind=int) == 1
        await rpc.close()

    assert caplog.records == []
