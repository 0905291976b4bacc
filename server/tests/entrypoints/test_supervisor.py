"""`clearwater run` on real processes: it starts, heals, and leaves nothing behind."""

import ctypes
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest

from clearwater.adapters.data_folder import lock_data_folder
from clearwater.adapters.postgres_server import as_application, find_running_url
from clearwater.entrypoints.child import Backoff
from tests.builders import a_web_build
from tests.processes import (
    DEADLINE_SECONDS,
    Exchange,
    InstalledExchange,
    free_port,
    free_ports,
    ignore_ctrl_c,
    listen_to_ctrl_c,
    until,
)

numbers = count(1)
INSTALL = Path(__file__).parents[3] / "docs" / "operating" / "install.md"
PR_CAPBSET_DROP, LAST_CAPABILITY = 24, 40
# Their numbers in Linux.
CAPABILITIES = {
    "CAP_CHOWN": 0,
    "CAP_DAC_OVERRIDE": 1,
    "CAP_FOWNER": 3,
    "CAP_KILL": 5,
    "CAP_SETGID": 6,
    "CAP_SETUID": 7,
    "CAP_SYS_ADMIN": 21,
}
PROCESSES = ("engine", "api", "worker")


def is_alive(pid: int) -> bool:
    """A zombie that nobody reaped is dead for our purposes."""
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, check=False).stdout
    return bool(state) and not state.startswith(b"Z")


def as_the_unit_of_the_guide() -> Callable[[], None]:
    """For the child: give up what the systemd unit of docs/operating/install.md does not leave to root."""
    unit = INSTALL.read_text()
    (names,) = re.findall(r"^CapabilityBoundingSet=(.+)$", unit, re.MULTILINE)
    (mask,) = re.findall(r"^UMask=(\d+)$", unit, re.MULTILINE)
    kept = {CAPABILITIES[name] for name in names.split()}
    libc = ctypes.CDLL(None)

    def give_up() -> None:
        listen_to_ctrl_c()
        os.umask(int(mask, 8))
        for capability in set(range(LAST_CAPABILITY + 1)) - kept:
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)

    return give_up


@contextmanager
def occupied_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def sentences_of(exchange: Exchange) -> list[str]:
    """What it has printed for people, without the lines of its log."""
    return [line for line in exchange.stderr().splitlines() if not line.startswith("{")]


@pytest.fixture(scope="module")
def template(run_folder: Path) -> Path:
    """A data folder with the newest schema, stopped."""
    folder = run_folder / "supervised"
    settings = {"CLEARWATER_DATA": str(folder), "PATH": os.defpath, "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-m", "clearwater", "migrate"], env=settings, cwd=run_folder, check=True)
    return folder


@pytest.fixture
def folder(run_folder: Path, template: Path) -> Iterator[Path]:
    """A place with a web build and a data folder of the test's own."""
    place = run_folder / f"exchange-{next(numbers)}"
    a_web_build(place / "web")
    subprocess.run(["cp", "-a", template, place / "data"], check=True)
    yield place
    shutil.rmtree(place, ignore_errors=True)


@pytest.fixture
def closed_folder(run_folder: Path) -> Iterator[Path]:
    """A place below a folder that only its owner may enter, as a clone below /root is."""
    closed = run_folder / f"closed-{next(numbers)}"
    closed.mkdir(mode=0o700)
    a_web_build(closed / "exchange" / "web")
    yield closed / "exchange"
    shutil.rmtree(closed, ignore_errors=True)


@pytest.fixture
def start(folder: Path) -> Iterator[Callable[..., Exchange]]:
    running: list[Exchange] = []

    def start_one(
        before_start: Callable[[], None] = listen_to_ctrl_c,
        kind: type[Exchange] = Exchange,
        **settings: str,
    ) -> Exchange:
        running.append(kind(folder, before_start=before_start, **settings))
        return running[-1]

    yield start_one
    for exchange in running:
        exchange.end()


def test_readiness_is_printed_in_one_line_and_ctrl_c_leaves_no_process(
    start: Callable[..., Exchange],
) -> None:
    exchange = start(kind=InstalledExchange)
    exchange.wait_until_ready()
    assert exchange.stdout() == f"Clearwater is ready at http://127.0.0.1:{exchange.port}\n"
    assert exchange.is_serving()
    pids = exchange.all_pids()
    socket_folder = exchange.socket_folder()

    assert exchange.interrupt() == 0

    until(lambda: not any(is_alive(pid) for pid in pids))
    assert find_running_url(exchange.data_folder) is None
    assert not socket_folder.exists()
    with lock_data_folder(exchange.data_folder):
        pass


