"""Transactions of deposits and withdrawals wait for the details of their transfers, but not for ever."""

import asyncio
from collections.abc import AsyncIterator, Collection, Mapping
from contextlib import asynccontextmanager, suppress
from typing import cast

from sqlalchemy.ext.asyncio import AsyncSession

from clearwater.domains.ledger.service import TransferDetails
from clearwater.domains.realtime.messages import Json
from clearwater.domains.realtime.transfers import MAX_AT_ONCE, PendingTransaction, TransferFeed
from clearwater.kit.db import SessionFactory
from tests.polling import eventually


class Directory:
    """Knows what a test has given it."""

    def __init__(self, **known: TransferDetails) -> None:
        self.known = known
        self.asked: list[int] = []

    async def find_details(
        self, session: AsyncSession, references: Collection[str]
    ) -> Mapping[str, TransferDetails]:
        self.asked.append(len(references))
        return {name: self.known[name] for name in references if name in self.known}


class SilentDirectory(Directory):
    async def find_details(
        self, session: AsyncSession, references: Collection[str]
    ) -> Mapping[str, TransferDetails]:
        raise TimeoutError


@asynccontextmanager
async def a_session() -> AsyncIterator[AsyncSession]:
    yield cast("AsyncSession", None)


async def emitted(feed: TransferFeed, directory: Directory, amount: int) -> list[PendingTransaction]:
    """What is published until there is so much of it."""
    found: list[PendingTransaction] = []
    task = asyncio.create_task(feed.run(cast("SessionFactory", a_session), directory, found.append))
    await eventually(lambda: len(found) >= amount)
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    return found


def a_row(reference: str) -> Json:
    return {"reference": reference, "address": None, "tx_id": None}


async def test_details_are_added_where_they_are_known() -> None:
    feed = TransferFeed()
    feed.add("ann", a_row("known"))
    feed.add("bob", a_row("unknown"))

    first, second = await emitted(feed, Directory(known=TransferDetails("0x01", "0xaa", 1, 3)), 2)

    assert first.client == "ann"
    assert first.shown == {
        "reference": "known",
        "address": "0x01",
        "tx_id": "0xaa",
        "confirmations": 1,
        "required_confirmations": 3,
    }
    assert second == PendingTransaction("bob", a_row("unknown"))


async def test_many_are_asked_for_in_several_queries() -> None:
    feed, directory = TransferFeed(), Directory()
    for number in range(MAX_AT_ONCE + 1):
        feed.add("ann", a_row(str(number)))

    found = await emitted(feed, directory, MAX_AT_ONCE + 1)

    assert [one.shown["reference"] for one in found] == [str(number) for number in range(MAX_AT_ONCE + 1)]
    assert directory.asked == [MAX_AT_ONCE, 1]


async def test_a_silent_database_costs_only_the_details() -> None:
    feed = TransferFeed()
    feed.add("ann", a_row("known"))

    assert await emitted(feed, SilentDirectory(), 1) == [PendingTransaction("ann", a_row("known"))]


async def test_what_waits_is_dropped_when_clients_load_again() -> None:
    feed = TransferFeed()
    feed.add("ann", a_row("before"))
    feed.reset()
    feed.add("ann", a_row("after"))

    (only,) = await emitted(feed, Directory(), 1)

    assert only.shown["reference"] == "after"
