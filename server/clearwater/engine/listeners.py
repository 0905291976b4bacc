"""Listeners of what has become durable: in the engine, and in processes that follow it."""

from collections.abc import Sequence
from typing import Protocol

from clearwater.core.desk import Committed, Entry
from clearwater.core.exchange import Exchange
from clearwater.core.views import View


class EngineListener(Protocol):
    """Gets the durable entries of the engine in their order."""

    def on_reset(self, exchange: Exchange) -> None:
        """The state was loaded again; it may be ahead of what was published before."""
        ...

    def on_commit(self, entries: Sequence[Entry]) -> None:
        """These were made durable."""
        ...

    def stopped(self) -> None:
        """What was published may be outdated: another process may be the writer now."""
        ...


class FeedListener(Protocol):
    """Gets the durable entries that a follower was fed, in their order."""

    def on_reset(self, view: View) -> None:
        """The view was loaded; it may be ahead of what was published before."""
        ...

    def on_commit(self, entries: Sequence[Committed]) -> None:
        """These were made durable; the view has followed them."""
        ...