def test_killed_processes_are_restarted_without_affecting_others(start: Callable[..., Exchange]) -> None:
    exchange = start(CLEARWATER_RATE_LIMITS="0")
    exchange.wait_until_ready()
    assert exchange.stdout().endswith(" (rate limits off)\n")
    killed = exchange.postgres_pid()

    os.kill(killed, signal.SIGKILL)
    until(lambda: exchange.postgres_pid() not in (0, killed) and exchange.is_serving())
    assert [len(exchange.pids(name)) for name in PROCESSES] == [1, 1, 1]

    for name in PROCESSES:
        os.kill(exchange.pids(name)[0], signal.SIGKILL)
    until(lambda: [len(exchange.pids(name)) for name in PROCESSES] == [2, 2, 2])
    until(exchange.is_serving)
    assert all(is_alive(exchange.pids(name)[1]) for name in PROCESSES)
    assert exchange.interrupt() == 0


def test_several_api_processes_share_the_port_and_one_serves_while_another_is_killed(
    start: Callable[..., Exchange],
) -> None:
    exchange = start(API_PROCESSES="2", CLEARWATER_RATE_LIMITS="0")
    exchange.wait_until_ready()
    first, second = exchange.pids("api")
    os.kill(first, signal.SIGSTOP)
    draft = {"email": "ann@example.org", "password": "an orange bicycle", "accept_terms": True}
    # The one that is stopped accepts nothing; the other serves them all.
    assert exchange.post("/api/v1/client", draft)[0] == 201
    # A poll may reach a process that does not know its session.
    assert exchange.get("/socket.io/?EIO=4&transport=polling")[0] == 400

    os.kill(first, signal.SIGKILL)
    until(lambda: len(exchange.pids("api")) == 3)
    until(exchange.is_serving)

    assert is_alive(second)
    assert exchange.interrupt() == 0


@pytest.mark.parametrize("killed", ["api", "postgres", "everything"])
def test_an_acknowledged_registration_survives_any_kill(start: Callable[..., Exchange], killed: str) -> None:
    """What was answered is on disk: nothing is given a moment to finish after the answer."""
    exchange = start()
    exchange.wait_until_ready()
    victims = {
        "api": [exchange.pids("api")[0]],
        "postgres": [exchange.postgres_pid()],
        "everything": [exchange.process.pid, exchange.postgres_pid(), exchange.pids("api")[0]],
    }[killed]
    draft = {"email": "ann@example.org", "password": "an orange bicycle", "accept_terms": True}

    status, answer = exchange.post("/api/v1/client", draft)
    for pid in victims:
        os.kill(pid, signal.SIGKILL)

    assert status == 201
    until(lambda: not any(is_alive(pid) for pid in victims))
    if killed == "everything":
        exchange.process.wait()
        exchange.start_again()
        exchange.wait_until_ready()
    until(exchange.is_serving)
    credentials = {"login": answer["client"]["email"], "password": answer["client"]["password"]}
    status, _ = exchange.post("/api/v1/token", credentials)
    again, refusal = exchange.post("/api/v1/client", draft)
    assert (status, again, refusal["code"]) == (201, 409, "EMAIL_TAKEN")
    assert exchange.interrupt() == 0


def test_a_killed_supervisor_ends_its_children_and_can_be_restarted(
    start: Callable[..., Exchange],
) -> None:
    exchange = start()
    exchange.wait_until_ready()
    pids = exchange.all_pids()
    socket_folder = exchange.socket_folder()

    exchange.process.kill()
    exchange.process.wait()
    exchange.start_again()
    exchange.wait_until_ready()

    assert exchange.is_serving()
    assert not socket_folder.exists()
    until(lambda: not any(is_alive(pid) for pid in pids))
    assert exchange.interrupt() == 0


def test_a_second_ctrl_c_does_not_wait_for_a_process_that_hangs(start: Callable[..., Exchange]) -> None:
    exchange = start()
    exchange.wait_until_ready()
    pids = exchange.all_pids()
    os.kill(exchange.pids("api")[-1], signal.SIGSTOP)

    def ask_again() -> bool:
        exchange.process.send_signal(signal.SIGINT)
        return "stopping_immediately" in exchange.stderr()

    until(ask_again)

    assert exchange.process.wait(DEADLINE_SECONDS) == 0
    until(lambda: not any(is_alive(pid) for pid in pids))


def test_signals_that_come_together_are_one_stop(start: Callable[..., Exchange]) -> None:
    """Of those to a whole group `make` passes its own on; a stop at once would leave development nodes."""
    exchange = start()
    exchange.wait_until_ready()
    pids = exchange.all_pids()

    exchange.process.terminate()
    exchange.process.send_signal(signal.SIGHUP)

    assert exchange.process.wait(DEADLINE_SECONDS) == 0
    assert "stopping_immediately" not in exchange.stderr()
    until(lambda: not any(is_alive(pid) for pid in pids))


