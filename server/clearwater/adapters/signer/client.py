"""The application's side of the signer."""

import asyncio
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec

from clearwater.adapters.signer.protocol import (
    VERSION,
    Answer,
    ExtendedKeys,
    Health,
    Message,
    Refused,
    Signed,
    SignerHealth,
    Unavailable,
    Xpubs,
    answer_decoder,
    frame,
    read_frame,
    sign_message,
    socket_path,
)
from clearwater.domains.wallets.ports import (
    SignedTransaction,
    SignerUnavailable,
    SigningRefused,
    SigningRequest,
    Wallet,
)

TIMEOUT_SECONDS = 15.0
CONNECT_SECONDS = 2.0


class SignerClient:
    """Implements `Signer`. One connection, opened when needed and again after it was lost.

    A question whose answer was lost is asked once more: the signer answers the same again.
    """

    def __init__(self, data_folder: Path, *, timeout_seconds: float = TIMEOUT_SECONDS) -> None:
        self._path = socket_path(data_folder)
        self._timeout_seconds = timeout_seconds
        self._lock = asyncio.Lock()
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def sign(self, request: SigningRequest) -> SignedTransaction:
        answer = await self._ask(sign_message(request))
        if not isinstance(answer, Signed):
            raise _unexpected(answer)
        return SignedTransaction(answer.tx_id, answer.raw)

    async def xpubs(self, network: str) -> Mapping[Wallet, str]:
        answer = await self._ask(Xpubs(VERSION, network))
        if not isinstance(answer, ExtendedKeys):
            raise _unexpected(answer)
        return answer.xpubs

    async def health(self) -> SignerHealth:
        answer = await self._ask(Health(VERSION))
        if not isinstance(answer, SignerHealth):
            raise _unexpected(answer)
        return answer

    async def close(self) -> None:
        self._drop()

    async def _ask(self, message: Message) -> Answer:
        async with self._lock:
            had_connection = self._streams is not None
            try:
                return await self._exchange(message)
            except (OSError, EOFError) as error:
                # The signer may have been restarted since the last question.
                if not had_connection or isinstance(error, TimeoutError):
                    raise _unreachable(error) from None
            try:
                return await self._exchange(message)
            except (OSError, EOFError) as error:
                raise _unreachable(error) from None

    async def _exchange(self, message: Message) -> Answer:
        is_done = False
        try:
            async with asyncio.timeout(self._timeout_seconds):
                reader, writer = self._streams = self._streams or await self._connect()
                writer.write(frame(message))
                await writer.drain()
                answer: Answer = answer_decoder.decode(await read_frame(reader))
            is_done = True
        except msgspec.MsgspecError:
            raise ConnectionError from None
        finally:
            # Also when cancelled: the answer to this question must not become that of the next.
            if not is_done:
                self._drop()
        return answer

    async def _connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        # A path of any length: the system's own limit is about a hundred characters.
        folder = os.open(self._path.parent, os.O_PATH)
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                return await asyncio.open_unix_connection(f"/proc/self/fd/{folder}/{self._path.name}")
        finally:
            os.close(folder)

    def _drop(self) -> None:
        streams, self._streams = self._streams, None
        if streams is not None:
            streams[1].close()


def _unexpected(answer: Answer) -> Exception:
    if isinstance(answer, Refused):
        return SigningRefused(answer.code, answer.detail, until=answer.until)
    if isinstance(answer, Unavailable):
        return SignerUnavailable(answer.detail)
    return SignerUnavailable("The signer answered another question.")


def _unreachable(error: Exception) -> SignerUnavailable:
    return SignerUnavailable(f"The signer does not answer ({type(error).__name__}).")
