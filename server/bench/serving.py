"""How fast the api answers what every visitor asks: the built script, the configuration, a rule, a page.

Prints requests per second and, as figures that hold on any machine, ratios to the bare health probe.
"""

import asyncio
import time
from dataclasses import dataclass

from bench.site import running_site

CONNECTIONS = 32
SECONDS = 3.0
ROUNDS = 3


@dataclass(frozen=True)
class Case:
    name: str
    path: str
    coding: str = "identity"


async def ask_repeatedly(host: str, port: int, case: Case, until: float) -> int:
    """Ask over one kept-open connection until the time is up; answer how often it was answered."""
    reader, writer = await asyncio.open_connection(host, port)
    request = f"GET {case.path} HTTP/1.1\r\nHost: {host}\r\nAccept-Encoding: {case.coding}\r\n\r\n".encode()
    answered = 0
    while time.perf_counter() < until:
        writer.write(request)
        head = await reader.readuntil(b"\r\n\r\n")
        assert head.startswith(b"HTTP/1.1 200"), head
        length = int(head.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        await reader.readexactly(length)
        answered += 1
    writer.close()
    return answered


async def measure(host: str, port: int, case: Case) -> float:
    until = time.perf_counter() + SECONDS
    counts = await asyncio.gather(*(ask_repeatedly(host, port, case, until) for _ in range(CONNECTIONS)))
    return sum(counts) / SECONDS


def main() -> None:
    with running_site() as site:
        cases = [
            Case("health probe", "/api/health/live"),
            Case("config", "/api/bff/config"),
            Case("rule", "/api/bff/rules?path=/earn"),
            Case("page", "/"),
            Case("script, brotli", site.script, "br"),
        ]
        figures: dict[str, list[float]] = {case.name: [] for case in cases}
        for _ in range(ROUNDS):
            for case in cases:
                figures[case.name].append(asyncio.run(measure(site.host, site.port, case)))
    middle = {name: sorted(rates)[ROUNDS // 2] for name, rates in figures.items()}
    print(f"Serving, {CONNECTIONS} connections, median of {ROUNDS} rounds of {SECONDS:g} s")
    for name, rate in middle.items():
        print(f"  {name:<16} {rate:>8,.0f} requests/s   {rate / middle['health probe']:.2f} of the probe")


if __name__ == "__main__":
    main()
