"""The parts of a cluster on one machine: etcd, three Patroni with PostgreSQL, Redis, engines, apis, workers.

Each part is a process of its own on loopback ports of its own, and has its log in the cluster's folder.
"""

import asyncio
import json
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any

from clearwater.adapters.parent_death import die_with_parent
from clearwater.adapters.postgres_account import ENVIRONMENT, Account, find_account
from clearwater.adapters.processes import processes_of, signal_process
from clearwater.engine.tls import AUTHORITY, CERTIFICATE, KEY
from clearwater.kit.config import REPOSITORY
from tests.processes import free_ports

PATRONI_FILE = REPOSITORY / "docs" / "operating" / "cluster" / "patroni.yml"
HOST = "127.0.0.1"
POSTGRES_NODES = ("a", "b", "c")
DEADLINE_SECONDS = 90.0
POLL_SECONDS = 0.1
SHOWN_LINES = 15
PASSWORD = "only for this cluster"
DATABASE, OWNER, APPLICATION = "clearwater", "clearwater", "clearwater_app"


class Part:
    """A process that can be killed and started again."""

    def __init__(
        self,
        name: str,
        command: list[str | Path],
        folder: Path,
        *,
        account: Account | None = None,
        environment: Mapping[str, str] = ENVIRONMENT,
    ) -> None:
        self.name = name
        self._command = command
        self._log = folder / f"{name}.log"
        self._folder = folder
        self._account = account or Account()
        self._environment = environment
        self._process: asyncio.subprocess.Process | None = None

    async def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = await asyncio.create_subprocess_exec(
                *self._command,
                user=self._account.user,
                group=self._account.group,
                extra_groups=self._account.extra_groups,
                cwd=self._folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=die_with_parent(signal.SIGKILL),
            )

    async def kill(self) -> None:
        """kill -9, with everything that it has started in its session."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                os.killpg(self._process.pid, signal.SIGKILL)
            await self._process.wait()

    def has_logged(self, event: str) -> bool:
        return f'"event":"{event}"' in self._log.read_text()

    def print_log_end(self) -> None:
        """For whoever has to find out why a run failed: its folder is gone afterwards."""
        lines = self._log.read_text(errors="replace").splitlines() if self._log.exists() else []
        print(f"{self.name}:", *lines[-SHOWN_LINES:], sep="\n  ", file=sys.stderr)


class PostgresNode(Part):
    """A Patroni and its PostgreSQL: a machine of the database's cluster."""

    def __init__(self, name: str, folder: Path, account: Account, ports: Mapping[str, int]) -> None:
        self.node = name
        self.port, self.rest_port = ports[f"postgres {name}"], ports[f"patroni {name}"]
        self._data_folder = folder / f"postgres-{name}"
        settings = {
            "PATRONI_NAME": name,
            "PATRONI_ETCD3_HOSTS": f"'{HOST}:{ports['etcd']}'",
            "PATRONI_RESTAPI_LISTEN": f"{HOST}:{self.rest_port}",
            "PATRONI_RESTAPI_CONNECT_ADDRESS": f"{HOST}:{self.rest_port}",
            "PATRONI_POSTGRESQL_LISTEN": f"{HOST}:{self.port}",
            "PATRONI_POSTGRESQL_CONNECT_ADDRESS": f"{HOST}:{self.port}",
            "PATRONI_POSTGRESQL_DATA_DIR": str(self._data_folder),
            "PATRONI_POSTGRESQL_BIN_DIR": str(find_postgres_programs()),
            "PATRONI_POSTGRESQL_PGPASS": str(folder / f"pgpass-{name}"),
            "PATRONI_SUPERUSER_USERNAME": "postgres",
            "PATRONI_SUPERUSER_PASSWORD": PASSWORD,
            "PATRONI_REPLICATION_USERNAME": "replicator",
            "PATRONI_REPLICATION_PASSWORD": PASSWORD,
        }
        super().__init__(
            f"patroni-{name}",
            ["patroni", PATRONI_FILE],
            folder,
            account=account,
            environment=ENVIRONMENT | settings,
        )

    async def kill(self) -> None:
        """As if its machine was switched off: Patroni first, who would start PostgreSQL again."""
        await super().kill()
        while pids := self._postgres_pids():
            for pid in pids:
                signal_process(pid, signal.SIGKILL)
            await asyncio.sleep(POLL_SECONDS / 10)

    def stop_sending(self) -> None:
        """As if its network was gone: what it commits from now on reaches no standby."""
        for pid in self._postgres_pids():
            if b"walsender" in Path(f"/proc/{pid}/cmdline").read_bytes():
                signal_process(pid, signal.SIGSTOP)

    def _postgres_pids(self) -> list[int]:
        return processes_of(self._data_folder, None) if self._data_folder.exists() else []

    def members(self) -> list[dict[str, Any]]:
        """The cluster as this node sees it; empty when it does not answer."""
        found = get_json(self.rest_port, "/cluster")
        return found["members"] if found else []


