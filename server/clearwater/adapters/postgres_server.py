"""The embedded PostgreSQL: started as a child, awaited during crash recovery, shut down cleanly."""

import asyncio
import os
import re
import signal
import tempfile
from collections.abc import AsyncIterator
from contextlib import AbstractContextManager, ExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote

import asyncpg

from clearwater.adapters.data_folder import DataFolderInUse, lock_data_folder, not_writable
from clearwater.adapters.parent_death import die_with_parent
from clearwater.adapters.postgres_account import ENVIRONMENT, Account, find_application_account
from clearwater.adapters.postgres_cluster import (
    APPLICATION_ROLE,
    PORT,
    SUPERUSER,
    Cluster,
    cluster_folder,
    open_cluster,
    remove_old_logs,
    write_settings,
)
from clearwater.adapters.processes import (
    FAST_STOP_SECONDS,
    IMMEDIATE_STOP_SECONDS,
    POLL_SECONDS,
    find_postmaster,
    kill_orphans,
    read_pid_file,
)
from clearwater.kit.config import Settings
from clearwater.kit.database_hosts import login_of
from clearwater.kit.errors import StartupError
from clearwater.kit.lazy_logger import LazyLogger

log = LazyLogger("clearwater.postgres")

DATABASE = "clearwater"
SOCKET_FOLDER_PREFIX = "clearwater-"
SHORT_FOLDER = Path("/") / "tmp"
# The shortest limit of the supported systems (macOS: 104 bytes with the terminating NUL).
SOCKET_PATH_BYTES = 103
PROGRESS_SECONDS = 5
CONNECT_SECONDS = 60
# Errors of PostgreSQL while the last processes of a killed server are still exiting: retry.
TRANSIENT = re.compile(r'pre-existing shared memory block|lock file ".*" already exists')
TRANSIENT_SECONDS = 60
WAIT_FOR_OTHER_SECONDS = 60


