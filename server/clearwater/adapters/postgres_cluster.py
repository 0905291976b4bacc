"""The folder of the embedded PostgreSQL: created once, its settings written at every start."""

import os
import pwd
import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from clearwater.adapters.data_folder import not_writable
from clearwater.adapters.postgres_account import Account, find_account, make_state_folder, owner_of
from clearwater.adapters.postgres_programs import Programs, get_programs
from clearwater.kit.errors import StartupError
from clearwater.kit.lazy_logger import LazyLogger

log = LazyLogger("clearwater.postgres")

SUPERUSER = "clearwater"
APPLICATION_ROLE = "clearwater_app"
PORT = 5432
INITDB_SECONDS = 600
KEPT_LOGS = 10
MEGABYTE = 1024 * 1024


@dataclass(frozen=True)
class Cluster:
    """A database folder, its owner, and the PostgreSQL programs of its version."""

    folder: Path
    account: Account
    programs: Programs


def cluster_folder(data_folder: Path) -> Path:
    return data_folder / "postgres"


async def open_cluster(data_folder: Path) -> Cluster:
    """Open the cluster of a locked data folder; creates one if missing."""
    folder = cluster_folder(data_folder)
    try:
        if folder.is_symlink() and not folder.exists():
            raise StartupError(
                f"The database of {data_folder} should be in {folder.readlink()}, which does not exist; "
                f"bring it back, or remove {folder} to start with an empty one."
            )
        if not folder.exists():
            return await _make_cluster(data_folder)
        folder = folder.resolve()
        account = owner_of(folder)
        if not await account.can_enter(folder):
            raise _out_of_reach(folder, account)
        major = int((folder / "PG_VERSION").read_text())
    except OSError as error:
        raise not_writable(data_folder, error) from None
    except ValueError:
        raise StartupError(
            f"{folder} is not a PostgreSQL database; move it away to start with an empty one."
        ) from None
    return Cluster(folder, account, await get_programs(account, major))


def write_settings(cluster: Cluster, socket_folder: Path, application: Account) -> None:
    """Write postgresql.conf and the access rules. ALTER SYSTEM uses another file, which takes precedence."""
    settings = _settings(socket_folder)
    _write(cluster, "postgresql.conf", [f"{name} = '{value}'" for name, value in settings.items()])
    _write(cluster, "pg_hba.conf", _host_rules())
    _write(cluster, "pg_ident.conf", _identities(cluster.account, application))


def _host_rules() -> list[str]:
    """Peer authentication over the socket only: the kernel identifies the user; no passwords and no TCP."""
    return [
        f"local {databases} {role} peer map=clearwater"
        for databases, role in (("all", SUPERUSER), ("replication", SUPERUSER), ("all", APPLICATION_ROLE))
    ]


def _identities(owner: Account, application: Account) -> list[str]:
    """Maps accounts to roles: the account of api and worker can never act as the owner of the tables."""
    above = {"root", pwd.getpwuid(os.geteuid()).pw_name}
    accounts = {SUPERUSER: above | {owner.name}, APPLICATION_ROLE: above | {application.name}}
    return [f'clearwater "{name}" {role}' for role, names in accounts.items() for name in sorted(names)]


def _write(cluster: Cluster, name: str, lines: list[str]) -> None:
    lines = ["# Written by Clearwater at every start; change settings with ALTER SYSTEM.", *lines]
    # Written to a temporary file and renamed: root must not write through a symlink that the account created.
    descriptor, staging = tempfile.mkstemp(prefix=f"{name}.", dir=cluster.folder)
    with os.fdopen(descriptor, "w") as file:
        file.write("\n".join(lines) + "\n")
    cluster.account.own(Path(staging))
    Path(staging).replace(cluster.folder / name)


def remove_old_logs(cluster: Cluster) -> None:
    """PostgreSQL rotates its log files but never removes any."""
    folder = cluster.folder / "log"
    if folder.is_symlink():
        return
    for path in sorted(folder.glob("postgresql-*.log"))[:-KEPT_LOGS]:
        path.unlink(missing_ok=True)