def test_as_a_background_job_it_ignores_ctrl_c_and_ends_in_order_when_terminated(
    start: Callable[..., Exchange],
) -> None:
    exchange = start(before_start=ignore_ctrl_c)
    exchange.wait_until_ready()
    pids = exchange.all_pids()

    exchange.process.send_signal(signal.SIGINT)
    exchange.process.terminate()

    assert exchange.process.wait(DEADLINE_SECONDS) == 0
    assert "stopping_immediately" not in exchange.stderr()
    until(lambda: not any(is_alive(pid) for pid in pids))


def test_stopping_during_startup_leaves_no_process(start: Callable[..., Exchange]) -> None:
    exchange = start()
    until(lambda: find_running_url(exchange.data_folder))
    exchange.process.terminate()

    assert exchange.process.wait(DEADLINE_SECONDS) == 0
    assert find_running_url(exchange.data_folder) is None
    assert exchange.stdout() == ""
    until(lambda: not any(is_alive(pid) for name in PROCESSES for pid in exchange.pids(name)))


def test_a_data_folder_in_use_is_reported_with_its_process(tmp_path: Path) -> None:
    with lock_data_folder(tmp_path / "data"):
        exchange = Exchange(tmp_path)
        assert exchange.process.wait(DEADLINE_SECONDS) == 78

    assert exchange.stderr() == (
        f"The data folder {exchange.data_folder} is in use by Clearwater in process {os.getpid()}; "
        "stop that one first.\n"
    )


def test_a_process_that_cannot_start_ends_the_supervisor_with_its_message(
    start: Callable[..., Exchange], folder: Path
) -> None:
    exchange = start(CLEARWATER_WEB=str(folder / "nothing"))

    assert exchange.process.wait(DEADLINE_SECONDS) == 78
    assert sentences_of(exchange) == [
        f"The web client is not built in {folder / 'nothing'}; run 'make build' or set CLEARWATER_WEB."
    ]
    assert find_running_url(exchange.data_folder) is None


def test_the_server_runs_on_an_external_database(
    start: Callable[..., Exchange], folder: Path, database_url: str
) -> None:
    shutil.rmtree(folder / "data")
    exchange = start(DATABASE_URL=as_application(database_url), DATABASE_OWNER_URL=database_url)
    exchange.wait_until_ready()

    assert exchange.is_serving()
    assert exchange.logged("database_role_owns_tables") == []
    assert {"lock", "secret-key"} <= {path.name for path in exchange.data_folder.iterdir()}
    assert not (exchange.data_folder / "postgres").exists()
    assert exchange.interrupt() == 0


def test_a_database_role_that_owns_the_tables_is_logged(
    start: Callable[..., Exchange], folder: Path, database_url: str
) -> None:
    shutil.rmtree(folder / "data")
    exchange = start(DATABASE_URL=as_application(database_url))
    exchange.wait_until_ready()

    assert len(exchange.logged("database_role_owns_tables")) == 1
    assert exchange.interrupt() == 0


def test_nothing_serves_as_root_and_each_part_has_its_account_where_root_can_give_one(
    start: Callable[..., Exchange],
) -> None:
    exchange = start(kind=InstalledExchange, before_start=as_the_unit_of_the_guide())
    exchange.wait_until_ready()

    # Each begins as root and gives that up; the worker may still be starting when others serve.
    until(lambda: 0 not in owner_of(exchange.pids("worker")[0]) or os.geteuid())
    owners = {name: owner_of(exchange.pids(name)[0]) for name in PROCESSES}
    postgres = owner_of(exchange.postgres_pid())

    assert owners["api"] == owners["worker"] == owners["engine"]
    assert 0 not in owners["api"] | postgres
    if os.geteuid() == 0:
        assert owners["api"].isdisjoint(postgres)
    else:
        assert owners["api"] == postgres == {os.geteuid()}
    assert (exchange.data_folder / "secret-key").stat().st_uid in owners["api"]
    assert (exchange.data_folder / "secret-key").stat().st_mode & 0o077 == 0
    assert exchange.interrupt() == 0


