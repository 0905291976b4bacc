"""A real node behind a connection that fails, keeps answers back, or changes them."""

import asyncio
from collections.abc import Callable
from typing import Any

import msgspec

from clearwater.adapters.chains.connections import ChainNode
from clearwater.adapters.chains.evm import EvmNode
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.chains.utxo import UtxoNode
from clearwater.domains.wallets.ports import NetworkSpec

# Nobody listens there.
CLOSED_PORT = "http://127.0.0.1:1"
SHORT_SECONDS = 0.3
Edit = Callable[[bytes], bytes]


class FaultyRpc(JsonRpc):
    """`slow` are methods whose answers come after the timeout; `edits` change the results of methods."""

    def __init__(self, node: str, url: str | None) -> None:
        super().__init__(node, url)
        self._real = self.address
        self.is_down = False
        self.slow: set[str] = set()
        self.edits: dict[str, Edit] = {}
        self._is_slow_now = False

    @property
    def address(self) -> tuple[str, tuple[str, str] | None]:
        return self._url, self._login

    async def heal(self) -> None:
        self.is_down, self.slow, self.edits = False, set(), {}
        await self.close()
        self._url, self._login = self._real

    async def lead_to(self, url: str) -> None:
        """Another node answers."""
        await self.close()
        other = FaultyRpc("other", url)
        self._url, self._login = other.address

    async def _post(self, request: bytes, timeout_seconds: float | None) -> bytes:
        calls = msgspec.json.decode(request)
        is_single = isinstance(calls, dict)
        methods = {call["id"]: call["method"] for call in ([calls] if is_single else calls)}
        self._is_slow_now = not self.slow.isdisjoint(methods.values())
        url, self._url = self._url, CLOSED_PORT if self.is_down else self._url
        try:
            content = await super()._post(request, SHORT_SECONDS if self._is_slow_now else timeout_seconds)
        finally:
            self._url = url
        if self.edits.keys().isdisjoint(methods.values()):
            return content
        answers = msgspec.json.decode(
            b"[%b]" % content if is_single else content, type=list[dict[str, msgspec.Raw]]
        )
        for answer in answers:
            edit = self.edits.get(methods[int(bytes(answer["id"]))])
            if edit is not None:
                answer["result"] = msgspec.Raw(edit(bytes(answer["result"])))
        return msgspec.json.encode(answers[0] if is_single else answers)

    async def _receive(self, response: Any) -> bytes:
        content = await super()._receive(response)
        if self._is_slow_now:
            # The node has done what it was asked; the answer is still on its way when time is up.
            await asyncio.Event().wait()
        return content


def connect_faulty(network: NetworkSpec) -> tuple[ChainNode, FaultyRpc]:
    rpc = FaultyRpc(network.key, network.rpc_url)
    return (EvmNode(network, rpc) if network.kind == "evm" else UtxoNode(network, rpc)), rpc
