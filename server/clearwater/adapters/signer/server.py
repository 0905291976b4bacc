"""The signer's side of its socket: who may ask, and what is answered."""

import asyncio
import os
import socket
import struct
from collections.abc import AsyncIterator, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from pathlib import Path

import msgspec
import structlog

from clearwater.adapters.signer.protocol import (
    VERSION,
    Answer,
    ExtendedKeys,
    Refused,
    Request,
    Sign,
    Signed,
    SignerHealth,
    Unavailable,
    Xpubs,
    frame,
    read_frame,
    request_decoder,
    request_of,
)
from clearwater.adapters.signer.signing import TransactionSigner
from clearwater.domains.wallets.ports import SignerUnavailable, SigningRefused

log = structlog.get_logger("clearwater.signer")

PEER = struct.Struct("3i")
MAX_CONNECTIONS = 32
BACKLOG = 16


class SignerServer:
    """Answers the processes of some users; one thread does the work, in the order of arrival."""

    def __init__(
        self, signer: TransactionSigner, users: Collection[int], protections: tuple[str, ...]
    ) -> None:
        self._signer = signer
        self._users = users
        self._protections = protections
        self._connections: set[asyncio.Task[None]] = set()
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="signing")

    async def reload(self) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, self._signer.reload)
        log.info("signer_reloaded", networks=[network.key for network in self._signer.networks.all()])

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, until its end."""
        task = asyncio.current_task()
        assert task is not None
        self._connections.add(task)
        try:
            user = peer_of(writer)
            if user not in self._users:
                log.warning("signer_refused_user", user=user)
            elif len(self._connections) > MAX_CONNECTIONS:
                log.warning("signer_has_too_many_connections")
            else:
                await self._answer_all(reader, writer)
        except (OSError, EOFError, msgspec.MsgspecError, asyncio.CancelledError):
            # It comes back when it wants something; what it sent was no request, or it is gone.
            pass
        finally:
            self._connections.discard(task)
            writer.close()

    async def _answer_all(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while True:
            request = request_decoder.decode(await read_frame(reader))
            answer = await asyncio.get_running_loop().run_in_executor(self._thread, self.answer, request)
            writer.write(frame(answer))
            await writer.drain()

    def answer(self, request: Request) -> Answer:
        if request.version != VERSION:
            return Unavailable(f"The signer speaks version {VERSION} of its protocol.")
        try:
            return self._answer(request)
        except SigningRefused as refusal:
            network = getattr(request, "network", "")
            reference = getattr(request, "reference", "")
            log.warning("signing_refused", code=refusal.code, network=network, reference=reference[:200])
            return Refused(refusal.code, str(refusal), refusal.until)
        except SignerUnavailable as error:
            log.error("signing_unavailable", reason=str(error))  # noqa: TRY400 (the reason says all)
            return Unavailable(str(error))
        except Exception:
            # A transaction that the parsers did not expect; whoever sends it gets no signature.
            log.exception("signing_failed")
            return Refused("BAD_TRANSACTION", "The signer cannot read this request.")

    def _answer(self, request: Request) -> Answer:
        if isinstance(request, Sign):
            signed = self._signer.sign(request_of(request))
            log.info(
                "signed",
                network=request.network,
                purpose=request.purpose,
                reference=request.reference,
                tx_id=signed.tx_id,
            )
            return Signed(signed.tx_id, signed.raw)
        if isinstance(request, Xpubs):
            return ExtendedKeys(self._signer.xpubs(request.network))
        return self._health()

    def _health(self) -> SignerHealth:
        seed = self._signer.keyring.seed
        return SignerHealth(
            seed="development" if seed is None or seed.is_development else seed.fingerprint,
            networks=tuple(sorted(network.key for network in self._signer.networks.all())),
            signed=self._signer.journal.count,
            protections=self._protections,
            can_write=self._signer.journal.can_write(),
        )

    async def close(self) -> None:
        for connection in list(self._connections):
            connection.cancel()
        await asyncio.gather(*self._connections, return_exceptions=True)
        self._thread.shutdown()


def bind_socket(path: Path, *, mode: int) -> socket.socket:
    """A listening socket; the one that an earlier signer has left is replaced."""
    path.unlink(missing_ok=True)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    # A path of any length: the system's own limit is about a hundred characters.
    folder = os.open(path.parent, os.O_PATH)
    mask = os.umask(0o777)
    try:
        listener.bind(f"/proc/self/fd/{folder}/{path.name}")
        path.chmod(mode)
    finally:
        os.umask(mask)
        os.close(folder)
    listener.listen(BACKLOG)
    return listener


@asynccontextmanager
async def serving(server: SignerServer, listener: socket.socket) -> AsyncIterator[None]:
    """Answer until the block ends."""
    accepting = await asyncio.start_unix_server(server.serve, sock=listener)
    try:
        yield
    finally:
        accepting.close()
        await server.close()


def peer_of(writer: asyncio.StreamWriter) -> int:
    """The user of the process at the other end, as the kernel says."""
    connection = writer.get_extra_info("socket")
    _, user, _ = PEER.unpack(connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, PEER.size))
    return int(user)
