"""How many of something may be under way at a time, for each caller and in all."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from clearwater.kit.errors import Overloaded, RateLimited

RETRY_AFTER = {"Retry-After": "10"}


class Places:
    """Counts what is under way in this process."""

    def __init__(self, *, max_per_caller: int, max_in_all: int, is_limited: bool = True) -> None:
        self._max_per_caller = max_per_caller
        self._max_in_all = max_in_all
        self._is_limited = is_limited
        self._taken: Counter[str] = Counter()

    def total(self) -> int:
        return self._taken.total()

    @contextmanager
    def place(self, caller: str) -> Iterator[None]:
        """A place for a caller, if there is one."""
        if self._is_limited:
            if self._taken[caller] >= self._max_per_caller:
                message = (
                    f"You may have {self._max_per_caller} of these at a time. Please wait for one to end."
                )
                raise RateLimited(message, headers=RETRY_AFTER)
            if self._taken.total() >= self._max_in_all:
                raise Overloaded(headers=RETRY_AFTER)
        self._taken[caller] += 1
        try:
            yield
        finally:
            self._taken[caller] -= 1
            if not self._taken[caller]:
                del self._taken[caller]
