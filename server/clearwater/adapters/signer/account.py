"""The signer's account and folders: keys for it alone, and a socket that only the application reaches."""

import asyncio
import os
import stat
from dataclasses import dataclass
from pathlib import Path

from clearwater.adapters.data_folder import not_writable
from clearwater.adapters.postgres_account import (
    Account,
    find_application_account,
    find_signer_account,
)
from clearwater.adapters.signer.protocol import SOCKET_FOLDER
from clearwater.kit.errors import StartupError

FOLDER, SEED, JOURNAL, CAPS = "signer", "seed", "journal", "caps.toml"
ROOT = 0
# The group that a folder with this bit has is that of what is made in it, the socket.
PRIVATE, SHARED_WITH_GROUP = 0o700, 0o2710


@dataclass(frozen=True)
class SignerHome:
    """Where the signer's files are, whose they are, and who may ask it."""

    data_folder: Path
    account: Account
    users: frozenset[int]

    @property
    def folder(self) -> Path:
        return self.data_folder / FOLDER

    @property
    def seed(self) -> Path:
        return self.folder / SEED

    @property
    def journal(self) -> Path:
        return self.folder / JOURNAL

    @property
    def caps(self) -> Path:
        return self.folder / CAPS

    @property
    def has_own_account(self) -> bool:
        return self.account.user is not None

    def own(self, path: Path) -> None:
        self.account.own(path)


def prepare_home(data_folder: Path) -> SignerHome:
    """Make the folders, as root or as the one user that runs everything."""
    account = asyncio.run(find_signer_account())
    application = asyncio.run(find_application_account())
    user = os.geteuid() if application.user is None else application.user
    home = SignerHome(data_folder, account, frozenset({user, ROOT}))
    try:
        data_folder.mkdir(mode=0o711, parents=True, exist_ok=True)
        if os.geteuid() == ROOT:
            # Its account may traverse the folder, not list it.
            data_folder.chmod(data_folder.stat().st_mode | 0o011)
        _take_over(home)
        _make_folder(home.folder, account, PRIVATE)
        _make_folder(
            data_folder / SOCKET_FOLDER,
            Account(account.user, application.group),
            PRIVATE if account.user is None else SHARED_WITH_GROUP,
        )
    except OSError as error:
        raise not_writable(data_folder, error) from None
    return home


def _take_over(home: SignerHome) -> None:
    """Own the files of an installation that ran as another user until now."""
    if not home.has_own_account or not home.folder.is_dir() or home.folder.stat().st_uid == home.account.user:
        return
    home.folder.chmod(PRIVATE)
    for path in (home.seed, home.journal):
        if path.exists() and not path.is_symlink():
            home.own(path)


def _make_folder(folder: Path, account: Account, mode: int) -> None:
    """A symbolic link is refused: root would give away what it points to."""
    if folder.is_symlink():
        raise StartupError(f"{folder} is a symbolic link; make it a folder.")
    folder.mkdir(mode=PRIVATE, exist_ok=True)
    account.own(folder)
    folder.chmod(mode)


def require_private(path: Path) -> None:
    """A file that others may write is not the signer's own word; raises StartupError."""
    try:
        found = path.stat()
    except FileNotFoundError:
        return
    if found.st_uid not in (os.geteuid(), ROOT) or stat.S_IMODE(found.st_mode) & 0o022:
        raise StartupError(f"{path} has to belong to the signer's user or root, and only that may write it.")
