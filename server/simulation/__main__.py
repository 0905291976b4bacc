"""`make simulate`: the whole exchange under faults in one process, each seed on a real PostgreSQL.

make simulate                                 20 seeds
make simulate ARGS='--seeds 2000 --from 1'    a night's run, which also misses no rare meeting
make simulate ARGS='--seed 17'                one seed again, the same to the last byte
"""

import argparse
import asyncio
import json
import os
import sys
import time

from simulation.report import Report
from simulation.rules import simulate_rules
from simulation.runner import open_lanes, run_all
from simulation.seeds import ACTS, ALL_BUGS, FAULTS, WALLET_ACTS, Scenario
from simulation.shrink import shrink

FIRST_SEED, SEEDS = 1, 20


def main() -> int:
    """Run what the command line asks for; 0 when every seed passes."""
    if os.environ.get("PYTHONHASHSEED") != "0":
        # Sets of texts have the same order in every run only then.
        os.environ["PYTHONHASHSEED"] = "0"
        os.execv(sys.executable, [sys.executable, "-m", "simulation", *sys.argv[1:]])
    options = _parse()
    if options.rules:
        return simulate_rules(*_seeds_of(options), options.acts or ACTS)
    return asyncio.run(_run(options))


def _seeds_of(options: argparse.Namespace) -> tuple[int, int]:
    """The first seed, and how many."""
    return (options.first, options.seeds) if options.seed is None else (options.seed, 1)


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make simulate", description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, help="run this seed alone, and shorten it when it fails")
    parser.add_argument("--seeds", type=int, default=SEEDS, help=f"how many seeds ({SEEDS})")
    parser.add_argument("--from", type=int, default=FIRST_SEED, dest="first", help="the first of them")
    parser.add_argument(
        "--acts", type=int, help=f"acts of clients in each ({ACTS}, of wallets {WALLET_ACTS})"
    )
    parser.add_argument("--faults", type=int, default=FAULTS, help=f"at most so many faults ({FAULTS})")
    parser.add_argument("--without-acts", type=json.loads, default=[], help="numbers of acts to leave out")
    parser.add_argument(
        "--without-faults", type=json.loads, default=[], help="numbers of faults to leave out"
    )
    parser.add_argument("--lanes", type=int, default=os.cpu_count() or 1, help="how many side by side")
    parser.add_argument("--trace", action="store_true", help="write all that happens")
    parser.add_argument("--wallets", action="store_true", help="deposits and payouts instead of a market")
    parser.add_argument("--rules", action="store_true", help="only the rules, without processes and faults")
    parser.add_argument(
        "--bug", choices=sorted(ALL_BUGS), default="", help="put a bug in, which must be found"
    )
    parser.add_argument("--twice", action="store_true", help="run each seed twice and compare the traces")
    parser.add_argument("--no-shrink", action="store_true", help="do not shorten a failing seed")
    return parser.parse_args()


def _scenario(options: argparse.Namespace, seed: int) -> Scenario:
    return Scenario(
        seed,
        options.acts or (WALLET_ACTS if options.wallets else ACTS),
        options.faults,
        frozenset(options.without_acts),
        frozenset(options.without_faults),
        options.trace,
        options.bug,
        options.wallets,
    )


async def _run(options: argparse.Namespace) -> int:
    seeds = (
        [options.seed] if options.seed is not None else range(options.first, options.first + options.seeds)
    )
    scenarios = [_scenario(options, seed) for seed in seeds for _ in range(1 + options.twice)]
    started = time.monotonic()
    report = Report(is_night=len(scenarios) >= 500)
    async with open_lanes(min(options.lanes, len(scenarios))) as lanes:
        await run_all(scenarios, lanes, report.add)
        failed = report.failed
        if failed is not None and not options.no_shrink and not options.trace:
            report.shrunk = await shrink(failed[0], lanes)
    return report.print(time.monotonic() - started)


if __name__ == "__main__":
    sys.exit(main())
