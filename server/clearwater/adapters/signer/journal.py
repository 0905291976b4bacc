"""What was signed, in a file that is only appended to: each line has the hash of the one before.

A line is on the disk before its signature leaves the process. So whatever was sent to a chain is known here,
and the same question gets the same answer after a crash.
"""

import fcntl
import hashlib
import os
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from clearwater.domains.wallets.ports import Purpose, SignerUnavailable
from clearwater.kit.errors import StartupError

DIGEST_CHARACTERS = 64
PROBE_BYTES = 4096
FIRST_DIGEST = "0" * DIGEST_CHARACTERS


class SignedPayment(msgspec.Struct, frozen=True):
    """Amounts are text: wei do not fit into 64 bits."""

    address: str
    amount: str
    contract: str | None


class SignedInput(msgspec.Struct, frozen=True):
    tx_id: str
    place: int
    amount: int


class Entry(msgspec.Struct, frozen=True):
    """A transaction that was signed.

    `chain` is the network, and on a development chain that begins again also which one of them. `sender` and
    `nonce` are of EVM chains, `inputs` of UTXO chains; `coins` is what counts against caps.
    """

    at_ms: int
    reference: str
    purpose: Purpose
    network: str
    chain: str
    payments: tuple[SignedPayment, ...]
    payload_hash: str
    fee: str
    tx_id: str
    raw: str
    inputs: tuple[SignedInput, ...] = ()
    sender: str = ""
    nonce: int = -1
    coins: dict[str, str] = {}


@dataclass
class Reference:
    """All transactions under one reference; on a chain each but the first replaces the one before."""

    entries: list[Entry] = field(default_factory=list)

    @property
    def first(self) -> Entry:
        return self.entries[0]

    def on(self, chain: str) -> list[Entry]:
        return [entry for entry in self.entries if entry.chain == chain]


class SigningJournal:
    """The file and its indexes. Not safe for threads: one thread signs."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._digest = FIRST_DIGEST
        self._references: dict[str, Reference] = {}
        self._inputs: dict[tuple[str, str, int], tuple[str, int]] = {}
        self._nonces: dict[tuple[str, str, int], str] = {}
        # Where the line of a transaction is: raw transactions stay on the disk.
        self._places: dict[tuple[str, str], tuple[int, int]] = {}
        self.counted: list[Entry] = []
        self.count = 0
        self.last_at_ms = 0
        self.cut_bytes = 0
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError as error:
            raise StartupError(f"The signer's journal {path} cannot be opened: {error.strerror}.") from None
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise StartupError(f"Another signer has the journal {path}; stop that one first.") from None
        self._size = 0
        self._load()

    def close(self) -> None:
        os.close(self._file)

    def raw_of(self, entry: Entry) -> str:
        offset, length = self._places[entry.chain, entry.tx_id]
        _, _, body = os.pread(self._file, length, offset).partition(b" ")
        return msgspec.json.decode(body, type=Entry).raw

    def find(self, reference: str) -> Reference | None:
        return self._references.get(reference)

    def reference_of_input(self, chain: str, tx_id: str, place: int) -> tuple[str, int] | None:
        """Under which reference an output was spent, and the amount that was claimed for it."""
        return self._inputs.get((chain, tx_id, place))

    def reference_of_nonce(self, chain: str, sender: str, nonce: int) -> str | None:
        return self._nonces.get((chain, sender, nonce))

    def can_write(self) -> bool:
        """Whether there is room for a line; tried, and taken back."""
        try:
            return os.pwrite(self._file, b"\0" * PROBE_BYTES, self._size) == PROBE_BYTES
        except OSError:
            return False
        finally:
            self._cut()

    def append(self, entry: Entry) -> None:
        """Write an entry to the disk; raises SignerUnavailable, and then it is not there."""
        digest, line = _line_of(self._digest, entry)
        try:
            written = os.pwrite(self._file, line, self._size)
            if written != len(line):
                raise OSError(0, "only a part was written")
            os.fsync(self._file)
        except OSError as error:
            self._cut()
            raise SignerUnavailable(f"The signer's journal cannot be written: {error.strerror}.") from None
        self._digest = digest
        self._add(entry, len(line))

    def _cut(self) -> None:
        """Remove a part of a line. If that fails, too, the next line is written over it."""
        try:
            os.ftruncate(self._file, self._size)
        except OSError:
            return

    def _load(self) -> None:
        """Read and verify the file."""
        with self._path.open("rb") as file:
            for number, line in enumerate(file, 1):
                if not line.endswith(b"\n"):
                    # The process died while it wrote this: nothing of it was answered.
                    self.cut_bytes = len(line)
                    os.ftruncate(self._file, self._size)
                    os.fsync(self._file)
                    break
                self._take(number, line)

    def _take(self, number: int, line: bytes) -> None:
        digest, _, body = line[:-1].partition(b" ")
        expected = _digest_of(self._digest, body)
        if digest.decode(errors="replace") != expected:
            raise StartupError(
                f"The signer's journal {self._path} was changed: line {number} does not follow the one "
                "before. Nothing is signed until it is as it was."
            )
        try:
            entry = msgspec.json.decode(body, type=Entry)
        except msgspec.MsgspecError:
            raise StartupError(
                f"Line {number} of the signer's journal {self._path} is of another version."
            ) from None
        self._digest = expected
        self._add(entry, len(line))

    def _add(self, entry: Entry, length: int) -> None:
        self._places[entry.chain, entry.tx_id] = (self._size, length)
        self._size += length
        entry = msgspec.structs.replace(entry, raw="")
        self._references.setdefault(entry.reference, Reference()).entries.append(entry)
        for spent in entry.inputs:
            self._inputs[entry.chain, spent.tx_id, spent.place] = (entry.reference, spent.amount)
        if entry.sender:
            self._nonces[entry.chain, entry.sender, entry.nonce] = entry.reference
        if entry.coins:
            self.counted.append(entry)
        self.count += 1
        self.last_at_ms = max(self.last_at_ms, entry.at_ms)


def _line_of(previous: str, entry: Entry) -> tuple[str, bytes]:
    body = msgspec.json.encode(entry)
    digest = _digest_of(previous, body)
    return digest, digest.encode() + b" " + body + b"\n"


def _digest_of(previous: str, body: bytes) -> str:
    return hashlib.sha256(previous.encode() + body).hexdigest()
