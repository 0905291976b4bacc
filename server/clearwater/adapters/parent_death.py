"""Child processes that do not outlive their parent. It imports little: `clearwater run` begins with it."""

import ctypes
import os
import signal
import sys
from collections.abc import Callable

PR_SET_PDEATHSIG = 1


def die_with_parent(death_signal: signal.Signals, *, niceness: int = 0) -> Callable[[], None]:
    """A `preexec_fn` that makes the kernel send `death_signal` to the child when the parent dies.

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
            libc.prctl(PR_SET_PDEATHSIG, int(death_signal))
            if os.getppid() != parent:
                os._exit(1)

    return tie
