"""Signed-in clients who make any calls over kept-open connections."""

from collections import deque
from typing import NamedTuple

from bench.load import Client, Target


class Request(NamedTuple):
    method: str
    path: str
    body: str = ""
    headers: str = ""


class Caller(Client):
    """A signed-in client that makes any calls."""

    def __init__(self, target: Target, number: int) -> None:
        super().__init__(target, number)
        token = target.tokens[number % len(target.tokens)]
        self._headers = f"Host: {target.host}\r\nX-Token: {token}\r\nAccept-Encoding: gzip\r\n"
        self.requests: deque[Request] = deque()
        self.bodies: list[bytes] = []
        self.refusal = b""

    def close(self) -> None:
        self._transport.close()

    def _next_request(self) -> bytes:
        method, path, body, headers = self.requests.popleft()
        if body:
            headers += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        elif method != "GET":
            headers += "Content-Length: 0\r\n"
        return f"{method} /api{path} HTTP/1.1\r\n{self._headers}{headers}\r\n{body}".encode()

    def _on_response(self, head: bytes, body: bytes) -> None:
        self.bodies.append(body)
        if not head.startswith(b"http/1.1 2"):
            self.failed += 1
            self.refusal = head.partition(b"\r\n")[0] + body
