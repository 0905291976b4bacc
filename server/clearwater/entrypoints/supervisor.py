"""`clearwater run`: PostgreSQL, engine, api, worker and signer on one machine; what dies is started again.

A demo has development chains, too.
"""

import asyncio
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from ipaddress import ip_address

import click
import structlog

from clearwater.adapters.data_folder import lock_data_folder
from clearwater.adapters.fork_server import ForkServer, LaunchedServer
from clearwater.adapters.postgres_remote import require_usable
from clearwater.adapters.postgres_server import PostgresServer, urls_of
from clearwater.entrypoints.child import Backoff, Child
from clearwater.entrypoints.fork_server_process import launch_fork_server
from clearwater.entrypoints.listener import BACKLOG, bind
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from clearwater.kit.progress import progress_on
from clearwater.kit.secret_settings import SECRET_SETTINGS

log = structlog.get_logger("clearwater.supervisor")

PROBE_SECONDS = 5
PROBE_INTERVAL_SECONDS = 0.05
PROBE_SLOWDOWN = 1.02
MAX_PROBE_INTERVAL_SECONDS = 0.5
LOG_CHECK_SECONDS = 60
# `make` passes on to us what its whole process group has received; systemd may send SIGHUP after SIGTERM.
SAME_STOP_SECONDS = 0.5
# The ports of metrics, counted from CLEARWATER_METRICS_PORT.
ENGINE_PORT, WORKER_PORT, FIRST_API_PORT = 0, 1, 2


async def run(settings: Settings, fork_server: LaunchedServer | None = None) -> int:
    """Run everything until a stop signal; return the exit code. A fork server may be loading already."""
    # First of all, so that an error appears without waiting for the database.
    listener = bind(settings.host, settings.port)
    supervisor = Supervisor(settings, listener, fork_server)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        # nohup has the hang-up ignored, and so it stays.
        if signal.getsignal(number) is not signal.SIG_IGN:
            asyncio.get_running_loop().add_signal_handler(number, supervisor.stop)
    return await supervisor.run()


