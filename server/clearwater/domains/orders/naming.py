"""Orders by their ids, beyond those that the exchange has in memory (ORD-3).

Nearly every order that is looked up is a new one. So one statement at a time asks for all that wait, and the
more there are, the less each of them costs.
"""

import asyncio

from clearwater.core.commands import PlaceOrder
from clearwater.core.state import DEDUPLICATION_WINDOW, order_names
from clearwater.core.views import View
from clearwater.domains.orders import queries
from clearwater.kit.app_services import AppService
from clearwater.kit.db import SessionFactory


def may_predate_window(view: View, command: PlaceOrder) -> bool:
    """Whether the ids may be older than what the exchange has in memory.

    Well before it forgets the first ones: this view may be some orders behind.
    """
    return view.last_order_id > DEDUPLICATION_WINDOW // 2 and bool(order_names(command))


class OrderNames:
    """Looks up idempotency keys and client order ids."""

    def __init__(self, sessions: SessionFactory) -> None:
        self._sessions = sessions
        self._waiting: list[tuple[PlaceOrder, asyncio.Future[int | None]]] = []
        self._looking: asyncio.Task[None] | None = None

    async def find(self, command: PlaceOrder) -> int | None:
        """The order with the idempotency key or client order id; the key takes precedence if they differ."""
        answer: asyncio.Future[int | None] = asyncio.get_running_loop().create_future()
        self._waiting.append((command, answer))
        if self._looking is None:
            self._looking = asyncio.create_task(self._look_up())
        return await answer

    async def _look_up(self) -> None:
        try:
            while self._waiting:
                waiting, self._waiting = self._waiting, []
                await self._answer(waiting)
        finally:
            self._looking = None

    async def _answer(self, waiting: list[tuple[PlaceOrder, asyncio.Future[int | None]]]) -> None:
        try:
            async with self._sessions() as session:
                found = await queries.find_ids_by_names(session, [command for command, _ in waiting])
        except Exception as error:  # noqa: BLE001 - each caller answers for itself
            for _, answer in waiting:
                if not answer.done():
                    answer.set_exception(error)
            return
        for place, (_, answer) in enumerate(waiting):
            if not answer.done():
                answer.set_result(found.get(place))


app_order_names = AppService[OrderNames]("order_names")
