"""What the worker does for notices, a step at a time."""

from collections.abc import Awaitable, Callable

import pytest

from clearwater.domains.notices import following
from clearwater.domains.notices.account_notices import deliver_recorded
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices

Work = Callable[[], Awaitable[None]]


@pytest.fixture
def follow(services: ApiServices, market: Follower) -> Work:
    """Take account of the fills that are committed, and of orders that have closed."""

    async def work() -> None:
        now = services.clock.now()
        await following.follow(services.sessions, market.view, now=now)
        await following.notify_closed_orders(services.sessions, market.view, now=now)

    return work


@pytest.fixture
def deliver(services: ApiServices) -> Work:
    """Notify clients of the recorded events of their accounts."""

    async def work() -> None:
        await deliver_recorded(services.sessions, now=services.clock.now())

    return work