class PostgresServer:
    """One server on one data folder, whose lock the caller holds until it has called `stop`.

    The URL stays the same after a restart, so that clients can reconnect.
    """

    def __init__(self, data_folder: Path) -> None:
        self._data_folder = data_folder
        self._start_log = data_folder / "postgres-start.log"
        # Records the socket folder, so that the next start can remove it if we are killed.
        self._socket_record = data_folder / "postgres-socket"
        self._process: asyncio.subprocess.Process | None = None
        self._cluster: Cluster | None = None
        self._application = Account()
        self._socket_folder: Path | None = None

    @property
    def url(self) -> str:
        assert self._socket_folder is not None, "the URL is known once the server was started"
        return _url(self._socket_folder, PORT)

    @property
    def pid(self) -> int | None:
        """The pid of the server, once started."""
        return None if self._process is None else self._process.pid

    async def start(self) -> None:
        """Return when the server accepts connections; crash recovery may take minutes."""
        try:
            cluster = self._cluster = await open_cluster(self._data_folder)
            self._application = await find_application_account()
            await self._prepare_start(cluster)
            deadline = asyncio.get_running_loop().time() + TRANSIENT_SECONDS
            while not await self._try_start(cluster):
                if asyncio.get_running_loop().time() > deadline:
                    raise self._failure(cluster)
                await asyncio.sleep(10 * POLL_SECONDS)
                await kill_orphans(cluster.folder)
        except OSError as error:
            raise not_writable(self._data_folder, error) from None
        await _create_database(self.url)

    async def wait(self) -> int:
        """Wait until the server exits; returns its exit code."""
        assert self._process is not None, "only a started server can end"
        return await self._process.wait()

    async def stop(self) -> None:
        """Shut down with a checkpoint; immediately if that exceeds the timeout."""
        for number, patience_seconds in (
            (signal.SIGINT, FAST_STOP_SECONDS),
            (signal.SIGQUIT, IMMEDIATE_STOP_SECONDS),
            (signal.SIGKILL, IMMEDIATE_STOP_SECONDS),
        ):
            if self._process is None or self._process.returncode is not None:
                break
            self._signal(number)
            with suppress(TimeoutError):
                async with asyncio.timeout(patience_seconds):
                    await self._process.wait()
        if self._socket_folder is not None:
            _remove_socket_folder(self._socket_folder)
            self._socket_record.unlink(missing_ok=True)
            self._socket_folder = None

    def stop_immediately(self) -> None:
        """Make a shutdown in progress skip the checkpoint; the next start runs crash recovery."""
        self._signal(signal.SIGQUIT)

    def remove_old_logs(self) -> None:
        if self._cluster is not None:
            remove_old_logs(self._cluster)

    def _signal(self, number: signal.Signals) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.send_signal(number)

    async def _prepare_start(self, cluster: Cluster) -> None:
        await kill_orphans(cluster.folder)
        if self._socket_folder is None:
            if self._socket_record.exists():
                _remove_socket_folder(Path(self._socket_record.read_text()))
            self._socket_folder = await _make_socket_folder(cluster.account)
            self._grant_traversal(self._socket_folder)
            self._socket_record.write_text(str(self._socket_folder))
        elif not self._socket_folder.exists():
            self._socket_folder.mkdir(mode=0o700)
            cluster.account.own(self._socket_folder)
            self._grant_traversal(self._socket_folder)
        remove_old_logs(cluster)
        write_settings(cluster, self._socket_folder, self._application)

    def _grant_traversal(self, folder: Path) -> None:
        """Let the account of api and worker traverse to the socket, without any other access."""
        if self._application.group is not None:
            os.chown(folder, -1, self._application.group)
            folder.chmod(0o710)

    async def _try_start(self, cluster: Cluster) -> bool:
        """Whether the server is ready; False means retry."""
        with self._start_log.open("wb") as start_log:
            self._process = await asyncio.create_subprocess_exec(
                cluster.programs.path("postgres"),
                "-D",
                cluster.folder,
                user=cluster.account.user,
                group=cluster.account.group,
                extra_groups=cluster.account.extra_groups,
                cwd="/",
                env=ENVIRONMENT,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=start_log,
                stderr=start_log,
                # Ctrl-C in a terminal must reach only the supervisor, which stops this server last.
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGINT),
            )
        if await self._is_ready(cluster, self._process):
            return True
        if TRANSIENT.search(_tail(self._start_log)):
            return False
        raise self._failure(cluster)

    async def _is_ready(self, cluster: Cluster, process: asyncio.subprocess.Process) -> bool:
        clock = asyncio.get_running_loop().time
        started_at = reported_at = clock()
        while process.returncode is None:
            postmaster = read_pid_file(cluster.folder)
            if postmaster and postmaster.pid == process.pid and postmaster.status == "ready":
                return True
            if clock() - reported_at >= PROGRESS_SECONDS:
                reported_at = clock()
                log.info("postgres_recovering", seconds=round(reported_at - started_at))
            await asyncio.sleep(POLL_SECONDS)
        return False

    def _failure(self, cluster: Cluster) -> StartupError:
        said = _tail(self._start_log)
        logs = sorted((cluster.folder / "log").glob("postgresql-*.log"))
        # Ignore the log of an earlier start.
        if logs and logs[-1].stat().st_mtime >= self._start_log.stat().st_mtime:
            said += _tail(logs[-1])
        if "No space left on device" in said:
            return StartupError(f"The disk of {self._data_folder} is full; free some space and start again.")
        reasons = [line for line in said.splitlines() if "FATAL:" in line or "PANIC:" in line]
        reason = reasons[-1].partition(":  ")[2] if reasons else "it exited without a message"
        return StartupError(f"PostgreSQL did not start: {reason} (more in {cluster.folder / 'log'}).")


@asynccontextmanager
async def database(settings: Settings) -> AsyncIterator[str]:
    """The URL of the owner of the database, for one command.

    DATABASE_URL if set; else the embedded server, which is started and stopped if it is not running.
    """
    if settings.database_url is not None:
        yield settings.database_owner_url or settings.database_url
        return
    folder = settings.data_folder.absolute()
    with ExitStack() as stack:
        running = await _lock_or_join(folder, stack)
        if running is not None:
            yield running
            return
        server = PostgresServer(folder)
        try:
            await server.start()
            yield server.url
        finally:
            await server.stop()


class DatabaseUrls(NamedTuple):
    """The URLs of the owner of the tables, who migrates, and of the application."""

    owner: str
    application: str

    @property
    def application_role(self) -> str | None:
        """The application's role; None if it is the owner."""
        return None if self.application == self.owner else login_of(self.application).role


def urls_of(settings: Settings, owner_url: str) -> DatabaseUrls:
    if settings.database_url is not None:
        return DatabaseUrls(owner_url, settings.database_url)
    return DatabaseUrls(owner_url, as_application(owner_url))


