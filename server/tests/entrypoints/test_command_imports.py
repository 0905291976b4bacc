"""What a cheap command loads: importing the server takes longer than the work of most commands."""

import os
import subprocess
import sys

import pytest

from clearwater.adapters.postgres_server import as_application

HEAVY = {
    "alembic",
    "argon2",
    "babel",
    "clearwater.domains.clients.service",
    "clearwater.domains.ledger.service",
    "clearwater.engine",
    "embit",
    "eth_account",
    "fastapi",
    "httpx",
    "jinja2",
    "PIL",
    "prometheus_client",
    "rich",
    "socketio",
    "sqlalchemy",
    "structlog",
    "uvicorn",
    "webauthn",
}
LOADED_BY = """
import sys
from clearwater.entrypoints.cli import main
try:
    main(sys.argv[1:])
finally:
    print(*sys.modules, file=sys.stderr)
"""
COMMANDS = (("outbox", "--to", "ann@example.org"), ("site", "list"), ("staff", "list"))


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_cheap_command_loads_little(command: tuple[str, ...], database_url: str) -> None:
    program = [sys.executable, "-c", LOADED_BY, *command]
    settings = {
        **os.environ,
        "DATABASE_URL": as_application(database_url),
        "DATABASE_OWNER_URL": database_url,
    }
    ended = subprocess.run(program, capture_output=True, text=True, check=True, env=settings)
    loaded = ended.stderr.split()

    assert "asyncpg" in loaded
    assert HEAVY.intersection(loaded) == set()
