"""uvicorn's HTTP protocol, with problems for what its parser refuses and a limit on a request's head.

Answers that are given thousands of times a second are written in one piece.
"""

from typing import Any

import structlog
from starlette.datastructures import MutableHeaders
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle

from clearwater.kit.errors import ClearwaterError, Malformed, RequestProblem
from clearwater.kit.http import CLOSED_POLICY, SECURITY_HEADERS, WHOLE_ANSWER
from clearwater.kit.ids import new_id

log = structlog.get_logger("clearwater.http")

HEAD_LIMIT_BYTES = 64 * 1024


class HeadTooLarge(ClearwaterError):
    status, code, title = 431, "HEADERS_TOO_LARGE", "The address and headers of the request are too large."


class Cycle(RequestResponseCycle):
    """One request and its answer; an answer that comes whole is written as it is."""

    async def send(self, message: Any) -> None:
        if message["type"] != WHOLE_ANSWER:
            await super().send(message)
            return
        if self.flow.write_paused and not self.disconnected:
            await self.flow.drain()
        if self.disconnected:
            return
        self.response_started = self.response_complete = True
        self.waiting_for_100_continue = False
        body = message["body"]
        lines = [
            STATUS_LINE[message["status"]],
            *(b"%b: %b\r\n" % header for header in self.default_headers),
            b"content-type: application/json\r\ncontent-length: %d\r\n" % len(body),
            message["head"],
            b"\r\n" if self.keep_alive else b"connection: close\r\n\r\n",
            b"" if self.scope["method"] == "HEAD" else body,
        ]
        self.transport.write(b"".join(lines))
        self.message_event.set()
        if not self.keep_alive:
            self.transport.close()
        self.on_response()


class HttpProtocol(HttpToolsProtocol):
    """Answers what never becomes a request for the app."""

    _is_in_head = False
    _head_bytes = 0

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        # Counted while it arrives: one header without an end would otherwise fill the memory.
        if self._is_in_head:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_LIMIT_BYTES:
                self._refuse(HeadTooLarge())

    def on_message_begin(self) -> None:
        self._is_in_head = True
        self._head_bytes = 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        if sum(len(name) + len(value) for name, value in self.headers) + len(self.url) > HEAD_LIMIT_BYTES:
            self._refuse(HeadTooLarge())
            return
        self.scope["extensions"] = {WHOLE_ANSWER: {}}
        super().on_headers_complete()
        if self.cycle is not None:
            self.cycle.__class__ = Cycle

    def send_400_response(self, msg: str) -> None:
        """What the parser refuses ends here; the connection is not worth keeping."""
        self._refuse(Malformed("This is not valid HTTP."))

    def _refuse(self, refusal: ClearwaterError) -> None:
        if self.transport.is_closing():
            # What still arrives belongs to the request that was just refused.
            return
        request_id = new_id().hex
        answer = RequestProblem(refusal, request_id)
        headers = MutableHeaders(raw=answer.raw_headers)
        headers.update(
            {
                **SECURITY_HEADERS,
                "Content-Security-Policy": CLOSED_POLICY,
                "X-Request-Id": request_id,
                "Connection": "close",
            }
        )
        lines = [name + b": " + value + b"\r\n" for name, value in headers.raw]
        self.transport.write(STATUS_LINE[refusal.status] + b"".join(lines) + b"\r\n" + bytes(answer.body))
        self.transport.close()
        log.info(
            "request",
            method=None,
            path=None,
            status=refusal.status,
            client=self.client[0] if self.client else None,
            request_id=request_id,
        )
