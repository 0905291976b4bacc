"""LED-16: what a ledger is, is its first entry; an older one is opened at its next start."""

import asyncpg
import pytest

from clearwater.core.commands import Command, Fund, LedgerKind, ListCoin
from clearwater.core.exchange import Exchange
from clearwater.engine.audit import audit_ledger
from clearwater.engine.ledger_kind import find_kind
from clearwater.engine.projections import Rows
from clearwater.kit.clock import FixedClock
from tests.engine.conftest import commit_rows
from tests.trading import ViewedSequencer, running_engine

GOLD = ListCoin(5, "GOLD", 2, 10**9)


async def first_rules_leave(connection: asyncpg.Connection, *commands: Command) -> None:
    """A ledger as an engine of the first version would have left it."""
    exchange, rows = Exchange(), Rows(rules_version=1)
    exchange.follow_rules(1)
    for seq, command in enumerate(commands, 1):
        rows.add(seq, command, exchange.apply(command))
    await commit_rows(connection, rows)


@pytest.mark.parametrize("kind", ["demo", "real"])
async def test_a_new_ledger_is_opened_before_anything_else(
    kind: LedgerKind, database_url: str, clock: FixedClock, connection: asyncpg.Connection
) -> None:
    assert await find_kind(connection) is None
    for wish in (kind, "real" if kind == "demo" else "demo"):
        async with running_engine(ViewedSequencer(database_url, clock, opens_as=wish)) as engine:
            # Opened once; who starts it later and wishes otherwise has the same.
            assert (engine.view.kind, engine.ledger_kind, engine.seq) == (kind, kind, 1)

    assert await connection.fetchval("SELECT kind FROM journal WHERE seq = 1") == "OpenLedger"
    assert await find_kind(connection) == kind
    assert await audit_ledger(database_url) == (1, [])


@pytest.mark.parametrize(("network", "kind"), [("demo", "demo"), ("tron", "real"), ("", "real")])
async def test_an_older_ledger_is_opened_as_what_it_is(
    network: str, kind: LedgerKind, database_url: str, clock: FixedClock, connection: asyncpg.Connection
) -> None:
    money = [Fund(6, "first", "GOLD", network, 7)] if network else []
    await first_rules_leave(connection, GOLD, *money)
    # Noted where nobody enforced it, until now.
    await connection.execute("UPDATE coins SET trading = false")
    wish: LedgerKind = "real" if kind == "demo" else "demo"
    assert await find_kind(connection) == kind

    async with running_engine(ViewedSequencer(database_url, clock, opens_as=wish)) as engine:
        assert (engine.view.kind, engine.view.untraded) == (kind, {"GOLD"})
        assert engine.seq == len(money) + 2

    async with running_engine(ViewedSequencer(database_url, clock, opens_as=wish)) as engine:
        assert (engine.view.kind, engine.view.untraded) == (kind, {"GOLD"})
    assert await audit_ledger(database_url) == (len(money) + 2, [])
