"""Several commands side by side: their output line by line, one verdict, and none that outlives this one."""

import asyncio
import os
import re
import signal
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

POLL_SECONDS = 0.2
# A suite that is interrupted ends the processes that it has started.
STOPPING_SECONDS = 30
MAX_LINE_BYTES = 2**24
RESULT = re.compile(r"\b\d+ (passed|failed|error|skipped)")
INTERRUPTED = 128 + signal.SIGINT
STOPPED_BY = (signal.SIGINT, signal.SIGTERM)


@dataclass(frozen=True)
class Phase:
    name: str
    command: Sequence[str | Path]
    folder: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    # It waits for this file, or for the end of the phase that writes it.
    starts_at: Path | None = None
    written_by: str = ""


@dataclass(frozen=True)
class Outcome:
    name: str
    code: int
    seconds: float
    results: list[str]


class Pool:
    def __init__(self) -> None:
        self._running: set[asyncio.subprocess.Process] = set()
        self._is_stopping = False

    async def run(self, phases: Sequence[Phase]) -> list[Outcome]:
        """Run them all, also when one fails."""
        loop = asyncio.get_running_loop()
        for number in STOPPED_BY:
            loop.add_signal_handler(number, self._stop)
        try:
            return await self._run(phases)
        finally:
            for number in STOPPED_BY:
                loop.remove_signal_handler(number)

    async def _run(self, phases: Sequence[Phase]) -> list[Outcome]:
        started: dict[str, asyncio.Task[Outcome]] = {}
        for phase in phases:
            while phase.starts_at and not (  # noqa: ASYNC110 - another process writes the file
                phase.starts_at.exists() or started[phase.written_by].done()
            ):
                await asyncio.sleep(POLL_SECONDS)
            if not self._is_stopping:
                started[phase.name] = asyncio.create_task(self._run_one(phase))
        return [await one for one in started.values()]

    async def _run_one(self, phase: Phase) -> Outcome:
        print(f"{phase.name:<8}| started", flush=True)
        began = time.monotonic()
        process = await asyncio.create_subprocess_exec(
            *phase.command,
            cwd=phase.folder,
            env=os.environ | phase.environment,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            limit=MAX_LINE_BYTES,
            # Of its own, so that it can be interrupted with all that it has started; but in the same session,
            # because a niceness counts only beside processes of the same one.
            process_group=0,
        )
        self._running.add(process)
        if self._is_stopping:
            self._signal(process, signal.SIGINT)
        assert process.stdout
        results: list[str] = []
        async for raw in process.stdout:
            line = raw.decode(errors="replace").rstrip()
            print(f"{phase.name:<8}| {line}", flush=True)
            if RESULT.search(line):
                results.append(line.strip())
        code = await process.wait()
        self._running.discard(process)
        taken = time.monotonic() - began
        print(
            f"{phase.name:<8}| ended after {taken:.0f} s" + (f" with code {code}" if code else ""), flush=True
        )
        return Outcome(phase.name, code or (INTERRUPTED if self._is_stopping else 0), taken, results[-2:])

    def _stop(self) -> None:
        self._is_stopping = True
        for process in self._running:
            self._signal(process, signal.SIGINT)
        asyncio.get_running_loop().call_later(STOPPING_SECONDS, self._kill)

    def _kill(self) -> None:
        for process in self._running:
            self._signal(process, signal.SIGKILL)

    @staticmethod
    def _signal(process: asyncio.subprocess.Process, number: signal.Signals) -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
