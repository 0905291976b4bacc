"""The programs of development nodes: hardhat with Node.js, litecoind, bitcoind. Missing ones are left out.

Under root the nodes run as another account; what that cannot read is copied to where it can.
"""

import os
import platform
import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from clearwater.adapters.postgres_account import Account, make_state_folder
from clearwater.kit.config import REPOSITORY

PACKAGES = REPOSITORY / "server" / "chains"
HARDHAT = Path("node_modules") / "hardhat" / "internal" / "cli" / "cli.js"
PRIVATE_BITCOIND = PACKAGES / "programs" / "bitcoin"
# Of hardhat's packages the engines of other platforms are the larger part.
ENGINE_PREFIX = "edr-"
MACHINES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "arm64": "arm64"}
# The folder of our own programs is not hardhat's.
UNNEEDED = (".map", ".ts", ".md", PRIVATE_BITCOIND.parent.name)


@dataclass(frozen=True)
class Programs:
    """Where each program is; None where it is missing."""

    node: Path | None = None
    # The folder with hardhat.config.js and node_modules.
    hardhat: Path | None = None
    litecoind: Path | None = None
    bitcoind: Path | None = None

    @property
    def networks(self) -> tuple[str, ...]:
        """The development networks that these programs can run, without the second EVM chain."""
        return (
            *(["eth-dev"] if self.node and self.hardhat else []),
            *(["ltc-regtest"] if self.litecoind else []),
            *(["btc-regtest"] if self.bitcoind else []),
        )


def find_programs() -> Programs:
    """A program that the environment names, else one on the PATH, else our own copy."""
    return Programs(
        node=Path(node) if (node := shutil.which("node")) else None,
        hardhat=PACKAGES if (PACKAGES / HARDHAT).exists() else None,
        litecoind=_find("litecoind"),
        bitcoind=_find("bitcoind", copy=PRIVATE_BITCOIND / "bitcoind"),
    )


async def find_usable_programs(account: Account) -> Programs:
    """Programs that the account can run; what is out of its reach is copied once."""
    found = find_programs()
    hardhat, bitcoind = found.hardhat, found.bitcoind
    if hardhat is not None and not await account.can_enter(hardhat):
        hardhat = _copy(hardhat, f"hardhat-{_stamp(hardhat / 'pnpm-lock.yaml')}")
    if bitcoind is not None and not await account.can_enter(bitcoind.parent):
        bitcoind = _copy(bitcoind.parent, f"bitcoind-{_stamp(bitcoind)}") / bitcoind.name
    return Programs(found.node, hardhat, found.litecoind, bitcoind)


def _find(name: str, *, copy: Path | None = None) -> Path | None:
    found = os.environ.get(name.upper()) or shutil.which(name) or copy
    return Path(found) if found and Path(found).exists() else None


def _stamp(path: Path) -> str:
    state = path.stat()
    return f"{state.st_size}-{int(state.st_mtime)}"


def _copy(folder: Path, name: str) -> Path:
    """Copy once; renamed when complete, so that a partial copy is never used."""
    target = make_state_folder() / name
    if target.exists():
        return target
    fresh = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=target.parent))
    shutil.copytree(folder, fresh / "copy", symlinks=True, ignore=_unneeded)
    (fresh / "copy").chmod(0o755)
    try:
        (fresh / "copy").rename(target)
    except OSError:
        # Another start was faster.
        shutil.rmtree(fresh / "copy", ignore_errors=True)
    fresh.rmdir()
    return target


def _unneeded(folder: str, names: Iterable[str]) -> set[str]:
    engine = f"{ENGINE_PREFIX}linux-{MACHINES.get(platform.machine(), '')}-"
    return {
        name for name in names if name.endswith(UNNEEDED) or (ENGINE_PREFIX in name and engine not in name)
    }
