"""A command of clearwater that kill -9 ends at a step.

A step is what is called, the number of the call, and whether the end comes before it or after it:
`replace:2:before` ends the process when a file is about to take another's place for the second time. Values
and files are sealed one by one meanwhile, so that there are steps between them.
"""

import os
import signal
from collections.abc import Mapping, Sequence
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.files import service as files
from clearwater.entrypoints import maintenance_commands
from clearwater.entrypoints.cli import main


def end_here() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def end_at_replace(number: int, when: str) -> None:
    replace, calls = Path.replace, count(1)

    def watched(path: Path, target: Any) -> Path:
        is_it = next(calls) == number
        if is_it and when == "before":
            end_here()
        replaced = replace(path, target)
        if is_it:
            end_here()
        return replaced

    Path.replace = watched  # type: ignore[method-assign, assignment]


def end_at_commit(number: int, when: str) -> None:
    commit, calls = AsyncSession.commit, count(1)

    async def watched(session: AsyncSession) -> None:
        is_it = next(calls) == number
        if is_it and when == "before":
            await session.flush()
            end_here()
        await commit(session)
        if is_it:
            end_here()

    AsyncSession.commit = watched  # type: ignore[method-assign, assignment]


def run_killed(step: str, arguments: Sequence[str], settings: Mapping[str, str]) -> None:
    """The whole of a process; it never returns, for it is killed or the command ends it."""
    what, number, when = step.split(":")
    os.environ |= settings
    maintenance_commands.RESEAL_BATCH = files.RESEAL_BATCH = 1
    {"replace": end_at_replace, "commit": end_at_commit}[what](int(number), when)
    main(arguments)
