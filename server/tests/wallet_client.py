"""A demo with development chains as real processes, and clients who move money whatever happens to it."""

import asyncio
import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import count
from pathlib import Path
from typing import Any

import asyncpg
import httpx
from sqlalchemy import text

from clearwater.adapters.chains.connections import ChainNode, connect_chain
from clearwater.adapters.chains.development_chain import DevChain, connect_development_chain
from clearwater.adapters.chains.networks import CHAINS_FOLDER, read_development_chains
from clearwater.adapters.postgres_server import database, find_running_url
from clearwater.core.commands import Deposit, PlaceOrder, Side
from clearwater.core.ledger import DEMO_NETWORK
from clearwater.domains.demo.seeding import Seeding
from clearwater.domains.markets.service import Board
from clearwater.domains.wallets.ports import Asset
from clearwater.engine.follower import Follower
from clearwater.entrypoints.wiring import open_api_services
from clearwater.kit.clock import Clock, milliseconds
from clearwater.kit.config import Settings
from clearwater.kit.db import transaction
from clearwater.kit.ids import new_id
from clearwater.kit.migrations import migrate
from tests.builders import SignedInClient, a_client
from tests.processes import Exchange
from tests.trading import followed_engine, submit

ANSWER_SECONDS = 30
RETRY_SECONDS = 0.25
DEADLINE_SECONDS = 120.0
WITHDRAWALS = "/api/v1/withdrawal"
DAY_LIMIT = 100_000_000


async def prepare_demo(folder: Path, clients: int, *, usdt: int = 0) -> list[SignedInClient]:
    """A demo and its clients, on disk before anything is started.

    What they have of USDT the house's wallet gets when its chain begins.
    """
    settings = Settings(data_folder=folder / "data", web_folder=folder / "web", database_url=None)
    async with database(settings) as url:
        await asyncio.to_thread(migrate, url)
        async with (
            open_api_services(settings, url) as services,
            followed_engine(services, url, opens_as="demo") as engine,
        ):
            board = Board(services.sessions, services.clock, stores=True)
            # Most of the time that a demo takes to begin goes into candles that nobody looks at here.
            await Seeding(engine, board, services.sessions, services.clock, days=1).run()
            await trade_once(engine, services.clock)
            async with transaction(services.sessions) as session:
                await session.execute(text("UPDATE levels SET withdraw_day = :day"), {"day": DAY_LIMIT})
            made = [
                await a_client(services, email=f"client{number}@example.org") for number in range(clients)
            ]
            for client in made if usdt else []:
                owner, units = str(client.id), usdt * 10 ** engine.view.coins["USDT"].decimals
                at = milliseconds(services.clock.now())
                await submit(engine, Deposit(at, f"gift-{owner}", owner, "USDT", "eth-dev", units))
            return made


async def trade_once(engine: Follower, clock: Clock) -> None:
    """Give coins a price: what has none is never withdrawn without two people of staff."""
    at = milliseconds(clock.now())
    for symbol in ("BTC-USDT", "ETH-USDT", "LTC-USDT"):
        pair = engine.view.pairs[symbol]
        sides: tuple[tuple[Side, str], ...] = (("sell", pair.base), ("buy", pair.quote))
        for side, coin in sides:
            owner = str(new_id())
            await submit(engine, Deposit(at, f"gift-{owner}", owner, coin, DEMO_NETWORK, 10**15))
            quantity, price = 10**pair.base_decimals, pair.reference_price
            await submit(engine, PlaceOrder(at, owner, symbol, side, "limit", quantity, price))


@dataclass(frozen=True)
class RunningNetwork:
    """A development chain of a running demo: what one may do to it, and the chain as the exchange sees it."""

    dev: DevChain
    node: ChainNode

    @property
    def key(self) -> str:
        return self.dev.network.key

    @property
    def assets(self) -> list[Asset]:
        """Those that a demo trades."""
        return [asset for asset in self.dev.network.assets if asset.coin != "USDC"]

    async def received(self, address: str, coin: str) -> Decimal:
        """What an address has on the chain."""
        native = (await self.node.balances([address])).get(coin, 0)
        decimals = next(asset.decimals for asset in self.dev.network.assets if asset.coin == coin)
        return Decimal(native).scaleb(-decimals)

    async def close(self) -> None:
        await self.dev.close()
        await self.node.close()


def connect_networks(exchange: Exchange) -> dict[str, RunningNetwork]:
    """The chains that run by now."""
    found: dict[str, RunningNetwork] = {}
    for written in read_development_chains(exchange.data_folder):
        dev = connect_development_chain(written, exchange.data_folder / CHAINS_FOLDER)
        found[written.network] = RunningNetwork(dev, connect_chain(dev.network))
    return found


