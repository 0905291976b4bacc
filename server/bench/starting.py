"""How long the start of an exchange takes that has run before, how soon a killed api serves again, and what
memory an exchange takes while nothing happens.
"""

import os
import signal
import sys
import time
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from statistics import median

from bench.machine import Machine
from bench.processes import memory_mb_of, processes_of
from bench.site import Site, data_folder, running_site

ROUNDS = 3
# Until jobs have run and caches are filled.
IDLE_SECONDS = 15.0
MAX_START_SECONDS = 3.0
MAX_RESTART_SECONDS = 1.5
MAX_IDLE_MB = 520


def measure_start(folder: Path) -> float:
    started = time.perf_counter()
    with running_site(folder):
        return time.perf_counter() - started


def measure_restart(folder: Path, site: Site) -> float:
    (api,) = [int(process.name) for kind, process in processes_of(folder) if kind == "api"]
    os.kill(api, signal.SIGKILL)
    killed = time.perf_counter()
    while not is_ready(site):
        time.sleep(0.01)
    return time.perf_counter() - killed


def is_ready(site: Site) -> bool:
    connection = HTTPConnection(site.host, site.port, timeout=5)
    try:
        connection.request("GET", "/api/health/ready")
        return connection.getresponse().status == 200
    except (OSError, HTTPException):
        return False
    finally:
        connection.close()


def main() -> None:
    machine = Machine()
    with data_folder() as folder:
        with running_site(folder):
            pass
        starts = [measure_start(folder) for _ in range(ROUNDS)]
        with running_site(folder, API_PROCESSES="1") as site:
            time.sleep(IDLE_SECONDS)
            held: dict[str, float] = {}
            for kind, process in processes_of(folder):
                held[kind] = held.get(kind, 0.0) + memory_mb_of(process)
            restarts = [measure_restart(folder, site) for _ in range(ROUNDS)]
    machine.look()
    start, restart, idle = median(starts), median(restarts), sum(held.values())
    most_start, most_restart = machine.at_most(MAX_START_SECONDS), machine.at_most(MAX_RESTART_SECONDS)
    print(f"Starting, medians of {ROUNDS}. {machine}")
    print(f"  ready after {start:.2f} s (at most {MAX_START_SECONDS:g} s there, {most_start:.2f} here)")
    print(
        f"  a killed api serves again after {restart:.2f} s"
        f" (at most {MAX_RESTART_SECONDS:g} s there, {most_restart:.2f} here)"
    )
    parts = ", ".join(f"{kind} {mb:.0f}" for kind, mb in sorted(held.items()))
    print(f"  {idle:.0f} MB when idle (at most {MAX_IDLE_MB} MB): {parts}")
    sys.exit(int(start > most_start or restart > most_restart or idle > MAX_IDLE_MB))


if __name__ == "__main__":
    main()
