"""Deposits and withdrawals in the list of transactions: where they went, and their chain transactions."""

import csv
import io
import uuid
from typing import Any

import httpx
from sqlalchemy import event, text

from clearwater.core.commands import Deposit as CreditDeposit
from clearwater.core.commands import SettleWithdrawal
from clearwater.domains.wallets.models import Deposit
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import ApiServices
from clearwater.kit.clock import milliseconds
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from tests.builders import SignedInClient, SignedInStaff
from tests.domains.realtime.conftest import listening_to, served
from tests.domains.wallets.withdrawing import ADDRESS, a_withdrawal, confirm, deposit_address, usdt
from tests.trading import place, submit

TRANSACTIONS = "/api/v1/transactions"
DETAILS = ("network", "address", "tx_id", "confirmations", "required_confirmations")
NO_CHAIN = (None, None, None)


async def transactions_of(
    http: httpx.AsyncClient, client: SignedInClient, **query: Any
) -> list[dict[str, Any]]:
    answer = await http.get(TRANSACTIONS, params=query, headers=client.headers)
    assert answer.status_code == 200, answer.text
    items: list[dict[str, Any]] = answer.json()["items"]
    return items


def details_of(item: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(item[name] for name in DETAILS)


async def a_deposit(
    services: ApiServices, market: Follower, owner: SignedInClient, *, tx_id: str = "0xaa", height: int = 5
) -> Deposit:
    """A deposit as the watcher stores it and the ledger credits it."""
    now = services.clock.now()
    deposit = Deposit(
        id=new_id(),
        network="eth",
        tx_id=tx_id,
        place=1,
        client_id=owner.id,
        address="0x01",
        coin="USDT",
        native=5 * 10**6,
        amount=usdt("5"),
        dust=0,
        status="credited",
        height=height,
        created_at=now,
        credited_at=now,
    )
    async with transaction(services.sessions) as session:
        session.add(deposit)
    command = CreditDeposit(
        milliseconds(now), deposit.reference, str(owner.id), "USDT", "eth", deposit.amount
    )
    await submit(market, command)
    return deposit


async def reach(services: ApiServices, height: int) -> None:
    """The network has been read up to a height."""
    async with transaction(services.sessions) as session:
        await session.execute(
            text("UPDATE networks SET height = :height WHERE key = 'eth'"), {"height": height}
        )


async def a_paid_withdrawal(
    http: httpx.AsyncClient, services: ApiServices, market: Follower, owner: SignedInClient
) -> str:
    """A withdrawal whose chain transaction is final."""
    withdrawal_id = await a_withdrawal(http, owner)
    assert (await confirm(http, services, owner, withdrawal_id)).status_code == 200
    settle = SettleWithdrawal(milliseconds(services.clock.now()), f"withdrawal:{withdrawal_id}")
    await submit(market, settle)
    async with transaction(services.sessions) as session:
        statement = text(
            "UPDATE withdrawals SET status = 'completed', is_held = false, tx_id = '0xbb', height = 6"
            " WHERE id = :id"
        )
        await session.execute(statement, {"id": uuid.UUID(withdrawal_id)})
    return withdrawal_id


async def test_a_deposit_shows_its_chain_transaction(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    deposit = await a_deposit(services, market, ann)
    await reach(services, 9)

    (shown, *_) = await transactions_of(client, ann, type="deposit", coin="USDT")

    assert (shown["reference"], shown["amount"], shown["status"]) == (deposit.reference, "5", "credited")
    assert details_of(shown) == ("eth", "0x01", "0xaa", 5, 3)


async def test_the_open_page_gets_a_deposit_with_its_chain_transaction(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    async with served(services) as address, listening_to(address) as listen:
        hers = await listen(ann)
        await hers.follow("transactions")
        await a_deposit(services, market, ann)
        (message,) = await hers.wait_for("transactions")

    (listed, *_) = await transactions_of(client, ann, type="deposit", coin="USDT")
    assert details_of(message["transaction"])[:3] == details_of(listed)[:3] == ("eth", "0x01", "0xaa")
    assert message["transaction"].keys() == listed.keys()


async def test_a_withdrawal_and_its_fee_show_the_same_chain_transaction(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    withdrawal_id = await a_paid_withdrawal(client, services, market, ann)
    await reach(services, 9)

    fee, paid = (await transactions_of(client, ann))[:2]

    assert (paid["type"], paid["amount"], paid["fee"]) == ("withdrawal", "-99", "1")
    assert (fee["type"], fee["amount"], fee["fee"]) == ("fee", "-1", None)
    assert paid["reference"] == fee["reference"] == f"withdrawal:{withdrawal_id}"
    assert details_of(paid) == details_of(fee) == ("eth", ADDRESS, "0xbb", 4, 3)


async def test_an_internal_transfer_has_an_address_and_no_chain(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    bob: SignedInClient,
) -> None:
    address = await deposit_address(client, bob)
    withdrawal_id = await a_withdrawal(client, ann, address=address)
    await confirm(client, services, ann, withdrawal_id)

    fee, sent = (await transactions_of(client, ann))[:2]
    (received, *_) = await transactions_of(client, bob)

    assert details_of(sent) == details_of(fee) == ("eth", address, *NO_CHAIN)
    assert details_of(received) == ("eth", address, *NO_CHAIN)


async def test_a_credited_deposit_keeps_its_confirmations_when_a_chain_begins_again(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    await a_deposit(services, market, ann, height=500)

    (shown, *_) = await transactions_of(client, ann)

    assert (shown["confirmations"], shown["required_confirmations"]) == (3, 3)


async def test_the_export_and_the_console_and_the_dashboard_say_the_same(
    client: httpx.AsyncClient,
    services: ApiServices,
    market: Follower,
    ann: SignedInClient,
    tom: SignedInStaff,
) -> None:
    await a_deposit(services, market, ann)
    await a_paid_withdrawal(client, services, market, ann)
    listed = await transactions_of(client, ann)

    export = await client.get(TRANSACTIONS, params={"format": "csv"}, headers=ann.headers)
    console = await client.get(f"/api/operator/clients/{ann.id}/transactions", headers=tom.headers)
    dashboard = await client.get("/api/bff/auth/user", headers=ann.headers)

    rows = list(csv.DictReader(io.StringIO(export.text)))
    assert [tuple(row[name] for name in DETAILS) for row in rows] == [
        tuple("" if value is None else str(value) for value in details_of(item)) for item in listed
    ]
    assert rows[1]["tx_id"] == "0xbb"
    assert console.json()["items"] == listed
    assert dashboard.json()["transactions"] == listed


async def test_the_number_of_queries_depends_on_neither_rows_nor_trades(
    client: httpx.AsyncClient, services: ApiServices, market: Follower, ann: SignedInClient
) -> None:
    statements: list[str] = []
    engine = services.sessions.kw["bind"].sync_engine
    event.listen(engine, "before_cursor_execute", lambda *call: statements.append(call[2]))

    async def ask(**query: Any) -> int:
        statements.clear()
        await transactions_of(client, ann, **query)
        return len(statements)

    for side in ("sell", "buy"):
        await place(client, ann, side=side, self_trade_prevention="none")
    trades = await ask(type="fee")
    await a_deposit(services, market, ann)
    await a_paid_withdrawal(client, services, market, ann)
    few = await ask()
    for number in range(5):
        await a_deposit(services, market, ann, tx_id=f"0x{number}")

    assert few == await ask() == trades + 3
