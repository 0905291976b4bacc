"""Commands of clearwater as an operator types them, each in a process of its own.

They are forked off a process that has imported the program. What a command imports for itself is left to the
tests of the program as it is installed.
"""

import asyncio
import os
import pty
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from multiprocessing.connection import Connection
from pathlib import Path

from clearwater.entrypoints import (
    maintenance_commands,
    operator_commands,
    outbox_commands,
    signer_commands,
    site_commands,
    staff_commands,
)
from clearwater.entrypoints.cli import main
from tests.forked import processes

PRELOADED = (
    maintenance_commands,
    operator_commands,
    outbox_commands,
    signer_commands,
    site_commands,
    staff_commands,
)
TIMEOUT_SECONDS = 240


def run_command(*arguments: str, settings: Mapping[str, str]) -> tuple[int, str]:
    """The exit code of a command and what it has printed; the environment has these settings as well.

    It has no terminal.
    """
    with tempfile.TemporaryDirectory(prefix="clearwater-command-") as folder:
        output = Path(folder) / "output"
        process = processes.Process(target=_run, args=(arguments, {**os.environ, **settings}, output))
        process.start()
        process.join(TIMEOUT_SECONDS)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(arguments)
        return process.exitcode, output.read_text()


async def run_command_beside(*arguments: str, settings: Mapping[str, str]) -> tuple[int, str]:
    """The same, while this process goes on."""
    return await asyncio.to_thread(run_command, *arguments, settings=settings)


@contextmanager
def run_at_terminal(*arguments: str, settings: Mapping[str, str], code: int) -> Iterator[int]:
    """A terminal at which a command runs, which has to end with a code."""
    terminal, inner = pty.openpty()
    opened, report = processes.Pipe()
    where = (os.ttyname(inner), report)
    process = processes.Process(target=_run_there, args=(arguments, {**os.environ, **settings}, where))
    process.start()
    opened.recv()
    # From now on the terminal ends with the command.
    os.close(inner)
    yield terminal
    process.join(TIMEOUT_SECONDS)
    os.close(terminal)
    assert process.exitcode == code


def _run_there(
    arguments: Sequence[str], environment: Mapping[str, str], where: tuple[str, Connection]
) -> None:
    name, report = where
    os.environ.clear()
    os.environ.update(environment)
    # The first terminal that a session opens is its own.
    os.setsid()
    file = os.open(name, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(file, stream)
    os.close(file)
    sys.stdin = os.fdopen(0, closefd=False)
    report.send(None)
    main(arguments)


def _run(arguments: Sequence[str], environment: Mapping[str, str], output: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(output.parent)
    os.setsid()
    file = os.open(output, os.O_WRONLY | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(file, stream)
    main(arguments)