def as_application(owner_url: str) -> str:
    """The URL of the same embedded database for the application's role."""
    return owner_url.replace(f"//{SUPERUSER}@", f"//{APPLICATION_ROLE}@", 1)


def find_running_url(data_folder: Path) -> str | None:
    """The owner's URL of the embedded server that is running on a data folder."""
    folder = cluster_folder(data_folder.absolute())
    try:
        postmaster = find_postmaster(folder.resolve()) if folder.exists() else None
    except PermissionError:
        raise StartupError(
            f"The database in {folder} belongs to another account; use the one that runs Clearwater."
        ) from None
    if postmaster is None or postmaster.status != "ready":
        return None
    if not postmaster.socket_folder.exists():
        raise StartupError(
            f"PostgreSQL listens in {postmaster.socket_folder}, which this command does not see. If"
            " Clearwater runs with a private temporary folder, set its TMPDIR to one that both see."
        )
    return _url(postmaster.socket_folder, postmaster.port)


def get_database_url(settings: Settings) -> str:
    """The URL of a running database, for processes that do not start one."""
    owner_url = settings.database_url or find_running_url(settings.data_folder)
    if owner_url is None:
        raise StartupError(
            f"No database is running for the data folder {settings.data_folder.absolute()}; "
            "start Clearwater with 'clearwater run', or set DATABASE_URL."
        )
    return urls_of(settings, owner_url).application


async def _lock_or_join(folder: Path, stack: ExitStack) -> str | None:
    """Lock the data folder, or return the URL of the server of the Clearwater that has it."""
    clock = asyncio.get_running_loop().time
    deadline = clock() + WAIT_FOR_OTHER_SECONDS
    while True:
        held: AbstractContextManager[None] = lock_data_folder(folder)
        try:
            stack.enter_context(held)
        except DataFolderInUse:
            running = find_running_url(folder)
            if running is not None:
                return running
            if clock() > deadline:
                raise
            await asyncio.sleep(10 * POLL_SECONDS)
        else:
            return None


async def _create_database(url: str) -> None:
    try:
        try:
            connection = await asyncpg.connect(url, timeout=CONNECT_SECONDS)
        except asyncpg.InvalidCatalogNameError:
            connection = await asyncpg.connect(url, database="postgres", timeout=CONNECT_SECONDS)
            await connection.execute(f"CREATE DATABASE {DATABASE}", timeout=CONNECT_SECONDS)
        if not await connection.fetchval("SELECT 1 FROM pg_roles WHERE rolname = $1", APPLICATION_ROLE):
            await connection.execute(f"CREATE ROLE {APPLICATION_ROLE} LOGIN", timeout=CONNECT_SECONDS)
        await connection.close(timeout=CONNECT_SECONDS)
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise StartupError(f"PostgreSQL started but takes no connections ({error!r}).") from None


def _url(socket_folder: Path, port: int) -> str:
    # An explicit port, because PGPORT in the environment would change the socket's name.
    return f"postgresql://{SUPERUSER}@/{DATABASE}?host={quote(str(socket_folder))}&port={port}"


async def _make_socket_folder(account: Account) -> Path:
    """A short private folder, because socket paths are limited to about a hundred bytes."""
    for base in (Path(tempfile.gettempdir()), SHORT_FOLDER):
        example = base / f"{SOCKET_FOLDER_PREFIX}12345678" / f".s.PGSQL.{PORT}.lock"
        fits = len(os.fsencode(example)) <= SOCKET_PATH_BYTES and not set(str(base)) & set("'\"\\")
        if fits and os.access(base, os.W_OK) and await account.can_enter(base):
            folder = Path(tempfile.mkdtemp(prefix=SOCKET_FOLDER_PREFIX, dir=base))
            account.own(folder)
            return folder
    raise StartupError("PostgreSQL needs a short temporary folder that can be written; set TMPDIR to one.")


def _remove_socket_folder(folder: Path) -> None:
    if folder.name.startswith(SOCKET_FOLDER_PREFIX):
        with suppress(OSError):
            for name in (f".s.PGSQL.{PORT}", f".s.PGSQL.{PORT}.lock"):
                (folder / name).unlink(missing_ok=True)
            folder.rmdir()


def _tail(path: Path) -> str:
    try:
        with path.open("rb") as file:
            file.seek(max(0, path.stat().st_size - 8192))
            return file.read().decode(errors="replace")
    except OSError:
        return ""