async def _make_cluster(data_folder: Path) -> Cluster:
    """Created under a temporary name and renamed, so that an interrupted start leaves no partial database."""
    account = await find_account()
    programs = await get_programs(account, None)
    staging = data_folder / "postgres.new"
    _discard(staging)
    if await account.can_enter(data_folder):
        staging.mkdir(mode=0o700)
    else:
        staging.symlink_to(_make_folder_elsewhere(data_folder, account))
    folder = staging.resolve()
    account.own(folder)
    await _run_initdb(programs, account, folder, data_folder)
    place = cluster_folder(data_folder)
    staging.rename(place)
    _sync(data_folder)
    return Cluster(place.resolve(), account, programs)


def _make_folder_elsewhere(data_folder: Path, account: Account) -> Path:
    """A random name, so that a data folder that is deleted and recreated never finds the old database."""
    try:
        folder = Path(tempfile.mkdtemp(prefix="database-", dir=make_state_folder()))
    except OSError:
        raise _out_of_reach(data_folder, account) from None
    log.info(
        "database_folder_relocated", account=account.name, data_folder=str(data_folder), folder=str(folder)
    )
    return folder


def _out_of_reach(folder: Path, account: Account) -> StartupError:
    return StartupError(
        f"PostgreSQL runs as the account {account.name}, which cannot enter {folder}; "
        "set CLEARWATER_DATA to a folder that every account may enter."
    )


def _discard(staging: Path) -> None:
    if staging.is_symlink():
        # Root must remove only our own folders, wherever the symlink points.
        if staging.readlink().parent == make_state_folder():
            shutil.rmtree(staging.readlink(), ignore_errors=True)
        staging.unlink()
    elif staging.exists():
        shutil.rmtree(staging)


async def _run_initdb(programs: Programs, account: Account, folder: Path, data_folder: Path) -> None:
    log.info("creating_database", folder=str(folder), version=programs.version)
    code, said = await account.run(
        programs.path("initdb"),
        f"--pgdata={folder}",
        f"--username={SUPERUSER}",
        "--encoding=UTF8",
        # The builtin provider: an upgrade of the C library cannot corrupt an index.
        "--locale-provider=builtin",
        "--builtin-locale=C.UTF-8",
        "--locale=C",
        "--data-checksums",
        "--auth-local=trust",
        "--auth-host=reject",
        "--no-instructions",
        timeout_seconds=INITDB_SECONDS,
    )
    if code == 0:
        return
    _discard(data_folder / "postgres.new")
    if "No space left on device" in said or "Disk quota exceeded" in said:
        raise StartupError(f"The disk of {data_folder} is full; free some space and start again.")
    reason = said.splitlines()[-1] if said else f"exit code {code}"
    raise StartupError(f"The database could not be made in {data_folder}: {reason}")


def _settings(socket_folder: Path) -> dict[str, str]:
    return {
        "listen_addresses": "",
        "port": str(PORT),
        "unix_socket_directories": f'"{socket_folder}"',
        # Access is controlled by the folder, which admits its owner and the group of api and worker.
        "unix_socket_permissions": "0777",
        "max_connections": "100",
        "shared_buffers": f"{_shared_buffers_megabytes()}MB",
        "fsync": "on",
        "synchronous_commit": "on",
        "full_page_writes": "on",
        "wal_level": "replica",
        "min_wal_size": "80MB",
        "max_wal_size": "1GB",
        "timezone": "UTC",
        # The engine shares these cores; a report must not use all of them.
        "max_parallel_workers_per_gather": "0",
        "jit": "off",
        "logging_collector": "on",
        "log_directory": "log",
        "log_filename": "postgresql-%Y-%m-%d-%H%M%S.log",
        "log_rotation_age": "1d",
        "log_rotation_size": "10MB",
        "log_timezone": "UTC",
        "log_line_prefix": "%m [%p] %q%a ",
        "log_min_duration_statement": "1s",
        # Parameters and details contain client input, which must not be logged.
        "log_parameter_max_length": "0",
        "log_error_verbosity": "terse",
    }


def _shared_buffers_megabytes() -> int:
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    # Missing outside of containers, and "max" in one without a limit.
    with suppress(OSError, ValueError):
        memory = min(memory, int(Path("/sys/fs/cgroup/memory.max").read_text()))
    return min(256, max(32, memory // MEGABYTE // 8))


def _sync(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
