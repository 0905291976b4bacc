"""The process that engine, api and worker are forked from: what they import is loaded here, once for all.

It is given no secret: they would be in the memory of every other process. It has neither settings nor a
database, and each process reads its environment for itself.
"""

import gc
import importlib
import socket
import sys

from clearwater.adapters.forking import ForkLoop
from clearwater.entrypoints import cli

API = "clearwater.entrypoints.api"
# By name: the supervisor, which starts this process, imports none of them.
PRELOADED = (
    API,
    "clearwater.entrypoints.engine",
    "clearwater.entrypoints.worker",
    # What is otherwise imported by name, or only where it is used.
    "clearwater.adapters.postgres_server",
    "clearwater.adapters.privileges",
    "clearwater.entrypoints.child",
    "clearwater.kit.logging",
    "fastapi.telemetry._runtime",
    "sqlalchemy.dialects.postgresql.asyncpg",
    "uvicorn.lifespan.on",
    "uvloop",
)


def main() -> None:
    """Serve; in each forked process, be the command that was asked for."""
    # Stop signals for the whole service must not end it, not even while it loads.
    forks = ForkLoop(socket.socket(fileno=sys.stdin.fileno()))
    gc.disable()
    preload()
    serve(forks)


def preload() -> None:
    modules = {name: importlib.import_module(name) for name in PRELOADED}
    modules[API].preload_app()


def serve(forks: ForkLoop) -> None:
    # A collection would write to every page, and so give each process its own copy of it.
    gc.freeze()
    request = forks.serve()
    if request is not None:
        gc.enable()
        cli.main(request.arguments)


if __name__ == "__main__":
    main()
