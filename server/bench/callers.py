"""Signed-in clients who make any calls over kept-open connections."""

import time
from collections import deque
from typing import NamedTuple

from bench.load import Client, Pair, Target, draft_order, format_price
from clearwater.core.seeded_random import SeededRandom


class Request(NamedTuple):
    method: str
    path: str
    body: str = ""
    headers: str = ""


class Answer(NamedTuple):
    path: str
    status: str
    body: bytes


class Caller(Client):
    """A signed-in client that makes any calls."""

    def __init__(self, target: Target, number: int) -> None:
        super().__init__(target, number)
        token = target.tokens[number % len(target.tokens)]
        self._headers = f"Host: {target.host}\r\nX-Token: {token}\r\nAccept-Encoding: gzip\r\n"
        self.requests: deque[Request] = deque()
        self._path = ""
        # One for each of the latencies.
        self.answers: list[Answer] = []
        self.refusal = b""

    def close(self) -> None:
        self._transport.close()

    def _next_request(self) -> bytes:
        method, path, body, headers = self.requests.popleft()
        self._path = path
        if body:
            headers += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        elif method != "GET":
            headers += "Content-Length: 0\r\n"
        return f"{method} /api{path} HTTP/1.1\r\n{self._headers}{headers}\r\n{body}".encode()

    def _on_response(self, head: bytes, body: bytes) -> None:
        self.answers.append(Answer(self._path, head[9:12].decode(), body))
        if not head.startswith(b"http/1.1 2"):
            self.failed += 1
            self.refusal = head.partition(b"\r\n")[0] + body


class Drafts:
    """Drafts of orders, and orders that wait far from the price."""

    def __init__(self, pairs: list[Pair]) -> None:
        self._pairs = pairs
        self._rng = SeededRandom(1)
        self.waiting: deque[str] = deque()

    def order(self, number: int, *, has_id: bool = False, has_key: bool = False) -> Request:
        # The run before may have used the same number.
        name = f"call-{number}-{time.monotonic_ns()}"
        body = draft_order(self._rng, self._pairs)
        if has_id:
            body = f'{body[:-1]},"client_order_id":"{name}"}}'
        return Request("POST", "/v1/order", body, f"Idempotency-Key: {name}\r\n" if has_key else "")

    def far_order(self, _number: int) -> Request:
        body = (
            f'{{"symbol":"{self._pairs[0].symbol}","side":"buy","type":"limit",'
            f'"quantity":"{self._pairs[0].quantity}","price":"{self._far_price(0)}"}}'
        )
        return Request("POST", "/v1/order", body)

    def preview(self, number: int) -> Request:
        return self.order(number)._replace(path="/v1/order/preview")

    def cancel(self, _number: int) -> Request:
        return Request("POST", f"/v1/order/{self.waiting.popleft()}/cancel")

    def amend(self, _number: int) -> Request:
        return Request("PATCH", f"/v1/order/{self.waiting.popleft()}", f'{{"price":"{self._far_price(1)}"}}')

    def quote(self, _number: int) -> Request:
        return Request("POST", "/v1/exchange/quote", '{"from":"USDT","to":"BTC","from_amount":"60"}')

    def _far_price(self, ticks: int) -> str:
        pair = self._pairs[0]
        return format_price(pair, (pair.price * 17 // 20 // pair.tick - ticks) * pair.tick)
