"""The signer under `clearwater run`: started when there is a seed, restarted, and never in the way."""

import os
import pwd
import signal
from pathlib import Path

import pytest

from clearwater.adapters.signer.account import prepare_home
from clearwater.adapters.signer.client import SignerClient
from clearwater.adapters.signer.seed_file import SeedFile
from clearwater.entrypoints.supervisor import needs_signer
from clearwater.kit.config import Settings
from tests.builders import a_web_build
from tests.polling import eventually, ticks
from tests.processes import Exchange, until
from tests.signing import LOW_COST, REAL_ENTROPY, SECRET
from tests.stopped_at import is_gone


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    home = prepare_home(tmp_path / "data")
    SeedFile(home.seed, LOW_COST).create(REAL_ENTROPY, SECRET)
    home.journal.touch(mode=0o600)
    for path in (home.seed, home.journal):
        home.own(path)
    (tmp_path / "key").write_bytes(SECRET)
    a_web_build(tmp_path / "web")
    return tmp_path


async def test_the_signer_runs_beside_the_others_and_is_started_again(folder: Path) -> None:
    exchange = Exchange(
        folder, CLEARWATER_SIGNER_KEY_FILE=str(folder / "key"), CLEARWATER_SECRET_KEY="a secret of the others"
    )
    client = SignerClient(exchange.data_folder)
    try:
        exchange.wait_until_ready()
        await eventually(lambda: exchange.logged("signer_started"))
        assert (await client.health()).seed == exchange.logged("signer_started")[0]["seed"]
        (pid,) = exchange.pids("signer")
        assert is_the_signers_own(pid)
        assert not knows(pid, "a secret of the others")

        os.kill(pid, signal.SIGKILL)
        await eventually(lambda: len(exchange.logged("signer_started")) == 2)
        async for _ in ticks():
            if (await client.health()).can_write:
                break

        assert exchange.interrupt() == 0
        assert all(is_gone(number) for number in exchange.pids("signer"))
    finally:
        await client.close()
        exchange.end()


def knows(pid: int, secret: str) -> bool:
    return secret.encode() in Path(f"/proc/{pid}/environ").read_bytes()


def is_the_signers_own(pid: int) -> bool:
    """Started as root it has an account that no other process of the exchange has."""
    owner = Path(f"/proc/{pid}/status").read_text().split("Uid:")[1].split()[0]
    if os.geteuid() != 0:
        return int(owner) == os.geteuid()
    return pwd.getpwuid(int(owner)).pw_name == "clearwater-signer"


def test_a_locked_seed_does_not_disturb_the_exchange(folder: Path) -> None:
    exchange = Exchange(folder)
    try:
        exchange.wait_until_ready()
        until(lambda: "CLEARWATER_SIGNER_PASSPHRASE_FILE" in exchange.stderr())
        assert exchange.is_serving()
        assert exchange.interrupt() == 0
    finally:
        exchange.end()


@pytest.mark.parametrize(
    ("names", "dev_chains", "kind", "expected"),
    [
        ([], True, "real", False),
        ([], True, "demo", True),
        ([], False, "demo", False),
        (["signer/seed"], False, "real", True),
        (["networks.toml"], False, "real", True),
    ],
)
def test_a_signer_is_needed_for_keys_networks_or_development_chains(
    tmp_path: Path, names: list[str], kind: str, *, dev_chains: bool, expected: bool
) -> None:
    for name in names:
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()

    settings = Settings(CLEARWATER_DATA=tmp_path, CLEARWATER_DEV_CHAINS=dev_chains)

    assert needs_signer(settings, kind) is expected