def find_postgres_programs() -> Path:
    """The newest PostgreSQL of Debian's."""
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))


def get_json(port: int, path: str) -> Any:
    connection = HTTPConnection(HOST, port, timeout=5)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        return json.loads(answer.read()) if answer.status == 200 else None
    except (OSError, HTTPException, ValueError):
        return None
    finally:
        connection.close()


async def until(holds: Callable[[], Awaitable[object]], what: str) -> None:
    for _ in range(round(DEADLINE_SECONDS / POLL_SECONDS)):
        if await holds():
            return
        await asyncio.sleep(POLL_SECONDS)
    raise TimeoutError(what)


class Cluster:
    """Every part, by name. What is not killed by a test runs from the start to the end."""

    def __init__(self, folder: Path, account: Account) -> None:
        self.folder = folder
        names = ["etcd", "etcd peers", "redis", "engine a", "engine b", "api a", "api b"]
        names += [f"{part} {node}" for part in ("postgres", "patroni") for node in POSTGRES_NODES]
        self.ports = dict(zip(names, count(free_ports(len(names)))))
        ports = self.ports
        etcd = f"http://{HOST}:{ports['etcd']}"
        self.etcd = Part(
            "etcd",
            [
                "etcd",
                f"--data-dir={folder / 'etcd'}",
                f"--listen-client-urls={etcd}",
                f"--advertise-client-urls={etcd}",
                f"--listen-peer-urls=http://{HOST}:{ports['etcd peers']}",
            ],
            folder,
            account=account,
        )
        self.redis = Part(
            "redis",
            ["redis-server", "--bind", HOST, "--port", str(ports["redis"]), "--save", ""],
            folder,
            account=account,
        )
        self.nodes = [PostgresNode(name, folder, account, ports) for name in POSTGRES_NODES]
        self.engines = {
            ports[f"engine {machine}"]: self._clearwater(
                "engine", machine, CLEARWATER_ENGINE_ADDRESS=f"{HOST}:{ports[f'engine {machine}']}"
            )
            for machine in ("a", "b")
        }
        self.apis = [
            self._clearwater("api", machine, PORT=str(ports[f"api {machine}"])) for machine in ("a", "b")
        ]
        self.workers = [self._clearwater("worker", machine) for machine in ("a", "b")]

    @property
    def parts(self) -> list[Part]:
        return [*self.workers, *self.apis, *self.engines.values(), self.redis, *self.nodes, self.etcd]

    @property
    def api_urls(self) -> list[str]:
        return [f"http://{HOST}:{self.ports[f'api {machine}']}" for machine in ("a", "b")]

    def database_url(self, role: str, database: str = DATABASE) -> str:
        hosts = ",".join(f"{HOST}:{node.port}" for node in self.nodes)
        return f"postgresql://{role}:{PASSWORD.replace(' ', '%20')}@{hosts}/{database}"

    def settings(self, machine: str) -> dict[str, str]:
        """What every process of a machine gets: only the data folder differs between machines."""
        return {
            "DATABASE_URL": self.database_url(APPLICATION),
            "DATABASE_OWNER_URL": self.database_url(OWNER),
            "REDIS_URL": f"redis://{HOST}:{self.ports['redis']}/0",
            "CLEARWATER_DATA": str(self.folder / f"data-{machine}"),
            "CLEARWATER_SECRET_KEY": PASSWORD,
            "CLEARWATER_ENGINE_TLS": str(self.folder / "tls"),
            "CLEARWATER_DEMO": "false",
            # Counted, in Redis, but never reached.
            "CLEARWATER_RATE_LIMITS": "1000",
            "CLEARWATER_LOG_FORMAT": "json",
        }

    def _clearwater(self, command: str, machine: str, **settings: str) -> Part:
        return Part(
            f"{command}-{machine}",
            [sys.executable, "-m", "clearwater", command],
            self.folder,
            environment=os.environ | self.settings(machine) | settings,
        )

    async def start_database(self) -> None:
        await self.etcd.start()
        await self.redis.start()
        for node in self.nodes:
            await node.start()
        await self.wait_until_whole()

    async def start_exchange(self) -> None:
        for part in (*self.engines.values(), *self.apis, *self.workers):
            await part.start()
        for api in ("a", "b"):
            await self.wait_until_ready(f"api {api}")

    async def wait_until_ready(self, api: str) -> None:
        async def is_ready() -> object:
            return await asyncio.to_thread(get_json, self.ports[api], "/api/health/ready")

        await until(is_ready, f"{api} is not ready")

    async def wait_until_whole(self) -> None:
        """Until one leads, one follows it synchronously, and the third one follows it, too."""

        async def is_whole() -> bool:
            members = await self._members()
            states = sorted((member["role"], member["state"]) for member in members)
            following = {("replica", "running"), ("replica", "streaming")}
            synchronous = {("sync_standby", "running"), ("sync_standby", "streaming")}
            return (
                len(states) == len(self.nodes)
                and states[0] == ("leader", "running")
                and states[1] in following
                and states[2] in synchronous
            )

        await until(is_whole, f"the cluster is not whole: {await self._members()}")

    async def find_node(self, role: str) -> PostgresNode:
        """The PostgreSQL that has a role now."""
        (name,) = [member["name"] for member in await self._members() if member["role"] == role]
        return next(node for node in self.nodes if node.node == name)

    async def _members(self) -> list[dict[str, Any]]:
        views = await asyncio.gather(*(asyncio.to_thread(node.members) for node in self.nodes))
        return max(views, key=len)

    async def end(self) -> None:
        for part in self.parts:
            await part.kill()


