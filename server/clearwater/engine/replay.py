"""A part of the journal is replayed: its chain verified, its rows compared, and where it leads to."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

import asyncpg
import msgspec

from clearwater.core.coding import LEFT_OUT, decode
from clearwater.core.commands import KINDS, Command
from clearwater.core.exchange import Exchange
from clearwater.core.invariants import find_faults
from clearwater.core.money import MAX_UNITS
from clearwater.core.snapshots import Snapshot
from clearwater.core.versions import RULES_VERSION
from clearwater.engine.chain import find_hash, hash_entry
from clearwater.engine.checkpoints import is_checkpoint, read_checkpoint
from clearwater.engine.comparison import SHOWN_DIFFERENCES, Applied, Comparison
from clearwater.engine.recovery import read_snapshot
from clearwater.kit.gc_tuning import gc_paused

ENTRIES_AT_ONCE = 5_000
# What these emit fits the processor's cache.
COMMANDS_AT_ONCE = 100
# Errors that reading damaged rows may raise.
UNREADABLE = (TypeError, ValueError, KeyError, AssertionError, msgspec.MsgspecError)
ENTRIES = """
    SELECT seq, at_ms, kind, payload, rules_version, hash FROM journal
    WHERE seq > $1 AND seq <= $2 ORDER BY seq
"""
_read = msgspec.json.Decoder().decode


class ReplayResult(NamedTuple):
    """What became of a run: the commands, what was compared, where the state is not what was stored."""

    commands: int
    comparison: Comparison
    differences: list[str]
    # Whether every command could be replayed; if not, the rest cannot be verified.
    is_broken: bool
    # Where the run arrived, if it is the last one.
    end: Snapshot | None


class ReplayFailed(Exception):
    """The journal cannot be replayed any further."""


class Replay:
    """Replays the parts of a run one after another: from the first checkpoint to the second, and so on."""

    def __init__(self, connection: asyncpg.Connection) -> None:
        self._connection = connection
        self._commands = 0
        self._comparison = Comparison()
        self._differences: list[str] = []
        self._is_broken = False
        self._end: Snapshot | None = None

    async def run(self, marks: Sequence[int | None]) -> ReplayResult:
        """0 is the start of the journal, None its end: the tables as they are now.

        A part goes on from where the one before it arrived; from its own checkpoint where that one did not
        arrive there.
        """
        exchange: Exchange | None = None
        with gc_paused():
            for start, end in pairwise(marks):
                assert start is not None
                try:
                    if exchange is None:
                        exchange = await self._begin(start)
                    if not await self._replay_part(exchange, start, end):
                        exchange = None
                except ReplayFailed as broken:
                    self._differences.append(str(broken))
                    self._is_broken = True
                    exchange = None
        return ReplayResult(self._commands, self._comparison, self._differences, self._is_broken, self._end)

    async def _begin(self, start: int) -> Exchange:
        exchange = Exchange()
        if start:
            try:
                exchange = Exchange.restore(await read_checkpoint(self._connection, start))
            except Exception as error:
                raise ReplayFailed(f"checkpoint {start}: it cannot be read: {error!r}") from error
        exchange.state.omit_level_events()
        return exchange

    async def _replay_part(self, exchange: Exchange, start: int, end: int | None) -> bool:
        """Replay a part; whether it arrived where the next one begins."""
        await self._apply_all(exchange, start, end)
        found = [f"ledger: {fault}" for fault in find_faults(exchange.state)]
        snapshot = exchange.export()
        try:
            if end is None:
                self._end = snapshot
                found += _compare_all(snapshot, await read_snapshot(self._connection, exchange.state.now))
            elif not await is_checkpoint(self._connection, end, snapshot):
                stored = await read_checkpoint(self._connection, end)
                found += [f"checkpoint {end}: {one}" for one in _compare_all(snapshot, stored)] or [
                    f"checkpoint {end}: it is written in another way"
                ]
        except UNREADABLE as error:
            found.append(f"{'tables' if end is None else f'checkpoint {end}'}: cannot be read: {error!r}")
        self._differences += found
        return not found

    async def _apply_all(self, exchange: Exchange, start: int, end: int | None) -> None:
        connection, last = self._connection, start
        previous = await find_hash(connection, start) or b""
        cursor = await connection.cursor(ENTRIES, start, MAX_UNITS if end is None else end)
        while entries := await cursor.fetch(ENTRIES_AT_ONCE):
            for begin in range(0, len(entries), COMMANDS_AT_ONCE):
                some = entries[begin : begin + COMMANDS_AT_ONCE]
                self._comparison.take(self._apply(exchange, last, previous, some))
                last, previous = some[-1]["seq"], some[-1]["hash"]
            await self._comparison.compare(connection)
        if end is not None and last != end:
            raise ReplayFailed(f"journal: entry {last + 1} is missing")

    def _apply(self, exchange: Exchange, last: int, previous: bytes, entries: Sequence[Any]) -> list[Applied]:
        """Carry out entries that follow a last one with its hash."""
        applied, expected, version = list[Applied](), last + 1, exchange.state.rules_version
        for seq, at, kind, payload, rules_version, stored in entries:
            if seq != expected:
                raise ReplayFailed(f"journal: entry {expected} is missing")
            expected += 1
            if stored != hash_entry(previous, seq, at, kind, payload=payload, rules_version=rules_version):
                self._comparison.differences.add("journal", f"entry {seq} does not have its hash")
            previous = stored
            if rules_version != version:
                version = rules_version
                exchange.follow_rules(require_known(seq, version))
            try:
                command = entry_decoder(kind, version)(payload)
                events = exchange.apply(command)
            except Exception as error:
                raise ReplayFailed(f"journal: entry {seq} cannot be carried out: {error!r}") from error
            if command.at != at:
                self._comparison.differences.add("journal", f"entry {seq} has another time than its command")
            applied.append((seq, at, events))
            self._commands += 1
        return applied


def require_known(seq: int, rules_version: int) -> int:
    if not 1 <= rules_version <= RULES_VERSION:
        raise ReplayFailed(f"journal: entry {seq} has unknown rules, {rules_version}")
    return rules_version


def _compare_all(replayed: Snapshot, found: Snapshot) -> Iterator[str]:
    for name, one, other in zip(replayed._fields, replayed, found, strict=True):
        yield from _compare(name, one, other)


def _compare(name: str, replayed: Any, found: Any) -> Iterator[str]:
    if replayed == found:
        return
    if not isinstance(replayed, tuple):
        yield f"{name}: the journal leads to {replayed}, the tables say {found}"
        return
    only_replayed, only_found = Counter(map(repr, replayed)), Counter(map(repr, found))
    missing, surplus = only_replayed - only_found, only_found - only_replayed
    if not missing and not surplus:
        yield f"{name}: the same, but not in the same order"
    for row in list(missing)[:SHOWN_DIFFERENCES]:
        yield f"{name}: the journal leads to {row}, the tables do not"
    for row in list(surplus)[:SHOWN_DIFFERENCES]:
        yield f"{name}: the tables say {row}, the journal does not"


@cache
def entry_decoder(kind: str, rules_version: int) -> Callable[[str], Command]:
    """A decoder for commands of a kind; raises when there is no such command."""
    left_out = LEFT_OUT[rules_version]
    if kind in left_out or "PairRules" in left_out:
        # What this version left out stands for other values than today's defaults.
        return lambda payload: decode(kind, _read(payload), rules_version)
    return msgspec.json.Decoder(KINDS[kind]).decode
