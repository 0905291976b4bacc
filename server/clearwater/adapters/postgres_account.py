"""The account that runs PostgreSQL: the current user, or an unprivileged account if that is root."""

import asyncio
import errno
import fcntl
import os
import pwd
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from clearwater.kit.errors import StartupError
from clearwater.kit.lazy_logger import LazyLogger

log = LazyLogger("clearwater.postgres")

ACCOUNT_NAME = "clearwater"
# Api and worker run under a separate account without access to the files of the database.
APPLICATION_ACCOUNT_NAME = "clearwater-app"
# The signer's account is nobody else's: only it may read the keys.
SIGNER_ACCOUNT_NAME = "clearwater-signer"
FALLBACK_NAME = "nobody"
# A folder that PostgreSQL's account can always access, for when the checkout or data folder is private.
STATE_FOLDER = Path("/var/lib/clearwater")
ENVIRONMENT = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C"}
ACCOUNTS_FOLDER = Path("/etc")
QUICK_SECONDS = 60
LOCK_POLL_SECONDS = 0.05


@dataclass(frozen=True)
class Account:
    """User and group of a process; None means the current ones."""

    user: int | None = None
    group: int | None = None

    @property
    def extra_groups(self) -> list[int] | None:
        return None if self.user is None else []

    @property
    def name(self) -> str:
        try:
            return pwd.getpwuid(os.geteuid() if self.user is None else self.user).pw_name
        except KeyError:
            return str(self.user)

    async def run(self, *command: str | Path, timeout_seconds: float = QUICK_SECONDS) -> tuple[int, str]:
        """Run a program under the account; returns its exit code and output."""
        try:
            process = await asyncio.create_subprocess_exec(
                *command,
                user=self.user,
                group=self.group,
                extra_groups=self.extra_groups,
                cwd="/",
                env=ENVIRONMENT,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.STDOUT,
                start_new_session=True,
            )
        except OSError as error:
            if error.errno == errno.EPERM and self.user is not None:
                raise StartupError(
                    f"PostgreSQL does not run as root and Clearwater may not become {self.name} here; "
                    "start it as a normal user or set DATABASE_URL."
                ) from None
            return 126, str(error)
        try:
            async with asyncio.timeout(timeout_seconds):
                said, _ = await process.communicate()
        except TimeoutError:
            return 124, f"{command[0]} did not finish within {timeout_seconds:.0f} s"
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        return await process.wait(), said.decode(errors="replace").strip()

    async def can_enter(self, folder: Path) -> bool:
        """Tried rather than computed, because ACLs and mounts matter, too."""
        if self.user is None:
            return True
        code, _ = await self.run("/bin/sh", "-c", 'cd -- "$1"', "sh", folder)
        return code == 0

    def own(self, path: Path) -> None:
        if self.user is not None and self.group is not None:
            os.chown(path, self.user, self.group, follow_symlinks=False)


async def find_account() -> Account:
    """The account for PostgreSQL: the current one, or the unprivileged one, created if missing."""
    if os.geteuid() != 0:
        _require_name()
        return Account()
    account = await _find_or_create(ACCOUNT_NAME)
    if account is None:
        raise StartupError(
            f"PostgreSQL does not run as root and the account {ACCOUNT_NAME} could not be made; "
            "start Clearwater as a normal user or set DATABASE_URL."
        )
    return account


async def find_application_account() -> Account:
    """The account for api and worker: the current one, or the unprivileged one, created if missing."""
    if os.geteuid() != 0:
        return Account()
    account = await _find_or_create(APPLICATION_ACCOUNT_NAME)
    if account is None:
        raise StartupError(
            f"Clearwater does not serve as root and the account {APPLICATION_ACCOUNT_NAME} could not be "
            "made; start it as a normal user."
        )
    return account


async def find_signer_account() -> Account:
    """The account for the signer: the current one, or one that runs nothing else, created if missing."""
    if os.geteuid() != 0:
        return Account()
    account = await _find_or_create(SIGNER_ACCOUNT_NAME)
    if account is None or account == await find_application_account():
        raise StartupError(
            f"The signer needs an account of its own and {SIGNER_ACCOUNT_NAME} could not be made; "
            "make it, or start everything as a normal user."
        )
    return account


def owner_of(folder: Path) -> Account:
    """The owner of an existing database: PostgreSQL opens the files only under this account."""
    owner = folder.stat()
    if os.geteuid() not in (0, owner.st_uid):
        raise StartupError(
            f"The database in {folder} belongs to another account; "
            "start Clearwater as root or as the account that made it."
        )
    if owner.st_uid == 0:
        raise StartupError(
            f"The database in {folder} belongs to root, as whom PostgreSQL does not run; "
            f"give it away with: chown -R {ACCOUNT_NAME}: {folder}"
        )
    if os.geteuid() == 0:
        return Account(owner.st_uid, owner.st_gid)
    _require_name()
    return Account()


def make_state_folder() -> Path:
    if not STATE_FOLDER.exists():
        STATE_FOLDER.mkdir(parents=True)
        STATE_FOLDER.chmod(0o755)
    return STATE_FOLDER


def _require_name() -> None:
    try:
        pwd.getpwuid(os.geteuid())
    except KeyError:
        raise StartupError(
            f"PostgreSQL runs only under an account with a name and user {os.geteuid()} has none; "
            "add it to /etc/passwd or set DATABASE_URL."
        ) from None


def _find_entry(name: str) -> pwd.struct_passwd | None:
    try:
        return pwd.getpwnam(name)
    except KeyError:
        return None


async def _find_or_create(name: str) -> Account | None:
    entry = _find_entry(name)
    if entry is None:
        async with _only_one_creates():
            entry = _find_entry(name) or await _create_entry(name) or _find_entry(FALLBACK_NAME)
    return entry and Account(entry.pw_uid, entry.pw_gid)


@asynccontextmanager
async def _only_one_creates() -> AsyncIterator[None]:
    """Wait until no other start creates an account: of two concurrent `useradd`, one undoes the other.

    The next account then gets the same number. The lock is on the folder, because the files are replaced.
    """
    folder = os.open(ACCOUNTS_FOLDER, os.O_RDONLY | os.O_DIRECTORY)
    try:
        await _lock(folder)
        yield
    finally:
        os.close(folder)


async def _lock(folder: int) -> None:
    try:
        async with asyncio.timeout(2 * QUICK_SECONDS):
            while True:
                try:
                    return fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    await asyncio.sleep(LOCK_POLL_SECONDS)
    except TimeoutError:
        raise StartupError("Another process has been creating accounts for too long; try again.") from None


async def _create_entry(name: str) -> pwd.struct_passwd | None:
    _, said = await Account().run(
        "useradd",
        "--system",
        "--user-group",
        "--no-create-home",
        f"--home-dir={STATE_FOLDER}",
        "--shell=/usr/sbin/nologin",
        name,
    )
    # Somebody else may have created it: only its existence matters.
    entry = _find_entry(name)
    if entry is None:
        log.warning("account_creation_failed", account=name, using=FALLBACK_NAME, reason=said)
    return entry
