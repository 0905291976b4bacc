"""The signer as a simulated process: the real rules, keys and journal, on a disk that a kill cuts off."""

import asyncio
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from clearwater.adapters.signer.caps import Caps
from clearwater.adapters.signer.client import SignerClient
from clearwater.adapters.signer.journal import Entry, SigningJournal
from clearwater.adapters.signer.keys import DepositAddresses, KeyRing, Seed
from clearwater.adapters.signer.networks import KnownNetworks
from clearwater.adapters.signer.protocol import Answer, Message, answer_decoder, encoder, request_decoder
from clearwater.adapters.signer.server import SignerServer
from clearwater.adapters.signer.signing import TransactionSigner
from clearwater.domains.wallets.ports import NetworkSpec
from clearwater.kit.clock import Clock
from simulation.wallets.host import Host, Lane, travel

RESTART_SECONDS = (0.1, 6.0)
# A search for an address that is none of ours ends sooner.
DepositAddresses.GAP = 200


class CutJournal(SigningJournal):
    """A journal whose process may die while it writes: of the line there is then a part, all, or nothing."""

    is_to_die = False
    has_died = False

    def __init__(self, path: Path, host: Host) -> None:
        self._chance = host.chance(f"journal {path.stat().st_size if path.exists() else 0}")
        super().__init__(path)

    def entries(self) -> list[Entry]:
        """All that was ever signed."""
        return [entry for reference in self._references.values() for entry in reference.entries]

    def append(self, entry: Entry) -> None:
        before = os.fstat(self._file).st_size
        super().append(entry)
        if self.is_to_die:
            self.has_died = True
            after = os.fstat(self._file).st_size
            kept = self._chance.choice((before, self._chance.randrange(before, after), after))
            os.ftruncate(self._file, kept)


class SimulatedSigner:
    """Runs the signer, and starts it again after it died."""

    def __init__(
        self,
        host: Host,
        *,
        networks: dict[str, NetworkSpec],
        seed: Seed | None,
        folder: Path,
        clock: Clock,
        caps: Caps,
    ) -> None:
        self._host = host
        self._chance = host.chance("signer")
        self._networks = networks
        self._seed = seed
        self._folder = folder
        self._clock = clock
        self.caps = caps
        self.lane: Lane
        self.journal: CutJournal
        self.is_up = False
        # Which of its lives it is; a connection belongs to one.
        self.life = 0
        self.deaths = self.deaths_while_writing = 0
        # What is to happen when the next question arrives.
        self.on_question: list[Callable[[], None]] = []
        self._waiting: dict[int, asyncio.Future[bytes]] = {}
        self._questions = 0

    def start(self) -> None:
        self.life += 1
        self.lane = self._host.start_process(f"signer {self.life}")
        self.lane.on_death = lambda _: self._on_death()
        self.journal = CutJournal(self._folder / "signer-journal", self._host)
        signer = TransactionSigner(
            keyring=KeyRing(self._seed),
            networks=KnownNetworks(lambda: self._networks, self._folder / "chains"),
            journal=self.journal,
            load_caps=lambda: self.caps,
            clock=self._clock,
        )
        self._signer = signer
        self._server = SignerServer(signer, (), ())
        self.is_up = True

    def set_caps(self, caps: Caps) -> None:
        """As an operator changes the file, and has it read again."""
        self.caps = caps
        if self.is_up:
            self._signer.reload()

    def _on_death(self) -> None:
        self.deaths += 1
        self.is_up = False
        self.journal.close()
        for waiting in self._waiting.values():
            if not waiting.done():
                waiting.set_exception(ConnectionResetError())
        self._waiting.clear()
        self._host.later(self._chance.uniform(*RESTART_SECONDS), self.start)

    def ask(self, question: bytes) -> "asyncio.Future[bytes]":
        """What has arrived; the answer comes from the signer's own process."""
        waiting: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()
        self._questions += 1
        while self.on_question:
            self.on_question.pop()()
        self._waiting[self._questions] = waiting
        self.lane.spawn(self._answer(self._questions, question))
        return waiting

    async def _answer(self, number: int, question: bytes) -> None:
        await travel(self._chance, 0.005)
        request = request_decoder.decode(question)
        answer = await asyncio.get_running_loop().run_in_executor(None, self._server.answer, request)
        if self.journal.has_died:
            self.deaths_while_writing += 1
            self.lane.kill()
            return
        await travel(self._chance, 0.005)
        waiting = self._waiting.pop(number, None)
        if waiting is not None and not waiting.done():
            waiting.set_result(encoder.encode(answer))

    def die_while_writing(self) -> None:
        self.journal.is_to_die = True

    def heal(self) -> None:
        self.journal.is_to_die = False

    def kill_after(self, turns: int) -> None:
        """Die after so many more callbacks."""
        self.lane.kill_after(turns)


class SimulatedSignerClient(SignerClient):
    """The application's side, on the way to the simulated signer instead of a socket."""

    def __init__(self, signer: SimulatedSigner, host: Host, process: str) -> None:
        super().__init__(Path())
        self._signer = signer
        self._chance = host.chance(f"signer client {process}")

    async def _exchange(self, message: Message) -> Answer:
        # What stands for the streams: the life of the signer that they lead to.
        streams: Any = self._streams
        life = self._signer.life if streams is None else streams
        await travel(self._chance, 0.005)
        self._streams = None
        if life != self._signer.life or not self._signer.is_up:
            raise ConnectionRefusedError
        async with asyncio.timeout(self._timeout_seconds):
            found = await self._signer.ask(encoder.encode(message))
        connected: Any = life
        self._streams = connected
        answer: Answer = answer_decoder.decode(found)
        return answer

    def _drop(self) -> None:
        self._streams = None
