"""How many commands of a journal are proved in a second, beginning of the process included.

    python -m bench.audit postgresql://...

A process of its own, because those that it starts load again whatever its own start has loaded.
"""

import asyncio
import os
import sys
import time

from clearwater.engine.audit import audit_ledger


async def measure(database_url: str) -> float:
    started = time.perf_counter()
    report = await audit_ledger(database_url, processes=os.cpu_count() or 1)
    assert report.differences == [], report.differences[:5]
    return report.commands / (time.perf_counter() - started)


if __name__ == "__main__":
    print(asyncio.run(measure(sys.argv[1])))
