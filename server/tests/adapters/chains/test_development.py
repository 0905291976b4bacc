"""Development chains as processes: their programs, their keeper, and the commands for them."""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from clearwater.adapters.chains.development_nodes import NodeFailed, is_running, start_node
from clearwater.adapters.chains.development_programs import PACKAGES, Programs
from clearwater.adapters.chains.networks import DevelopmentChain, read_development_chains
from clearwater.entrypoints import chains
from clearwater.entrypoints.development_commands import dev
from clearwater.kit.config import Settings
from tests.adapters.chains.nodes import PROGRAMS, RunningChain
from tests.processes import until

ADDRESS = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed"


class KeeperProcess:
    """`clearwater chains` with a data folder of its own, and nodes of EVM chains alone."""

    def __init__(self, folder: Path) -> None:
        self.data_folder = folder / "data"
        missing = str(folder / "missing")
        self._environment = {
            **os.environ,
            "CLEARWATER_DATA": str(self.data_folder),
            "CLEARWATER_DEV_BLOCK_SECONDS": "0",
            "LITECOIND": missing,
            "BITCOIND": missing,
        }
        self._log = folder / "log"

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "clearwater", "chains"], env=self._environment, stderr=log
            )

    def chain(self) -> DevelopmentChain | None:
        chains = read_development_chains(self.data_folder)
        return chains[0] if chains else None

    def wait_for(self, event: str) -> DevelopmentChain:
        until(lambda: event in self._log.read_text() or self.process.poll() is not None)
        chain = self.chain()
        assert chain is not None, self._log.read_text()
        return chain

    def command(self, *arguments: str) -> Result:
        return CliRunner().invoke(dev, arguments, env=self._environment)


@pytest.fixture
def keeper(run_folder: Path, tmp_path: Path) -> Iterator[KeeperProcess]:
    # Below a folder that the account of the nodes may enter.
    folder = run_folder / tmp_path.name
    folder.mkdir()
    folder.chmod(0o755)
    process = KeeperProcess(folder)
    process.start()
    yield process
    if process.process.poll() is None:
        process.process.terminate()
        process.process.wait(20)


def state_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return "gone"


async def test_without_any_node_to_keep_a_stop_signal_ends_it(tmp_path: Path) -> None:
    settings = Settings(data_folder=tmp_path)
    work = asyncio.create_task(chains.run(settings, Programs(), tmp_path))
    # From its first pause on it listens for the signal.
    await asyncio.sleep(0)

    os.kill(os.getpid(), signal.SIGTERM)

    async with asyncio.timeout(5):
        await work


def test_nodes_outlive_a_killed_keeper_and_end_with_an_orderly_stop(keeper: KeeperProcess) -> None:
    first = keeper.wait_for("development_chain_ready")
    keeper.process.kill()
    keeper.process.wait(20)
    assert asyncio.run(is_running(first))

    keeper.start()
    adopted = keeper.wait_for("development_node_adopted")
    height = keeper.command("mine", "eth-dev").output
    keeper.process.terminate()
    code = keeper.process.wait(20)

    assert adopted == first
    # That of the token contracts, and ours.
    assert height == "2\n"
    assert code == 0
    assert state_of(first.pid) in ("gone", "Z")
    assert keeper.chain() is None


def test_a_node_that_dies_begins_a_new_chain(keeper: KeeperProcess) -> None:
    first = keeper.wait_for("development_chain_ready")
    os.kill(first.pid, signal.SIGKILL)

    def has_new_chain() -> bool:
        chain = keeper.chain()
        return chain is not None and chain.genesis_hash != first.genesis_hash

    until(has_new_chain)
    second = keeper.chain()
    assert second is not None
    assert second.pid != first.pid
    assert second.tokens == first.tokens