class Supervisor:
    """Holds what runs. Everything is ended in the reverse order of its start, however far it came."""

    def __init__(
        self, settings: Settings, listener: socket.socket, fork_server: LaunchedServer | None = None
    ) -> None:
        self._settings = settings
        self._listener = listener
        self._fork_server = ForkServer(launch_fork_server, fork_server)
        self._postgres: PostgresServer | None = None
        self._children: list[Child] = []
        self._postgres_keepers: list[asyncio.Task[None]] = []
        self._optional: list[asyncio.Task[None]] = []
        self._work: asyncio.Task[int] | None = None
        self._stopping_since: float | None = None
        self._progress = progress_on(sys.stderr, event="starting")

    async def run(self) -> int:
        self._work = asyncio.create_task(self._start_all())
        try:
            return await self._work
        except asyncio.CancelledError:
            if self._stopping_since is None:
                raise
            log.info("stopped")
            return os.EX_OK
        finally:
            self._progress.clear()

    def stop(self) -> None:
        """Stop everything in order; on a second signal, immediately: development nodes then keep running."""
        now = asyncio.get_running_loop().time()
        if self._stopping_since is None:
            self._stopping_since = now
            log.info("stopping")
            if self._work is not None:
                self._work.cancel()
        if now < self._stopping_since + SAME_STOP_SECONDS:
            return
        log.warning("stopping_immediately")
        for child in self._children:
            child.kill()
        if self._postgres is not None:
            self._postgres.stop_immediately()

    def _make_children(self, database_url: asyncio.Future[str]) -> list[Child]:
        return [
            Child(
                "engine",
                database_url,
                fork_server=self._fork_server,
                environment=self._metrics_port(ENGINE_PORT),
                hang_seconds=self._settings.hang_seconds,
            ),
            *self._make_apis(database_url),
            Child(
                "worker",
                database_url,
                fork_server=self._fork_server,
                # Nobody waits for it at the other end of a line.
                niceness=5,
                environment=self._metrics_port(WORKER_PORT),
            ),
        ]

    def _make_apis(self, database_url: asyncio.Future[str]) -> list[Child]:
        count = count_api(self._settings)
        return [
            Child(
                "api",
                database_url,
                fork_server=self._fork_server,
                listener=self._listener,
                environment={"API_PROCESSES": str(count), **self._metrics_port(FIRST_API_PORT + place)},
            )
            for place in range(count)
        ]

    def _metrics_port(self, place: int) -> dict[str, str]:
        """Consecutive ports: each process has its own metrics."""
        first = self._settings.metrics_port
        return {} if first is None else {"CLEARWATER_METRICS_PORT": str(first + place)}

    async def _start_all(self) -> int:
        self._listener.listen(BACKLOG)
        with lock_data_folder(self._settings.data_folder.absolute()):
            database_url: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            is_ready = asyncio.Event()
            self._children = self._make_children(database_url)
            keepers = [asyncio.create_task(child.keep_running(is_ready)) for child in self._children]
            try:
                self._progress.show("database", "Starting the database", 0)
                async with self._open_database() as owner_url:
                    try:
                        self._progress.show("tables", "Preparing its tables", 5)
                        if failure := await self._migrate():
                            return failure
                        self._progress.show("services", "Starting the exchange", 10)
                        url = urls_of(self._settings, owner_url).application
                        database_url.set_result(url)
                        # Not watched like the others: the exchange works without signer and chains.
                        self._optional = [
                            asyncio.create_task(self._keep_signer(url, is_ready)),
                            asyncio.create_task(self._keep_chains(url, is_ready)),
                        ]
                        return await self._watch(keepers, is_ready)
                    finally:
                        await self._stop_children(keepers)
            finally:
                # Those that still wait for a database that never came.
                await self._stop_children(keepers)

    async def _migrate(self) -> int:
        """Returns the exit code, for the process has printed what is wrong."""
        child = make_migration(self._fork_server)
        self._children.append(child)
        code = await child.run_once()
        self._children.remove(child)
        return code

    @asynccontextmanager
    async def _open_database(self) -> AsyncIterator[str]:
        if self._settings.database_url is not None:
            await require_usable(self._settings.database_url)
            owner_url = self._settings.database_owner_url
            if owner_url is None:
                log.warning("database_role_owns_tables", remedy="set DATABASE_OWNER_URL")
            else:
                await require_usable(owner_url, setting="DATABASE_OWNER_URL")
            yield owner_url or self._settings.database_url
            return
        server = self._postgres = PostgresServer(self._settings.data_folder.absolute())
        try:
            await server.start()
            self._postgres_keepers = [
                asyncio.create_task(_keep_running(server)),
                asyncio.create_task(_remove_old_logs(server)),
            ]
            yield server.url
        finally:
            await _cancel(self._postgres_keepers)
            await server.stop()

    async def _watch(self, keepers: list[asyncio.Task[None]], is_ready: asyncio.Event) -> int:
        """Return when one of them reports that it cannot start; it has printed the reason."""
        announcer = asyncio.create_task(self._announce(is_ready))
        try:
            ended, _ = await asyncio.wait(
                [*keepers, *self._postgres_keepers], return_when=asyncio.FIRST_COMPLETED
            )
            for keeper in ended:
                keeper.result()
        finally:
            await _cancel([announcer])
        return os.EX_CONFIG

    async def _keep_signer(self, database_url: str, is_ready: asyncio.Event) -> None:
        """Run the signer where there is something to sign; after everything is ready, for nobody waits."""
        await is_ready.wait()
        if not needs_signer(self._settings, await _find_kind(database_url)):
            return
        # With memory of its own; an empty setting counts as absent.
        child = Child("signer", environment=dict.fromkeys(SECRET_SETTINGS, ""))
        self._children.append(child)
        await child.keep_running(is_ready)

    async def _keep_chains(self, database_url: str, is_ready: asyncio.Event) -> None:
        """Run development chains for a demo; after everything is ready, so that nobody waits for them."""
        await is_ready.wait()
        if not self._settings.dev_chains or await _find_kind(database_url) != "demo":
            return
        child = Child("chains", niceness=5)
        self._children.append(child)
        await child.keep_running(is_ready)

    async def _stop_children(self, keepers: list[asyncio.Task[None]]) -> None:
        await _cancel([*keepers, *self._optional])
        await asyncio.gather(*(child.stop() for child in self._children))
        await self._fork_server.stop()

    async def _announce(self, is_ready: asyncio.Event) -> None:
        host, port = _reachable(self._settings.host), self._settings.port
        await _wait_for_answer(host, port)
        is_ready.set()
        self._progress.clear()
        shown = f"[{host}]" if ":" in host else host
        remark = " (rate limits off)" if self._settings.rate_limits == 0 else ""
        # The parent may have closed the pipe already; that is no reason to stop.
        with suppress(OSError):
            click.echo(f"Clearwater is ready at http://{shown}:{port}{remark}")


