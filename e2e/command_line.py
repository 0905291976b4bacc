"""`clearwater` for the stories: loaded once and forked for each command, for loading it takes seconds.

Each line is a command as JSON, its arguments and its environment; so is the answer: what it printed, and its
exit code.
"""

import gc
import json
import os
import signal
import sys
import tempfile

from sqlalchemy.orm import configure_mappers

# What a command would load by itself.
from clearwater.entrypoints import development_commands, operator_commands, wiring  # noqa: F401
from clearwater.entrypoints.cli import main

PATIENCE_SECONDS = 60


def run(arguments: list[str], environment: dict[str, str]) -> dict[str, str | int]:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), sys.stdout.fileno())
            os.dup2(errors.fileno(), sys.stderr.fileno())
            signal.alarm(PATIENCE_SECONDS)
            os.environ.clear()
            os.environ.update(environment)
            run_and_exit(arguments)
        _, status = os.waitpid(child, 0)
        output.seek(0)
        errors.seek(0)
        return {
            "code": os.waitstatus_to_exitcode(status),
            "output": output.read().decode(),
            "errors": errors.read().decode(),
        }


def run_and_exit(arguments: list[str]) -> None:
    """End with the command: to take apart all that was loaded would take longer than the command itself."""
    try:
        main(arguments)
    except SystemExit as ended:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(int(ended.code or 0))


configure_mappers()
# The collector of a command leaves alone what all commands share.
gc.freeze()
for line in sys.stdin:
    sys.stdout.write(json.dumps(run(**json.loads(line))) + "\n")
    sys.stdout.flush()
