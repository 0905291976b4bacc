"""How much one command may do (EXC-8). What is more is refused, ends, or waits for those that follow."""

from typing import NamedTuple

from clearwater.core.money import MAX_UNITS


class Limits(NamedTuple):
    """What a command may cost; the slowest one stays well below 20 ms of CPU (`bench.commands`)."""

    # Waiting orders or slices that one arriving order meets, its client's own that give way included.
    fills: int = 250
    # Orders that end because their time is over, and fills of orders that were triggered.
    steps: int = 100
    # Earn positions that are paid because it is time; an order or a contract of a pre-market that ends counts
    # for two. Only commands that let time pass do that: other orders do not wait for thousands.
    settlements: int = 10
    # Orders that a cancel-all takes back.
    cancels: int = 200
    # Parts in which an iceberg shows itself.
    slices: int = 20
    # Different best prices that the trailing orders of one side of a market have seen.
    marks: int = 1_000


# Version 1 of the rules knew none. Those of a version never change: its journals lead to where they once led.
UNLIMITED = Limits(*(MAX_UNITS,) * len(Limits._fields))
SINCE_VERSION_2 = Limits(fills=250, steps=100, settlements=10, cancels=200, slices=20, marks=1_000)
FIRST_LIMITED_VERSION = 2
LIMITS_OF = {
    1: UNLIMITED,
    2: SINCE_VERSION_2,
    3: SINCE_VERSION_2,
    4: SINCE_VERSION_2,
    5: SINCE_VERSION_2,
}


def limits_of(rules_version: int, own: Limits | None) -> Limits:
    """The limits that hold under a version of the rules, unless tests have their own."""
    if own is None or rules_version < FIRST_LIMITED_VERSION:
        return LIMITS_OF[rules_version]
    return own
