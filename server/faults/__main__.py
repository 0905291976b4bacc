"""`make faults`: hostile load, kills and races against a real exchange on this machine.

To add a scenario, write a function that takes an empty folder and returns rows, and name it in SCENARIOS.
"""

import asyncio
import os
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path

from faults.chains import chains
from faults.cluster import cluster
from faults.expiries import expiries
from faults.guesses import guesses
from faults.hangs import hangs
from faults.hostile_load import hostile_load
from faults.kills import kills
from faults.lagging import lagging
from faults.races import races
from faults.report import Row, Scenario, print_table
from tests.builders import a_web_build

SCENARIOS: dict[str, Scenario] = {
    "races": races,
    "kills": kills,
    "hangs": hangs,
    "lagging": lagging,
    "expiries": expiries,
    "guesses": guesses,
    "hostile load": hostile_load,
}
# These need programs that `make test-cluster` and `make test-chains` install.
ON_REQUEST: dict[str, Scenario] = {"cluster": cluster, "chains": chains}
MAX_SECONDS = 1800.0
EXIT_INTERRUPTED = 130


def run(name: str) -> list[Row]:
    """A scenario that fails half-way or takes too long is a broken row like any other."""
    with tempfile.TemporaryDirectory(prefix="clearwater-faults-", ignore_cleanup_errors=True) as found:
        folder = Path(found)
        # The database's account must be able to enter it.
        folder.chmod(0o755)
        os.environ["CLEARWATER_WEB"] = str(a_web_build(folder / "web"))
        try:
            return asyncio.run(asyncio.wait_for((SCENARIOS | ON_REQUEST)[name](folder), MAX_SECONDS))
        except Exception as error:  # noqa: BLE001
            traceback.print_exc()
            return [Row("it came to its end", f"{type(error).__name__}: {error}"[:120], is_good=False)]


def main() -> int:
    # Ended politely, a scenario ends what it has started.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    names = sys.argv[1:] or list(SCENARIOS)
    if unknown := set(names) - set(SCENARIOS) - set(ON_REQUEST):
        print(f"There is no scenario {unknown.pop()!r}; there are: {', '.join(SCENARIOS | ON_REQUEST)}.")
        return 2
    found: list[tuple[str, Row]] = []
    for name in names:
        started = time.monotonic()
        print(f"{name} ...", file=sys.stderr, flush=True)
        found += [(name, row) for row in run(name)]
        print(f"{name}: {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print_table(found)
    return 0 if all(row.is_good for _, row in found) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(EXIT_INTERRUPTED)
