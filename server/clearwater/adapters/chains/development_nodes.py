"""Development nodes as processes of their own: they outlive whoever started them, until they are stopped.

A node that still runs is adopted: its answer has to be that of the chain that was written down, so the same
port, password and genesis. A pid alone is no proof.
"""

import asyncio
import os
import secrets
import signal
import socket
import subprocess
from contextlib import suppress
from pathlib import Path

import structlog

from clearwater.adapters.chains.development_programs import HARDHAT, Programs
from clearwater.adapters.chains.development_seed import DEVELOPMENT_MNEMONIC
from clearwater.adapters.chains.known_networks import DEVELOPMENT_NETWORKS
from clearwater.adapters.chains.networks import DevelopmentChain
from clearwater.adapters.chains.rpc import JsonRpc
from clearwater.adapters.processes import PROC, lower_session_priority, signal_process
from clearwater.domains.wallets.ports import ChainError

log = structlog.get_logger("clearwater.chains")

START_SECONDS = 60
# Less than the supervisor gives a process to stop.
STOP_SECONDS = 8
POLL_SECONDS = 0.1
USER = "clearwater"
LOG_FILE = "node.log"
# Kept small: several nodes share a developer's machine with the exchange.
UTXO_OPTIONS = (
    *("-regtest", "-server", "-txindex=1", "-listen=0", "-connect=0"),
    *("-rpcbind=127.0.0.1", "-rpcallowip=127.0.0.1", "-rpcthreads=4", "-rpcworkqueue=64"),
    *("-dbcache=8", "-maxmempool=20", "-fallbackfee=0.0002", "-nodebuglogfile", "-printtoconsole=0"),
)
# Without the first, regtest demands at block 432 what only a network with MWEB can give.
LITECOIN_OPTIONS = ("-vbparams=mweb:-2:0",)


class NodeFailed(ChainError):
    """A development node did not start."""


async def start_node(network: str, programs: Programs, folder: Path) -> DevelopmentChain:
    """Start a node in its folder and wait until it answers. The caller writes down what is returned."""
    template, changes = DEVELOPMENT_NETWORKS[network]
    port = _free_port()
    if template.kind == "evm":
        command, environment = _hardhat(programs, port, folder, changes["chain_id"])
        url = f"http://127.0.0.1:{port}"
        where = programs.hardhat
    else:
        password = secrets.token_urlsafe(24)
        command = _daemon(network, programs, port, folder, password)
        environment = {"HOME": str(folder)}
        url = f"http://{USER}:{password}@127.0.0.1:{port}"
        where = folder
    pid = _launch(command, folder / LOG_FILE, where, environment)
    rpc = JsonRpc(network, url)
    try:
        genesis = await _wait_for_answer(network, rpc, pid, folder / LOG_FILE)
        if template.kind == "evm":
            # It would log every call.
            await rpc.call("hardhat_setLoggingEnabled", False)
    except BaseException:
        # Also when we are stopped meanwhile: nobody would know of it.
        signal_process(pid, signal.SIGTERM)
        raise
    finally:
        await rpc.close()
    log.info("development_node_started", network=network, pid=pid)
    return DevelopmentChain(network, template.kind, url, pid, genesis, changes.get("chain_id", 0))


async def is_running(chain: DevelopmentChain) -> bool:
    """Whether the node that was written down still runs, on the same chain."""
    rpc = JsonRpc(chain.network, chain.rpc_url, timeout_seconds=5)
    try:
        return await _read_genesis(rpc, chain.kind) == chain.genesis_hash
    except ChainError:
        return False
    finally:
        await rpc.close()


