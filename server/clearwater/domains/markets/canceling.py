"""Cancel many orders with as many commands as needed, because each cancels a limited number (ORD-15)."""

from clearwater.core.commands import CancelAll
from clearwater.core.desk import Desk
from clearwater.core.events import OrderUpdated
from clearwater.core.limits import Limits
from clearwater.domains.markets.refusals import problem_of

ASKED_FOR = frozenset({"client", "staff"})


async def cancel_all(desk: Desk, command: CancelAll) -> set[int]:
    """Cancel everything that matches; returns the ids of the orders, including other legs."""
    canceled: set[int] = set()
    while True:
        outcome = await desk.submit(command)
        if outcome.refusal is not None:
            if canceled:
                # A market was halted meanwhile; orders canceled so far stay canceled.
                return canceled
            raise problem_of(outcome.refusal)
        updates = [event for event in outcome.events if isinstance(event, OrderUpdated)]
        ended = [event for event in updates if event.status == "canceled"]
        canceled.update(event.order_id for event in ended if command.client in {None, event.client})
        if sum(event.reason in ASKED_FOR for event in ended) < Limits().cancels:
            return canceled
