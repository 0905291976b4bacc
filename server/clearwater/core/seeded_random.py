"""Random numbers that are the same on every machine, for simulations and the demo market."""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class SeededRandom:
    """A pseudorandom number generator (splitmix64): the same numbers for the same seed."""

    def __init__(self, seed: int) -> None:
        self._state = seed & 0xFFFFFFFFFFFFFFFF

    def below(self, limit: int) -> int:
        """A number from 0 up to, but not including, the limit."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
        return (mixed ^ (mixed >> 31)) % limit

    def one_in(self, times: int) -> bool:
        """True about once in so many times."""
        return not self.below(times)

    def pick(self, choices: Sequence[T]) -> T:
        """Pick one of the choices."""
        return choices[self.below(len(choices))]
