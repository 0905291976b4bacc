"""The embedded PostgreSQL on real processes: made, started, killed, recovered, and out of reach."""

import asyncio
import ctypes
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import asyncpg
import pytest
import pytest_asyncio
from structlog.testing import capture_logs

from clearwater.adapters import postgres_account, postgres_programs, postgres_server
from clearwater.adapters.data_folder import DataFolderInUse, lock_data_folder
from clearwater.adapters.postgres_cluster import KEPT_LOGS
from clearwater.adapters.postgres_programs import package_folder
from clearwater.adapters.postgres_server import PostgresServer, database, find_running_url
from clearwater.adapters.processes import processes_of, read_pid_file
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from tests.polling import eventually

numbers = count(1)

PR_CAPBSET_DROP, CAP_SYS_PTRACE = 24, 19
FIND_RUNNING_URL = """
import sys
from pathlib import Path
from clearwater.adapters.postgres_server import find_running_url
print(find_running_url(Path(sys.argv[1])))
"""

# Only root runs PostgreSQL under another account, which cannot enter what is private to root.
IS_ROOT = os.geteuid() == 0


@pytest_asyncio.fixture(scope="module")
async def template(run_folder: Path) -> Path:
    """A data folder whose database was made once; tests that use it leave it as it was, stopped."""
    folder = run_folder / "template"
    async with started(folder):
        pass
    return folder