def test_the_commands_work_while_the_chain_runs(keeper: KeeperProcess) -> None:
    chain = keeper.wait_for("development_chain_ready")

    (status,) = [json.loads(line) for line in keeper.command("status").output.splitlines()]
    paid = keeper.command("faucet", "eth-dev", ADDRESS, "60000", "--coin", "USDT").output.strip()
    own = keeper.command("faucet", "eth-dev", ADDRESS, "0.5").output.strip()
    heights = [keeper.command("mine", "eth-dev", *blocks).output for blocks in ((), ("3",))]
    old, new = keeper.command("reorg", "eth-dev", "2").output.split()

    assert status == {
        "network": "eth-dev",
        "kind": "evm",
        "rpc_url": chain.rpc_url,
        "height": 1,
        "coins": ["ETH", "USDT", "USDC"],
    }
    assert [len(bytes.fromhex(text.removeprefix("0x"))) for text in (paid, own, old, new)] == [32] * 4
    assert len({paid, own, old, new}) == 4
    assert heights == ["2\n", "5\n"]
    after = json.loads(keeper.command("status").output)
    assert after["height"] == 6


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("faucet", "eth-dev", "0x12", "1"), "no address"),
        (("faucet", "eth-dev", ADDRESS, "0.0000001", "--coin", "USDT"), "6 decimals"),
        (("faucet", "eth-dev", ADDRESS, "-1"), "-1"),
        (("faucet", "eth-dev", ADDRESS, "nan"), "no amount"),
        (("faucet", "eth-dev", ADDRESS, "1", "--coin", "DOGE"), "no coin DOGE"),
        (("reorg", "eth-dev", "10000"), "cannot be replaced"),
        (("mine", "eth"), "no development chain eth"),
        (("mine", "eth-dev", "0"), "0"),
    ],
)
def test_what_a_command_cannot_do_is_a_sentence(
    evm: RunningChain, tmp_path: Path, arguments: tuple[str, ...], words: str
) -> None:
    (tmp_path / "chains").mkdir()
    evm.written.write(tmp_path / "chains")

    result = CliRunner().invoke(dev, arguments, env={"CLEARWATER_DATA": str(tmp_path)})

    assert result.exit_code != 0
    assert words in result.output
    assert "Traceback" not in result.output


async def test_a_program_that_is_no_node_is_an_error(tmp_path: Path) -> None:
    programs = Programs(litecoind=Path("/bin/false"))
    with pytest.raises(NodeFailed, match="did not start"):
        await start_node("ltc-regtest", programs, tmp_path / "ltc-regtest")


async def test_a_node_whose_start_is_interrupted_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pids: list[int] = []

    def note(pid: int, number: signal.Signals) -> None:
        pids.append(pid)
        os.kill(pid, number)

    monkeypatch.setattr("clearwater.adapters.chains.development_nodes.signal_process", note)
    start = asyncio.create_task(start_node("eth-dev", PROGRAMS, tmp_path / "eth-dev"))
    # It launches the program before it waits for the first time.
    await asyncio.sleep(0)
    assert (tmp_path / "eth-dev" / "node.log").exists()

    start.cancel()
    with pytest.raises(asyncio.CancelledError):
        await start

    (pid,) = pids
    _, status = await asyncio.to_thread(os.waitpid, pid, 0)
    assert os.WTERMSIG(status) == signal.SIGTERM


def test_the_tokens_are_what_their_source_compiles_to() -> None:
    committed: dict[str, Any] = json.loads(
        (files("clearwater.adapters.chains") / "development_tokens.json").read_text()
    )
    compiled = subprocess.run(
        [str(PROGRAMS.node), "compile.js"], cwd=PACKAGES, check=True, capture_output=True
    ).stdout

    assert json.loads(compiled) == committed
    assert committed["source_sha256"] == sha256((PACKAGES / "Tokens.sol").read_bytes()).hexdigest()


def test_the_packages_of_the_node_are_pinned_exactly() -> None:
    packages = json.loads((PACKAGES / "package.json").read_text())
    versions = [*packages["dependencies"].values(), *packages["devDependencies"].values()]
    assert all(version.replace(".", "").isdigit() for version in versions)
    assert "://" not in (PACKAGES / "pnpm-lock.yaml").read_text()
