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


# Version 1 of the rules knew none.
UNLIMITED = Limits(*(MAX_UNITS,) * len(Limits._fields))
FIRST_LIMITED_VERSION = 2


def limits_of(rules_version: int, limits: Limits) -> Limits:
    """The limits that hold under a version of the rules."""
    return limits if rules_version >= FIRST_LIMITED_VERSION else UNLIMITED
