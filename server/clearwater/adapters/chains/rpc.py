"""JSON-RPC over HTTP to the node of a network."""

import asyncio
import logging
from collections.abc import Sequence
from itertools import count
from typing import Any
from urllib.parse import unquote, urlsplit, urlunsplit

import msgspec

from clearwater.domains.wallets.ports import ChainError, NodeRefused

TIMEOUT_SECONDS = 10.0
CONNECT_SECONDS = 3.0
MAX_CONNECTIONS = 4
MAX_BATCH = 200
MAX_ANSWER_BYTES = 256 * 1024 * 1024

Call = tuple[str, Sequence[object]]

# It would log every call, with the URL.
logging.getLogger("httpx").setLevel(logging.WARNING)


class RpcError(NodeRefused):
    """The node answered that it cannot or will not."""

    def __init__(self, node: str, method: str, code: int, message: str) -> None:
        super().__init__(f"The node of {node} refuses {method}: {message[:300]} ({code}).")
        self.code = code


class _ErrorBody(msgspec.Struct):
    code: int = 0
    message: str = ""


class _Response(msgspec.Struct):
    id: int | str | None = None
    result: msgspec.Raw = msgspec.Raw(b"null")
    error: _ErrorBody | None = None


class JsonRpc:
    """One node. Errors name the network, never the URL: that may contain a password."""

    def __init__(self, node: str, url: str | None, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        parts = urlsplit(url or "")
        self._node = node
        self._url = urlunsplit(parts._replace(netloc=parts.netloc.rpartition("@")[2]))
        self._login = (
            (unquote(parts.username or ""), unquote(parts.password or "")) if parts.username else None
        )
        self._timeout_seconds = timeout_seconds
        self._ids = count(1)
        self._client: Any = None

    async def call(
        self,
        method: str,
        *parameters: object,
        kind: Any = Any,
        timeout_seconds: float | None = None,
    ) -> Any:
        """The result of one call, of the given type."""
        number = next(self._ids)
        request = {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
        content = await self._post(msgspec.json.encode(request), timeout_seconds)
        response = self.decode(content, _Response)
        if response.error is not None:
            raise RpcError(self._node, method, response.error.code, response.error.message)
        if response.id != number:
            raise ChainError(f"The node of {self._node} answered another question.")
        return self.decode(response.result, kind)

    async def batch(self, calls: Sequence[Call]) -> "list[msgspec.Raw | RpcError]":
        """The results of several calls in their order, each undecoded or an error."""
        results: list[msgspec.Raw | RpcError] = []
        for start in range(0, len(calls), MAX_BATCH):
            results += await self._batch(calls[start : start + MAX_BATCH])
        return results

    async def read(self, calls: Sequence[Call], *types: Any) -> list[Any]:
        """The decoded results of several calls, each of its type; raises the first error."""
        results = await self.batch(calls)
        kinds = types if len(types) == len(calls) else types * len(calls)
        return [self.decode(self.require(result), kind) for result, kind in zip(results, kinds, strict=True)]

    def require(self, result: "msgspec.Raw | RpcError") -> msgspec.Raw:
        if isinstance(result, RpcError):
            raise result
        return result

    def decode(self, content: "bytes | msgspec.Raw", kind: Any) -> Any:
        try:
            return msgspec.json.decode(content, type=kind)
        except msgspec.MsgspecError:
            raise ChainError(f"The answer of the node of {self._node} makes no sense.") from None

    async def close(self) -> None:
        client, self._client = self._client, None
        if client is not None:
            await client.aclose()

    async def _batch(self, calls: Sequence[Call]) -> "list[msgspec.Raw | RpcError]":
        numbers = [next(self._ids) for _ in calls]
        requests = [
            {"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}
            for number, (method, parameters) in zip(numbers, calls, strict=True)
        ]
        content = await self._post(msgspec.json.encode(requests), None)
        # Nodes may answer in another order.
        found = {response.id: response for response in self.decode(content, list[_Response])}
        if not found.keys() >= set(numbers):
            raise ChainError(f"The node of {self._node} left calls without an answer.")
        return [
            RpcError(self._node, method, error.code, error.message)
            if (error := found[number].error) is not None
            else found[number].result
            for number, (method, _) in zip(numbers, calls, strict=True)
        ]

    async def _post(self, request: bytes, timeout_seconds: float | None) -> bytes:
        # Imported here: loading it takes 50 ms, and not every process that knows addresses talks to nodes.
        import httpx  # noqa: PLC0415

        if not self._url:
            raise ChainError(f"There is no node for {self._node}.")
        if self._client is None:
            self._client = httpx.AsyncClient(
                auth=self._login,
                timeout=httpx.Timeout(None, connect=CONNECT_SECONDS),
                limits=httpx.Limits(max_connections=MAX_CONNECTIONS),
                headers={"Content-Type": "application/json"},
                trust_env=False,
            )
        try:
            # Over all of it: a node that sends a byte now and then must not keep us waiting.
            async with asyncio.timeout(timeout_seconds or self._timeout_seconds):
                async with self._client.stream("POST", self._url, content=request) as response:
                    content = await self._receive(response)
                status = response.status_code
        except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
            # TimeoutError is an OSError.
            raise ChainError(f"The node of {self._node} does not answer ({type(error).__name__}).") from None
        # Nodes of Bitcoin's family answer errors of a single call with 404 and 500, and a body.
        if status in (401, 403):
            raise ChainError(f"The node of {self._node} refuses our user and password.")
        if status not in (200, 400, 404, 500) or not content:
            raise ChainError(f"The node of {self._node} answered with HTTP status {status}.")
        return content

    async def _receive(self, response: Any) -> bytes:
        chunks: list[bytes] = []
        size = 0
        async for chunk in response.aiter_bytes():
            size += len(chunk)
            if size > MAX_ANSWER_BYTES:
                raise ChainError(f"The answer of the node of {self._node} is too large.")
            chunks.append(chunk)
        return b"".join(chunks)


def from_hex(text: str) -> int:
    """A quantity as EVM nodes write it."""
    try:
        return int(text, 16)
    except (TypeError, ValueError):
        raise ChainError("The node's answer has no number where one belongs.") from None