def make_migration(_: ForkServer) -> Child:
    """Not forked: it has ended by the time the fork server has loaded."""
    return Child("migrate")


def count_api(settings: Settings) -> int:
    """One on two cores, for the engine and PostgreSQL need some, too; one more for each further core."""
    return settings.api_processes or max(1, (os.cpu_count() or 1) - 1)


def needs_signer(settings: Settings, kind: str | None) -> bool:
    """Where there are keys or networks of the operator's own, or development chains."""
    network_file = settings.networks_file or settings.data_folder / "networks.toml"
    own = (settings.data_folder / "signer" / "seed", network_file)
    return any(path.exists() for path in own) or (settings.dev_chains and kind == "demo")


async def _find_kind(database_url: str) -> str | None:
    import asyncpg

    from clearwater.engine.ledger_kind import find_kind

    connection = await asyncpg.connect(database_url, timeout=PROBE_SECONDS)
    try:
        return await find_kind(connection)
    finally:
        await connection.close()


async def _keep_running(server: PostgresServer) -> None:
    """Start PostgreSQL again when it dies; api and worker find it under the same URL."""
    clock = asyncio.get_running_loop().time
    backoff = Backoff()
    while True:
        started_at = clock()
        code = await server.wait()
        delay_seconds = backoff.after(clock() - started_at)
        log.error("postgres_exited", exit_code=code, restart_in_seconds=delay_seconds)
        await asyncio.sleep(delay_seconds)
        try:
            await server.start()
        except StartupError as error:
            log.warning("postgres_start_failed", reason=str(error))
        else:
            log.info("postgres_restarted")


async def _remove_old_logs(server: PostgresServer) -> None:
    while True:
        await asyncio.sleep(LOG_CHECK_SECONDS)
        with suppress(OSError):
            server.remove_old_logs()


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _reachable(host: str) -> str:
    """An address to connect to, when the server listens on all of them."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if not address.is_unspecified:
        return host
    return "127.0.0.1" if address.version == 4 else "::1"


async def _wait_for_answer(host: str, port: int) -> None:
    """Asked less often the longer it takes: a demo that is being seeded needs the processor itself."""
    pause = PROBE_INTERVAL_SECONDS
    while not await _answers(host, port):
        await asyncio.sleep(pause)
        pause = min(pause * PROBE_SLOWDOWN, MAX_PROBE_INTERVAL_SECONDS)


async def _answers(host: str, port: int) -> bool:
    request = f"GET /api/health/ready HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    try:
        async with asyncio.timeout(PROBE_SECONDS):
            reader, writer = await asyncio.open_connection(host, port)
            try:
                writer.write(request.encode())
                return (await reader.readline()).split()[1:2] == [b"200"]
            finally:
                writer.close()
    except OSError:
        return False