@asynccontextmanager
async def running_cluster(folder: Path) -> AsyncIterator[Cluster]:
    """A cluster whose database runs; everything is ended with the block, however that ends."""
    account = await find_account()
    place = folder / "cluster"
    place.mkdir(mode=0o755)
    account.own(place)
    make_certificates(place / "tls")
    cluster = Cluster(place, account)
    try:
        await cluster.start_database()
        yield cluster
    except Exception:
        for part in cluster.parts:
            part.print_log_end()
        raise
    finally:
        await asyncio.shield(cluster.end())


def make_certificates(folder: Path) -> None:
    """As docs/operating/scaling.md has it, for this host."""
    folder.mkdir()
    (folder / "san").write_text(f"subjectAltName=IP:{HOST}")
    new = ["openssl", "req", "-newkey", "ed25519", "-nodes"]
    sign = ["openssl", "x509", "-req", "-days", "1", "-extfile", "san"]
    for command in (
        [*new, "-x509", "-days", "1", "-subj", "/CN=Clearwater", "-keyout", "ca.key", "-out", AUTHORITY],
        [*new, "-subj", "/OU=worker/CN=node", "-keyout", KEY, "-out", "node.csr"],
        [*sign, "-in", "node.csr", "-CA", AUTHORITY, "-CAkey", "ca.key", "-out", CERTIFICATE],
    ):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    for path in folder.iterdir():
        # The processes run as an account of their own when this is root.
        path.chmod(0o644)