async def read_rows(exchange: Exchange, statement: str, *values: object) -> list[asyncpg.Record]:
    """Read the tables, as soon as there is a database."""
    async with asyncio.timeout(DEADLINE_SECONDS):
        while True:
            try:
                url = find_running_url(exchange.data_folder)
                if url is None:
                    raise ConnectionRefusedError
                connection = await asyncpg.connect(url, timeout=ANSWER_SECONDS)
                try:
                    return list(await connection.fetch(statement, *values))
                finally:
                    await connection.close(timeout=ANSWER_SECONDS)
            except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError):
                await asyncio.sleep(RETRY_SECONDS)


@dataclass
class Requested:
    """A withdrawal that was acknowledged, and what has become of it as far as the client knows."""

    id: str
    coin: str
    network: str
    address: str
    amount: Decimal
    receive: Decimal
    # None when it goes out of the house.
    receiver: int | None = None
    is_confirmed: bool = False


class WalletClient:
    """Repeats each request until its fate is known."""

    def __init__(self, exchange: Exchange, client: SignedInClient, number: int) -> None:
        self._exchange = exchange
        self._client = client
        self._keys = count(1)
        self.number = number
        self.lost_answers = 0
        self.withdrawals: list[Requested] = []
        self.http = httpx.AsyncClient(
            base_url=f"http://127.0.0.1:{exchange.port}",
            headers={**client.headers, "X-Site": "localhost"},
            timeout=ANSWER_SECONDS,
        )

    async def ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> httpx.Response:
        """Ask until there is an answer, under the same idempotency key."""
        headers = {} if method == "GET" else {"Idempotency-Key": f"{self.number}-{next(self._keys)}"}
        async with asyncio.timeout(DEADLINE_SECONDS):
            while True:
                try:
                    answer = await self.http.request(method, path, json=body, headers=headers)
                    if answer.status_code != 503:
                        return answer
                except httpx.TransportError:
                    # Whether it was done is not known here.
                    pass
                self.lost_answers += 1
                await asyncio.sleep(RETRY_SECONDS)

    async def deposit_address(self, coin: str, network: str) -> str:
        answer = await self.ask("POST", "/api/v1/deposit/address", {"coin": coin, "network": network})
        assert answer.status_code == 200, answer.text
        address: str = answer.json()["address"]
        return address

    async def request(self, **draft: str) -> httpx.Response:
        """Ask for a withdrawal; what is acknowledged is remembered."""
        answer = await self.ask("POST", WITHDRAWALS, draft)
        if answer.status_code == 201:
            made = answer.json()
            amount, receive = Decimal(made["amount"]), Decimal(made["receive"])
            self.withdrawals.append(
                Requested(made["id"], made["coin"], made["network"], made["address"], amount, receive)
            )
        return answer

    async def confirm(self, withdrawal: Requested) -> httpx.Response:
        code = await self._find_code(withdrawal)
        answer = await self.ask("POST", f"{WITHDRAWALS}/{withdrawal.id}/confirm", {"email_code": code})
        withdrawal.is_confirmed = answer.status_code == 200
        return answer

    async def cancel(self, withdrawal: Requested) -> httpx.Response:
        return await self.ask("POST", f"{WITHDRAWALS}/{withdrawal.id}/cancel")

    async def _find_code(self, withdrawal: Requested) -> str:
        rows = await read_rows(
            self._exchange,
            "SELECT text_body FROM outbox WHERE recipient = $1 ORDER BY created_at DESC LIMIT 20",
            self._client.email,
        )
        for row in rows:
            body: str = row["text_body"]
            found = re.search(r"^    (\d{6})$", body, re.MULTILINE)
            if found is not None and withdrawal.address in body:
                return found.group(1)
        raise AssertionError(f"no code was mailed for {withdrawal.id}")

    async def balances(self, name: str = "available") -> dict[str, Decimal]:
        answer = await self.ask("GET", "/api/v1/assets")
        assert answer.status_code == 200, answer.text
        return {item["symbol"]: Decimal(item[name]) for item in answer.json()["items"]}

    async def list_all(self, path: str) -> list[dict[str, Any]]:
        """Every item of a list, page after page."""
        found: list[dict[str, Any]] = []
        cursor = ""
        while True:
            answer = await self.ask("GET", f"{path}?limit=100{cursor}")
            assert answer.status_code == 200, answer.text
            page = answer.json()
            found += page["items"]
            if not page.get("next_cursor"):
                return found
            cursor = f"&cursor={page['next_cursor']}"


def connect_clients(exchange: Exchange, clients: Sequence[SignedInClient]) -> list[WalletClient]:
    return [WalletClient(exchange, client, number) for number, client in enumerate(clients)]