def test_from_a_private_folder_the_server_runs_and_takes_over_existing_files(
    closed_folder: Path,
) -> None:
    """Code and interpreter are reached through what was opened while that was allowed."""
    data = closed_folder / "data"
    (data / "files").mkdir(parents=True)
    data.chmod(0o700)
    (data / "secret-key").write_bytes(os.urandom(32))
    (data / "files" / "old").write_bytes(b"from before")
    exchange = Exchange(closed_folder)
    try:
        exchange.wait_until_ready()

        api = owner_of(exchange.pids("api")[0])
        draft = {"email": "ann@example.org", "password": "an orange bicycle", "accept_terms": True}
        assert exchange.post("/api/v1/client", draft)[0] == 201
        assert {(data / name).stat().st_uid for name in ("secret-key", "files", "files/old", "run")} == api
        exchange.process.kill()
        exchange.process.wait()
        until(lambda: not is_alive(exchange.pids("api")[0]))
    finally:
        exchange.end()
        shutil.rmtree((data / "postgres").resolve(), ignore_errors=True)


def owner_of(pid: int) -> set[int]:
    """Real, effective, saved and file system user of a process."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return {int(number) for line in lines if line.startswith("Uid:") for number in line.split()[1:]}


def test_a_port_in_use_is_reported_before_anything_starts(tmp_path: Path) -> None:
    with occupied_port() as port:
        exchange = Exchange(tmp_path, PORT=str(port))

        assert exchange.process.wait(DEADLINE_SECONDS) == 78
    assert exchange.stderr() == f"Port {port} on 127.0.0.1 is in use; set PORT to another port.\n"
    assert not exchange.data_folder.exists()


def is_ready(exchange: Exchange, port: int) -> bool:
    try:
        return exchange.get_text("/health/ready", port=port) == "OK\n"
    except OSError:
        return False


def test_each_process_serves_its_own_metrics_on_consecutive_ports(start: Callable[..., Exchange]) -> None:
    first = free_ports(4)
    exchange = start(API_PROCESSES="2", CLEARWATER_METRICS_PORT=str(first))
    exchange.wait_until_ready()
    # The exchange is ready once one of the api processes is.
    until(lambda: all(is_ready(exchange, first + place) for place in range(4)))

    engine, worker, *apis = [exchange.get_text("/metrics", port=first + place) for place in range(4)]

    assert "\nclearwater_engine_leading 1.0\n" in engine
    assert '\nclearwater_gateway_followers{role="api"} 2.0\n' in engine
    assert '\nclearwater_gateway_followers{role="worker"} 1.0\n' in engine
    assert "\nclearwater_feed_connected 1.0\n" in worker
    assert all("\nclearwater_feed_connected 1.0\n" in api for api in apis)
    processes = ("engine", "worker", "api", "api")
    for process, shown in zip(processes, [engine, worker, *apis], strict=True):
        assert f'clearwater_build_info{{process="{process}"' in shown
    assert exchange.interrupt() == 0


def test_a_metrics_port_in_use_ends_the_start_with_a_sentence(start: Callable[..., Exchange]) -> None:
    with occupied_port() as port:
        exchange = start(CLEARWATER_METRICS_PORT=str(port))

        assert exchange.process.wait(DEADLINE_SECONDS) == 78
    assert sentences_of(exchange) == [
        f"Port {port} on 127.0.0.1 is in use; set CLEARWATER_METRICS_PORT to another port."
    ]


def test_an_unreachable_database_is_reported_without_its_password(tmp_path: Path) -> None:
    port = free_port()
    url = f"postgresql://someone:not-for-logs@127.0.0.1:{port}/clearwater"
    exchange = Exchange(tmp_path, DATABASE_URL=url)

    assert exchange.process.wait(DEADLINE_SECONDS) == 78
    assert sentences_of(exchange) == [
        f"PostgreSQL at 127.0.0.1:{port} cannot be used: the connection is refused; check DATABASE_URL."
    ]


def test_an_unwritable_data_folder_is_reported(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    exchange = Exchange(tmp_path, CLEARWATER_DATA=str(tmp_path / "file" / "data"))

    assert exchange.process.wait(DEADLINE_SECONDS) == 78
    assert exchange.stderr() == (
        f"The data folder {tmp_path}/file/data cannot be written (Not a directory); "
        "set CLEARWATER_DATA to a folder that can.\n"
    )


def test_an_invalid_setting_is_reported(tmp_path: Path) -> None:
    exchange = Exchange(tmp_path, PORT="eighty")

    assert exchange.process.wait(DEADLINE_SECONDS) == 78
    assert exchange.stderr().count("\n") == 1
    assert "PORT" in exchange.stderr()


def test_restarts_back_off_until_a_process_stays_alive() -> None:
    backoff = Backoff()

    delays = [backoff.after(lived_seconds=1) for _ in range(10)]

    assert delays == [0.05, 0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 6.4, 10.0, 10.0]
    assert backoff.after(lived_seconds=31) == 0.05
