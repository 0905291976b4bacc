"""Child processes that do not outlive their parent, even if it is killed."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress

PR_SET_PDEATHSIG = 1


def tied_to_us(farewell: signal.Signals, *, niceness: int = 0) -> Callable[[], None]:
    """A `preexec_fn` that makes the kernel send `farewell` to the child when the parent dies.

    A higher niceness lowers the child's CPU priority.

    Linux only; elsewhere an orphan stays until the next start finds it. Linux treats the thread that started
    the child as its parent, so children must be started from a thread that lasts: the event loop's.
    """
    parent = os.getpid()
    # Loaded before the fork: between fork and exec only async-signal-safe calls are allowed.
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None

    def tie() -> None:
        if niceness:
            os.nice(niceness)
        if libc is not None:
            libc.prctl(PR_SET_PDEATHSIG, int(farewell))
            if os.getppid() != parent:
                os._exit(1)

    return tie


def signal_process(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
