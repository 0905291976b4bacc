"""What a cheap command loads: importing the server takes longer than the work of most commands."""

import subprocess
import sys

import pytest

HEAVY = {
    "alembic",
    "argon2",
    "clearwater.domains.clients.service",
    "clearwater.domains.ledger.service",
    "clearwater.engine",
    "embit",
    "eth_account",
    "fastapi",
    "httpx",
    "jinja2",
    "PIL",
    "socketio",
    "uvicorn",
    "webauthn",
}
LOADED_BY = """
import sys
from clearwater.entrypoints.cli import cli
command = cli
for name in sys.argv[1:]:
    command = command.get_command(None, name)
print(*sys.modules)
"""


@pytest.mark.parametrize("command", [("outbox",), ("site", "list"), ("staff", "list")], ids=" ".join)
def test_a_cheap_command_loads_little(command: tuple[str, ...]) -> None:
    program = [sys.executable, "-c", LOADED_BY, *command]
    loaded = subprocess.run(program, capture_output=True, text=True, check=True).stdout.split()

    assert "sqlalchemy" in loaded
    assert HEAVY.intersection(loaded) == set()
