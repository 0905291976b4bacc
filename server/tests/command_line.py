"""Commands of clearwater as an operator types them, each in a process of its own.

They are forked off a process that has imported the program: that takes longer than almost every command. What
a command imports for itself is left to the tests of the program as it is installed.
"""

import asyncio
import multiprocessing
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from clearwater.entrypoints import maintenance_commands, operator_commands, signer_commands
from clearwater.entrypoints.cli import main

PRELOADED = (maintenance_commands, operator_commands, signer_commands)
TIMEOUT_SECONDS = 240
# Imports once what all the processes need, instead of once for each.
processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["tests.command_line", "tests.killed_at"])


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


def _run(arguments: Sequence[str], environment: Mapping[str, str], output: Path) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(output.parent)
    os.setsid()
    file = os.open(output, os.O_WRONLY | os.O_CREAT, 0o600)
    for stream in (1, 2):
        os.dup2(file, stream)
    main(arguments)
