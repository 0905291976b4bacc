"""`clearwater` for the stories: loaded once and forked for each command, for loading it takes seconds.

Each line is the list of a command's arguments, as JSON; so is the answer: what it printed, and its exit code.
"""

import json
import os
import signal
import sys
import tempfile

# What a command would load by itself.
from clearwater.entrypoints import development_commands, operator_commands  # noqa: F401
from clearwater.entrypoints.cli import main

PATIENCE_SECONDS = 60


def run(arguments: list[str]) -> dict[str, str | int]:
    with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
        child = os.fork()
        if child == 0:
            os.dup2(output.fileno(), sys.stdout.fileno())
            os.dup2(errors.fileno(), sys.stderr.fileno())
            signal.alarm(PATIENCE_SECONDS)
            main(arguments)
        _, status = os.waitpid(child, 0)
        output.seek(0)
        errors.seek(0)
        return {
            "code": os.waitstatus_to_exitcode(status),
            "output": output.read().decode(),
            "errors": errors.read().decode(),
        }


for line in sys.stdin:
    sys.stdout.write(json.dumps(run(json.loads(line))) + "\n")
    sys.stdout.flush()
