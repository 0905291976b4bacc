"""Forked children: what is killed in a simulation leaves garbage that must never be collected."""

import gc
import os
import signal
import sys
import traceback
from collections.abc import Callable

from clearwater.adapters.parent_death import die_with_parent


def fork_and_run(work: Callable[[], bytes]) -> bytes:
    """Run something in a forked child; returns what it returned, or nothing when it failed."""
    reader, writer = os.pipe()
    tie = die_with_parent(signal.SIGKILL)
    child = os.fork()
    if not child:
        tie()
        os.close(reader)
        gc.disable()
        try:
            with os.fdopen(writer, "wb") as stream:
                stream.write(work())
        except BaseException:  # noqa: BLE001 - reported by the parent
            traceback.print_exc()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as stream:
        returned = stream.read()
    os.waitpid(child, 0)
    return returned