async def stop_node(chain: DevelopmentChain) -> None:
    """Ask it to end and wait a while.

    A UTXO node is never killed: it would lose blocks that are not written yet. One that takes its time, as
    while somebody is still connected to it, ends later.
    """
    if not _is_ours(chain):
        return
    signal_process(chain.pid, signal.SIGTERM)
    for _ in range(int(STOP_SECONDS / POLL_SECONDS)):
        if not _is_ours(chain):
            return
        await asyncio.sleep(POLL_SECONDS)
    log.warning("development_node_slow_to_stop", network=chain.network, pid=chain.pid)
    if chain.kind == "evm":
        signal_process(chain.pid, signal.SIGKILL)


def _is_ours(chain: DevelopmentChain) -> bool:
    """Whether the process has the port that was written down on its command line, and still runs."""
    port = chain.rpc_url.rpartition(":")[2]
    if _has_ended(chain.pid):
        return False
    try:
        return port.encode() in (PROC / str(chain.pid) / "cmdline").read_bytes()
    except OSError:
        return False


def _has_ended(pid: int) -> bool:
    """Whether a child of ours has ended; it stays a zombie until somebody waits for it."""
    try:
        return os.waitpid(pid, os.WNOHANG) != (0, 0)
    except ChildProcessError:
        return False


def _last_line(log_file: Path) -> str:
    said = log_file.read_text(errors="replace").strip().splitlines()
    return said[-1] if said else "it does not answer"


def _hardhat(programs: Programs, port: int, folder: Path, chain_id: int) -> tuple[list[str], dict[str, str]]:
    assert programs.node is not None
    assert programs.hardhat is not None
    command = [str(programs.node), str(programs.hardhat / HARDHAT), "node"]
    environment = {
        "CHAIN_ID": str(chain_id),
        "MNEMONIC": DEVELOPMENT_MNEMONIC,
        # Its settings and caches.
        "HOME": str(folder),
        "HARDHAT_DISABLE_TELEMETRY_PROMPT": "true",
    }
    return [*command, "--hostname", "127.0.0.1", "--port", str(port)], environment


def _daemon(network: str, programs: Programs, port: int, folder: Path, password: str) -> list[str]:
    program = programs.litecoind if network.startswith("ltc") else programs.bitcoind
    assert program is not None
    extra = LITECOIN_OPTIONS if network.startswith("ltc") else ()
    # In a file, because everybody can read command lines.
    configuration = folder / "node.conf"
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    configuration.write_text(f"rpcuser={USER}\nrpcpassword={password}\n")
    configuration.chmod(0o600)
    return [
        str(program),
        f"-datadir={folder}",
        f"-conf={configuration}",
        f"-rpcport={port}",
        *UTXO_OPTIONS,
        *extra,
    ]


def _launch(command: list[str], log_file: Path, where: Path | None, environment: dict[str, str]) -> int:
    """Start it in a session of its own, so that it is not ended with ours."""
    log_file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with log_file.open("wb") as output:
        try:
            process = subprocess.Popen(  # noqa: S603 (programs of ours, arguments of ours)
                command,
                cwd=where,
                env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", **environment},
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        except OSError as error:
            raise NodeFailed(f"{command[0]} cannot be started ({error.strerror}).") from None
    lower_session_priority(process.pid, os.nice(0))
    # It is not ours to wait for: its state is read from its answers.
    process.returncode = 0
    return process.pid


async def _wait_for_answer(network: str, rpc: JsonRpc, pid: int, log_file: Path) -> str:
    kind = DEVELOPMENT_NETWORKS[network][0].kind
    for _ in range(int(START_SECONDS / POLL_SECONDS)):
        with suppress(ChainError):
            return await _read_genesis(rpc, kind)
        if _has_ended(pid):
            break
        await asyncio.sleep(POLL_SECONDS)
    else:
        signal_process(pid, signal.SIGKILL)
    raise NodeFailed(f"The node of {network} did not start: {_last_line(log_file)}")


async def _read_genesis(rpc: JsonRpc, kind: str) -> str:
    if kind == "evm":
        block = await rpc.call("eth_getBlockByNumber", "0x0", False, kind=dict[str, object])
        return str(block["hash"])
    return str(await rpc.call("getblockhash", 0, kind=str))


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
