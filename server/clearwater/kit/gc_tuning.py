"""Tuning of Python's garbage collector, so that it does not scan long-lived objects.

An exchange holds millions of objects that live for long and hardly any that only the collector can free.
"""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# So many new objects, and so many rounds of the younger ones. A batch of orders makes tens of thousands, of
# which hardly any needs the collector to go away.
GC_THRESHOLDS = (20_000, 20, 50)


@contextmanager
def gc_paused() -> Iterator[None]:
    """Build something large without repeated collections over what already exists."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def tune_gc(*, has_old_cycles: bool = False) -> None:
    """Collect once, then exclude everything that is alive from later collections.

    What was excluded before is only collected with `has_old_cycles`. That writes to all of it, so that the
    process no longer shares the memory of its modules with those that were forked with it.
    """
    if has_old_cycles:
        gc.unfreeze()
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
