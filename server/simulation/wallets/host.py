"""What the simulated chains and the signer need of the loop that they run on."""

import asyncio
from collections.abc import Callable, Coroutine
from random import Random as Chance
from typing import Any, Protocol

__all__ = ["Chance", "Host", "Lane", "travel"]


class Lane(Protocol):
    """A simulated process."""

    is_alive: bool
    on_death: Any

    def spawn(self, work: Coroutine[Any, Any, Any], name: str | None = None) -> "asyncio.Task[Any]": ...

    def kill(self) -> None: ...

    def kill_after(self, turns: int) -> None: ...


class Host(Protocol):
    """Starts simulated processes, and does what the world around them does by itself."""

    def chance(self, name: str) -> Chance: ...

    def start_process(self, name: str) -> Lane: ...

    def later(self, seconds: float, work: Callable[[], None]) -> None:
        """Do something later, whichever process is alive by then."""
        ...


async def travel(chance: Chance, slowest: float = 0.05) -> None:
    """A message is on its way."""
    await asyncio.sleep(chance.uniform(0.001, slowest))
