"""Imported by the process that others are forked off, as the last of its modules."""

import gc

from clearwater.entrypoints import fork_server

fork_server.preload()
gc.freeze()
