"""Drop root privileges before a process accepts connections."""

import asyncio
import ctypes
import importlib.abc
import importlib.machinery
import os
import pwd
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from clearwater.adapters.data_folder import AUDIT_HEADS_FILE, not_writable
from clearwater.adapters.postgres_account import Account, find_application_account
from clearwater.kit.config import Settings
from clearwater.kit.errors import StartupError
from clearwater.kit.secrets import settings_seal

PR_SET_PDEATHSIG, PR_GET_PDEATHSIG = 1, 2
OPEN_FOLDERS = Path("/proc/self/fd")


def drop_root(settings: Settings) -> Settings:
    """Switch permanently to the account of api and worker; returns the settings valid from then on.

    Code, web client or data folder may be inaccessible to that account, such as below /root. Each is opened
    before and then accessed through its file descriptor, which needs no access to its parents.
    """
    if os.geteuid() != 0:
        return settings
    account = asyncio.run(find_application_account())
    change_file_owner(account, settings)
    return switch_account(account, settings)


def switch_account(account: Account, settings: Settings) -> Settings:
    """Become an account for good; what it may not reach by its path stays open."""
    folders = {folder: _open_folder(folder) for folder in (settings.data_folder, settings.web_folder)}
    sys.meta_path.append(OpenFolderFinder())
    _switch_account(account)
    return settings.model_copy(
        update={
            "data_folder": _reachable(settings.data_folder, folders),
            "web_folder": _reachable(settings.web_folder, folders),
        }
    )


def change_file_owner(account: Account, settings: Settings) -> None:
    """Create the application's files in the data folder, and change the owner of those that root created."""
    data_folder = settings.data_folder
    try:
        data_folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        # It may traverse the folder, not list it.
        data_folder.chmod(data_folder.stat().st_mode | 0o011)
        settings_seal(settings)
        if settings.web_push_contact is not None:
            # Few installations need it, and it loads much.
            from clearwater.adapters.web_push import load_push_key  # noqa: PLC0415

            load_push_key(data_folder)
        for folder in ("files", "run"):
            (data_folder / folder).mkdir(mode=0o700, exist_ok=True)
        # Where development nodes listen; the signer, with an account of its own, reads it, too.
        (data_folder / "chains").mkdir(mode=0o755, exist_ok=True)
        # The folder stays owned by root: the account could create symlinks in it that root would follow.
        (data_folder / AUDIT_HEADS_FILE).touch(mode=0o600)
        for name in APPLICATION_FILES:
            _change_owner(data_folder / name, account)
    except OSError as error:
        raise not_writable(data_folder, error) from None


# Files of api and worker; all others in the data folder belong to the supervisor or PostgreSQL.
APPLICATION_FILES = ("secret-key", "secret-key.old", "web-push-key", "audit-heads", "files", "run", "chains")


def _change_owner(path: Path, account: Account) -> None:
    """The folder is changed last: while root owns it, the account cannot replace its contents."""
    if path.is_symlink() or not path.exists() or path.stat().st_uid == account.user:
        return
    for parent, folders, names in os.walk(path):
        for name in (*folders, *names):
            account.own(Path(parent) / name)
    account.own(path)


def _switch_account(account: Account) -> None:
    assert account.user is not None
    assert account.group is not None
    libc = ctypes.CDLL(None, use_errno=True)
    death_signal = ctypes.c_int(0)
    if sys.platform == "linux":
        libc.prctl(PR_GET_PDEATHSIG, ctypes.byref(death_signal))
    try:
        os.setgroups([])
        os.setresgid(account.group, account.group, account.group)
        os.setresuid(account.user, account.user, account.user)
    except PermissionError:
        raise StartupError(
            f"Clearwater does not serve as root and may not become {account.name} here; "
            "start it as a normal user."
        ) from None
    if death_signal.value:
        # The kernel resets it when the user changes.
        libc.prctl(PR_SET_PDEATHSIG, death_signal.value)
    os.umask(0o077)
    # Libraries look for their settings there.
    os.environ["HOME"] = pwd.getpwuid(account.user).pw_dir


def _open_folder(folder: Path) -> int | None:
    """Keep a folder open. A missing one is reported later with its own message."""
    try:
        return os.open(folder, os.O_PATH | os.O_DIRECTORY)
    except OSError:
        return None


def _reachable(folder: Path, held: dict[Path, int | None]) -> Path:
    descriptor = held[folder]
    if descriptor is None or os.access(folder, os.X_OK):
        return folder
    return OPEN_FOLDERS / str(descriptor)


class OpenFolderFinder(importlib.abc.MetaPathFinder):
    """Imports modules from folders that were opened before privileges were dropped."""

    def __init__(self) -> None:
        places = {Path(place).resolve() for place in sys.path if place}
        # An editable install is not on sys.path.
        package = sys.modules["clearwater"].__file__
        assert package is not None
        places.add(Path(package).resolve().parents[1])
        # Innermost first, because one folder may contain another.
        ordered = sorted(places, key=lambda place: len(place.parts), reverse=True)
        self._held = [(place, _open_folder(place)) for place in ordered if place.is_dir()]

    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if path is None:
            places = [str(OPEN_FOLDERS / str(held)) for _, held in self._held]
        else:
            places = [place for entry in path if (place := self._translate(entry))]
        return importlib.machinery.PathFinder.find_spec(name, places, target)

    def _translate(self, entry: str) -> str | None:
        for place, held in self._held:
            if Path(entry).is_relative_to(place):
                return str(OPEN_FOLDERS / str(held) / Path(entry).relative_to(place))
        return None
