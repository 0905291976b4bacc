"""Accounts that a first start creates as root, though several start at once."""

import asyncio
import fcntl
import os
import pwd
from pathlib import Path

import pytest

from clearwater.adapters import postgres_account
from clearwater.adapters.postgres_account import Account, find_account, find_application_account, owner_of
from clearwater.kit.errors import StartupError


class Machine:
    """Its list of accounts is read and written as a whole, as `useradd` does it: the last one wins."""

    def __init__(self) -> None:
        self.accounts: dict[str, int] = {}
        self.commands: list[str] = []

    async def run(self, *command: str | Path) -> tuple[int, str]:
        name = str(command[-1])
        self.commands.append(name)
        read = dict(self.accounts)
        await asyncio.sleep(0)
        self.accounts = read | {name: 999 - len(read)}
        return 0, ""

    def find(self, name: str) -> pwd.struct_passwd:
        number = self.accounts[name]
        return pwd.struct_passwd((name, "x", number, number, "", "/", "/usr/sbin/nologin"))


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Machine:
    made = Machine()
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(Account, "run", made.run)
    monkeypatch.setattr(pwd, "getpwnam", made.find)
    monkeypatch.setattr(postgres_account, "ACCOUNTS_FOLDER", tmp_path)
    return made


async def test_starts_at_the_same_time_create_each_account_once(machine: Machine) -> None:
    found = await asyncio.gather(
        *(find() for _ in range(4) for find in (find_account, find_application_account))
    )

    assert sorted(machine.commands) == ["clearwater", "clearwater-app"]
    assert set(found) == {Account(number, number) for number in machine.accounts.values()}
    assert len(set(machine.accounts.values())) == 2


async def test_a_start_gives_up_when_another_one_never_ends(
    machine: Machine, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(postgres_account, "QUICK_SECONDS", 0.01)
    folder = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(folder, fcntl.LOCK_EX)
    try:
        with pytest.raises(StartupError):
            await find_account()
    finally:
        os.close(folder)

    assert machine.commands == []
    assert (await find_account()).user == machine.accounts["clearwater"]


async def test_a_user_without_a_name_gets_a_sentence_with_a_new_and_with_an_old_database(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """As in a container that runs under any number."""
    user = os.geteuid() or 4242
    os.chown(tmp_path, user, -1)
    monkeypatch.setattr(os, "geteuid", lambda: user)
    monkeypatch.setattr(pwd, "getpwuid", {}.__getitem__)

    with pytest.raises(StartupError, match=f"user {user} has none"):
        await find_account()
    with pytest.raises(StartupError, match=f"user {user} has none"):
        owner_of(tmp_path)
