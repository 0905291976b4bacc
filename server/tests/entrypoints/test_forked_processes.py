"""Engine, api and worker are forked off one process that has loaded them, and are as separate as before."""

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from clearwater.adapters.postgres_server import as_application
from clearwater.entrypoints import fork_server
from clearwater.entrypoints.fork_server_process import launch_fork_server
from clearwater.kit.secret_settings import SECRET_SETTINGS
from tests.adapters.test_fork_server import children_of, memory_of
from tests.builders import a_web_build
from tests.processes import Exchange, InstalledExchange, listen_to_ctrl_c, until
from tests.stopped_at import is_gone

PROCESSES = ("engine", "api", "worker")
SECRETS = {
    "CLEARWATER_SECRET_KEY": "the key of this installation",
    "SMTP_URL": "smtp+plain://someone:the-password-of-mail@127.0.0.1:1",
}


async def test_code_in_the_current_folder_is_not_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Started as root in a folder of somebody else, it would run with all rights."""
    (tmp_path / "structlog.py").write_text("raise SystemExit(99)")
    monkeypatch.chdir(tmp_path)
    control, theirs = socket.socketpair()
    with control, theirs:
        server = await launch_fork_server(theirs)

    assert await server.wait() == 0


@pytest.fixture
def exchange(run_folder: Path, database_url: str) -> Iterator[Exchange]:
    """As operators start it, on a database that is there."""
    place = run_folder / "forked"
    a_web_build(place / "web")
    exchange = InstalledExchange(
        place,
        before_start=listen_to_ctrl_c,
        CLEARWATER_RATE_LIMITS="0",
        CLEARWATER_HANG_SECONDS="5",
        DATABASE_URL=as_application(database_url),
        DATABASE_OWNER_URL=database_url,
        **SECRETS,
    )
    exchange.wait_until_ready()
    # The others may be serving before it does.
    until(lambda: exchange.logged("worker_started"))
    yield exchange
    exchange.end()
    shutil.rmtree(place, ignore_errors=True)


def test_a_killed_fork_server_is_started_again_with_its_processes(exchange: Exchange) -> None:
    killed = exchange.fork_server_pid()
    firsts = [exchange.pids(name)[0] for name in PROCESSES]

    os.kill(killed, signal.SIGKILL)

    until(lambda: [len(exchange.pids(name)) for name in PROCESSES] == [2, 2, 2])
    until(exchange.is_serving)
    assert all(map(is_gone, firsts))
    assert exchange.logged("fork_server_exited")[0]["exit_code"] == -signal.SIGKILL
    assert len(exchange.logged("fork_server_started")) == 2
    assert parents_of(exchange) == {exchange.fork_server_pid()}
    assert exchange.interrupt() == 0


def test_an_engine_that_hangs_is_ended_and_replaced(exchange: Exchange) -> None:
    """It keeps its connection, and so its lock: no other could ever lead."""
    hanging = exchange.pids("engine")[0]

    os.kill(hanging, signal.SIGSTOP)

    until(lambda: len(exchange.pids("engine")) == 2)
    until(exchange.is_serving)
    assert is_gone(hanging)
    assert [(one["process"], one["silent_seconds"]) for one in exchange.logged("process_hangs")] == [
        ("engine", 5)
    ]


def test_a_killed_supervisor_ends_the_fork_server_and_all_that_was_forked_there(exchange: Exchange) -> None:
    # One that hangs, too.
    os.kill(exchange.pids("api")[0], signal.SIGSTOP)

    exchange.process.kill()

    until(lambda: all(map(is_gone, exchange.all_pids())))


def test_a_process_that_was_started_again_is_as_the_one_before(exchange: Exchange) -> None:
    before = [facts_of(exchange.pids(name)[0]) for name in PROCESSES]
    for name in PROCESSES:
        os.kill(exchange.pids(name)[0], signal.SIGKILL)
    until(lambda: [len(exchange.pids(name)) for name in PROCESSES] == [2, 2, 2])
    until(exchange.is_serving)
    until(lambda: len(exchange.logged("worker_started")) == 2)

    assert [facts_of(exchange.pids(name)[1]) for name in PROCESSES] == before
    assert [name for _, name, *_ in before] == ["cw-engine", "cw-api", "cw-worker"]
    base = os.getpriority(os.PRIO_PROCESS, exchange.process.pid)
    assert [niceness - base for _, _, niceness, _ in before] == [0, 0, 5]
    assert all(session == "its own" for *_, session in before)
    # Those that were killed have been taken note of.
    assert children_of(exchange.fork_server_pid()) == [
        str(pid) for pid in sorted(exchange.pids(name)[1] for name in PROCESSES)
    ]
    assert exchange.interrupt() == 0


def test_the_fork_server_knows_no_secret_and_has_one_thread(exchange: Exchange, database_url: str) -> None:
    pid = exchange.fork_server_pid()
    environment, memory = Path(f"/proc/{pid}/environ").read_bytes(), memory_of(pid)
    secrets = [*SECRETS.values(), database_url]

    assert not {name.encode() for name in SECRET_SETTINGS} & set(re.findall(rb"(\w+)=", environment))
    assert [secret for secret in secrets if secret.encode() in memory] == []
    assert all(secret.encode() in memory_of(exchange.pids("api")[0]) for secret in secrets)
    assert len(list(Path(f"/proc/{pid}/task").iterdir())) == 1
    assert exchange.interrupt() == 0


@pytest.mark.parametrize(
    ("modules", "unused"),
    [
        # Clients of HTTP, Redis and push services, and what only migrations and the signer need.
        (
            fork_server.PRELOADED,
            "aiohttp alembic coincurve eth_keys py_vapid pywebpush redis requests rlp urllib3 websocket",
        ),
        (["clearwater.entrypoints.supervisor"], "alembic fastapi sqlalchemy uvicorn"),
        # What comes before the fork server, which takes the longest to load.
        (
            ["clearwater.entrypoints.cli", "clearwater.entrypoints.fork_server_process"],
            "asyncpg pydantic starlette structlog",
        ),
    ],
)
def test_what_a_process_does_not_need_is_not_loaded(modules: Sequence[str], unused: str) -> None:
    program = f"import sys, {', '.join(modules)}; print(*sys.modules.keys() & set(sys.argv[1:]))"
    command = [sys.executable, "-c", program, *unused.split()]

    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == "\n"


def facts_of(pid: int) -> tuple[str, str, int, str]:
    """Whose it is, its name, its niceness, and whether it has a session of its own."""
    status = Path(f"/proc/{pid}/status").read_text()
    session = "its own" if os.getsid(pid) == pid else "of another"
    return (
        status.partition("Uid:")[2].splitlines()[0],
        status.partition("Name:")[2].split()[0],
        os.getpriority(os.PRIO_PROCESS, pid),
        session,
    )


def parents_of(exchange: Exchange) -> set[int]:
    status = [Path(f"/proc/{exchange.pids(name)[-1]}/status").read_text() for name in PROCESSES]
    return {int(one.partition("PPid:")[2].split()[0]) for one in status}
