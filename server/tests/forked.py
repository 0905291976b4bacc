"""Processes of clearwater that are forked off one which has imported it, for that takes seconds."""

import multiprocessing

processes = multiprocessing.get_context("forkserver")
# Imports once what all the processes need, instead of once for each.
processes.set_forkserver_preload(
    ["tests.command_line", "tests.forked_run", "tests.killed_at", "tests.preloaded"]
)
