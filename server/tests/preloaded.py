"""Imported by the process that others are forked off, as the last of its modules."""

import gc

from clearwater.entrypoints import fork_server
from clearwater.kit import migrations  # noqa: F401 (forked, too: see forked_run)

fork_server.preload()
gc.freeze()