@pytest.fixture
def data_folder(template: Path, run_folder: Path) -> Iterator[Path]:
    """A data folder of the test's own, with a database that was stopped in order."""
    folder = run_folder / f"data-{next(numbers)}"
    subprocess.run(["cp", "-a", template, folder], check=True)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def state_folder(run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    folder = run_folder / f"state-{next(numbers)}"
    monkeypatch.setattr(postgres_account, "STATE_FOLDER", folder)
    yield folder
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def bystander() -> Iterator[subprocess.Popen[bytes]]:
    with subprocess.Popen(["sleep", "60"], cwd="/") as process:
        yield process
        process.kill()


@pytest.fixture
def full_disk(run_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Programs that have begun a database when their disk is full, as /dev/full always is."""
    package = run_folder / f"programs-{next(numbers)}"
    programs = package / "pginstall18" / "bin"
    programs.mkdir(parents=True)
    write_script(programs / "postgres", 'echo "postgres (PostgreSQL) 18.4"')
    write_script(
        programs / "initdb",
        '[ "$1" = --version ] && exit',
        'mkdir "${1#--pgdata=}/base" && cat "$0" >/dev/full',
    )
    monkeypatch.setattr(postgres_programs, "package_folder", lambda: package)


def write_script(path: Path, *lines: str) -> None:
    path.write_text("\n".join(("#!/bin/sh", *lines, "")))
    path.chmod(0o755)


@asynccontextmanager
async def started(folder: Path) -> AsyncIterator[PostgresServer]:
    with lock_data_folder(folder):
        server = PostgresServer(folder)
        try:
            await server.start()
            yield server
        finally:
            await server.stop()


async def query(url: str, sql: str) -> object:
    connection = await asyncpg.connect(url)
    try:
        return await connection.fetchval(sql)
    finally:
        await connection.close()


def run_without_tracing(program: str, argument: Path) -> str:
    """Run a Python program that may not look into processes of others, even as root; returns its output."""
    libc = ctypes.CDLL(None)
    finished = subprocess.run(
        [sys.executable, "-c", program, argument],
        capture_output=True,
        text=True,
        check=True,
        preexec_fn=lambda: libc.prctl(PR_CAPBSET_DROP, CAP_SYS_PTRACE, 0, 0, 0),
    )
    return finished.stdout.strip()


def mode_of(path: Path) -> int:
    return path.stat().st_mode & 0o777


def contents_of(folder: Path) -> dict[str, int]:
    return {path.name: path.stat().st_ino for path in folder.iterdir()} if folder.exists() else {}


def postmaster_pid(folder: Path) -> int:
    postmaster = read_pid_file((folder / "postgres").resolve())
    assert postmaster is not None
    return postmaster.pid


async def test_a_new_database_is_durable_private_and_uses_unicode(template: Path) -> None:
    async with started(template) as server:
        cluster = (template / "postgres").resolve()
        shown = {
            name: await query(server.url, f"SHOW {name}")
            for name in ("fsync", "synchronous_commit", "full_page_writes", "data_checksums")
        }
        socket_folder = Path(str(await query(server.url, "SHOW unix_socket_directories")).strip('"'))

        assert set(shown.values()) == {"on"}
        assert await query(server.url, "SHOW listen_addresses") == ""
        assert await query(server.url, "SHOW server_encoding") == "UTF8"
        assert await query(server.url, "SELECT lower('ÄЖ') || current_database()") == "äжclearwater"
        assert (mode_of(cluster), mode_of(socket_folder)) == (0o700, 0o710 if os.geteuid() == 0 else 0o700)
        assert cluster.stat().st_uid != 0

    assert socket_folder.name not in contents_of(socket_folder.parent)
    await eventually(lambda: not processes_of(cluster, None))


async def test_a_root_of_few_rights_finds_a_server_that_runs_under_another_account(template: Path) -> None:
    """Containers and units start it without the right to look into processes of others."""
    async with started(template) as server:
        found = await asyncio.to_thread(run_without_tracing, FIND_RUNNING_URL, template)

        assert found == server.url


async def test_committed_data_survives_a_killed_server_and_orphan_processes_do_not(data_folder: Path) -> None:
    async with started(data_folder) as server:
        url = server.url
        await query(url, "CREATE TABLE kept AS SELECT 7 AS number")
        busy = await asyncpg.connect(url)
        # Never looks up from its work, so it would outlive its server for hours.
        endless = asyncio.create_task(busy.execute("SELECT count(*) FROM generate_series(1, 1000000000000)"))
        await eventually(lambda: len(processes_of((data_folder / "postgres").resolve(), None)) > 2)
        busy_pid = busy.get_server_pid()

        os.kill(postmaster_pid(data_folder), signal.SIGKILL)
        await server.wait()
        await server.start()

        assert server.url == url
        assert await query(url, "SELECT number FROM kept") == 7
        assert busy_pid not in processes_of((data_folder / "postgres").resolve(), None)
        with pytest.raises((asyncpg.PostgresError, asyncpg.InterfaceError, OSError)):
            await endless
        busy.terminate()


async def test_a_server_left_by_a_killed_supervisor_is_stopped_first(data_folder: Path) -> None:
    left = PostgresServer(data_folder)
    await left.start()
    left_pid = postmaster_pid(data_folder)

    async with started(data_folder) as server:
        assert await left.wait() == 0
        assert postmaster_pid(data_folder) != left_pid
        assert await query(server.url, "SELECT 1") == 1
    await left.stop()


async def test_a_stale_pid_file_of_another_program_is_ignored(
    data_folder: Path, bystander: subprocess.Popen[bytes]
) -> None:
    lines = [bystander.pid, data_folder / "postgres", 1, 5432, "/nowhere", "", "1 1", "ready"]
    (data_folder / "postgres" / "postmaster.pid").write_text("".join(f"{line}\n" for line in lines))

    assert find_running_url(data_folder) is None
    async with started(data_folder) as server:
        assert await query(server.url, "SELECT 1") == 1
    assert bystander.poll() is None


async def test_a_slow_start_is_awaited_while_the_server_process_lives(
    template: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_server, "PROGRESS_SECONDS", 0.1)
    server = PostgresServer(template)
    with capture_logs() as logs:
        start = asyncio.create_task(server.start())
        await eventually(lambda: server.pid)
        assert server.pid is not None
        os.kill(server.pid, signal.SIGSTOP)
        await eventually(lambda: [line for line in logs if line["event"] == "postgres_recovering"][1:])
        os.kill(server.pid, signal.SIGCONT)
        await start

    assert await query(server.url, "SELECT 1") == 1
    await server.stop()


async def test_a_cancelled_start_leaves_no_server(template: Path) -> None:
    server = PostgresServer(template)
    start = asyncio.create_task(server.start())
    await eventually(lambda: server.pid)
    start.cancel()
    with pytest.raises(asyncio.CancelledError):
        await start

    await server.stop()

    await eventually(lambda: not processes_of((template / "postgres").resolve(), None))


async def test_a_deep_data_folder_does_not_lengthen_the_socket_path(data_folder: Path) -> None:
    deep = data_folder / ("d" * 100) / ("e" * 100)
    deep.mkdir(parents=True)
    (data_folder / "postgres").rename(deep / "postgres")

    async with started(deep) as server:
        assert await query(server.url, "SELECT 1") == 1
        assert find_running_url(deep) == server.url
    assert find_running_url(deep) is None


async def test_a_command_that_does_not_see_the_socket_folder_says_so(data_folder: Path) -> None:
    """As beside a unit with a temporary folder of its own."""
    async with started(data_folder):
        postmaster = read_pid_file((data_folder / "postgres").resolve())
        assert postmaster is not None
        hidden = postmaster.socket_folder.with_name(f"{postmaster.socket_folder.name}-hidden")
        postmaster.socket_folder.rename(hidden)
        with pytest.raises(StartupError, match="which this command does not see"):
            find_running_url(data_folder)
        hidden.rename(postmaster.socket_folder)


async def test_an_interrupted_creation_is_started_over(run_folder: Path) -> None:
    folder = run_folder / f"data-{next(numbers)}"
    (folder / "postgres.new" / "base").mkdir(parents=True)
    (folder / "postgres.new" / "PG_VERSION").write_text("18\n")

    async with started(folder) as server:
        assert await query(server.url, "SELECT 1") == 1
    assert not (folder / "postgres.new").exists()


async def test_old_logs_are_removed(data_folder: Path) -> None:
    logs = data_folder / "postgres" / "log"
    for number in range(KEPT_LOGS + 5):
        (logs / f"postgresql-2020-01-01-{number:06}.log").write_text("old")

    async with started(data_folder):
        pass

    left = sorted(path.name for path in logs.glob("postgresql-2020-*.log"))
    assert len(left) < KEPT_LOGS
    assert left[-1] == f"postgresql-2020-01-01-{KEPT_LOGS + 4:06}.log"


async def test_a_private_data_folder_keeps_its_database_where_the_account_of_postgres_can_enter(
    tmp_path: Path, state_folder: Path
) -> None:
    folder = tmp_path / "data"

    async with started(folder) as server:
        await query(server.url, "CREATE TABLE kept AS SELECT 7 AS number")
    async with started(folder) as server:
        assert await query(server.url, "SELECT number FROM kept") == 7
    assert (folder / "postgres").resolve().parent == (state_folder if IS_ROOT else folder)
    assert mode_of(tmp_path) == 0o700

    shutil.rmtree(folder)
    async with started(folder) as server:
        assert await query(server.url, "SELECT to_regclass('kept')") is None


async def test_programs_are_copied_once_when_the_account_of_postgres_cannot_enter_their_folder(
    data_folder: Path, tmp_path: Path, state_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = package_folder()
    assert wheel is not None
    private = tmp_path / wheel.name
    shutil.copytree(wheel / "pginstall18", private / "pginstall18", symlinks=True)
    shutil.copytree(wheel.with_name(f"{wheel.name}.libs"), tmp_path / f"{wheel.name}.libs")
    monkeypatch.setattr(postgres_programs, "package_folder", lambda: private)

    async with started(data_folder) as server:
        assert await query(server.url, "SELECT 1") == 1
    copies = contents_of(state_folder)
    async with started(data_folder):
        pass

    assert [name.rpartition("-")[0] for name in copies] == (["postgresql-18.4"] if IS_ROOT else [])
    assert contents_of(state_folder) == copies


@pytest.mark.usefixtures("full_disk")
async def test_a_full_disk_is_reported_and_leaves_no_partial_database(run_folder: Path) -> None:
    folder = run_folder / f"data-{next(numbers)}"
    with pytest.raises(StartupError, match="is full; free some space"):
        async with started(folder):
            pass
    assert set(contents_of(folder)) == {"lock"}


async def test_a_data_folder_that_cannot_be_created_is_a_startup_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StartupError, match=r"cannot be written \(Not a directory\); set CLEARWATER_DATA"):
        async with started(tmp_path / "file" / "data"):
            pass


async def test_missing_postgres_programs_are_a_startup_error(
    run_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgres_programs, "package_folder", lambda: None)
    with pytest.raises(StartupError, match="not installed for this machine; set DATABASE_URL"):
        async with started(run_folder / f"data-{next(numbers)}"):
            pass


async def test_a_database_of_another_postgres_version_is_a_startup_error(data_folder: Path) -> None:
    (data_folder / "postgres" / "PG_VERSION").write_text("12\n")
    with pytest.raises(StartupError, match="made by PostgreSQL 12, but only"):
        async with started(data_folder):
            pass


async def test_settings_that_postgres_rejects_are_a_startup_error(data_folder: Path) -> None:
    with (data_folder / "postgres" / "postgresql.auto.conf").open("a") as file:
        file.write("no_such_setting = 1\n")
    with pytest.raises(StartupError, match=r"PostgreSQL did not start: .*postgresql\.auto\.conf"):
        async with started(data_folder):
            pass


async def test_a_missing_database_is_a_startup_error_and_not_replaced_by_an_empty_one(tmp_path: Path) -> None:
    (tmp_path / "postgres").symlink_to("/nowhere/database")
    with pytest.raises(StartupError, match="should be in /nowhere/database, which does not exist"):
        async with started(tmp_path):
            pass


def test_a_data_folder_can_be_locked_only_once(tmp_path: Path) -> None:
    with (
        lock_data_folder(tmp_path),
        pytest.raises(DataFolderInUse, match=f"in use by Clearwater in process {os.getpid()}"),
        lock_data_folder(tmp_path),
    ):
        pass
    with lock_data_folder(tmp_path):
        pass


async def test_a_command_uses_the_given_database(tmp_path: Path) -> None:
    settings = Settings(database_url="postgresql://somewhere/else", data_folder=tmp_path)
    async with database(settings) as url:
        assert url == "postgresql://somewhere/else"
    assert contents_of(tmp_path) == {}


async def test_a_command_joins_the_server_that_runs(template: Path) -> None:
    settings = Settings(database_url=None, data_folder=template)
    async with started(template) as server:
        pid = postmaster_pid(template)
        async with database(settings) as url:
            assert url == server.url
        assert postmaster_pid(template) == pid
        assert await query(url, "SELECT 1") == 1


async def test_a_command_on_a_stopped_installation_starts_and_stops_the_server(template: Path) -> None:
    settings = Settings(database_url=None, data_folder=template)
    async with database(settings) as url:
        assert await query(url, "SELECT 1") == 1
    assert find_running_url(template) is None
    with lock_data_folder(template):
        pass
